import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import { endOfWrite, isLargeChange } from '#domain/price-change.ts';
import { type Availability, markUnavailable } from '../store.ts';
import { priceWords } from './price-messages.ts';
import { type PriceLog, takeOverChange } from './resolve-prices.ts';
import { saveSeenPrice } from './store.ts';
import { type OpenWrite, type Settled, saveSending, saveSettled, saveUnsent } from './write-store.ts';

/** A write that was sent longer ago than this is not under way any more: a call ends after 30 s. */
const underWayMs = 35_000;
/** What was asked for longer ago is not sent any more: the seller has long gone on. */
export const staleMs = 3_600_000;

/** `settled`: it has its end. `surprised`: so it has, and it was a strange one. `open`: it is to be taken up anew. */
export type WriteStep = 'settled' | 'surprised' | 'open';

/** Why a write is left, and the price that was seen. */
type Declined = { error: string; message: string; seen: number | null };

/** What happened between reading and writing. */
type Met = { declined: Declined | null; sent: { oldPrice: number; sentAt: Instant } | null; isLost: boolean };

/**
 * One write of the journal, by whoever holds the account: read, commit what is about to be overwritten, write, look, settle.
 * A process that ends anywhere in here leaves it `waiting` (nothing left us) or `sending`, which is found out about by reading.
 */
export function createPriceWriter({
  database,
  clock,
  activity,
  isClosing,
}: {
  database: Database;
  clock: Clock;
  activity: PriceLog;
  /** An outcome that cannot be found out any more in this process is left for the next one. */
  isClosing: () => boolean;
}): (account: MarketAccount, write: OpenWrite) => Promise<MarketResult<WriteStep>> {
  const settled = (value: WriteStep = 'settled'): MarketResult<WriteStep> => ({ kind: 'ok', value });

  const settle = (
    write: OpenWrite,
    end: Pick<Settled, 'state' | 'oldPrice' | 'error' | 'message'>,
    more: (tx: Queryable) => Promise<void> = async () => {},
  ): Promise<boolean> =>
    database.transaction(async (tx) => {
      const isOurs = await saveSettled(tx, { ...end, id: write.id, tries: write.tries, now: clock.now() });
      if (isOurs) await more(tx);
      return isOurs;
    });

  const fail = async (write: OpenWrite, declined: Declined, value: WriteStep = 'settled') => {
    const { error, message, seen } = declined;
    const { userId, listingId } = write;
    await settle(write, { state: 'failed', error, message }, async (tx) => {
      if (seen !== null) await saveSeenPrice(tx, { userId, listingId, price: seen, now: clock.now() });
    });
    return settled(value);
  };

  /** The marketplace shows the price that was wanted. */
  const succeed = async (write: OpenWrite, oldPrice: number) => {
    const change = { ...write, oldPrice, isUndo: write.undoesPrice !== null };
    await settle(write, { state: 'updated', oldPrice }, (tx) =>
      takeOverChange(tx, { change, activity, now: clock.now() }),
    );
    return settled();
  };

  const notForSale = async (
    write: OpenWrite,
    availability: Exclude<Availability, 'available'>,
  ): Promise<MarketResult<WriteStep>> => {
    const { userId, listingId } = write;
    const message = { sold: priceWords.sold, removed: priceWords.gone, not_for_sale: priceWords.notForSale }[
      availability
    ];
    await settle(write, { state: 'failed', error: 'listing_not_for_sale', message }, (tx) =>
      markUnavailable(tx, { userId, id: listingId, availability, now: clock.now() }),
    );
    return settled();
  };

  const whyLeft = (write: OpenWrite, seen: number): Declined | null => {
    const { undoesPrice, newPrice } = write;
    if (undoesPrice !== null && seen !== undoesPrice)
      return { error: 'changed_elsewhere', message: priceWords.changedElsewhere(seen, undoesPrice), seen };
    if (undoesPrice === null && !write.confirmedLarge && isLargeChange(seen, newPrice))
      return { error: 'large_change', message: priceWords.largeAtMarket(seen, newPrice), seen };
    return null;
  };

  async function send(account: MarketAccount, write: OpenWrite): Promise<MarketResult<WriteStep>> {
    const met: Met = { declined: null, sent: null, isLost: false };
    const result = await account.setPrice(write.marketId, write.newPrice * 100, async (oldCents) => {
      const oldPrice = dollars(oldCents);
      met.declined = whyLeft(write, oldPrice);
      if (met.declined !== null || isClosing()) return false;
      const now = clock.now();
      met.isLost = !(await saveSending(database, { id: write.id, tries: write.tries, oldPrice, now }));
      if (met.isLost) return false;
      met.sent = { oldPrice, sentAt: now };
      return true;
    });
    if (met.isLost) return settled('open');
    if (met.declined !== null) return fail(write, met.declined);
    if (result.kind !== 'ok') return afterFailure(account, { ...write, ...met.sent }, result);
    const oldPrice = dollars(result.value.oldPriceCents);
    // Nothing was written: this process is being closed.
    if (result.value.newPriceCents !== write.newPrice * 100) return settled('open');
    if (write.undoesPrice !== null && met.sent === null)
      return fail(write, { error: 'already_undone', message: priceWords.alreadyOld, seen: oldPrice });
    return succeed(write, oldPrice);
  }

  async function afterFailure(
    account: MarketAccount,
    write: OpenWrite,
    failure: MarketFailure,
  ): Promise<MarketResult<WriteStep>> {
    const wasSent = write.sentAt !== null;
    switch (endOfWrite(failure, { wasSent })) {
      case 'again':
        return failure;
      case 'stop':
        // What was refused for the session's sake may go again with a new one.
        if (wasSent) await saveUnsent(database, write);
        return failure;
      case 'look':
        return look(account, write);
      case 'refused':
        return afterRefusal(account, write, failure);
    }
  }

  async function afterRefusal(account: MarketAccount, write: OpenWrite, failure: MarketFailure) {
    switch (failure.kind) {
      case 'listing_gone':
      case 'not_found':
        return notForSale(write, 'removed');
      case 'listing_not_available': {
        const seen = await account.listing(write.marketId);
        const isSold = seen.kind === 'ok' && seen.value.availability === 'sold';
        return notForSale(write, isSold ? 'sold' : 'not_for_sale');
      }
      case 'write_not_applied':
        return fail(write, { error: 'marketplace_refused', message: priceWords.notApplied, seen: null });
      case 'validation': {
        // The marketplace says so of a listing that was sold between our read and our write.
        const seen = await account.listing(write.marketId);
        if (seen.kind === 'ok' && seen.value.availability === 'sold') return notForSale(write, 'sold');
        const message = priceWords.refused(failure.message);
        return fail(write, { error: 'marketplace_refused_values', message, seen: null });
      }
      default:
        return fail(write, { error: 'marketplace_changed', message: priceWords.unreadable, seen: null }, 'surprised');
    }
  }

  /** Finds out by reading what became of a write that may have been done. */
  async function look(account: MarketAccount, write: OpenWrite): Promise<MarketResult<WriteStep>> {
    const seen = await account.listing(write.marketId);
    if (seen.kind === 'listing_gone') return notForSale(write, 'removed');
    if (seen.kind !== 'ok') return seen;
    const price = seen.value.priceCents === null ? null : dollars(seen.value.priceCents);
    const oldPrice = write.oldPrice ?? price;
    if (price === null || oldPrice === null) return { kind: 'unavailable', message: 'The price could not be read.' };
    if (price === write.newPrice) return succeed(write, oldPrice);
    if (seen.value.availability === 'sold') return notForSale(write, 'sold');
    if (price !== oldPrice) {
      return fail(write, { error: 'changed_elsewhere', message: priceWords.changedMeanwhile(price), seen: price });
    }
    const now = clock.now();
    const isUnderWay = write.sentAt === null || now - write.sentAt < underWayMs;
    if (isUnderWay || now - write.askedAt > staleMs) {
      // It is not sent a second time while the first may still arrive.
      return fail(write, { error: 'marketplace_unavailable', message: priceWords.stillOld, seen: null }, 'surprised');
    }
    await saveUnsent(database, write);
    return settled('open');
  }

  return (account, write) => (write.state === 'sending' ? look(account, write) : send(account, write));
}

/** The marketplace takes no cents. */
const dollars = (cents: number): number => Math.round(cents / 100);
