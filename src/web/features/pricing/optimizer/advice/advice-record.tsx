// Shows earlier advice for a listing and what came of it.

import type { Recommendation } from '#contract/schemas/pricing/advice.ts';
import { clockTimeNear, zonePlace } from '#web/format/format.ts';
import { dollars, percent } from '#web/format/money-format.ts';
import { useNow } from '#web/lib/clock.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { marketMessages } from '#web/messages/pricing/market-analysis.ts';
import { uiMessages } from '#web/messages/ui.ts';
import { PanelError, Skeleton } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { recordQuery } from '../../queries.ts';

const messages = marketMessages.record;

/** What Hangtag advised earlier and what happened next, so that the seller can judge the advice. */
export const AdviceRecord = ({ listingId, timezone }: { listingId: string; timezone: string }) => {
  const { data: advice, error, refetch } = useSteadyQuery(recordQuery(listingId));
  return (
    <section className="history" aria-label={messages.title}>
      <h3 className="h-head">
        {messages.title}{' '}
        {advice && advice.length > 0 && <small className="mute">{uiMessages.timesIn(zonePlace(timezone))}</small>}
      </h3>
      {advice ? (
        advice.length === 0 ? (
          <p className="small mute">{messages.empty}</p>
        ) : (
          <ol>
            {advice.map((one) => (
              <Advice key={one.id} advice={one} timezone={timezone} />
            ))}
          </ol>
        )
      ) : error ? (
        <PanelError error={error} onRetry={() => refetch()} />
      ) : (
        <Skeleton lines={2} label={messages.loading} />
      )}
    </section>
  );
};

const Advice = ({ advice, timezone }: { advice: Recommendation; timezone: string }) => {
  const now = useNow(60_000);
  const { outcome } = advice;
  const price = outcome.price === null ? null : dollars(outcome.price);
  return (
    <li>
      <span className="dim">
        <Time at={advice.at} zone={timezone}>
          {clockTimeNear(advice.at, now, timezone)}
        </Time>
      </span>
      <span>
        <b>{messages.advised[advice.direction](dollars(advice.suggestedPrice))}</b>{' '}
        <span className="mute">
          {advice.direction !== 'maintain' && messages.sure(percent(advice.confidence))}{' '}
          {messages.outcome[outcome.state](price)}
          {outcome.withinInterval !== null && `, ${outcome.withinInterval ? messages.within : messages.outside}`}
        </span>
      </span>
    </li>
  );
};
