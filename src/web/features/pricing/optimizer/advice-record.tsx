import { useQuery } from '@tanstack/react-query';
import type { Recommendation } from '#contract/schemas/pricing.ts';
import { useNow } from '#web/lib/clock.ts';
import { clockTimeNear, zonePlace } from '#web/lib/format/format.ts';
import { dollars, percent } from '#web/lib/format/money-format.ts';
import { marketWords } from '#web/messages/pricing/market-analysis.ts';
import { uiWords } from '#web/messages/ui.ts';
import { PanelTrouble, Skeleton } from '#web/ui/panel.tsx';
import { Time } from '#web/ui/time.tsx';
import { recordQuery } from '../queries.ts';

const words = marketWords.record;

/** What was advised before, and what came of it: the record by which the advice may be judged. */
export const AdviceRecord = ({ listingId, timezone }: { listingId: string; timezone: string }) => {
  const { data: advice, error, refetch } = useQuery(recordQuery(listingId));
  return (
    <section className="history" aria-label={words.title}>
      <h3 className="h-head">
        {words.title}{' '}
        {advice && advice.length > 0 && <small className="mute">{uiWords.timesIn(zonePlace(timezone))}</small>}
      </h3>
      {advice ? (
        advice.length === 0 ? (
          <p className="small mute">{words.empty}</p>
        ) : (
          <ol>
            {advice.map((one) => (
              <Advice key={one.id} advice={one} timezone={timezone} />
            ))}
          </ol>
        )
      ) : error ? (
        <PanelTrouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={2} label={words.loading} />
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
        <b>{words.advised[advice.direction](dollars(advice.suggestedPrice))}</b>{' '}
        <span className="mute">
          {words.sure(percent(advice.confidence))} {words.outcome[outcome.state](price)}
          {outcome.withinInterval !== null && `, ${outcome.withinInterval ? words.within : words.outside}`}
        </span>
      </span>
    </li>
  );
};
