// Makes one price write of the journal: record what is about to be overwritten, write, settle, and find an outcome that was lost.

import { Failure } from '#domain/failure.ts';
import type { Currency } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import { endOfWrite, inFlightUntil, isLargeChange, isPriceChanged, judgeWrite } from '#domain/prices/price-change.ts';
import { type MoneyRun, wholeDollars } from '../money/write-money.ts';
import { findNextChangeAt } from './journal/batch-store.ts';
import { writeMessages } from './journal/price-messages.ts';
import {
  endRest,
  findOpen,
  lastSentBefore,
  type OpenWrite,
  saveSending,
  saveUncertain,
  saveUnsent,
} from './journal/write-store.ts';
import {
  type Declined,
  type PriceWork,
  resolveWrites,
  type Step,
  settleFailed,
  settleUnavailable,
  settleUpdated,
  step,
  type WriteStep,
} from './settle-write.ts';

/** A change that was interrupted for longer than this is not sent anymore. */
const staleMs = 3_600_000;
/** The time between two reads of a listing whose write can still arrive. */
const checkAgainMs = 10_000;

/** How often the companion is asked for a change that it asks its seller about, and how long after each time. */
const mostAsks = 8;
const askAgainMs = 4_000;

/**
 * Takes the seller's next write one step further; `next` is what it was before the account lock was held. A process that dies in the
 * middle leaves it `waiting` (nothing was sent) or `sending` (it may have been sent). The next process reads the listing to find out.
 */
export async function writePrice(work: PriceWork, next: OpenWrite, run: MoneyRun): Step {
  if (next.state === 'waiting' && (await isStale(work, next)))
    return settleFailed(work, next, { error: 'interrupted', message: writeMessages.interrupted });
  const kind = await work.closet.whyNoWrites(next.userId);
  if (kind !== null) return { kind, message: '' };
  try {
    return await send(work, next.userId, run);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'closet_not_connected') throw error;
    await endOpen(work, next, error);
    return step('settled');
  }
}

/**
 * Whether it was interrupted for so long that it is not sent anymore. The time of a hold doesn't count, and neither does the time
 * in which it only waited for earlier changes of its seller.
 */
async function isStale({ database, clock, hold }: PriceWork, { userId, id, askedAt }: OpenWrite): Promise<boolean> {
  if (clock.now() - askedAt <= staleMs) return false;
  const since = Math.max(askedAt, (await lastSentBefore(database, { userId, id, since: askedAt })) ?? askedAt);
  const age = clock.now() - since;
  return age > staleMs && age - (await hold.heldMsSince(since)) > staleMs;
}

/** Every open write of the seller ends with the reason. */
export const endOpen = ({ database, clock }: PriceWork, next: OpenWrite, { code, message }: Failure): Promise<void> =>
  endRest(database, {
    userId: next.userId,
    firstId: next.id,
    error: code,
    message,
    others: writeMessages.notSent,
    unknownMessage: writeMessages.unknown,
    now: clock.now(),
  });

const send = (work: PriceWork, userId: string, run: MoneyRun): Step =>
  work.money.write<Attempt, { oldPriceCents: number; newPriceCents: number }, WriteStep>(userId, {
    run,
    async find(account, { marketUserId }) {
      const write = await findOpen(work.database, userId);
      if (write === null) return { instead: step('settled') };
      if (write.marketUserId !== marketUserId) {
        const declined = { error: 'listing_not_for_sale', message: writeMessages.otherCloset };
        return { instead: await settleFailed(work, write, declined) };
      }
      if (write.state === 'sending') return { instead: await readOutcome(work, account, write) };
      const now = work.clock.now();
      const checkAt = await findNextChangeAt(work.database, { userId, meanPauseMs: work.meanPauseMs, now });
      if (checkAt > now) return { instead: { kind: 'ok', value: { kind: 'too_early', checkAt } } };
      const { unresolvedSentAt } = write;
      if (unresolvedSentAt !== null) return { instead: await resolveEarlier(work, account, write, unresolvedSentAt) };
      return { order: { ...write, declined: null, isLost: false } };
    },
    send: (account, attempt, { noteLive }) =>
      account.setPrice(attempt.marketId, attempt.newPrice * 100, async (live) => {
        const isSeen = await noteLive(live);
        if (isSeen) return mayWrite(work, attempt, wholeDollars(live.priceCents));
        const message = writeMessages.otherCurrency(wholeDollars(live.priceCents), live.currency);
        attempt.declined = { error: 'price_changed', message };
        return false;
      }),
    async settle(attempt, answer, account) {
      if (attempt.isLost) return step('open');
      if (attempt.declined !== null) return settleFailed(work, attempt, attempt.declined);
      if (answer.kind === 'failed') return afterFailure(work, account, attempt, answer.failure);
      if (answer.kind === 'unavailable') return settleUnavailable(work, attempt, answer.as);
      const oldPrice = wholeDollars(answer.value.oldPriceCents);
      // The process is closing, so nothing was written.
      if (answer.value.newPriceCents !== attempt.newPrice * 100) return step('open');
      if (attempt.undoesPrice !== null && attempt.sentAt === null)
        return settleFailed(work, attempt, { error: 'already_undone', message: writeMessages.alreadyOld });
      if (attempt.sentAt !== null) await work.closet.noteCheckPassed(work.database, userId);
      return settleUpdated(work, attempt, oldPrice);
    },
    async onFailure(tx, failure) {
      if (endOfWrite(failure, { wasSent: false }) === 'stop') await work.onMarketFailure(tx, userId, failure);
    },
  });

/** A write, and what happened between the read and the write. Once it is being sent, it has `oldPrice` and `sentAt`. */
type Attempt = OpenWrite & { declined: Declined | null; isLost: boolean };

/** Decides on the price that the listing has now, and stores it before it is overwritten. */
async function mayWrite({ database, clock, closing }: PriceWork, attempt: Attempt, oldPrice: number): Promise<boolean> {
  if (oldPrice === attempt.newPrice) return false;
  attempt.declined = whyDeclined(attempt, oldPrice);
  if (attempt.declined !== null || closing.signal.aborted) return false;
  const now = clock.now();
  attempt.isLost = !(await saveSending(database, { ...attempt, oldPrice, now }));
  if (attempt.isLost) return false;
  Object.assign(attempt, { oldPrice, sentAt: now });
  return true;
}

/** The reason why the price at the marketplace forbids the write, or null. */
function whyDeclined(write: OpenWrite, seen: number): Declined | null {
  const { undoesPrice, newPrice, expectedPrice, confirmedLarge, currency } = write;
  const words = writeMessages.of(currency);
  if (undoesPrice !== null && seen !== undoesPrice)
    return { error: 'changed_elsewhere', message: words.changedElsewhere(seen, undoesPrice) };
  if (expectedPrice !== null && isPriceChanged({ expectedPrice, newPrice }, seen))
    return { error: 'price_changed', message: words.priceChanged(seen, expectedPrice) };
  if (undoesPrice === null && !confirmedLarge && isLargeChange(seen, newPrice))
    return { error: 'large_change', message: words.largeAtMarket(seen, newPrice) };
  return null;
}

async function afterFailure(work: PriceWork, account: MarketAccount, write: OpenWrite, failure: MarketFailure): Step {
  const wasSent = write.sentAt !== null;
  switch (endOfWrite(failure, { wasSent })) {
    case 'retry':
      return failure;
    case 'stop':
      // A write refused because of the session may be sent again with a new session.
      if (wasSent) await saveUnsent(work.database, write);
      return failure;
    case 'read':
      await saveUncertain(work.database, write);
      return readOutcome(work, account, { ...write, isUncertain: true });
    case 'refused':
      return afterRefusal(work, write, failure);
  }
}

async function afterRefusal(work: PriceWork, write: OpenWrite, { kind, message, asksSeller }: MarketFailure): Step {
  if (asksSeller) {
    if (write.tries >= mostAsks)
      return settleFailed(work, write, { error: 'browser_asks', message: writeMessages.browserAsks });
    // So that a yes within half a minute makes this very change.
    await saveUnsent(work.database, write);
    return { kind: 'ok', value: { kind: 'in_flight', checkAt: work.clock.now() + askAgainMs } };
  }
  if (kind === 'write_not_applied')
    return settleFailed(work, write, { error: 'marketplace_refused', message: writeMessages.notApplied });
  if (kind === 'validation')
    return settleFailed(work, write, { error: 'marketplace_refused_values', message: writeMessages.refused(message) });
  return settleFailed(work, write, { error: 'marketplace_changed', message: writeMessages.unreadable }, 'surprised');
}

/** The listing as it is now, or what there is instead. */
async function readLive(
  work: PriceWork,
  account: MarketAccount,
  write: OpenWrite,
): Promise<{ live: SeenNow } | { instead: MarketResult<WriteStep> }> {
  const seen = await account.listing(write.marketId);
  if (seen.kind === 'listing_gone') return { instead: await settleUnavailable(work, write, 'removed') };
  if (seen.kind !== 'ok') return { instead: seen };
  const { priceCents, currency, availability } = seen.value;
  if (priceCents === null) return { instead: { kind: 'unavailable', message: 'The price could not be read.' } };
  return { live: { price: wholeDollars(priceCents), currency, isSold: availability === 'sold' } };
}
type SeenNow = { price: number; currency: Currency; isSold: boolean };

/** Finds the outcome of a write that may have been sent, by reading. */
async function readOutcome(work: PriceWork, account: MarketAccount, write: OpenWrite): Step {
  const read = await readLive(work, account, write);
  if ('instead' in read) return read.instead;
  const { price, currency, isSold } = read.live;
  const now = work.clock.now();
  const oldPrice = write.oldPrice ?? price;
  const verdict = judgeWrite({ ...write, oldPrice }, { price, now });
  if (verdict === 'arrived') return settleUpdated(work, write, oldPrice);
  if (isSold) return settleUnavailable(work, write, 'sold');
  switch (verdict) {
    case 'in_flight':
      return lookLater(now, write.sentAt);
    case 'changed_elsewhere': {
      const message = writeMessages.of(currency).changedMeanwhile(price);
      return settleFailed(work, write, { error: 'changed_elsewhere', message, seen: { price, currency } });
    }
    case 'not_arrived': {
      const declined = { error: 'marketplace_unavailable', message: writeMessages.stillOld };
      // A write whose answer was unclear is never sent again. One that a dead process left behind is sent again, unless it is too
      // old.
      if (write.isUncertain || now - (write.sentAt ?? write.askedAt) > staleMs)
        return settleFailed(work, write, declined, 'surprised');
      await saveUnsent(work.database, write);
      return step('open');
    }
  }
}

/**
 * An earlier write of the same listing has an unknown outcome. Nothing is written while that one can still arrive. Its outcome is
 * read first, so that history and undo stay right.
 */
async function resolveEarlier(work: PriceWork, account: MarketAccount, write: OpenWrite, sentAt: Instant): Step {
  const { database, clock, activity } = work;
  const read = await readLive(work, account, write);
  if ('instead' in read) return read.instead;
  const now = clock.now();
  const seen = [{ poshmark_id: write.marketId, price: read.live.price }];
  const resolved = await database.transaction((tx) =>
    resolveWrites(tx, { userId: write.userId, seen, activity, readAt: now, now }),
  );
  return resolved > 0 ? step('open') : lookLater(now, sentAt);
}

const lookLater = (now: Instant, sentAt: Instant | null): MarketResult<WriteStep> => ({
  kind: 'ok',
  value: { kind: 'in_flight', checkAt: Math.min(now + checkAgainMs, Math.max(now, inFlightUntil(sentAt))) },
});
