// How a period's sales went: how long they took, what share of the list price they brought, and how many began with an offer.
import type { SaleTotals } from '#contract/sales/numbers.ts';
import { count, counted } from '#web/format/format.ts';
import { type Figure, FigureList } from '#web/ui/figures/figures.tsx';

const figuresOf = (totals: SaleTotals): Figure[] => {
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

export const Figures = ({ totals }: { totals: SaleTotals }) => <FigureList figures={figuresOf(totals)} />;
