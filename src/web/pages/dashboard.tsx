// The dashboard: the bot, the closet at a glance, prices, activity, and what the seller has to do first.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { comparePlace, isBeforeFirstRound } from '#domain/today/first-steps.ts';
import { meQuery } from '#web/features/account/queries.ts';
import { CarePanel } from '#web/features/activity/care-panel.tsx';
import { warningsQuery } from '#web/features/activity/queries.ts';
import { RecentActivity } from '#web/features/activity/recent-activity.tsx';
import { BotBand } from '#web/features/bot/band/bot-band.tsx';
import { CareRules } from '#web/features/bot/figures/care-rules.tsx';
import { DailyShares, TotalSharesCell } from '#web/features/bot/figures/daily-shares.tsx';
import { botStatusQuery, timelineQuery } from '#web/features/bot/queries.ts';
import { SettingsCard } from '#web/features/bot/settings/settings-card.tsx';
import { SettingsPanel } from '#web/features/bot/settings/settings-panel.tsx';
import { isConnecting } from '#web/features/closet/connection-messages.ts';
import { ConnectionStamp, MarketplacePanel } from '#web/features/closet/marketplace-panel.tsx';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { TestAuthButton } from '#web/features/closet/test-auth-button.tsx';
import { MissedRounds, NewVersionLine } from '#web/features/computer/this-computer.tsx';
import { ActiveListingsCell, AllListingsCell } from '#web/features/listings/closet-cells.tsx';
import { MessagesOffer, useIsOfferOpen } from '#web/features/notices/messages-offer.tsx';
import { AiAnalysisCell, PricingRow } from '#web/features/pricing/pricing-row.tsx';
import { standingAdviceQuery, useOptimizer, usualRequest } from '#web/features/pricing/queries.ts';
import { todayKeys, todayQuery } from '#web/features/today/queries.ts';
import { TodayPanel } from '#web/features/today/today-panel.tsx';
import { useKeptChoice } from '#web/lib/browser/kept-choice.ts';
import { useNarrow } from '#web/lib/browser/narrow.ts';
import { completeFirstView } from '#web/lib/loading/first-view.ts';
import { TransportProvider } from '#web/lib/marketplace.ts';
import { isOutOfReach } from '#web/lib/out-of-reach.ts';
import { paths } from '#web/lib/paths.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { later } from '#web/ui/later.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FinishSetup, useOpenSteps } from './first-steps/finish-setup.tsx';
import { StepsToFirstRound } from './first-steps/steps-to-first-round.tsx';
import './dashboard.css';

/** It is not worth a message if this line can't be loaded. */
const WeekLine = later(() => import('#web/features/sales/week-line.tsx'), { failed: () => null });

const Dashboard = () => {
  const { data: user } = useQuery(meQuery);
  const { data: auth, isPending: isAuthPending } = useQuery(authStatusQuery);
  const { data: status, isPending: isStatusPending } = useQuery(botStatusQuery);
  const { isPending: isTimelinePending } = useQuery(timelineQuery);
  const { data: listings } = useQuery(listingsQuery);
  // Its panel finds its place when the rest is known. Without this, moving there would break off its call and repeat it.
  useQuery(warningsQuery);
  const isOfferOpen = useIsOfferOpen();
  const isNarrow = useNarrow();
  const [hidden, keepHidden] = useKeptChoice(`first-steps-hidden:${user?.id}`);
  const isHidden = hidden === 'yes';
  const hide = (isHiding: boolean) => keepHidden(isHiding ? 'yes' : 'no');

  // The rest appears when the band has its final height, so that nothing the seller looks at moves down.
  const isRead = !isAuthPending && !isStatusPending && !isTimelinePending && !isOfferOpen;
  useEffect(() => {
    if (isRead) completeFirstView();
  }, [isRead]);
  useLedPlace(isRead);
  const isConnected = auth !== undefined && auth.state !== 'setup_required';
  const active = listings?.filter(({ isActive }) => isActive);
  // The status knows it, too, if the listings could not be loaded.
  const forSale = active?.length ?? (status ? status.roundListings + status.skippedListings : 0);
  const isNew = status !== undefined && auth !== undefined && !status.isRunning && status.totalShares === 0;
  const isGuided = isNew && !isHidden;
  const { isTold, isStepsShown, acts } = useToday({
    isGuided,
    isHidden,
    isKnown: status !== undefined && auth !== undefined,
    onShowSteps: isNew && isHidden ? () => hide(false) : null,
  });
  const isConnectingInSteps = isGuided && isConnecting(auth);
  const timezone = status?.timezone ?? user?.timezone ?? 'UTC';
  const cells = (
    <section className="ledger" id="closet" tabIndex={-1} aria-label="Closet at a glance">
      <div className="wrap">
        <ActiveListingsCell isConnected={isConnected} readAt={user?.closet.lastSyncedAt ?? null} />
        <AiAnalysisCell />
        <TotalSharesCell />
        <AllListingsCell />
      </div>
    </section>
  );
  const health = <CarePanel status={status} rules={status && <CareRules status={status} />} />;
  return (
    <TransportProvider value={auth?.transport ?? 'server'}>
      <SettingsCard>
        <main id="main" className={`dash${isRead ? '' : ' waiting'}${isTold || isRead ? '' : ' untold'}`}>
          <title>Dashboard · Hangtag</title>
          <h1 className="sr">Dashboard</h1>
          {isNarrow && <Jumps />}
          <TodayPanel without={isStepsShown ? ['checklist'] : []} acts={acts} />
          {!isConnectingInSteps && (
            <div className="wrap week-place">
              {isRead && <WeekLine timezone={timezone} />}
              {isRead && <NewVersionLine />}
            </div>
          )}
          {/* The four cards come first, except for a seller without a closet, who sees the first steps above them. */}
          {!isConnectingInSteps && cells}
          <BotBand
            connection={auth?.state ?? 'ready'}
            hasOpenCheck={auth?.reason === 'human_check'}
            connectionStamp={auth && <ConnectionStamp state={auth.state} />}
            // Rounds leave out what the seller skips.
            activeListings={status?.roundListings ?? active?.length ?? 0}
            marketplaceUrl={marketplaceOf(listings?.[0]?.url)}
            testButton={<TestAuthButton />}
          />
          <div className="wrap rest">
            <MessagesOffer />
            {isGuided && (
              <StepsToFirstRound
                user={user}
                auth={auth}
                settings={status.settings}
                forSale={forSale}
                isConnecting={isConnectingInSteps}
                isShown={isRead}
                onHide={() => hide(true)}
                beside={health}
                below={<FinishSetup />}
              />
            )}
            {isConnectingInSteps && cells}
            <Columns
              health={isGuided ? null : health}
              // Settings without slots are short: the panel goes below them, so that both columns end close together.
              isHealthBelow={status?.settings.useScheduledSlots === true}
              isMarketplaceShown={!isConnectingInSteps}
              isSetupShown={!isGuided}
              // The form makes that side long, so the days go to the other one.
              isConnectionLong={auth !== undefined && !isConnectingInSteps && isConnecting(auth)}
              isRead={isRead}
              activity={<RecentActivity timezone={timezone} listings={listings ?? []} />}
            />
            {isRead && user && <PricingRow sellerId={user.id} activeListings={active?.length} />}
          </div>
        </main>
      </SettingsCard>
    </TransportProvider>
  );
};

/** A link can be pressed before the part that it leads to is there. Goes there when it is. */
const useLedPlace = (isThere: boolean): void => {
  const wasThere = useRef(false);
  useEffect(() => {
    if (!isThere || wasThere.current) return;
    wasThere.current = true;
    const place = document.getElementById(location.hash.slice(1));
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  }, [isThere]);
};

/** What the dashboard adds to the list of today: what it shows elsewhere, and what its own parts do. */
type Guidance = { isGuided: boolean; isHidden: boolean; isKnown: boolean; onShowSteps: (() => void) | null };

const useToday = ({ isGuided, isHidden, isKnown, onShowSteps }: Guidance) => {
  // Other screens do what it asks for, so it is read again whenever the dashboard opens, and not for each part that shows it.
  const { data, isFetched } = useQuery({ ...todayQuery, refetchOnMount: 'always' });
  const { data: standing } = useQuery(standingAdviceQuery);
  const { optimize, putAway } = useOptimizer();
  const client = useQueryClient();
  const comparedAt = standing?.comparedAt;
  const known = useRef(comparedAt);
  // Another comparison changes what is worth repricing. The server tells only its result.
  useEffect(() => {
    if (known.current !== undefined && comparedAt !== known.current)
      void client.invalidateQueries({ queryKey: todayKeys.all });
    known.current = comparedAt;
  }, [client, comparedAt]);
  const step = data?.tasks.find(({ kind }) => kind === 'checklist')?.action;
  return {
    isTold: isFetched,
    // Before the bot is known, the next step tells whether the steps will show, so that the list never changes for it.
    isStepsShown: isKnown ? isGuided : !isHidden && step !== undefined && isBeforeFirstRound(step),
    acts: {
      reprice: { run: putAway },
      ...(onShowSteps !== null
        ? { checklist: { label: 'Show the first steps', run: onShowSteps } }
        : step?.href === comparePlace && { checklist: { run: () => optimize(usualRequest) } }),
    },
  };
};

type ColumnsProps = {
  health: ReactNode;
  isHealthBelow: boolean;
  isMarketplaceShown: boolean;
  /** The steps of the setup are not beside the first steps. */
  isSetupShown: boolean;
  isConnectionLong: boolean;
  isRead: boolean;
  activity: ReactNode;
};

const Columns = (props: ColumnsProps) => {
  const { health, isHealthBelow } = props;
  const isPhoneLeft = useOpenSteps().includes('phone');
  const isHealthBeside = health !== null && !isHealthBelow;
  const days = (
    <div className="at-days">
      <DailyShares below={<MissedRounds />} />
    </div>
  );
  const areDaysBeside = isHealthBeside && props.isConnectionLong;
  return (
    <>
      <div className="two">
        <div className="stack">
          <SettingsPanel isComplete={props.isRead} />
          {isHealthBeside && <div className="at-health">{health}</div>}
          {areDaysBeside && days}
        </div>
        <div className="stack">
          {props.isMarketplaceShown && <MarketplacePanel />}
          {props.activity}
          {!areDaysBeside && days}
          {props.isSetupShown && <FinishSetup />}
          {!isPhoneLeft && <OnYourPhone />}
        </div>
      </div>
      {health && isHealthBelow && <div className="health-below">{health}</div>}
    </>
  );
};

const OnYourPhone = () => (
  <Panel title="On your phone">
    <p className="small mute">
      Start and stop the bot, price from a photo, and hear when it needs you.{' '}
      <Link href={paths.phone}>Use it on your phone</Link>
    </p>
  </Panel>
);

const Jumps = () => (
  <nav className="jumps" aria-label="On this page">
    {jumps.map(({ place, name }) => (
      <a key={place} href={place}>
        {name}
      </a>
    ))}
  </nav>
);

const jumps = [
  { place: '#photo', name: 'Photo' },
  { place: '#optimizer', name: 'Prices' },
  { place: '#settings', name: 'Settings' },
  { place: '#activity', name: 'Activity' },
];

/** The marketplace's origin, from a listing's address; null if this browser can't open it. */
const marketplaceOf = (url: string | undefined): string | null => {
  if (url === undefined || !/^https?:\/\//.test(url) || isOutOfReach(url)) return null;
  return URL.canParse(url) ? new URL(url).origin : null;
};

export default Dashboard;
