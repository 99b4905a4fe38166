// What a seller's sales add up to: by time, brand, and so on, what is in the closet, and the sums of a tax year.
import { z } from 'zod';
import { type Cost, heavyReads, perMinute, reads } from '../cost.ts';
import type { RouteTable } from '../route.ts';

const Cents = z.number().int();
const Count = z.number().int();

const dayMessage = 'Enter a date such as 2026-04-30';
/** A day in the seller's time zone. */
const Day = z.iso.date(dayMessage).refine((day) => day >= '2000-01-01' && day <= '2100-12-31', dayMessage);

export const numberGroups = ['week', 'month', 'brand', 'category', 'department', 'shelf'] as const;
export type NumberGroup = (typeof numberGroups)[number];

const NumbersQuery = z
  .strictObject({
    /** Both days count. Left out: all sales, also those without a date. */
    from: Day.optional(),
    to: Day.optional(),
    by: z.enum(numberGroups, { error: `Group by ${numberGroups.join(', ')}` }).default('month'),
  })
  .refine(({ from = '', to = '9999' }) => from <= to, { path: ['to'], message: 'The end is before the start' });

/** Cancelled and returned sales count in their own numbers only. */
export const SaleTotals = z.object({
  sales: Count,
  revenueCents: Cents,
  feesCents: Cents,
  shippingDiscountsCents: Cents,
  /** Labels for heavy parcels, packaging, and other fees. */
  otherFeesCents: Cents,
  /** Revenue less fees and shipping discounts. */
  earningsCents: Cents,
  /** Of the sales whose cost is known; null if none is. */
  costCents: Cents.nullable(),
  profitCents: Cents.nullable(),
  salesWithoutCost: Count,
  /** Of the sales whose listing date is known; null if none is. */
  medianDaysToSell: z.number().nullable(),
  /** 0.8: half of the sales brought less than 80 % of what was asked. null if no list price is known. */
  medianShareOfListPrice: z.number().nullable(),
  /** Sales that began with an offer, as far as that is known. */
  viaOffers: Count,
  returned: Count,
  cancelled: Count,
});
export type SaleTotals = z.output<typeof SaleTotals>;

/** What is for sale now, in US dollars. */
export const ClosetNumbers = z.object({
  active: Count,
  askingCents: Cents,
  /** Of the listings whose cost is known; null if none is. */
  costCents: Cents.nullable(),
  withoutCost: Count,
  /** Sold in the last 30 days / (active + those); null without either. */
  sellThrough: z.number().nullable(),
  /** By days since they were listed. `toDays` null: and more. Both null: the date isn't known. */
  ages: z.array(
    z.object({ fromDays: Count.nullable(), toDays: Count.nullable(), listings: Count, askingCents: Cents }),
  ),
});
export type ClosetNumbers = z.output<typeof ClosetNumbers>;

export const Numbers = z.object({
  totals: SaleTotals,
  /**
   * Together they are the totals. A week is named by its Sunday, a month by `YYYY-MM`. `key` null: not known. Weeks and months in
   * order of time, others by revenue.
   */
  groups: z.array(z.object({ key: z.string().nullable(), ...SaleTotals.shape })),
  closet: ClosetNumbers,
});
export type Numbers = z.output<typeof Numbers>;

const yearMessage = 'Enter a year such as 2026';
const Year = z.coerce.number({ error: yearMessage }).int(yearMessage).min(2000, yearMessage).max(2100, yearMessage);

/** One sum of a tax year. `line`: of Schedule C, or of Form 1099-K; null: only for reading. */
const TaxLine = z.object({ line: z.string().nullable(), name: z.string(), cents: Cents });

export const TaxYear = z.object({
  year: z.number().int(),
  sales: Count,
  returned: Count,
  cancelled: Count,
  salesWithoutCost: Count,
  /** Sales without a date are in no year. */
  salesWithoutDate: Count,
  lines: z.array(TaxLine),
  /** What is in the sums, what isn't, and that Hangtag is no tax adviser. */
  notes: z.array(z.string()),
});
export type TaxYear = z.output<typeof TaxYear>;

const formatMessage = 'The only format is csv';
const ExportQuery = z.strictObject({ year: Year, format: z.literal('csv', { error: formatMessage }).default('csv') });

/** Each adds up to 20,000 sales, in about 50 ms. One page asks for several periods at once, and a guest has a quarter. */
const sums: Cost = { ...reads, budget: 'numbers', account: perMinute(240), client: perMinute(480) };

/** Up to 20,000 sales, in one file. */
const numberExports: Cost = {
  ...heavyReads,
  budget: 'number exports',
  account: perMinute(6),
  client: perMinute(24),
  concurrency: { atOnce: 2, ofAccount: 1, waiting: 20, waitingOfAccount: 1 },
  refusal: 'You exported your numbers a few times just now.',
};

export const numberRoutes = {
  numbers: {
    method: 'GET',
    path: '/api/numbers',
    summary: 'What sales from one day to another add up to, in all and by group, and what is in the closet. In cents',
    access: 'user',
    cost: sums,
    query: NumbersQuery,
    reply: Numbers,
  },
  taxYear: {
    method: 'GET',
    path: '/api/numbers/tax-year',
    summary: 'The sums of a calendar year that Schedule C of a US sole proprietor asks for, for a page to print',
    access: 'user',
    cost: reads,
    query: z.strictObject({ year: Year }),
    reply: TaxYear,
  },
  exportNumbers: {
    method: 'GET',
    path: '/api/numbers/export',
    summary: 'Every sale of a calendar year with the sums of its tax year, as a CSV file for spreadsheet programs',
    access: 'user',
    cost: numberExports,
    query: ExportQuery,
    file: 'text/csv',
    reply: z.object({ fileName: z.string(), content: z.string() }),
  },
} as const satisfies RouteTable[string];
