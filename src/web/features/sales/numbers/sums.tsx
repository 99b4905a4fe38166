// The choice of a period, and what its sales brought.
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { count, counted } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips, Field } from '#web/ui/field.tsx';
import { FigureList, NotKnown } from '#web/ui/figures/figures.tsx';
import { daysQuery, type Period, type PeriodName, periodNames, periodQuery } from './period.ts';

/** What went off: with a minus. */
const off = (cents: number): string => dollarsOfCents(cents === 0 ? 0 : -cents);

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
  const left = [returned > 0 && `${returned} returned`, cancelled > 0 && `${cancelled} canceled`]
    .filter(Boolean)
    .join(' and ');
  const cells = [
    { name: 'Revenue', amount: dollarsOfCents(totals.revenueCents), note: counted(sales, 'sale'), to: all },
    { name: 'Fees', amount: off(totals.feesCents), to: all },
    { name: 'Shipping', amount: off(totals.shippingDiscountsCents), note: 'discounts you gave', to: all },
    { name: 'Other fees', amount: off(totals.otherFeesCents), note: 'labels, packaging', to: all },
    {
      name: 'Cost',
      amount: isUnknown ? null : off(costCents ?? 0),
      note: known,
      to: salesWithoutCost > 0 ? without : all,
    },
    { name: 'Profit', amount: isUnknown ? null : dollarsOfCents(profitCents ?? 0), note: known, to: all },
  ];
  return (
    <>
      <ul className="sums">
        {cells.map(({ name, amount, note, to }) => (
          <li key={name}>
            <Link href={to}>
              <span className="lab">{name}</span>
              <span className="sums-fig">{amount === null ? <NotKnown /> : amount}</span>
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
      {left !== '' && <p className="small mute">{left}: not counted.</p>}
    </>
  );
};

export const Figures = ({ totals }: { totals: SaleTotals }) => {
  const { sales, medianDaysToSell: days, medianShareOfListPrice: share, viaOffers } = totals;
  const figures = [
    days === null
      ? { name: 'Days to sell', value: '–', note: 'No listing dates known' }
      : { name: 'Days to sell', value: count(Math.round(days)), note: 'Half of the sales took longer' },
    share === null
      ? { name: 'Share of list price', value: '–', note: 'No list prices known' }
      : { name: 'Share of list price', value: `${Math.round(share * 100)}%`, note: 'Half of the sales brought more' },
    { name: 'Sold by offer', value: count(viaOffers), note: `of ${counted(sales, 'sale')}, as far as Hangtag knows` },
  ];
  return <FigureList figures={figures} />;
};

const messages: Record<PeriodName, string> = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
  all: 'All',
  own: 'Own dates',
};

export const PeriodPicker = ({ period }: { period: Period }) => {
  const [path, navigate] = useLocation();
  const [isChoosing, setChoosing] = useState(false);
  const go = (next: Period) => navigate(`${path}${periodQuery(next)}`, { replace: true });
  const choose = (chosen: PeriodName) => {
    setChoosing(chosen === 'own');
    if (chosen !== 'own') go({ name: chosen, from: null, to: null });
  };
  const chosen = isChoosing ? 'own' : period.name;
  return (
    <div className="periods">
      <Chips
        title="Period"
        options={periodNames.map((one) => [one, messages[one]] as const)}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === 'own' && (
        // The days that were shown are where most changes begin.
        <OwnDates
          key={`${period.from} ${period.to}`}
          period={period}
          onChoose={(days) => go({ name: 'own', ...days })}
        />
      )}
    </div>
  );
};

const OwnDates = ({ period, onChoose }: { period: Period; onChoose: (days: Pick<Period, 'from' | 'to'>) => void }) => {
  const [from, setFrom] = useState(period.from ?? '');
  const [to, setTo] = useState(period.to ?? '');
  const isReversed = from !== '' && to !== '' && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed && (from !== '' || to !== '')) onChoose({ from: from || null, to: to || null });
  };
  const bounds = { min: '2000-01-01', max: '2099-12-31' };
  return (
    <form className="own-dates" onSubmit={submit} noValidate>
      <Field label="First day" type="date" {...bounds} value={from} onChange={({ target }) => setFrom(target.value)} />
      <Field
        label="Last day"
        type="date"
        {...bounds}
        value={to}
        onChange={({ target }) => setTo(target.value)}
        error={isReversed ? 'Choose a day that isn’t before the first one' : undefined}
      />
      <Button type="submit">Show</Button>
    </form>
  );
};
