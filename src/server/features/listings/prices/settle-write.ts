// Settles a price write of the journal: the price was updated, or why it was not.

import type { EventEmitter } from 'node:events';
import type { HoldReader } from '#domain/bot/hold.ts';
import { type Currency, fromDollars, inDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketResult } from '#domain/ports/marketplace.ts';
import { inFlightMs } from '#domain/prices/price-change.ts';
import type { Money } from '../money/write-money.ts';
import type { ListingsNeeds } from '../needs/needs.ts';
import { markUnavailable, saveSeenPrice, type Unavailable } from '../rows/store.ts';
import { type BatchRow, saveOwnPrice } from './journal/batch-store.ts';
import { writeMessages } from './journal/price-messages.ts';
import { type OpenWrite, resolveUnknown, type Settled, saveSettled } from './journal/write-store.ts';

/** A price that Hangtag wrote and the marketplace shows, with the price before it. Whole dollars. */
type MadeChange = {
  userId: string;
  listingId: string;
  batchId: string;
  title: string;
  currency: Currency;
  oldPrice: number;
  newPrice: number;
  source: BatchRow['source'];
  isUndo: boolean;
};

/** Runs in the transaction that settles the write: price, history, and log entry belong together. */
async function recordChange(
  tx: Queryable,
  { change, activity, now }: { change: MadeChange; activity: ListingsNeeds['activity']; now: Instant },
): Promise<void> {
  const { userId, listingId, batchId, oldPrice, newPrice, isUndo } = change;
  if (oldPrice === newPrice) return;
  const source = isUndo ? 'undo' : change.source;
  await saveOwnPrice(tx, { userId, listingId, price: newPrice, oldPrice, source, batchId, now });
  const details = changeLine(change, oldPrice, newPrice);
  const action = isUndo ? 'PRICE_REVERTED' : 'PRICE_UPDATE';
  await activity.record(tx, { userId, action, details, listingId, at: now });
}

/** The line in the activity log. */
export const changeLine = (
  { title, currency }: { title: string; currency?: Currency },
  from: number,
  to: number,
): string => `${title}: ${inDollars(fromDollars(from), currency)} to ${inDollars(fromDollars(to), currency)}`;

/**
 * Resolves writes of unknown outcome by the prices that the marketplace showed at `readAt`. Runs before these prices are
 * compared with ours, so that a change of ours is not recorded as one made at the marketplace. Returns how many it resolved.
 */
export async function resolveWrites(
  tx: Queryable,
  given: {
    userId: string;
    seen: readonly { poshmark_id: string; price: number | null }[];
    activity: ListingsNeeds['activity'];
    /** When reading the prices began. */
    readAt: Instant;
    now: Instant;
  },
): Promise<number> {
  const { userId, seen, activity, readAt, now } = given;
  const resolved = await resolveUnknown(tx, {
    userId,
    seen: seen.map(({ poshmark_id, price }) => ({ poshmark_id, price })),
    sentBefore: readAt - inFlightMs,
    message: writeMessages.notMade,
    now,
  });
  for (const change of resolved)
    if (change.state === 'updated') await recordChange(tx, { change: { userId, ...change }, activity, now });
  return resolved.length;
}

export type PriceWork = ListingsNeeds & {
  money: Money;
  hold: HoldReader;
  /** While the process closes, an outcome that is not known yet is left to the next process. */
  closing: AbortController;
  /** One run per seller in this process: later callers wait for the one that runs. */
  running: Map<string, Promise<void>>;
  steps: EventEmitter;
};

/**
 * `settled`: the write has its outcome. `surprised`: it has one, but the marketplace's answer was unexpected. `open`: try it
 * again. `in_flight`: the write, or an earlier one of the same listing, can still arrive, or its seller is
 * asked about it; check again then. `too_early`: the pace forbids the next write until then.
 */
export type WriteStep =
  | { kind: 'settled' | 'surprised' | 'open' }
  | { kind: 'in_flight' | 'too_early'; checkAt: Instant };

export type Step = Promise<MarketResult<WriteStep>>;

export const step = (kind: 'settled' | 'surprised' | 'open'): MarketResult<WriteStep> => ({
  kind: 'ok',
  value: { kind },
});

/** Why a write is not made; `seen` is the price that the marketplace shows, if it wasn't read for a write. */
export type Declined = { error: string; message: string; seen?: { price: number; currency: string } };

/** `as`: 'surprised' if the marketplace's answer was not one that Hangtag expects. */
export async function settleFailed(
  work: PriceWork,
  write: OpenWrite,
  { error, message, seen }: Declined,
  as: 'settled' | 'surprised' = 'settled',
): Step {
  const { userId, listingId } = write;
  return settle(work, write, { state: 'failed', error, message, as }, async (tx) => {
    if (seen !== undefined) await saveSeenPrice(tx, { userId, listingId, ...seen, now: work.clock.now() });
  });
}

export function settleUpdated(work: PriceWork, write: OpenWrite, oldPrice: number): Step {
  const { clock, activity } = work;
  const change = { ...write, oldPrice, isUndo: write.undoesPrice !== null };
  return settle(work, write, { state: 'updated', oldPrice }, (tx) =>
    recordChange(tx, { change, activity, now: clock.now() }),
  );
}

/** The listing can no longer be priced, and is marked as such. */
export function settleUnavailable(work: PriceWork, write: OpenWrite, availability: Unavailable): Step {
  const { userId, listingId: id } = write;
  const message = writeMessages.unavailable[availability];
  return settle(work, write, { state: 'failed', error: 'listing_not_for_sale', message }, (tx) =>
    markUnavailable(tx, { userId, id, availability, now: work.clock.now() }),
  );
}

/** `more` runs only if this call is the one that settles the write. */
async function settle(
  { database, clock }: PriceWork,
  { userId, id, tries }: OpenWrite,
  given: Pick<Settled, 'state' | 'oldPrice' | 'error' | 'message'> & { as?: 'settled' | 'surprised' },
  more: (tx: Queryable) => Promise<void>,
): Step {
  const { as = 'settled', ...end } = given;
  await database.transaction(async (tx) => {
    if (await saveSettled(tx, { ...end, userId, id, tries, now: clock.now() })) await more(tx);
  });
  return step(as);
}
