// SQL that adds up a seller's sales and what is in the closet.

import type { ClosetNumbers, NumberGroup, SaleTotals } from '#contract/sales/numbers.ts';
import type { Sale } from '#contract/sales/sales.ts';
import type { SalesProfit } from '#domain/notices.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { YearSums } from '#domain/sales/tax-year.ts';
import { addDays, type DateText } from '#domain/time.ts';
import { at, oneRow, pagesOf, rowsOf } from '../../sql.ts';
import { saleColumns } from './store.ts';

/** Whole days, both of which count. null: no bound. Sales without a date are only in sums without any. */
type Days = { from: DateText | null; to: DateText | null };

const inDays = `($2::date is null or sold_on >= $2) and ($3::date is null or sold_on <= $3)`;

/** Text that differs only in case is one group, named as most of its sales write it. */
const written = (column: string): { key: string; name: string } => ({
  key: `nullif(lower(btrim(${column})), '')`,
  name: `mode() within group (order by btrim(${column}))`,
});
const inTime = (key: string): { key: string; name: string } => ({ key, name: `min(${key})` });
/** A week is named by its Sunday. */
const groupings: Record<NumberGroup, { key: string; name: string }> = {
  week: inTime('(sold_on - extract(dow from sold_on)::int)::text'),
  month: inTime(`to_char(sold_on, 'YYYY-MM')`),
  brand: written('brand'),
  category: written('category'),
  department: written('department'),
  shelf: written('shelf'),
};

/** Eight bytes hold every sum exactly, and arrive as a number. */
const sum = (column: string): string => `coalesce(sum(${column}) filter (where counts), 0)::float8`;
const knownSum = (column: string): string => `sum(${column}) filter (where counts)::float8`;
const count = (condition: string): string => `count(*) filter (where ${condition})::int`;
const median = (value: string, when: string): string =>
  `percentile_cont(0.5) within group (order by ${value}) filter (where counts and ${when})`;

const totals = `${count('counts')} as "sales", ${sum('price_cents')} as "revenueCents", ${sum('fee_cents')} as "feesCents",
  ${sum('shipping_discount_cents')} as "shippingDiscountsCents", ${sum('other_fees_cents')} as "otherFeesCents",
  ${sum('earnings_cents')} as "earningsCents", ${knownSum('cost_cents')} as "costCents", ${knownSum('profit_cents')} as "profitCents",
  ${count('counts and cost_cents is null')} as "salesWithoutCost",
  ${median('days_to_sell', 'days_to_sell >= 0')} as "medianDaysToSell",
  round(${median('price_cents::float8 / list_price_cents', 'list_price_cents > 0')}::numeric, 3)::float8 as "medianShareOfListPrice",
  ${count('counts and via_offer')} as "viaOffers", ${count(`state = 'returned'`)} as "returned",
  ${count(`state = 'cancelled'`)} as "cancelled"`;

export type GroupRow = SaleTotals & { key: string | null; isTotal: boolean };

/** The totals and their groups, in one pass. */
export function sumSales(
  db: Queryable,
  { userId, from, to, by }: Days & { userId: string; by: NumberGroup },
): Promise<GroupRow[]> {
  const { key, name } = groupings[by];
  return rowsOf(
    db,
    `select grouping(${key}) = 1 as "isTotal", case when grouping(${key}) = 0 and ${key} is not null then ${name} end as "key", ${totals}
     from sales where user_id = $1 and ${inDays} group by grouping sets ((${key}), ())`,
    [userId, from, to],
  );
}

/** What sales of these days brought: how many there are, their profit as far as it is known, and how many lack a cost. */
export const sumProfit = (db: Queryable, { userId, from, to }: Days & { userId: string }): Promise<SalesProfit> =>
  oneRow(
    db,
    `select ${count('counts')} as "sales", ${knownSum('profit_cents')} as "profitCents",
       ${count('counts and cost_cents is null')} as "salesWithoutCost"
     from sales where user_id = $1 and ${inDays}`,
    [userId, from, to],
  );

/** What is missing in a seller's numbers: costs of sales, and reports since the last one. */
export const readGaps = (
  db: Queryable,
  userId: string,
): Promise<{ salesWithoutCost: number; lastImportAt: Instant | null }> =>
  oneRow(
    db,
    `select (select count(*)::int from sales where user_id = $1 and counts and cost_cents is null) as "salesWithoutCost",
       (select max(at) from sale_imports where user_id = $1) as "lastImportAt"`,
    [userId],
  );

/** Days since a listing was listed, from 0; the last bound is open. */
const ageBounds = [0, 31, 61, 91, 181, 366];

/** `today`: the seller's day, which ends at `endsAt`. */
export async function sumCloset(
  db: Queryable,
  { userId, today, endsAt }: { userId: string; today: DateText; endsAt: Instant },
): Promise<ClosetNumbers> {
  type Aged = { age: number | null; listings: number; asking: number; cost: number | null; known: number };
  const rows = await rowsOf<Aged>(
    db,
    `select case when listed_at is not null then
         width_bucket(greatest(ceil(extract(epoch from ${at(2)} - listed_at) / 86400)::int - 1, 0), $3::int[]) end as age, count(*)::int as listings,
       coalesce(sum(price), 0)::float8 * 100 as asking, sum(cost_cents)::float8 as cost, count(cost_cents)::int as known
     from priced_listings where user_id = $1 and is_active and currency = 'USD' group by 1 order by 1`,
    [userId, endsAt, ageBounds],
  );
  const sold = await sumProfit(db, { userId, from: addDays(today, -29), to: today });
  const add = (pick: (row: Aged) => number): number => rows.reduce((all, row) => all + pick(row), 0);
  const active = add(({ listings }) => listings);
  const known = add((row) => row.known);
  return {
    active,
    askingCents: add(({ asking }) => asking),
    costCents: known === 0 ? null : add(({ cost }) => cost ?? 0),
    withoutCost: active - known,
    sellThrough: active + sold.sales === 0 ? null : Math.round((1000 * sold.sales) / (active + sold.sales)) / 1000,
    ages: [...ageBounds.keys(), null].flatMap((at) => {
      const row = rows.find(({ age }) => age === (at === null ? null : at + 1));
      const next = at === null ? undefined : ageBounds[at + 1];
      const bounds = {
        fromDays: at === null ? null : (ageBounds[at] ?? 0),
        toDays: next === undefined ? null : next - 1,
      };
      if (at === null && row === undefined) return [];
      return [{ ...bounds, listings: row?.listings ?? 0, askingCents: row?.asking ?? 0 }];
    }),
  };
}

export function sumYear(db: Queryable, userId: string, year: number): Promise<YearSums> {
  const isPoshmark = `channel = 'poshmark'`;
  return oneRow(
    db,
    `select ${count('counts')} as "sales", ${count(`state = 'returned'`)} as "returned", ${count(`state = 'cancelled'`)} as "cancelled",
       ${count('counts and cost_cents is null')} as "salesWithoutCost",
       (select count(*)::int from sales where user_id = $1 and sold_on is null) as "salesWithoutDate",
       coalesce(sum(price_cents) filter (where state <> 'cancelled'), 0)::float8 as "grossCents",
       coalesce(sum(price_cents) filter (where state = 'returned'), 0)::float8 as "returnedCents",
       ${sum('cost_cents')} as "costCents", ${sum('fee_cents')} as "feesCents",
       ${sum('shipping_discount_cents')} as "shippingDiscountsCents", ${sum('other_fees_cents')} as "otherFeesCents",
       coalesce(sum(price_cents) filter (where state <> 'cancelled' and ${isPoshmark}), 0)::float8 as "poshmarkGrossCents",
       coalesce(sum(earnings_cents) filter (where counts and ${isPoshmark}), 0)::float8 as "poshmarkEarningsCents"
     from sales where user_id = $1 and sold_on >= make_date($2, 1, 1) and sold_on < make_date($2 + 1, 1, 1)`,
    [userId, year],
  );
}

export type YearSale = Sale & { soldOn: DateText; counts: boolean };

const pageSize = 1_000;

/** All sales of a year by date, in pages, so that reading never blocks the server for long. */
export const readYear = (db: Queryable, userId: string, year: number): AsyncIterable<YearSale[]> =>
  pagesOf<YearSale>(pageSize, (last) =>
    rowsOf(
      db,
      `select ${saleColumns}, counts
       from sales where user_id = $1 and sold_on < make_date($2 + 1, 1, 1) and (sold_on, id) > ($3::date, $4::bigint)
       order by sold_on, sales.id limit ${pageSize}`,
      [userId, year, last?.soldOn ?? `${year}-01-01`, last?.id ?? '0'],
    ),
  );
