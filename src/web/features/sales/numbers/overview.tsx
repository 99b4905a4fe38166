// The overview of the numbers: this month in a sentence, and what the sales of a period add up to.
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { shareDay } from '#domain/time.ts';
import { useNow } from '#web/lib/clock.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData, PanelError, Skeleton } from '#web/ui/panel.tsx';
import { numbersQuery } from '../queries.ts';
import { salesKeys } from '../sales-keys.ts';
import { BestAndWorst } from './best-and-worst.tsx';
import { ClosetNow } from './closet-now.tsx';
import { Figures } from './figures.tsx';
import { MonthBand } from './months/month-band.tsx';
import { MonthChart } from './months/month-chart.tsx';
import { NoSales } from './no-sales.tsx';
import { periodTitle, queryDays, readPeriod } from './period/period.ts';
import { PeriodPicker } from './period/period-picker.tsx';
import { Sums } from './sums.tsx';
import './overview.css';

/** Days are those of the seller's time zone. */
export const Overview = ({ timezone }: { timezone: string }) => {
  const today = shareDay(useNow(60_000), timezone);
  const period = readPeriod(useSearch(), today);
  const { data, error, refetch } = useSteadyQuery(numbersQuery({ by: 'brand', ...queryDays(period) }));
  const all = useSteadyQuery(numbersQuery({ by: 'month' }));
  const client = useQueryClient();
  // One failure instead of one in each part.
  if (all.data === undefined && all.error !== null) {
    const readAgain = () => client.refetchQueries({ queryKey: salesKeys.numbers, type: 'active' });
    return <PanelError error={all.error} onRetry={readAgain} />;
  }
  if (all.data !== undefined && isEmpty(all.data.totals)) return <NoSales />;
  return (
    <div className="numbers">
      <MonthBand today={today} />
      <section className="numbers-part lines" aria-labelledby="numbers-period">
        <h2 className="h-title" id="numbers-period">
          {periodTitle(period)}
        </h2>
        <PeriodPicker period={period} />
        {data ? (
          <>
            <Sums totals={data.totals} period={period} />
            {data.totals.sales > 0 && <Figures totals={data.totals} />}
          </>
        ) : (
          <NoData error={error} onRetry={refetch} label="Loading your numbers" />
        )}
      </section>
      {all.data ? (
        <MonthChart groups={all.data.groups} today={today} />
      ) : (
        <Skeleton lines={8} label="Loading your months" />
      )}
      {data && <BestAndWorst period={period} brands={data.groups} />}
      {all.data && <ClosetNow closet={all.data.closet} />}
    </div>
  );
};

const isEmpty = ({ sales, returned, cancelled }: SaleTotals): boolean => sales + returned + cancelled === 0;
