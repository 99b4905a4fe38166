// The dashboard.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { frequencyMinutes, standardSettings } from '#domain/bot/bot.ts';
import { meQuery } from '#web/features/account/queries.ts';
import { CarePanel } from '#web/features/activity/care-panel.tsx';
import { RecentActivity } from '#web/features/activity/recent-activity.tsx';
import { BotBand } from '#web/features/bot/band/bot-band.tsx';
import { CareRules } from '#web/features/bot/figures/care-rules.tsx';
import { DailyShares } from '#web/features/bot/figures/daily-shares.tsx';
import { TotalSharesCell } from '#web/features/bot/figures/total-shares-cell.tsx';
import { botStatusQuery, timelineQuery } from '#web/features/bot/queries.ts';
import { SettingsCard } from '#web/features/bot/settings/settings-card.tsx';
import { SettingsPanel } from '#web/features/bot/settings/settings-panel.tsx';
import { isConnecting } from '#web/features/closet/connection-messages.ts';
import { ConnectionStamp } from '#web/features/closet/connection-stamp.tsx';
import { ConnectionStep, MarketplacePanel } from '#web/features/closet/marketplace-panel.tsx';
import { authStatusQuery } from '#web/features/closet/queries.ts';
import { TestAuthButton } from '#web/features/closet/test-auth-button.tsx';
import { ActiveListingsCell, AllListingsCell, SyncButton } from '#web/features/listings/closet-cells.tsx';
import { listingsQuery } from '#web/features/listings/queries.ts';
import { MessagesOffer, useIsOfferOpen } from '#web/features/notices/messages-offer.tsx';
import { PricingRow } from '#web/features/pricing/optimizer/pricing-row.tsx';
import { AiAnalysisCell } from '#web/features/pricing/reprice/ai-analysis-cell.tsx';
import { RepriceLine } from '#web/features/pricing/reprice/reprice-line.tsx';
import { useKeptChoice } from '#web/lib/browser/kept-choice.ts';
import { useNarrow } from '#web/lib/browser/narrow.ts';
import { completeFirstView } from '#web/lib/loading/first-view.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { appMessages, firstStepsMessages } from '#web/messages/app.ts';
import { Button } from '#web/ui/button.tsx';
import { FirstSteps, isStandardPace, StepLink } from './first-steps.tsx';
import './dashboard.css';

const steps = firstStepsMessages;

const Dashboard = () => {
  const { data: user } = useQuery(meQuery);
  const { data: auth, isPending: isAuthPending } = useQuery(authStatusQuery);
  const { data: status, isPending: isStatusPending } = useQuery(botStatusQuery);
  const { isPending: isTimelinePending } = useQuery(timelineQuery);
  const { data: listings } = useQuery(listingsQuery);
  const marketplace = useMarketplaceName();
  const isOfferOpen = useIsOfferOpen();
  const isNarrow = useNarrow();
  const [hidden, keepHidden] = useKeptChoice(`first-steps-hidden:${user?.id}`);
  const [pace, keepPace] = useKeptChoice(`pace-kept:${user?.id}`);
  const isHidden = hidden === 'yes';
  const hide = (isHiding: boolean) => keepHidden(isHiding ? 'yes' : 'no');

  // The rest appears when the band has its final height, so that nothing the seller looks at moves down.
  const isRead = !isAuthPending && !isStatusPending && !isTimelinePending && !isOfferOpen;
  useEffect(() => {
    if (isRead) completeFirstView();
  }, [isRead]);
  useLedPlace(isRead);
  const connection = auth?.state ?? 'ready';
  const isConnected = auth !== undefined && connection !== 'setup_required';
  const active = listings?.filter(({ isActive }) => isActive) ?? [];
  // The status knows it, too, where the listings could not be loaded.
  const forSale = listings ? active.length : status ? status.roundListings + status.skippedListings : 0;
  const isNew = status !== undefined && auth !== undefined && !status.isRunning && status.totalShares === 0;
  const isGuided = isNew && !isHidden;
  const isConnectingInSteps = isGuided && isConnecting(auth);
  const timezone = status?.timezone ?? user?.timezone ?? 'UTC';
  const hasListings = listings === undefined || active.length > 0;
  const cells = <AtAGlance isConnected={isConnected} isRepriceShown={!isNarrow && hasListings} timezone={timezone} />;
  const health = <CarePanel status={status} rules={status && <CareRules status={status} />} />;
  // Settings without slots are short: the panel goes below them, so that both columns end close together.
  const isHealthBelow = status?.settings.useScheduledSlots === true;
  const isPaceChosen = pace === 'yes' || (status !== undefined && !isStandardPace(status.settings));
  return (
    <SettingsCard>
      <main id="main" className={isRead ? 'dash' : 'dash waiting'}>
        <title>{appMessages.pageOf(appMessages.header.dashboard)}</title>
        <h1 className="sr">{appMessages.header.dashboard}</h1>
        {isNarrow && <PhoneTop hasListings={hasListings} timezone={timezone} />}
        {!isConnectingInSteps && cells}
        <BotBand
          connection={connection}
          connectionStamp={auth && <ConnectionStamp state={auth.state} />}
          // Rounds leave out what the seller skips.
          activeListings={status?.roundListings ?? active.length}
          stepParts={{ marketplaceUrl: marketplaceOf(listings?.[0]?.url), testButton: <TestAuthButton /> }}
        />
        <div className="wrap rest">
          <MessagesOffer />
          {isGuided && (
            <FirstSteps
              onHide={() => hide(true)}
              beside={health}
              steps={[
                { ...steps.account, text: user?.guest ? steps.account.guest : steps.account.text, isDone: true },
                {
                  ...steps.connect,
                  text: auth.state === 'setup_required' ? steps.connect.missing : steps.connect.text,
                  isDone: auth.state === 'ready',
                  ...(isConnectingInSteps
                    ? { place: 'marketplace', body: <ConnectionStep status={auth} isShown={isRead} /> }
                    : { control: <StepLink place="#marketplace">{steps.connect.verb}</StepLink> }),
                },
                {
                  ...steps.sync,
                  text: steps.sync.read(forSale, marketplace),
                  isDone: forSale > 0,
                  control: <SyncButton isConnected={connection === 'ready'} />,
                },
                {
                  ...steps.pace,
                  text: steps.pace.text(frequencyMinutes.standard / 60, dailyShares(forSale)),
                  isDone: isPaceChosen,
                  control: (
                    <span className="step-choice">
                      <StepLink place="#settings">{steps.pace.verb}</StepLink>
                      <Button look="bare" isSmall onClick={() => keepPace('yes')}>
                        {steps.pace.keep}
                      </Button>
                    </span>
                  ),
                },
                {
                  ...steps.start,
                  isDone: false,
                  control: <StepLink place="#bot-title">{steps.start.verb}</StepLink>,
                },
              ]}
            />
          )}
          {isConnectingInSteps && cells}
          {isNew && isHidden && (
            <p className="steps-back">
              <button type="button" className="btn bare sm" onClick={() => hide(false)}>
                {steps.show}
              </button>
            </p>
          )}
          <div className="two">
            <div className="stack">
              <SettingsPanel id="settings" isComplete={isRead} />
              {!isGuided && !isHealthBelow && <div className="at-health">{health}</div>}
            </div>
            <div className="stack">
              {!isConnectingInSteps && <MarketplacePanel id="marketplace" />}
              <RecentActivity timezone={timezone} listings={listings ?? []} />
              <div className="at-days">
                <DailyShares />
              </div>
            </div>
          </div>
          {!isGuided && isHealthBelow && <div className="health-below">{health}</div>}
          {isRead && <PricingRow activeListings={listings && active.length} />}
        </div>
      </main>
    </SettingsCard>
  );
};

/** A link can be pressed before the part that it leads to is there. Goes there when it is. */
const useLedPlace = (isThere: boolean): void => {
  const wasThere = useRef(false);
  useEffect(() => {
    if (!isThere || wasThere.current) return;
    wasThere.current = true;
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);
};

/** The four cards. They come first, except for a seller without a closet, who sees the first steps above them. */
const AtAGlance = ({
  isConnected,
  ...reprice
}: {
  isConnected: boolean;
  isRepriceShown: boolean;
  timezone: string;
}) => (
  <section className="ledger" aria-label={appMessages.closetAtAGlance}>
    <div className="wrap">
      <ActiveListingsCell isConnected={isConnected} />
      <AiAnalysisCell {...reprice} />
      <TotalSharesCell />
      <AllListingsCell />
    </div>
  </section>
);

/** The top of the screen on phones: links to what is far down, which stay in reach, and what to reprice. */
const PhoneTop = (reprice: { hasListings: boolean; timezone: string }) => (
  <>
    <nav className="jumps" aria-label={appMessages.jumps.label}>
      {jumps.map(({ place, name }) => (
        <a key={place} href={place}>
          {name}
        </a>
      ))}
    </nav>
    <div className="wrap phone-reprice">
      <RepriceLine {...reprice} />
    </div>
  </>
);

const jumps = [
  { place: '#photo', name: appMessages.jumps.photo },
  { place: '#optimizer', name: appMessages.jumps.prices },
  { place: '#settings', name: appMessages.jumps.settings },
  { place: '#activity', name: appMessages.jumps.activity },
];

/** The shares of a day at the standard pace; null before any listing is known. */
const dailyShares = (active: number): number | null => {
  const rounds = (24 * 60) / frequencyMinutes.standard;
  return active === 0 ? null : Math.min(active * rounds, standardSettings.dailyShareLimit);
};

/** The marketplace's origin, from a listing's address; null if the address is not on the web. */
const marketplaceOf = (url: string | undefined): string | null => {
  if (url === undefined || !/^https?:\/\//.test(url)) return null;
  return URL.canParse(url) ? new URL(url).origin : null;
};

export default Dashboard;
