// How right Hangtag's prices would have been on the seller's own sales.
import { z } from 'zod';
import { type Cost, heavyReads, perMinute } from '../cost.ts';
import type { RouteTable } from '../route.ts';

const Count = z.number().int();
const Cents = z.number().int();

const Score = z.object({
  /** Sales that were judged. Hangtag gives no price where it knows too little. */
  judged: Count,
  /** How many of them sold within the range. */
  inRange: Count,
  /** Of the middle sale. null: no sale was judged. */
  medianErrorPercent: z.number().nullable(),
  /** The middle of estimate / price: 1.1 is 10 % too high. */
  bias: z.number().nullable(),
});

export const Backtest = z.object({
  /** The seller's sales at the marketplace. */
  sales: Count,
  ...Score.shape,
  /** The probability with which the range claims to hold the price. */
  coverage: z.number(),
  /** Why no sale was judged; otherwise null. */
  reason: z.string().nullable(),
  /** By the price of the sale: from this amount to below that one. */
  byPriceRange: z.array(z.object({ fromCents: Cents, toCents: Cents.nullable(), ...Score.shape })),
  /** The ten largest misses. */
  worst: z.array(
    z.object({
      saleId: z.string(),
      title: z.string(),
      soldForCents: Cents,
      estimateCents: Cents,
      lowCents: Cents,
      highCents: Cents,
    }),
  ),
});
export type Backtest = z.output<typeof Backtest>;

/** Each makes five fits, one after the other, unless nothing has changed since the last one. */
const backtests: Cost = {
  ...heavyReads,
  budget: 'backtests',
  account: perMinute(6),
  client: perMinute(24),
  concurrency: { atOnce: 2, ofAccount: 1, waiting: 20, waitingOfAccount: 1, longestMs: 20_000 },
  refusal: 'Hangtag checked itself a few times just now.',
};

export const backtestRoutes = {
  backtest: {
    method: 'GET',
    path: '/api/numbers/backtest',
    summary:
      'How Hangtag’s prices would have done on the seller’s 400 newest sales, each judged by a fit that has not seen it',
    access: 'user',
    cost: backtests,
    reply: Backtest,
  },
} as const satisfies RouteTable[string];
