import type { ReactNode } from 'react';
import { appWords as words } from '#web/words/app.ts';
import { GlobalCommands } from './global-commands.tsx';
import { Header } from './header.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** What every signed-in screen stands in: the top bar, the live updates, a link past the bar for the keyboard. */
const SignedIn = ({ children }: { children: ReactNode }) => (
  <>
    <a className="skip" href="#main">
      {words.skip}
    </a>
    <Header />
    <LiveUpdates />
    <GlobalCommands />
    <Shortcuts />
    {children}
  </>
);

export default SignedIn;
