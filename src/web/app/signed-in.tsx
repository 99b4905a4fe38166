// The frame of every signed-in screen.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ZoneQuestion } from '#web/features/account/profile/zone-question.tsx';
import { meQuery } from '#web/features/account/queries.ts';
import { appMessages as messages } from '#web/messages/app.ts';
import { GlobalCommands } from './commands/global-commands.tsx';
import { Shortcuts } from './commands/shortcuts.tsx';
import { Header } from './header.tsx';
import { LiveUpdates } from './live-updates.tsx';

const Questions = () => {
  const { data: user } = useQuery(meQuery);
  return user ? <ZoneQuestion user={user} /> : null;
};

/** Puts the top bar, the live updates, and a skip link for the keyboard around a screen. */
const SignedIn = ({ children }: { children: ReactNode }) => (
  <>
    <a className="skip" href="#main">
      {messages.skip}
    </a>
    <Header />
    <LiveUpdates />
    <GlobalCommands />
    <Shortcuts />
    <Questions />
    {children}
  </>
);

export default SignedIn;
