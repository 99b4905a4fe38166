// The frame of every signed-in screen.
import { partialMatchKey, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { EventName } from '#contract/activity/activity.ts';
import { marketplaceName } from '#domain/closet.ts';
import { ZoneQuestion } from '#web/features/account/profile/zone-question.tsx';
import { accountKeys, meQuery } from '#web/features/account/queries.ts';
import { activityKeys } from '#web/features/activity/queries.ts';
import { botKeys, botStatusQuery } from '#web/features/bot/queries.ts';
import { StopNotice } from '#web/features/bot/stopping/stop-notice.tsx';
import { closetKeys } from '#web/features/closet/queries.ts';
import { followListings } from '#web/features/pricing/changed-listings.ts';
import { pricingKeys } from '#web/features/pricing/queries.ts';
import { ImportDoor } from '#web/features/sales/import/import-door.tsx';
import { salesKeys } from '#web/features/sales/sales-keys.ts';
import { todayKeys } from '#web/features/today/queries.ts';
import { keepLastState } from '#web/lib/last-state.ts';
import { afterFirstView } from '#web/lib/loading/first-view.ts';
import { MarketplaceProvider, PicturesThroughServer } from '#web/lib/marketplace.ts';
import { answerConfirmation, useConfirmation } from '#web/lib/server/confirmation.ts';
import { listenLive } from '#web/lib/server/live.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { later } from '#web/ui/later.tsx';
import { Commands } from './commands.tsx';
import { Header } from './header.tsx';
import { MissingDialog } from './missing.tsx';

const NewBrowserNotice = later(() => import('#web/features/account/profile/new-browser-notice.tsx'), {
  failed: () => null,
});
const ConfirmDialog = later(() => import('#web/features/account/security/confirm-dialog.tsx'), {
  failed: ({ isAsked, failure }) =>
    isAsked ? (
      <MissingDialog title="Confirm it’s you" failure={failure} isOpen onClose={() => answerConfirmation(false)} />
    ) : null,
});

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

const Confirming = () => {
  const { isAsked, round } = useConfirmation();
  return round === 0 ? null : <ConfirmDialog isAsked={isAsked} round={round} />;
};

/** For the next time without a connection, on devices whose seller chose it. */
const LastState = () => {
  const { data: status, dataUpdatedAt: at } = useQuery({ ...botStatusQuery, enabled: false });
  useEffect(() => {
    if (status === undefined) return;
    const { state, sharesToday, effectiveLimit: limit, timezone } = status;
    keepLastState({ at, state, sharesToday, limit, timezone });
  }, [status, at]);
  return null;
};

const SignedIn = ({ children }: { children: ReactNode }) => (
  <Marketplace>
    <a className="skip" href="#main">
      Skip to content
    </a>
    <Header />
    <StopNotice />
    <LiveUpdates />
    <LastState />
    <Commands />
    <Questions />
    <Confirming />
    <ImportDoor />
    {children}
  </Marketplace>
);

export default SignedIn;

/**
 * The queries that each event makes out of date. A share changes the numbers of the status, which the timeline takes from there. The
 * plan ahead and the warnings change with the bot's own events, and are read once a minute anyway.
 */
const outOfDate: Record<EventName, readonly QueryKey[]> = {
  bot: [botKeys.all, closetKeys.all, activityKeys.all, activityKeys.care, todayKeys.all],
  share: [botKeys.status, activityKeys.all],
  // An offer that was sent is an entry of the log, and counts in the status.
  activity: [activityKeys.all, botKeys.status, todayKeys.all],
  listing: [listingsQuery.queryKey, accountKeys.me, botKeys.all, pricingKeys.standing, salesKeys.all, todayKeys.all],
};

/** Each query once: a key stands for all keys that begin with it. */
const queriesOf = (names: ReadonlySet<EventName>): QueryKey[] => {
  const keys = [...new Set([...names].flatMap((name) => outOfDate[name]))];
  return keys.filter((key) => !keys.some((other) => other !== key && partialMatchKey(key, other)));
};

const LiveUpdates = () => {
  const client = useQueryClient();
  useEffect(
    () =>
      listenLive({
        onEvents: (names) => {
          for (const queryKey of queriesOf(names)) void client.invalidateQueries({ queryKey });
        },
        onReopen: () => void client.invalidateQueries(),
      }),
    [client],
  );
  const { data: user } = useQuery(meQuery);
  const sellerId = user?.id;
  useEffect(
    () => (sellerId === undefined ? undefined : followListings(client, { queryKey: listingsQuery.queryKey, sellerId })),
    [client, sellerId],
  );
  return null;
};
