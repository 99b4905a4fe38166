// What a seller's sales add up to.

import type { NumberGroup, Numbers, SaleTotals, TaxYear } from '#contract/sales/numbers.ts';
import { Failure } from '#domain/failure.ts';
import { toDollars } from '#domain/money.ts';
import { taxLines, taxNotes } from '#domain/sales/tax-year.ts';
import { type CsvCell, toCsv } from '#domain/text/csv.ts';
import { type DateText, dayBounds, shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import type { SalesContext } from './context.ts';
import { type GroupRow, readYear, sumCloset, sumSales, sumYear, type YearSale } from './numbers-store.ts';

export async function readNumbers(
  context: SalesContext,
  userId: string,
  { from = null, to = null, by }: { from?: DateText | null; to?: DateText | null; by: NumberGroup },
): Promise<Numbers> {
  const { database } = context;
  const { today, zone } = await todayOf(context, userId);
  const rows = await sumSales(database, { userId, from, to, by });
  const total = rows.find(({ isTotal }) => isTotal);
  if (total === undefined) throw new Error('Sums have a total');
  const isInTime = by === 'week' || by === 'month';
  const groups = rows.filter(({ isTotal }) => !isTotal).sort(isInTime ? byTime : byRevenue);
  return {
    totals: totalsOf(total),
    groups: groups.map((row) => ({ key: row.key, ...totalsOf(row) })),
    closet: await sumCloset(database, { userId, today, endsAt: dayBounds(today, zone).endsAt }),
  };
}

async function todayOf({ database, clock }: SalesContext, userId: string): Promise<{ today: DateText; zone: string }> {
  const zone = await findZone(database, userId);
  return { zone, today: shareDay(clock.now(), zone) };
}

/** What isn't known comes last. */
const unknownLast = (one: GroupRow, other: GroupRow): number => Number(one.key === null) - Number(other.key === null);
const byTime = (one: GroupRow, other: GroupRow): number =>
  unknownLast(one, other) || (one.key ?? '').localeCompare(other.key ?? '');
const byRevenue = (one: GroupRow, other: GroupRow): number =>
  unknownLast(one, other) || other.revenueCents - one.revenueCents || byTime(one, other);

const totalsOf = ({ isTotal: _, key: __, ...totals }: GroupRow): SaleTotals => totals;

export async function readTaxYear(context: SalesContext, userId: string, year: number): Promise<TaxYear> {
  await refuseLaterYear(context, userId, year);
  const sums = await sumYear(context.database, userId, year);
  const { sales, returned, cancelled, salesWithoutCost, salesWithoutDate } = sums;
  const counts = { sales, returned, cancelled, salesWithoutCost, salesWithoutDate };
  return { year, ...counts, lines: taxLines(sums), notes: taxNotes(year, sums) };
}

async function refuseLaterYear(context: SalesContext, userId: string, year: number): Promise<void> {
  const { today } = await todayOf(context, userId);
  const message = `${year} hasn’t begun yet. Choose ${today.slice(0, 4)} or an earlier year.`;
  if (year > Number(today.slice(0, 4))) throw new Failure('invalid_input', message, { fields: { year: message } });
}

/** The columns of the file. Amounts are dollars, and empty where they don't count, so that the sum of a column is the sum of its line. */
const columns: readonly (readonly [name: string, cell: (sale: YearSale) => CsvCell])[] = [
  ['Sold on', ({ soldOn }) => soldOn],
  ['Listed on', ({ listedOn }) => listedOn],
  ['Title', ({ title }) => title],
  ['Brand', ({ brand }) => brand],
  ['Department', ({ department }) => department],
  ['Category', ({ category }) => category],
  ['Size', ({ size }) => size],
  ['SKU', ({ sku }) => sku],
  ['Shelf', ({ shelf }) => shelf],
  ['Order', ({ orderId }) => orderId],
  ['Sold at', ({ channel }) => channel],
  ['Source', ({ source }) => source],
  ['State', ({ state }) => state],
  ['Price', ({ state, priceCents }) => (state === 'cancelled' ? null : toDollars(priceCents))],
  ['Refunded', ({ state, priceCents }) => (state === 'returned' ? toDollars(priceCents) : null)],
  ['Fee', (sale) => counting(sale, sale.feeCents)],
  ['Shipping discount', (sale) => counting(sale, sale.shippingDiscountCents)],
  ['Other fees', (sale) => counting(sale, sale.otherFeesCents)],
  ['Earnings', (sale) => counting(sale, sale.earningsCents)],
  ['Cost', (sale) => counting(sale, sale.costCents)],
  ['Profit', (sale) => counting(sale, sale.profitCents)],
  ['Note', ({ note }) => note],
];
const counting = ({ counts }: YearSale, cents: number | null): number | null =>
  counts && cents !== null ? toDollars(cents) : null;

/** Every sale of a year, then its sums and what is in them. All records have as many cells. */
export async function exportYear(
  context: SalesContext,
  userId: string,
  year: number,
): Promise<{ fileName: string; content: string }> {
  const { lines, notes } = await readTaxYear(context, userId, year);
  const records: CsvCell[][] = [];
  for await (const page of readYear(context.database, userId, year))
    for (const sale of page) records.push(columns.map(([, cell]) => cell(sale)));
  const below = (...cells: CsvCell[]): CsvCell[] => [...cells, ...Array(columns.length - cells.length).fill(null)];
  records.push(below(), below('Sums', 'Amount', 'Name'));
  for (const { line, name, cents } of lines) records.push(below(line, toDollars(cents), name));
  records.push(below(), ...notes.map((note) => below('Note', null, note)));
  return {
    fileName: `hangtag-sales-${year}.csv`,
    content: toCsv(
      columns.map(([name]) => name),
      records,
    ),
  };
}
