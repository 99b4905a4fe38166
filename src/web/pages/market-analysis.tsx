// The market analysis screen: all listings, and the analysis of one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { Link, useSearch } from 'wouter';
import type { Listing } from '#contract/listings/listings.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { meQuery } from '#web/features/account/queries.ts';
import { OutageNotice } from '#web/features/bot/band/bot-band.tsx';
import { AnalysisSheet } from '#web/features/pricing/analysis/analysis-sheet.tsx';
import { ImportSuggestion } from '#web/features/pricing/import-suggestion.tsx';
import { analysisQuery, pricingStateQuery } from '#web/features/pricing/queries.ts';
import { Worklist } from '#web/features/pricing/worklist/worklist.tsx';
import { count, counted, formatWhen } from '#web/format/format.ts';
import { useSheetAddress } from '#web/lib/browser/sheet-address.ts';
import { useNow } from '#web/lib/clock.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { listingsQuery, useSteadyQuery } from '#web/lib/server/queries.ts';
import { Hangers } from '#web/ui/hangers.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { PanelError, Skeleton } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import './market-analysis.css';

const MarketAnalysis = () => {
  const { data: user } = useQuery(meQuery);
  const { data: listings, error, refetch } = useSteadyQuery(listingsQuery);
  const { openSheet, closeSheet } = useSheet();
  const search = new URLSearchParams(useSearch());
  const openId = search.get('listing');
  const active = useMemo(() => listings?.filter(({ isActive }) => isActive) ?? [], [listings]);
  const open = listings?.find(({ id }) => id === openId) ?? null;

  return (
    <main id="main" className="market">
      <title>{'Market analysis · Hangtag'}</title>
      <div className="wrap">
        <Link className="back" href={paths.home}>
          <ArrowLeft />
          Back to Home
        </Link>
        <h1>Market analysis</h1>
        <OutageNotice timezone={user?.timezone ?? 'UTC'} />
        {listings === undefined ? (
          error ? (
            <div className="panel pbody">
              <PanelError error={error} onRetry={() => refetch()} />
            </div>
          ) : (
            <div className="panel pbody">
              <Skeleton lines={6} label="Loading your listings" />
            </div>
          )
        ) : active.length === 0 ? (
          <Empty />
        ) : (
          <>
            {user && (
              <Worklist
                active={active}
                seller={{ id: user.id, isGuest: user.guest }}
                zone={user.timezone}
                openId={openId}
                onOpen={openSheet}
              />
            )}
            <HowTo />
            <PriceSources timezone={user?.timezone ?? 'UTC'} />
          </>
        )}
      </div>
      <AnalysisSheet listing={open} timezone={user?.timezone ?? 'UTC'} onClose={closeSheet} />
    </main>
  );
};

const useSheet = () => {
  const client = useQueryClient();
  const { open, close } = useSheetAddress(paths.marketAnalysis, { listing: null });
  const openSheet = useCallback(
    ({ id }: Listing) => {
      open({ listing: id });
      whenDone(client.fetchQuery(analysisQuery(id)), {
        onSuccess: () => toastDone('Analysis Complete', 'AI market analysis has been generated for your listing.'),
        onError: (failure) => toastFailure(failure, 'Analysis Failed', 'Couldn’t analyze this listing. Try again.'),
      });
    },
    [client, open],
  );
  return { openSheet, closeSheet: close };
};

const Empty = () => (
  <div className="market-empty">
    <Hangers label="Nothing to analyze yet." />
    <p className="h-title">Nothing to analyze yet.</p>
    <p className="mute">Your active listings appear here once your closet is connected and synced.</p>
    <Link className="btn pri" href={paths.dashboard}>
      Go to the dashboard
    </Link>
  </div>
);

const keys = [
  {
    drawing: <Hangtag price="$84" />,
    title: 'Tag: price',
    text: 'Your price on a card, the suggested price in an analysis.',
  },
  {
    drawing: <i className="key-band" />,
    title: 'Shaded: likely range',
    text: 'The wider it is, the less certain the price. Take smaller steps.',
  },
  {
    drawing: <i className="key-now" />,
    title: 'Dashed line: your price',
    text: 'Your current price beside the prices of comps.',
  },
];

const HowTo = () => (
  <section className="howto" aria-label="How to read an analysis">
    {keys.map(({ drawing, title, text }) => (
      <div key={title}>
        <span className="key" aria-hidden="true">
          {drawing}
        </span>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    ))}
  </section>
);

export default MarketAnalysis;

const PriceSources = ({ timezone }: { timezone: string }) => {
  const { data: state } = useQuery(pricingStateQuery);
  const now = useNow(60_000);
  const marketplace = useMarketplaceName();
  if (!state) return null;
  const { comparables, sold, fromSearch, imported, searchPausedUntil, searchAwaitsBrowser, record } = state;
  return (
    <section className="standing mute small" aria-label="Where these prices come from">
      <h2 className="h-head">Where these prices come from</h2>
      <p>
        {counted(comparables, 'comp')} ({count(sold)} sold)
        {comparables > 0 && `: ${sourcesOf({ fromSearch, imported, all: comparables }, marketplace)}`}.
      </p>
      <ImportSuggestion />
      {searchAwaitsBrowser && (
        <p>
          Hangtag searches for comps through your paired browser. It can’t right now. Open that browser and sign in
          there.
        </p>
      )}
      {searchPausedUntil !== null && Date.parse(searchPausedUntil) > now && (
        <p>
          {startWith(marketplace)} is limiting searches. Hangtag will search again{' '}
          {formatWhen(searchPausedUntil, now, timezone)}.
        </p>
      )}
      <p>
        {record.sold > 0
          ? `Of ${counted(record.sold, 'item')} sold after advice, ${count(record.withinInterval)} sold inside the predicted range.`
          : 'Accuracy appears here once an advised item sells.'}
      </p>
    </section>
  );
};

const sourcesOf = (
  { fromSearch, imported, all }: { fromSearch: number; imported: number; all: number },
  marketplace: MarketplaceName,
): string => {
  const search = `from ${marketplace === 'Poshmark' ? 'Poshmark' : 'practice'} search`;
  const parts = [
    ...(fromSearch > 0 ? [`${count(fromSearch)} ${search}`] : []),
    ...(imported > 0 ? [`${count(imported)} from your sales`] : []),
  ];
  const own = all - fromSearch - imported;
  if (parts.length === 0) return 'all sold from your own closet';
  return own > 0 ? [...parts, `${count(own)} sold from your own closet`].join(', ') : parts.join(', ');
};
