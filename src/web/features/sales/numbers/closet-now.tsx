// What is in the closet now: what it asks for, what it cost, how fast it sells, and how old it is.
import { Link } from 'wouter';
import type { ClosetNumbers } from '#contract/sales/numbers.ts';
import { count, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { AgeBars, FigureList } from '#web/ui/figures/figures.tsx';

const figuresOf = ({ active, askingCents, costCents, withoutCost, sellThrough }: ClosetNumbers) => [
  { name: 'For sale', value: count(active), note: active === 1 ? 'listing' : 'listings' },
  { name: 'Asking', value: wholeDollars(askingCents / 100), note: 'if everything sold at its price' },
  {
    name: 'Cost',
    value: costCents === null ? '–' : wholeDollars(costCents / 100),
    note: withoutCost === 0 ? 'of all of them' : `${counted(withoutCost, 'listing')} without a cost`,
  },
  {
    name: 'Sell-through',
    value: sellThrough === null ? '–' : `${Math.round(sellThrough * 100)}%`,
    note: 'sold in the last 30 days, of these and what is for sale',
  },
];

export const ClosetNow = ({ closet }: { closet: ClosetNumbers }) => (
  <section className="numbers-part lines" aria-labelledby="numbers-closet">
    <h2 className="h-title" id="numbers-closet">
      In your closet now
    </h2>
    {closet.active === 0 ? (
      <p className="small mute">
        Nothing is for sale. <Link href={paths.dashboard}>Go to the dashboard</Link> to connect or sync your closet.
      </p>
    ) : (
      <>
        <FigureList figures={figuresOf(closet)} />
        {closet.withoutCost > 0 && (
          <p className="small mute">
            <Link href={`${paths.marketAnalysis}?view=table&cost=-`}>Add costs to your listings</Link>, and each sale
            knows its profit.
          </p>
        )}
        <AgeBars
          ages={closet.ages.map((age) => ({
            name: nameOfAge(age),
            listings: age.listings,
            note: wholeDollars(age.askingCents / 100),
          }))}
        />
      </>
    )}
  </section>
);

const nameOfAge = ({ fromDays, toDays }: ClosetNumbers['ages'][number]): string => {
  if (fromDays === null) return 'Date not known';
  if (toDays === null) return `${fromDays} days or more`;
  return fromDays === 0 ? `Up to ${toDays} days` : `${fromDays} to ${toDays} days`;
};
