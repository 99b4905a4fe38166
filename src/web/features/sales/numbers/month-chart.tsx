// Profit by month as bars, or as a table: where the revenue of each month went.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Numbers } from '#contract/sales/numbers.ts';
import { count, counted } from '#web/format/format.ts';
import { dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { NotKnown } from '#web/ui/figures/figures.tsx';
import { type MonthSales, moneyScale, monthsUntil, sumOfMonths } from './months.ts';
import { daysInMonth, daysQuery, monthName } from './period.ts';

export const MonthChart = ({ groups, today }: { groups: Numbers['groups']; today: string }) => {
  const [length, setLength] = useState(12);
  const [isTable, setTable] = useState(false);
  const months = monthsUntil(today.slice(0, 7), length, groups);
  return (
    <section className="numbers-part lines" aria-labelledby="numbers-months">
      <div className="spread">
        <h2 className="h-title" id="numbers-months">
          Profit by month
        </h2>
        <div className="answers">
          <Button isSmall onClick={() => setLength(length === 12 ? 24 : 12)}>
            {length === 12 ? 'Show 24 months' : 'Show 12 months'}
          </Button>
          <Button isSmall onClick={() => setTable(!isTable)}>
            {isTable ? 'Show chart' : 'Show table'}
          </Button>
        </div>
      </div>
      {isTable ? <MonthTable months={months} /> : <Bars months={months} />}
      <MissingOfMonths months={months} />
    </section>
  );
};

const monthLetters = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** "12 months, profit from −$80 in March 2026 to $412 in May 2026." */
const drawingOf = (months: readonly MonthSales[]): string => {
  const known = months.filter(({ sales, profitCents }) => sales > 0 && profitCents !== null);
  const sorted = known.toSorted((one, other) => (one.profitCents ?? 0) - (other.profitCents ?? 0));
  const [least, most] = [sorted.at(0), sorted.at(-1)];
  if (!least || !most) return `${months.length} months without a known profit. The table has all numbers.`;
  const named = ({ month, profitCents }: MonthSales) => `${dollarsOfCents(profitCents ?? 0)} in ${monthName(month)}`;
  return `Profit of ${months.length} months, from ${named(least)} to ${named(most)}. The table has all numbers.`;
};

const keyNames = {
  profit: 'Profit, below the line a loss',
  cost: 'Cost',
  fees: 'Fees and shipping',
  undecided: '* Earned, but the cost isn’t known',
};

const heightsOf = ({ profitCents, costCents, feesCents, undecidedCents }: MonthSales) => ({
  up: Math.max(profitCents ?? 0, 0) + costCents + feesCents + Math.max(undecidedCents, 0),
  down: Math.min(profitCents ?? 0, 0),
});

const Bars = ({ months }: { months: readonly MonthSales[] }) => {
  const heights = months.map(heightsOf);
  const scale = moneyScale(Math.min(...heights.map(({ down }) => down)), Math.max(...heights.map(({ up }) => up)));
  const part = (cents: number) => (Math.abs(cents) / (scale.most - scale.least)) * 100;
  // With many bars, names of months would touch.
  const every = months.length > 12 ? 3 : 1;
  const best = months.reduce((one, other) => ((other.profitCents ?? 0) > (one.profitCents ?? 0) ? other : one));
  return (
    <div className="months">
      <div
        className="months-plot"
        role="img"
        aria-label={drawingOf(months)}
        style={properties({ zero: part(scale.least) })}
      >
        {scale.marks.map((mark) => (
          <span
            key={mark}
            className={mark === 0 ? 'months-mark months-zero' : 'months-mark'}
            style={properties({ y: part(mark - scale.least) })}
          >
            <span>{wholeDollars(mark / 100)}</span>
          </span>
        ))}
        <div className="months-bars" style={properties({ n: months.length })}>
          {months.map((month) => {
            const { profitCents, costCents, feesCents, undecidedCents, salesWithoutCost } = month;
            const profit = profitCents ?? 0;
            return (
              <div key={month.month} className="months-bar">
                <div className="months-up">
                  {Object.entries({ profit, undecided: undecidedCents, cost: costCents, fees: feesCents }).map(
                    ([name, cents]) =>
                      cents > 0 && <i key={name} className={`part-${name}`} style={properties({ h: part(cents) })} />,
                  )}
                  {salesWithoutCost > 0 && <b>*</b>}
                  {month === best && profit > 0 && <b>{wholeDollars(profit / 100)}</b>}
                </div>
                {profit < 0 && (
                  <div className="months-down">
                    <i className="part-profit" style={properties({ h: part(profit) })} />
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
      <div className="months-names" aria-hidden="true" style={properties({ n: months.length })}>
        {months.map(({ month }, at) => (
          <span key={month}>
            {(months.length - 1 - at) % every === 0 && monthLetters.format(new Date(`${month}-01T00:00:00Z`))}
            {isYearNamed(month, at) && <em>{month.slice(0, 4)}</em>}
          </span>
        ))}
      </div>
      <ul className="months-key small" aria-hidden="true">
        {Object.entries(keyNames).map(
          ([part, name]) =>
            (part !== 'undecided' || months.some(({ undecidedCents }) => undecidedCents > 0)) && (
              <li key={part}>
                <i className={`part-${part}`} />
                {name}
              </li>
            ),
        )}
      </ul>
    </div>
  );
};

/** At the first bar, unless a new year begins right after it. */
const isYearNamed = (month: string, at: number): boolean =>
  month.endsWith('-01') || (at === 0 && !/-1[12]$/.test(month));

const MissingOfMonths = ({ months }: { months: readonly MonthSales[] }) => {
  const incomplete = months.filter(({ salesWithoutCost }) => salesWithoutCost > 0);
  const [first, last] = [months[0], months.at(-1)];
  if (incomplete.length === 0 || !first || !last) return null;
  const { salesWithoutCost } = sumOfMonths(months);
  const days = { from: daysInMonth(first.month).from, to: daysInMonth(last.month).to };
  return (
    <p className="small mute">
      In {counted(incomplete.length, 'month')} the profit leaves out sales without a cost, {count(salesWithoutCost)} in
      all. <Link href={`${paths.sales}${daysQuery(days, { withoutCost: 'true' })}`}>Add the costs</Link>
    </p>
  );
};

const MonthTable = ({ months }: { months: readonly MonthSales[] }) => {
  const cells = (row: Omit<MonthSales, 'month'>) => (
    <>
      <td>{count(row.sales)}</td>
      <td>{dollarsOfCents(row.revenueCents)}</td>
      <td>{dollarsOfCents(row.feesCents)}</td>
      <td>{dollarsOfCents(row.costCents)}</td>
      <td>{row.profitCents === null ? <NotKnown /> : dollarsOfCents(row.profitCents)}</td>
      <td>{row.salesWithoutCost === 0 ? '' : count(row.salesWithoutCost)}</td>
    </>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, also by keyboard
    <section className="sums-scroller" aria-label="Months" tabIndex={0}>
      <table className="numbers-table">
        <thead>
          <tr>
            {['Month', 'Sales', 'Revenue', 'Fees and shipping', 'Cost', 'Profit', 'Without a cost'].map((name) => (
              <th key={name} scope="col" className="lab">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((month) => (
            <tr key={month.month}>
              <th scope="row">
                {month.sales === 0 ? (
                  monthName(month.month)
                ) : (
                  <Link href={`${paths.sales}${daysQuery(daysInMonth(month.month), { state: 'counts' })}`}>
                    {monthName(month.month)}
                  </Link>
                )}
              </th>
              {cells(month)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            {cells(sumOfMonths(months))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
};
