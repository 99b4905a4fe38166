// The brands and categories that earned most in a period, and those that earned least.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Numbers } from '#contract/sales/numbers.ts';
import { counted } from '#web/format/format.ts';
import { dollarsOfCents } from '#web/format/money-format.ts';
import { paths } from '#web/lib/paths.ts';
import { numbersQuery } from '../queries.ts';
import { daysQuery, type Period, queryDays } from './period/period.ts';
import { leastSales, type Ranked, rank } from './ranking.ts';
import './best-and-worst.css';

export const BestAndWorst = ({ period, brands }: { period: Period; brands: Numbers['groups'] }) => {
  const { data } = useQuery(numbersQuery({ by: 'category', ...queryDays(period) }));
  const kinds = [
    { name: 'Brands', ...rank(brands) },
    { name: 'Categories', ...rank(data?.groups ?? []) },
  ];
  return (
    <section className="numbers-part lines" aria-labelledby="numbers-ranking">
      <h2 className="h-title" id="numbers-ranking">
        Best and worst
      </h2>
      <p className="small mute">
        By profit, of brands and categories with at least {leastSales} sales whose cost is known.
      </p>
      {kinds.every(({ best, worst }) => best.length + worst.length === 0) ? (
        <p>Not enough sales with a cost to say.</p>
      ) : (
        <div className="rankings">
          {kinds.flatMap(({ name, best, worst }) => [
            <Ranking key={`best ${name}`} title={`Best ${name.toLowerCase()}`} ranked={best} period={period} />,
            <Ranking key={`worst ${name}`} title={`Worst ${name.toLowerCase()}`} ranked={worst} period={period} />,
          ])}
        </div>
      )}
    </section>
  );
};

const Ranking = ({ title, ranked, period }: { title: string; ranked: readonly Ranked[]; period: Period }) => {
  if (ranked.length === 0) return null;
  return (
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
};
