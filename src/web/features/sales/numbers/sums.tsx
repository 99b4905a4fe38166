// What sales of a period brought and what went off it, as a strip. Each number leads to its sales.
import { Link } from 'wouter';
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { counted } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { daysQuery, type Period } from './period/period.ts';
import './sums.css';

/** What went off: with a minus. */
const off = (cents: number | null): string => (cents === null ? '–' : dollarsOfCents(cents === 0 ? 0 : -cents));

/** Earned on sales whose cost isn't known, so nobody knows how much of it is profit. */
const undecidedCents = ({ earningsCents, otherFeesCents, costCents, profitCents }: SaleTotals): number =>
  earningsCents - otherFeesCents - (costCents ?? 0) - (profitCents ?? 0);

export const Sums = ({ totals, period }: { totals: SaleTotals; period: Period }) => {
  const { sales, salesWithoutCost, returned, cancelled, costCents, profitCents } = totals;
  // Cancelled and returned sales aren't in the sums.
  const all = `${paths.sales}${daysQuery(period, { state: 'counts' })}`;
  const without = `${paths.sales}${daysQuery(period, { withoutCost: 'true' })}`;
  const known = salesWithoutCost === 0 ? '' : `of ${sales - salesWithoutCost} of ${counted(sales, 'sale')}`;
  const isUnknown = sales > 0 && salesWithoutCost === sales;
  const cells = [
    { name: 'Revenue', amount: dollarsOfCents(totals.revenueCents), note: counted(sales, 'sale'), to: all },
    { name: 'Fees', amount: off(totals.feesCents), to: all },
    { name: 'Shipping', amount: off(totals.shippingDiscountsCents), note: 'discounts you gave', to: all },
    { name: 'Other fees', amount: off(totals.otherFeesCents), note: 'labels, packaging', to: all },
    {
      name: 'Cost',
      amount: off(isUnknown ? null : (costCents ?? 0)),
      note: known,
      to: salesWithoutCost > 0 ? without : all,
    },
    {
      name: 'Profit',
      amount: isUnknown ? '–' : dollarsOfCents(profitCents ?? 0),
      note: known,
      to: all,
    },
  ];
  return (
    <>
      <ul className="sums">
        {cells.map(({ name, amount, note, to }) => (
          <li key={name}>
            <Link href={to}>
              <span className="lab">{name}</span>
              <span className="sums-fig">
                {amount === '–' ? (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="sr">not known</span>
                  </>
                ) : (
                  amount
                )}
              </span>
              {note && <span className="small mute">{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {sales > 0 && salesWithoutCost > 0 && (
        <p className="small mute">
          {counted(salesWithoutCost, 'sale')} without a cost earned {dollarsOfCents(undecidedCents(totals))}. That isn’t
          in the profit yet. <Link href={without}>Add the costs</Link>
        </p>
      )}
      {returned + cancelled > 0 && (
        <p className="small mute">
          {[returned > 0 && `${returned} returned`, cancelled > 0 && `${cancelled} canceled`]
            .filter(Boolean)
            .join(' and ')}
          : not counted.
        </p>
      )}
    </>
  );
};
