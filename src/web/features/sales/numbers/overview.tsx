// The overview of the numbers: this month in a sentence, and what the sales of a period add up to.
import { useSearch } from 'wouter';
import { shareDay } from '#domain/time.ts';
import { useNow } from '#web/lib/clock.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { NoData } from '#web/ui/panel.tsx';
import { numbersQuery } from '../queries.ts';
import { MonthBand } from './month-band.tsx';
import { periodTitle, readPeriod } from './period.ts';
import { PeriodPicker } from './period-picker.tsx';
import { Sums } from './sums.tsx';
import './overview.css';

/** Days are those of the seller's time zone. */
const Overview = ({ timezone }: { timezone: string }) => {
  const today = shareDay(useNow(60_000), timezone);
  const period = readPeriod(useSearch(), today);
  const days = { ...(period.from && { from: period.from }), ...(period.to && { to: period.to }) };
  const { data, error, refetch } = useSteadyQuery(numbersQuery({ by: 'brand', ...days }));
  return (
    <div className="numbers">
      <MonthBand today={today} />
      <section className="numbers-part" aria-labelledby="numbers-period">
        <h2 className="h-title" id="numbers-period">
          {periodTitle(period)}
        </h2>
        <PeriodPicker period={period} />
        {data ? (
          <Sums totals={data.totals} period={period} />
        ) : (
          <NoData error={error} onRetry={refetch} label="Loading your numbers" />
        )}
      </section>
    </div>
  );
};

export default Overview;
