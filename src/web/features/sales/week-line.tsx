// The dashboard's first line: what was sold this week, and what is left of it.
import { Link } from 'wouter';
import { profitMessage } from '#domain/notices.ts';
import { addDays, shareDay, weekdayOf } from '#domain/time.ts';
import { useNow } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { daysQuery } from './numbers/period.ts';
import { numbersQuery } from './queries.ts';
import './week-line.css';

/** A week begins on Sunday, as in the numbers. */
const WeekLine = ({ timezone }: { timezone: string }) => {
  const today = shareDay(useNow(60_000), timezone);
  const week = { from: addDays(today, -weekdayOf(today)), to: today };
  const { data, error, refetch } = useSteadyQuery(numbersQuery({ by: 'week', ...week }));
  if (data === undefined && error === null) return null;
  const ofWeek = data?.totals.sales ? daysQuery(week) : '';
  return (
    <p className="week-line">
      {data === undefined ? (
        <>
          <span role="status">Couldn’t load this week’s sales.</span>
          <Button isSmall look="bare" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      ) : (
        <>
          <span role="status">
            {data.totals.sales === 0 ? 'No sales yet this week.' : `This week: ${profitMessage(data.totals)}`}
          </span>
          <Link href={`${paths.sales}${ofWeek}`}>See your sales</Link>
          <Link href={`${paths.numbers}${ofWeek}`}>See your numbers</Link>
        </>
      )}
    </p>
  );
};

export default WeekLine;
