// Makes one price write of the journal: read, record what is about to be overwritten, write, verify, settle.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import { endOfWrite, inFlightUntil, isLargeChange, isPriceChanged, judgeWrite } from '#domain/prices/price-change.ts';
import type { PriceLog } from '../history/record-change.ts';
import { writeMessages } from '../journal/write-messages.ts';
import { type OpenWrite, saveSending, saveUncertain, saveUnsent } from '../journal/write-store.ts';
import { resolveWrites } from '../outcome/resolve-writes.ts';
import { type Declined, settleFailed, settleUnavailable, settleUpdated } from '../outcome/settle-write.ts';

/** A change that was interrupted for longer than this is not sent anymore. */
export const staleMs = 3_600_000;
/** The time between two reads of a listing whose write can still arrive. */
const checkAgainMs = 10_000;

/**
 * `settled`: the write has its outcome. `surprised`: it has one, but the marketplace's answer was unexpected. `open`: try it
 * again. `in_flight`: the write, or an earlier one of the same listing, can still arrive; check again then. `too_early`: the pace
 * forbids the next write until then.
 */
export type WriteStep =
  | { kind: 'settled' | 'surprised' | 'open' }
  | { kind: 'in_flight' | 'too_early'; checkAt: Instant };

type Tools = {
  database: Database;
  clock: Clock;
  activity: PriceLog;
  /** While the process closes, an outcome that is not known yet is left to the next process. */
  isClosing: () => boolean;
};

type Step = Promise<MarketResult<WriteStep>>;

const step = (kind: 'settled' | 'surprised' | 'open'): MarketResult<WriteStep> => ({ kind: 'ok', value: { kind } });

/**
 * Takes a write one step further, under the account lock. A process that dies in the middle leaves the write `waiting` (nothing
 * was sent) or `sending` (it may have been sent). The next process reads the listing to find out.
 */
export async function writePrice(tools: Tools, account: MarketAccount, write: OpenWrite): Step {
  if (write.state === 'sending') return readOutcome(tools, account, write);
  if (write.unresolvedSentAt !== null) return resolveEarlier(tools, account, write, write.unresolvedSentAt);
  return send(tools, account, write);
}

/** What happened between the read and the write. */
type BeforeWrite = { declined: Declined | null; sent: { oldPrice: number; sentAt: Instant } | null; isLost: boolean };

async function send(tools: Tools, account: MarketAccount, write: OpenWrite): Step {
  const { database, clock, isClosing } = tools;
  const before: BeforeWrite = { declined: null, sent: null, isLost: false };
  const result = await account.setPrice(write.marketId, write.newPrice * 100, async (oldCents) => {
    const oldPrice = wholeDollars(oldCents);
    before.declined = whyDeclined(write, oldPrice);
    if (before.declined !== null || isClosing()) return false;
    const now = clock.now();
    before.isLost = !(await saveSending(database, { ...write, oldPrice, now }));
    if (before.isLost) return false;
    before.sent = { oldPrice, sentAt: now };
    return true;
  });
  if (before.isLost) return step('open');
  if (before.declined !== null) return fail(tools, write, before.declined);
  if (result.kind !== 'ok') return afterFailure(tools, account, { ...write, ...before.sent }, result);
  const oldPrice = wholeDollars(result.value.oldPriceCents);
  // The process is closing, so nothing was written.
  if (result.value.newPriceCents !== write.newPrice * 100) return step('open');
  if (write.undoesPrice !== null && before.sent === null)
    return fail(tools, write, { error: 'already_undone', message: writeMessages.alreadyOld, seen: oldPrice });
  await settleUpdated(tools, write, oldPrice);
  return step('settled');
}

/** The reason why the price at the marketplace forbids the write, or null. */
function whyDeclined(write: OpenWrite, seen: number): Declined | null {
  const { undoesPrice, newPrice, expectedPrice, confirmedLarge } = write;
  if (undoesPrice !== null && seen !== undoesPrice)
    return { error: 'changed_elsewhere', message: writeMessages.changedElsewhere(seen, undoesPrice), seen };
  if (expectedPrice !== null && isPriceChanged({ expectedPrice, newPrice }, seen))
    return { error: 'price_changed', message: writeMessages.priceChanged(seen, expectedPrice), seen };
  if (undoesPrice === null && !confirmedLarge && isLargeChange(seen, newPrice))
    return { error: 'large_change', message: writeMessages.largeAtMarket(seen, newPrice), seen };
  return null;
}

async function fail(tools: Tools, write: OpenWrite, declined: Declined, as: 'settled' | 'surprised' = 'settled'): Step {
  await settleFailed(tools, write, declined);
  return step(as);
}

async function afterFailure(tools: Tools, account: MarketAccount, write: OpenWrite, failure: MarketFailure): Step {
  const wasSent = write.sentAt !== null;
  switch (endOfWrite(failure, { wasSent })) {
    case 'retry':
      return failure;
    case 'stop':
      // A write refused because of the session may be sent again with a new session.
      if (wasSent) await saveUnsent(tools.database, write);
      return failure;
    case 'read':
      await saveUncertain(tools.database, write);
      return readOutcome(tools, account, { ...write, isUncertain: true });
    case 'refused':
      return afterRefusal(tools, account, write, failure);
  }
}

async function afterRefusal(tools: Tools, account: MarketAccount, write: OpenWrite, failure: MarketFailure): Step {
  switch (failure.kind) {
    case 'listing_gone':
    case 'not_found':
      await settleUnavailable(tools, write, 'removed');
      return step('settled');
    case 'listing_not_available':
      await settleUnavailable(tools, write, (await isSold(account, write)) ? 'sold' : 'not_for_sale');
      return step('settled');
    case 'write_not_applied':
      return fail(tools, write, { error: 'marketplace_refused', message: writeMessages.notApplied, seen: null });
    case 'validation': {
      // The marketplace also answers so if the listing was sold between our read and our write.
      if (await isSold(account, write)) {
        await settleUnavailable(tools, write, 'sold');
        return step('settled');
      }
      const message = writeMessages.refused(failure.message);
      return fail(tools, write, { error: 'marketplace_refused_values', message, seen: null });
    }
    default: {
      const declined = { error: 'marketplace_changed', message: writeMessages.unreadable, seen: null };
      return fail(tools, write, declined, 'surprised');
    }
  }
}

async function isSold(account: MarketAccount, { marketId }: OpenWrite): Promise<boolean> {
  const seen = await account.listing(marketId);
  return seen.kind === 'ok' && seen.value.availability === 'sold';
}

/** Finds the outcome of a write that may have been sent, by reading. */
async function readOutcome(tools: Tools, account: MarketAccount, write: OpenWrite): Step {
  const seen = await account.listing(write.marketId);
  if (seen.kind === 'listing_gone') {
    await settleUnavailable(tools, write, 'removed');
    return step('settled');
  }
  if (seen.kind !== 'ok') return seen;
  if (seen.value.priceCents === null) return unreadablePrice;
  const price = wholeDollars(seen.value.priceCents);
  const now = tools.clock.now();
  const oldPrice = write.oldPrice ?? price;
  const verdict = judgeWrite({ ...write, oldPrice }, { price, now });
  if (verdict === 'arrived') {
    await settleUpdated(tools, write, oldPrice);
    return step('settled');
  }
  if (seen.value.availability === 'sold') {
    await settleUnavailable(tools, write, 'sold');
    return step('settled');
  }
  switch (verdict) {
    case 'in_flight':
      return lookLater(now, write.sentAt);
    case 'changed_elsewhere': {
      const message = writeMessages.changedMeanwhile(price);
      return fail(tools, write, { error: 'changed_elsewhere', message, seen: price });
    }
    case 'not_arrived': {
      const declined = { error: 'marketplace_unavailable', message: writeMessages.stillOld, seen: null };
      // A write whose answer was unclear is never sent again. One that a dead process left behind is sent again, unless it is too
      // old.
      if (write.isUncertain || now - (write.sentAt ?? write.askedAt) > staleMs)
        return fail(tools, write, declined, 'surprised');
      await saveUnsent(tools.database, write);
      return step('open');
    }
  }
}

/**
 * An earlier write of the same listing has an unknown outcome. Nothing is written while that one can still arrive. Its outcome is
 * read first, so that history and undo stay right.
 */
async function resolveEarlier(tools: Tools, account: MarketAccount, write: OpenWrite, sentAt: Instant): Step {
  const { database, clock, activity } = tools;
  const { userId, marketId } = write;
  const seen = await account.listing(marketId);
  if (seen.kind === 'listing_gone') {
    await settleUnavailable(tools, write, 'removed');
    return step('settled');
  }
  if (seen.kind !== 'ok') return seen;
  if (seen.value.priceCents === null) return unreadablePrice;
  const now = clock.now();
  const shown = [{ poshmark_id: marketId, price: wholeDollars(seen.value.priceCents) }];
  const resolved = await database.transaction((tx) =>
    resolveWrites(tx, { userId, seen: shown, activity, readAt: now, now }),
  );
  return resolved > 0 ? step('open') : lookLater(now, sentAt);
}

const lookLater = (now: Instant, sentAt: Instant | null): MarketResult<WriteStep> => ({
  kind: 'ok',
  value: { kind: 'in_flight', checkAt: Math.min(now + checkAgainMs, Math.max(now, inFlightUntil(sentAt))) },
});

const unreadablePrice: MarketFailure = { kind: 'unavailable', message: 'The price could not be read.' };

/** The marketplace's prices have no cents. */
const wholeDollars = (cents: number): number => Math.round(cents / 100);
