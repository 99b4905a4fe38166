// Makes one price write of the journal: record what is about to be overwritten, write, settle, and find an outcome that was lost.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import { endOfWrite, inFlightUntil, isLargeChange, isPriceChanged, judgeWrite } from '#domain/prices/price-change.ts';
import type { Closet } from '../../../closet/closet.ts';
import { type Money, type MoneyRun, wholeDollars } from '../../money/write-money.ts';
import type { PriceLog } from '../history/record-change.ts';
import { writeMessages } from '../journal/write-messages.ts';
import { type OpenWrite, saveSending, saveUncertain, saveUnsent } from '../journal/write-store.ts';
import { resolveWrites } from '../outcome/resolve-writes.ts';
import { type Declined, settleFailed, settleUnavailable, settleUpdated } from '../outcome/settle-write.ts';

/** A change that was interrupted for longer than this is not sent anymore. */
export const staleMs = 3_600_000;
/** The time between two reads of a listing whose write can still arrive. */
const checkAgainMs = 10_000;

/** How often the companion is asked for a change that it asks its seller about, and how long after each time. */
const mostAsks = 8;
const askAgainMs = 4_000;

/**
 * `settled`: the write has its outcome. `surprised`: it has one, but the marketplace's answer was unexpected. `open`: try it
 * again. `in_flight`: the write, or an earlier one of the same listing, can still arrive, or its seller is asked about it; check again then. `too_early`: the pace
 * forbids the next write until then.
 */
export type WriteStep =
  | { kind: 'settled' | 'surprised' | 'open' }
  | { kind: 'in_flight' | 'too_early'; checkAt: Instant };

type Tools = {
  database: Database;
  clock: Clock;
  closet: Pick<Closet, 'noteCheckPassed'>;
  activity: PriceLog;
  /** While the process closes, an outcome that is not known yet is left to the next process. */
  isClosing: () => boolean;
  /** Receives failures that concern the whole account, because they also pause its bot. */
  onMarketFailure: (tx: Queryable, userId: string, failure: MarketFailure) => Promise<void>;
};

type Step = Promise<MarketResult<WriteStep>>;

const step = (kind: 'settled' | 'surprised' | 'open'): MarketResult<WriteStep> => ({ kind: 'ok', value: { kind } });

/**
 * Takes the seller's next write one step further. A process that dies in the middle leaves it `waiting` (nothing was sent) or
 * `sending` (it may have been sent). The next process reads the listing to find out. `findNext` is called under the account lock.
 */
export const writePrice = (
  tools: Tools & { money: Money },
  { userId, run, findNext }: { userId: string; run: MoneyRun; findNext: FindNext },
): Step =>
  tools.money.write<Attempt, { oldPriceCents: number; newPriceCents: number }, WriteStep>(userId, {
    run,
    async find(account, { marketUserId }) {
      const found = await findNext(marketUserId);
      if (!('order' in found)) return found;
      const write = found.order;
      if (write.state === 'sending') return { instead: await readOutcome(tools, account, write) };
      const { unresolvedSentAt } = write;
      if (unresolvedSentAt !== null) return { instead: await resolveEarlier(tools, account, write, unresolvedSentAt) };
      return { order: { ...write, declined: null, isLost: false } };
    },
    send: (account, attempt, { noteLive }) =>
      account.setPrice(attempt.marketId, attempt.newPrice * 100, async (live) => {
        const isSeen = await noteLive(live);
        if (isSeen) return mayWrite(tools, attempt, wholeDollars(live.priceCents));
        const message = writeMessages.otherCurrency(wholeDollars(live.priceCents), live.currency);
        attempt.declined = { error: 'price_changed', message };
        return false;
      }),
    async settle(attempt, answer, account) {
      if (attempt.isLost) return step('open');
      if (attempt.declined !== null) return fail(tools, attempt, attempt.declined);
      if (answer.kind === 'failed') return afterFailure(tools, account, attempt, answer.failure);
      if (answer.kind === 'unavailable') {
        await settleUnavailable(tools, attempt, answer.as);
        return step('settled');
      }
      const oldPrice = wholeDollars(answer.value.oldPriceCents);
      // The process is closing, so nothing was written.
      if (answer.value.newPriceCents !== attempt.newPrice * 100) return step('open');
      if (attempt.undoesPrice !== null && attempt.sentAt === null)
        return fail(tools, attempt, { error: 'already_undone', message: writeMessages.alreadyOld });
      await settleUpdated(tools, attempt, oldPrice);
      if (attempt.sentAt !== null) await tools.closet.noteCheckPassed(tools.database, userId);
      return step('settled');
    },
    async onFailure(tx, failure) {
      if (endOfWrite(failure, { wasSent: false }) === 'stop') await tools.onMarketFailure(tx, userId, failure);
    },
  });

type FindNext = (marketUserId: string) => Promise<{ order: OpenWrite } | { instead: MarketResult<WriteStep> }>;

/** A write, and what happened between the read and the write. Once it is being sent, it has `oldPrice` and `sentAt`. */
type Attempt = OpenWrite & { declined: Declined | null; isLost: boolean };

/** Decides on the price that the listing has now, and stores it before it is overwritten. */
async function mayWrite({ database, clock, isClosing }: Tools, attempt: Attempt, oldPrice: number): Promise<boolean> {
  if (oldPrice === attempt.newPrice) return false;
  attempt.declined = whyDeclined(attempt, oldPrice);
  if (attempt.declined !== null || isClosing()) return false;
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
      return afterRefusal(tools, write, failure);
  }
}

async function afterRefusal(tools: Tools, write: OpenWrite, { kind, message, asksSeller }: MarketFailure): Step {
  if (asksSeller) {
    if (write.tries >= mostAsks)
      return fail(tools, write, { error: 'browser_asks', message: writeMessages.browserAsks });
    // So that a yes within half a minute makes this very change.
    await saveUnsent(tools.database, write);
    return { kind: 'ok', value: { kind: 'in_flight', checkAt: tools.clock.now() + askAgainMs } };
  }
  if (kind === 'write_not_applied')
    return fail(tools, write, { error: 'marketplace_refused', message: writeMessages.notApplied });
  if (kind === 'validation')
    return fail(tools, write, { error: 'marketplace_refused_values', message: writeMessages.refused(message) });
  return fail(tools, write, { error: 'marketplace_changed', message: writeMessages.unreadable }, 'surprised');
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
      const { currency } = seen.value;
      const message = writeMessages.of(currency).changedMeanwhile(price);
      return fail(tools, write, { error: 'changed_elsewhere', message, seen: { price, currency } });
    }
    case 'not_arrived': {
      const declined = { error: 'marketplace_unavailable', message: writeMessages.stillOld };
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
