// A seller's sales: the list, those made by hand, and reading them from the closet.
import { z } from 'zod';
import { saleSources, saleStates } from '#domain/sales/sale.ts';
import { type Cost, reads, scarce, writes } from '../cost.ts';
import { Message, text, whole, wholeOfQuery } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const Cents = z.number().int();
const DateText = z.string();

const CostBy = z.enum(['seller', 'report', 'listing']).nullable();

/** Money in whole cents. null: not known. */
export const Sale = z.object({
  id: z.string(),
  /** Of the seller's calendar. */
  soldOn: DateText.nullable(),
  listedOn: DateText.nullable(),
  title: z.string(),
  brand: z.string().nullable(),
  department: z.string().nullable(),
  category: z.string().nullable(),
  size: z.string().nullable(),
  sku: z.string().nullable(),
  shelf: z.string().nullable(),
  orderId: z.string().nullable(),
  isBundle: z.boolean().nullable(),
  viaOffer: z.boolean().nullable(),
  /** How many pieces were sold together at this price. */
  quantity: z.number().int(),
  priceCents: Cents,
  listPriceCents: Cents.nullable(),
  feeCents: Cents,
  /** `reported`: what is left of the price after what a report or the marketplace says was earned. `schedule`: the fee of the day. */
  feeBy: z.enum(['seller', 'reported', 'schedule']),
  shippingDiscountCents: Cents.nullable(),
  otherFeesCents: Cents.nullable(),
  otherFeesBy: z.enum(['seller', 'report']).nullable(),
  /** As the report or the marketplace says; else price - fee - shipping discount. */
  earningsCents: Cents,
  costCents: Cents.nullable(),
  /** `seller` without a cost: taken out by hand, so that no file and no listing brings it back. */
  costBy: CostBy,
  /** null without a cost. */
  profitCents: Cents.nullable(),
  daysToSell: z.number().int().nullable(),
  listingId: z.string().nullable(),
  /** Cancelled and returned sales count nothing. */
  state: z.enum(saleStates),
  /** No file and no reading changes it. */
  stateBySeller: z.boolean(),
  /** In the marketplace's own words, if it said so. */
  marketState: z.string().nullable(),
  source: z.enum(saleSources),
  /** `poshmark`, or where else the seller sold it. */
  channel: z.string(),
  note: z.string().nullable(),
});
export type Sale = z.output<typeof Sale>;

const dateMessage = 'Write the date as YYYY-MM-DD';
const GivenDate = z.string({ error: dateMessage }).pipe(z.iso.date(dateMessage));

const limitMessage = 'The limit is a whole number from 1 to 500';
const yesMessage = 'Write true or false';
const SalesQuery = z
  .strictObject({
    from: GivenDate.optional(),
    /** The last day. */
    to: GivenDate.optional(),
    /** In the title, the brand, the SKU, the order id, or the shelf. */
    q: z.string().max(200, 'Use at most 200 characters').optional(),
    state: z.enum(saleStates, { error: 'There is no such state' }).optional(),
    /** Only sales that count and whose cost isn't known. */
    withoutCost: z.enum(['true', 'false'], { error: yesMessage }).optional(),
    limit: wholeOfQuery({ least: 1, most: 500 }, limitMessage).default(50),
    /** A sale's id: the sales after it in the list. */
    before: z.string().max(40).optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'Choose a last day that isn’t before the first one',
  });
export type SalesQuery = z.output<typeof SalesQuery>;

export const SalesPage = z.object({
  /** Newest first. */
  sales: z.array(Sale),
  /** What `before` is for the next page; null after the last one. */
  next: z.string().nullable(),
});
export type SalesPage = z.output<typeof SalesPage>;

const mostCents = 100_000_000;
const amount = (least: number) =>
  whole({ least, most: mostCents }, `Enter whole cents, from ${least} to ${mostCents.toLocaleString('en-US')}`);
const Amount = amount(0).nullable();
const short = (most: number) => text(most).nullable();
const Yes = z.boolean({ error: yesMessage }).nullable();
const Note = text(1_000).nullable();
const State = z.enum(saleStates, { error: 'Choose one of the states' });

/** What the seller may say of any sale. */
const ofAny = {
  costCents: Amount.optional(),
  /** Of label, packaging, and so on, in place of what a report says. null: what it says counts again. */
  otherFeesCents: Amount.optional(),
  state: State.optional(),
  note: Note.optional(),
};

/** What only a sale made by hand gets from the seller. */
const ofManual = {
  /** Anything but `poshmark` is another place, which takes the fee that is given, or none. */
  channel: text(60, 'Enter where you sold it').min(1, 'Enter where you sold it').optional(),
  feeCents: Amount.optional(),
  shippingDiscountCents: Amount.optional(),
  listedOn: GivenDate.nullable().optional(),
  brand: short(120).optional(),
  department: short(120).optional(),
  category: short(120).optional(),
  size: short(120).optional(),
  sku: short(60).optional(),
  shelf: short(60).optional(),
  isBundle: Yes.optional(),
  viaOffer: Yes.optional(),
  quantity: z
    .number({ error: 'Enter 1 to 100 pieces' })
    .int('Enter 1 to 100 pieces')
    .min(1, 'Enter 1 to 100 pieces')
    .max(100, 'Enter 1 to 100 pieces')
    .optional(),
  listPriceCents: Amount.optional(),
  listingId: z.string().max(40).nullable().optional(),
};

const Title = text(300, 'Enter a title').min(1, 'Enter a title');
const Price = amount(1);

export const NewSale = z.strictObject({
  title: Title,
  soldOn: GivenDate,
  priceCents: Price,
  ...ofManual,
  ...ofAny,
});
export type NewSale = z.output<typeof NewSale>;

/** Fields that are left out stay as they are. */
export const SaleChange = z
  .strictObject({
    ...ofAny,
    ...ofManual,
    title: Title.optional(),
    soldOn: GivenDate.optional(),
    priceCents: Price.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    path: ['costCents'],
    message: 'Say what to change: the cost, other fees, the state, or the note',
  });
export type SaleChange = z.output<typeof SaleChange>;

export const SalesSync = z.object({
  message: z.string(),
  added: z.number().int(),
  updated: z.number().int(),
  /** How many sales the closet shows. */
  total: z.number().int(),
});
export type SalesSync = z.output<typeof SalesSync>;

const tenMinutesMs = 10 * 60_000;
/** Each reads all sales of a closet, page by page. */
const salesSyncs: Cost = {
  ...scarce,
  stores: 'much',
  needsCloset: true,
  budget: 'sale readings',
  account: { most: 1, withinMs: tenMinutesMs },
  client: { most: 10, withinMs: tenMinutesMs },
  installation: { most: 300, withinMs: tenMinutesMs },
  concurrency: { atOnce: 8, ofAccount: 2, waiting: 100, waitingOfAccount: 2, longestMs: 20_000 },
  refusal: 'Hangtag reads the sales of a closet once in ten minutes.',
};

const chooseMessage = 'Choose 1 to 500 sales';
/** `costBy` and `stateBySeller` are for taking a change back: a cost that a report said becomes the report's again. */
export const SaleChanges = z.strictObject({
  changes: z
    .array(
      z
        .strictObject({
          id: z.string().min(1).max(40),
          costCents: Amount.optional(),
          costBy: CostBy.optional(),
          state: State.optional(),
          stateBySeller: z.boolean().optional(),
        })
        .refine(({ costCents, state }) => costCents !== undefined || state !== undefined, {
          path: ['costCents'],
          message: 'Say what to change: the cost, or the state',
        }),
      { error: chooseMessage },
    )
    .min(1, chooseMessage)
    .max(500, chooseMessage),
});
export type SaleChanges = z.output<typeof SaleChanges>;

export const ChangedSales = z.object({
  /** As they are now. */
  sales: z.array(Sale),
  failed: z.array(z.object({ id: z.string(), error: z.string(), message: z.string() })),
});
export type ChangedSales = z.output<typeof ChangedSales>;

export const saleRoutes = {
  list: {
    method: 'GET',
    path: '/api/sales',
    summary: 'The seller’s sales, newest first',
    access: 'user',
    cost: reads,
    query: SalesQuery,
    reply: SalesPage,
  },
  add: {
    method: 'POST',
    path: '/api/sales',
    summary: 'Add a sale by hand: at Poshmark, or anywhere else',
    access: 'user',
    cost: { ...writes, stores: 'little' },
    body: NewSale,
    reply: Sale,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/sales/{id}',
    summary: 'Set the cost, the other fees, the state, or the note of a sale. One made by hand can be changed whole',
    access: 'user',
    cost: writes,
    body: SaleChange,
    reply: Sale,
  },
  changeMany: {
    method: 'POST',
    path: '/api/sales/bulk-update',
    summary: 'Set the costs or the states of up to 500 sales, each its own',
    access: 'user',
    cost: writes,
    body: SaleChanges,
    reply: ChangedSales,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sales/{id}',
    summary: 'Delete a sale that was made by hand',
    access: 'user',
    cost: writes,
    reply: Message,
  },
  sync: {
    method: 'POST',
    path: '/api/sales/sync',
    summary: 'Read the sales of the closet. Nothing about a buyer is kept',
    access: 'user',
    cost: salesSyncs,
    reply: SalesSync,
  },
} as const satisfies RouteTable[string];
