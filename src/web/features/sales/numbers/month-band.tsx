// This month in a sentence, beside the last one and the same one a year ago.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { counted } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData } from '#web/ui/panel.tsx';
import { numbersQuery } from '../queries.ts';
import { daysQuery, monthName, sameDaysOf } from './period.ts';

export const MonthBand = ({ today }: { today: string }) => {
  const from = `${today.slice(0, 7)}-01`;
  const { data, error, refetch } = useSteadyQuery(numbersQuery({ by: 'week', from, to: today }));
  const [lastMonth, lastYear] = [sameDaysOf(today, 1), sameDaysOf(today, 12)];
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

export type MonthSums = Pick<SaleTotals, 'sales' | 'earningsCents' | 'profitCents' | 'salesWithoutCost'>;

/** null: no sale has a cost. */
const knownProfit = ({ sales, profitCents, salesWithoutCost }: MonthSums): number | null =>
  salesWithoutCost === sales ? null : profitCents;

/** "You made $412.00 on 31 sales this month." A profit that some sales are missing from says of how many it is. */
export const monthSentence = (month: MonthSums): string => {
  const { sales, earningsCents, salesWithoutCost } = month;
  if (sales === 0) return 'No sales yet this month.';
  const profit = knownProfit(month);
  const all = counted(sales, 'sale');
  if (profit === null) return `You earned ${dollarsOfCents(earningsCents)} on ${all} this month, before costs.`;
  const known = salesWithoutCost === 0 ? all : `${sales - salesWithoutCost} of ${all}`;
  if (profit === 0) return `You broke even on ${known} this month.`;
  return `You ${profit > 0 ? 'made' : 'lost'} ${dollarsOfCents(Math.abs(profit))} on ${known} this month.`;
};

/** What is missing from the profit, or null. */
export const missingCosts = ({ sales, salesWithoutCost }: MonthSums): string | null => {
  if (salesWithoutCost === 0) return null;
  if (salesWithoutCost === sales) return 'None of them has a cost yet, so Hangtag can’t tell the profit.';
  const [has, isNot] = salesWithoutCost === 1 ? ['has', 'isn’t'] : ['have', 'aren’t'];
  return `${counted(salesWithoutCost, 'sale')} ${has} no cost yet and ${isNot} in the profit.`;
};

/**
 * This month beside an earlier one, up to the same day. If a cost is missing in one of them, it compares what was earned, because
 * profits of some of the sales can't be compared. `when`: "last month by the 12th".
 */
export const comparison = (now: MonthSums, then: MonthSums, when: string): string => {
  if (then.sales === 0) return `Nothing sold ${when}.`;
  const isComplete = now.salesWithoutCost + then.salesWithoutCost === 0;
  const amountOf = ({ profitCents, earningsCents }: MonthSums) => (isComplete ? (profitCents ?? 0) : earningsCents);
  const change = amountOf(now) - amountOf(then);
  const direction =
    change === 0 ? 'As much as' : `${dollarsOfCents(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than`;
  const before = isComplete ? '' : 'Before costs: ';
  return `${before}${direction} ${when}, which had ${dollarsOfCents(amountOf(then))} on ${counted(then.sales, 'sale')}.`;
};

const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
/** "by the 12th" of a date, or nothing for a whole month */
export const byDay = ({ to, isWhole }: { to: string; isWhole: boolean }): string => {
  const day = Number(to.slice(8));
  return isWhole ? '' : ` by the ${day}${suffixes[ordinals.select(day)] ?? 'th'}`;
};
