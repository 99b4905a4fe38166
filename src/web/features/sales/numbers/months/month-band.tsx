// This month in a sentence, beside the last one and the same one a year ago.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData } from '#web/ui/panel.tsx';
import { numbersQuery } from '../../queries.ts';
import { daysQuery, monthName, sameDaysOf } from '../period/period.ts';
import { byDay, comparison, missingCosts, monthSentence } from './month-sentence.ts';

export const MonthBand = ({ today }: { today: string }) => {
  const from = `${today.slice(0, 7)}-01`;
  const { data, error, refetch } = useSteadyQuery(numbersQuery({ by: 'week', from, to: today }));
  const lastMonth = sameDaysOf(today, 1);
  const lastYear = sameDaysOf(today, 12);
  const { data: last } = useQuery(numbersQuery({ by: 'week', from: lastMonth.from, to: lastMonth.to }));
  const { data: ago } = useQuery(numbersQuery({ by: 'week', from: lastYear.from, to: lastYear.to }));
  if (data === undefined)
    return (
      <section aria-label="This month">
        <NoData error={error} onRetry={refetch} label="Loading this month" />
      </section>
    );
  const missing = missingCosts(data.totals);
  return (
    <section className="lines-close" aria-label="This month">
      <p className="disp">{monthSentence(data.totals)}</p>
      {missing !== null && (
        <p className="lead-s">
          {missing}{' '}
          <Link href={`${paths.sales}${daysQuery({ from, to: today }, { withoutCost: 'true' })}`}>Add the costs</Link>
        </p>
      )}
      {last && <p className="mute">{comparison(data.totals, last.totals, `last month${byDay(lastMonth)}`)}</p>}
      {ago && (
        <p className="mute">
          {comparison(data.totals, ago.totals, `in ${monthName(lastYear.from)}${byDay(lastYear)}`)}
        </p>
      )}
    </section>
  );
};
