// The frame of every signed-in screen.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { marketplaceName } from '#domain/closet.ts';
import { ZoneQuestion } from '#web/features/account/profile/zone-question.tsx';
import { meQuery } from '#web/features/account/queries.ts';
import { StopNotice } from '#web/features/bot/stopping/stop-notice.tsx';
import { afterFirstView } from '#web/lib/loading/first-view.ts';
import { MarketplaceProvider } from '#web/lib/marketplace.ts';
import { PicturesThroughServer } from '#web/lib/pictures.ts';
import { answerConfirmation, useConfirmation } from '#web/lib/server/confirmation.ts';
import { appMessages as messages } from '#web/messages/app.ts';
import { later } from '#web/ui/later.tsx';
import { GlobalCommands } from './commands/global-commands.tsx';
import { Shortcuts } from './commands/shortcuts.tsx';
import { Header } from './header/header.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { MissingDialog } from './missing.tsx';

const NewBrowserNotice = later(() => import('#web/features/account/profile/new-browser-notice.tsx'), {
  failed: () => null,
});
const ConfirmDialog = later(() => import('#web/features/account/security/confirm-dialog.tsx'), {
  failed: ({ isAsked, failure }) =>
    isAsked ? (
      <MissingDialog title={messages.confirmTitle} failure={failure} isOpen onClose={() => answerConfirmation(false)} />
    ) : null,
});

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
  const [isFirstViewComplete, noteFirstView] = useState(false);
  useEffect(() => afterFirstView(() => noteFirstView(true)), []);
  if (!user) return null;
  return (
    <>
      <ZoneQuestion user={user} />
      {isFirstViewComplete && !user.guest && <NewBrowserNotice />}
    </>
  );
};

/** Loaded when the first call is refused until the seller confirms who they are. */
const Confirming = () => {
  const { isAsked, round } = useConfirmation();
  return round === 0 ? null : <ConfirmDialog isAsked={isAsked} round={round} />;
};

/** Puts the top bar, the live updates, and a skip link for the keyboard around a screen. */
const SignedIn = ({ children }: { children: ReactNode }) => (
  <Marketplace>
    <a className="skip" href="#main">
      Skip to content
    </a>
    <Header />
    <StopNotice />
    <LiveUpdates />
    <GlobalCommands />
    <Shortcuts />
    <Questions />
    <Confirming />
    {children}
  </Marketplace>
);

export default SignedIn;
