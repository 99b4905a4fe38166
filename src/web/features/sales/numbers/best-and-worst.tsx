// The brands and categories that earned most in a period, and those that earned least.
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'wouter';
import type { Numbers, SaleTotals } from '#contract/sales/numbers.ts';
import { counted } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { Section } from '#web/ui/panel.tsx';
import { numbersQuery } from '../queries.ts';
import { daysQuery, type Period, queryDays } from './period.ts';

export const BestAndWorst = ({ period, brands }: { period: Period; brands: Numbers['groups'] }) => {
  const { data } = useQuery(numbersQuery({ by: 'category', ...queryDays(period) }));
  const kinds = [
    { name: 'brands', ...rank(brands) },
    { name: 'categories', ...rank(data?.groups ?? []) },
  ];
  return (
    <Section id="numbers-ranking" title="Best and worst" className="numbers-part lines">
      <p className="small mute">
        By profit, of brands and categories with at least {leastSales} sales whose cost is known.
      </p>
      {kinds.every(({ best, worst }) => best.length + worst.length === 0) ? (
        <p>Not enough sales with a cost to say.</p>
      ) : (
        <div className="rankings">
          {kinds.map(({ name, best, worst }) => (
            <Fragment key={name}>
              <Ranking title={`Best ${name}`} ranked={best} period={period} />
              <Ranking title={`Worst ${name}`} ranked={worst} period={period} />
            </Fragment>
          ))}
        </div>
      )}
    </Section>
  );
};

const Ranking = ({ title, ranked, period }: { title: string; ranked: readonly Ranked[]; period: Period }) =>
  ranked.length > 0 && (
    <div>
      <h3 className="h-head">{title}</h3>
      <ol className="ranking">
        {ranked.map(({ name, sales, withoutCost, profitCents }) => (
          <li key={name}>
            <Link href={`${paths.sales}${daysQuery(period, { q: name, state: 'counts' })}`}>{name}</Link>
            <b>{dollarsOfCents(profitCents)}</b>
            <span className="small mute">
              {counted(sales, 'sale')}, {dollarsOfCents(Math.round(profitCents / sales))} each
              {withoutCost > 0 && `; ${withoutCost} more without a cost`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );

/** `sales`: those with a cost. */
type Ranked = { name: string; sales: number; withoutCost: number; profitCents: number };

/** Fewer sales say more about luck than about a brand. */
const leastSales = 3;
const most = 3;

/** By profit. Of few, all are the best, and a loss is among the worst only. */
export const rank = (groups: readonly (SaleTotals & { key: string | null })[]): { best: Ranked[]; worst: Ranked[] } => {
  const ranked = groups
    .flatMap(({ key, sales, salesWithoutCost, profitCents }): Ranked[] => {
      const known = sales - salesWithoutCost;
      if (key === null || profitCents === null || known < leastSales) return [];
      return [{ name: key, sales: known, withoutCost: salesWithoutCost, profitCents }];
    })
    .toSorted((one, other) => other.profitCents - one.profitCents);
  const best = ranked.filter(({ profitCents }) => profitCents > 0).slice(0, most);
  const worst = ranked
    .filter((one) => !best.includes(one))
    .slice(-most)
    .reverse();
  return { best, worst };
};
