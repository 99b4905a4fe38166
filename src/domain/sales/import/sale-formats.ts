// Decides how the columns of a file are written, or names the cell that the seller has to decide about.

import type { Instant } from '../../ports/clock.ts';
import { decideDecimals } from './read-amount.ts';
import { decideOrder } from './read-date.ts';
import type { SaleCells } from './read-sale.ts';
import { moneyFields, type SaleField, type SaleFormats } from './sale-fields.ts';

/** A date and a price that can be read in two ways, and nothing in the file says which is right. */
export type OpenQuestions = { dates: string | null; decimals: string | null };

type FormatHints = {
  now: Instant;
  /** The name of the column with dates, which may say "DD/MM/YYYY". */
  dateName?: string;
  isAmerican?: boolean;
  prices?: SaleFormats['prices'];
  /** What the seller chose, or the browser that read the whole file. */
  chosen?: { [Format in keyof SaleFormats]?: SaleFormats[Format] | undefined };
};

export function decideFormats(
  rows: readonly SaleCells[],
  { now, dateName = '', isAmerican = false, prices = 'total', chosen = {} }: FormatHints,
): { formats: SaleFormats; open: OpenQuestions } {
  const cells = (fields: readonly SaleField[]) => fields.flatMap((field) => rows.map((row) => row[field] ?? ''));
  const { order, asks: date } = decideOrder(cells(['soldOn', 'listedOn']), { name: dateName, isAmerican, now });
  const { decimals, asks: price } = decideDecimals(cells(['price', 'originalPrice', ...moneyFields]));
  return {
    formats: {
      dates: chosen.dates ?? order,
      decimals: chosen.decimals ?? decimals,
      prices: chosen.prices ?? prices,
    },
    open: { dates: date, decimals: price },
  };
}
