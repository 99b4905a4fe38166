// How a period's sales went: how long they took, what share of the list price they brought, and how many began with an offer.
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { count, counted } from '#web/format/format.ts';
import './facts.css';

type Fact = { name: string; value: string; note: string };

const factsOf = (totals: SaleTotals): Fact[] => {
  const { sales, medianDaysToSell, medianShareOfListPrice, viaOffers } = totals;
  return [
    {
      name: 'Days to sell',
      value: medianDaysToSell === null ? '–' : count(Math.round(medianDaysToSell)),
      note: medianDaysToSell === null ? 'No listing dates known' : 'Half of the sales took longer',
    },
    {
      name: 'Share of list price',
      value: medianShareOfListPrice === null ? '–' : `${Math.round(medianShareOfListPrice * 100)}%`,
      note: medianShareOfListPrice === null ? 'No list prices known' : 'Half of the sales brought more',
    },
    {
      name: 'Sold by offer',
      value: count(viaOffers),
      note: `of ${counted(sales, 'sale')}, as far as Hangtag knows`,
    },
  ];
};

export const Facts = ({ totals }: { totals: SaleTotals }) => <FigureList figures={factsOf(totals)} />;

export const FigureList = ({ figures }: { figures: readonly Fact[] }) => (
  <dl className="sale-facts">
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt className="lab">{name}</dt>
        <dd>
          <span className="sale-facts-fig" aria-hidden={value === '–' || undefined}>
            {value}
          </span>
          <span className="small mute">{note}</span>
        </dd>
      </div>
    ))}
  </dl>
);
