// The frame of every signed-in screen.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { marketplaceName } from '#domain/closet.ts';
import { ZoneQuestion } from '#web/features/account/profile/zone-question.tsx';
import { meQuery } from '#web/features/account/queries.ts';
import { StopNotice } from '#web/features/bot/stopping/stop-notice.tsx';
import { MarketplaceProvider } from '#web/lib/marketplace.ts';
import { PicturesThroughServer } from '#web/lib/pictures.ts';
import { appMessages as messages } from '#web/messages/app.ts';
import { GlobalCommands } from './commands/global-commands.tsx';
import { Shortcuts } from './commands/shortcuts.tsx';
import { Header } from './header/header.tsx';
import { LiveUpdates } from './live-updates.tsx';

/** Passes on which marketplace the closet is on, and where its pictures come from. A practice closet's are drawings of our own. */
const Marketplace = ({ children }: { children: ReactNode }) => {
  const { data: user } = useQuery(meQuery);
  const isPractice = user?.closet.practice === true;
  return (
    <MarketplaceProvider value={marketplaceName(isPractice)}>
      <PicturesThroughServer value={user?.picturesThroughServer === true && !isPractice}>
        {children}
      </PicturesThroughServer>
    </MarketplaceProvider>
  );
};

const Questions = () => {
  const { data: user } = useQuery(meQuery);
  return user ? <ZoneQuestion user={user} /> : null;
};

/** Puts the top bar, the live updates, and a skip link for the keyboard around a screen. */
const SignedIn = ({ children }: { children: ReactNode }) => (
  <Marketplace>
    <a className="skip" href="#main">
      {messages.skip}
    </a>
    <Header />
    <StopNotice />
    <LiveUpdates />
    <GlobalCommands />
    <Shortcuts />
    <Questions />
    {children}
  </Marketplace>
);

export default SignedIn;
