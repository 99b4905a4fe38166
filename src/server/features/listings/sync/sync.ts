// The face of this room: syncs a seller's listings with the marketplace.

import type { SyncResult } from '#contract/schemas/listings.ts';
import type { ActivityAction } from '#domain/activity.ts';
import { type FindHold, onHoldMessage } from '#domain/bot/hold.ts';
import { type Found, sumOf } from '#domain/closet.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Closet, LinkedCloset } from '../../closet/closet.ts';
import { resolveWrites } from '../prices/prices.ts';
import { type Pass, readCloset } from './read-closet.ts';
import { findKnown, lockListings, markRemoved, recordSeenPrices, retireOtherClosets, upsertSeen } from './store.ts';

/** The part of the activity log that this feature writes. */
export type ActivityLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details?: string; listingId?: string; at: Instant },
  ): Promise<void>;
};

type Sync = {
  /** `evenOnHold`: the operator's hold doesn't count. `isTold` is false if the seller isn't shown the result. */
  sync(userId: string, options?: { evenOnHold?: boolean; isTold?: boolean }): Promise<SyncResult>;
  importCloset(userId: string): Promise<void>;
  lookAgain(userId: string): Promise<void>;
};

/** How a closet is read. `keepsUntold`: what it finds is kept until the seller reads it. */
type How = { waited: boolean; most: number; keepsUntold: boolean };

/** A running sync, and its result for those who asked for it. */
type Running = { pass: Promise<SyncResult>; keepsUntold: boolean; told: Promise<SyncResult> | null };

/** A sync within this time after one that the seller wasn't told of, such as the import after connecting, reports that, too. */
const isNewsMs = 60_000;

const lookAgainMs = 60_000;
/** How many listings are looked up separately while a seller waits, and in the background. */
const mostWhileWaiting = 25;
const mostInBackground = 200;

type Needs = {
  database: Database;
  clock: Clock;
  closet: Closet;
  queue: Queue;
  activity: ActivityLog;
  /** Runs in the transaction that stores a sync, for features that depend on the listings. */
  onSynced?: ((tx: Queryable, userId: string) => Promise<void>) | undefined;
  findHold: FindHold;
  /** The time between two listings that are looked up separately. */
  spacingMs: number;
};

/**
 * Reads the whole closet under the account lock, and stores it in one transaction: a sync that fails halfway changes
 * nothing.
 */
export function createSync(needs: Needs): Sync {
  const running = new Map<string, Running>();

  /** Runs one sync per user at a time: a caller who comes while one runs gets its result. */
  const joined = (userId: string, { evenOnHold = false, ...how }: How & { evenOnHold?: boolean }): Running => {
    const hold = evenOnHold ? null : needs.findHold();
    if (hold !== null) throw new Failure('on_hold', onHoldMessage('Syncing is', hold, needs.clock.now()));
    const present = running.get(userId);
    if (present !== undefined) return present;
    const pass = syncOnce(needs, userId, how).finally(() => running.delete(userId));
    const started = { pass, keepsUntold: how.keepsUntold, told: null };
    running.set(userId, started);
    return started;
  };

  const tell = async (userId: string, { pass, keepsUntold }: Running): Promise<SyncResult> => {
    const result = await pass;
    const untold = await needs.closet.takeUntold(userId, needs.clock.now() - isNewsMs);
    if (untold === null) return result;
    // What this sync found is among what was kept if it keeps that.
    return withFound(result, keepsUntold ? untold : sumOf(untold, result));
  };

  return {
    async sync(userId, { isTold = true, ...options } = {}) {
      const sync = joined(userId, { ...options, waited: false, most: mostWhileWaiting, keepsUntold: !isTold });
      if (!isTold) return sync.pass;
      sync.told ??= tell(userId, sync);
      return sync.told;
    },

    async importCloset(userId) {
      await joined(userId, { waited: false, most: mostWhileWaiting, keepsUntold: true }).pass;
    },

    async lookAgain(userId) {
      // A running sync has not waited, so this one still has to run after it.
      await running.get(userId)?.pass.catch(() => {});
      await joined(userId, { waited: true, most: mostInBackground, keepsUntold: false }).pass;
    },
  };
}

async function syncOnce(needs: Needs, userId: string, { waited, most, keepsUntold }: How): Promise<SyncResult> {
  const { database, clock, closet, spacingMs } = needs;
  const outcome = await closet.withLiveAccount<SyncResult | Failure>(userId, async (account, linked) => {
    const known = await findKnown(database, userId, linked.marketUserId);
    const readAt = clock.now();
    const read = await readCloset(account, { known, now: readAt, most, spacingMs, waited });
    if (read.kind !== 'ok') return read;
    const pass = read.value;
    if (pass.shown === 0 && known.length === 0) return { kind: 'ok', value: await storeEmpty(needs, linked, userId) };
    const result =
      pass.isSuspicious && !waited
        ? await deferToSecondRead(needs, userId, pass)
        : await storePass(needs, linked, { userId, waited, keepsUntold, readAt, pass });
    return { kind: 'ok', value: result };
  });
  if (outcome.kind !== 'ok') throw await closet.failureOf(userId, outcome);
  if (outcome.value instanceof Failure) throw outcome.value;
  return outcome.value;
}

function storePass(
  { clock, closet, activity, queue, onSynced }: Needs,
  { marketUserId, transaction }: LinkedCloset,
  { userId, waited, keepsUntold, readAt, pass }: Omit<How, 'most'> & { userId: string; readAt: Instant; pass: Pass },
): Promise<SyncResult> {
  return transaction(async (tx) => {
    const now = clock.now();
    await lockListings(tx, userId);
    await retireOtherClosets(tx, userId, marketUserId);
    await resolveWrites(tx, { userId, seen: pass.seen, activity, readAt, now });
    await recordSeenPrices(tx, { userId, seen: pass.seen, now });
    const { added, updated, sold } = await upsertSeen(tx, { userId, marketUserId, seen: pass.seen, now });
    const removed = await markRemoved(tx, { userId, poshmarkIds: pass.gone, now });
    await closet.noteSynced(tx, userId, now);
    await onSynced?.(tx, userId);
    // A second read that got no further does not queue another one: the next sync continues.
    if (pass.asked < pass.missing && (pass.asked > 0 || !waited)) await lookAgainLater(queue, userId, tx);
    const found = { added, updated, sold, removed };
    if (keepsUntold) await closet.keepUntold(tx, userId, { found, at: now, since: now - isNewsMs });
    const result = { ...found, total: pass.shown };
    const message = syncMessage(result, pass);
    await activity.record(tx, { userId, action: 'SYNC', details: message, at: now });
    return { message, ...result };
  });
}

/** The closet never had a listing. Those of the closet that was linked before are no longer for sale here. */
async function storeEmpty(
  { clock, closet }: Needs,
  { marketUserId, transaction }: LinkedCloset,
  userId: string,
): Promise<Failure> {
  await transaction(async (tx) => {
    await lockListings(tx, userId);
    await retireOtherClosets(tx, userId, marketUserId);
    await closet.noteSynced(tx, userId, clock.now());
  });
  return new Failure('no_listings_found', 'Your closet has no listings yet. List an item, then sync again.');
}

/** Most known listings are missing: nothing is changed before a second read. */
async function deferToSecondRead(
  { database, clock, activity, queue }: Needs,
  userId: string,
  pass: Pass,
): Promise<SyncResult | Failure> {
  await lookAgainLater(queue, userId);
  if (pass.shown === 0) {
    return new Failure(
      'no_listings_found',
      `Your closet showed no listings, but Hangtag knows ${pass.missing}. Nothing was changed. Hangtag will check again in a minute.`,
    );
  }
  const message = `Your closet showed only ${pass.shown} listings, and ${pass.missing} that Hangtag knows were missing. Nothing was changed. Hangtag will check again in a minute.`;
  await activity.record(database, { userId, action: 'SYNC', details: message, at: clock.now() });
  return { message, added: 0, updated: 0, sold: 0, removed: 0, total: pass.shown };
}

const lookAgainLater = (queue: Queue, userId: string, tx?: Queryable): Promise<void> =>
  queue.put('listings.look-again', { userId }, { key: userId, delayMs: lookAgainMs, ...(tx && { tx }) });

/** The result of a sync as if it had found this. */
function withFound(result: SyncResult, found: Found): SyncResult {
  const sum = { ...found, total: result.total };
  // A message that says more than the summary stays.
  return { ...sum, message: result.message === summaryOf(result) ? summaryOf(sum) : result.message };
}

function summaryOf({ added, updated, sold, removed, total }: Omit<SyncResult, 'message'>): string {
  const parts = [
    added > 0 && `${added} new`,
    updated > 0 && `${updated} changed`,
    sold > 0 && `${sold} sold`,
    removed > 0 && `${removed} removed`,
  ].filter((part) => part !== false);
  const listings = total === 1 ? '1 listing' : `${total} listings`;
  return `Synced ${listings}: ${parts.length === 0 ? 'nothing changed' : parts.join(', ')}.`;
}

function syncMessage(result: Omit<SyncResult, 'message'>, pass: Pass): string {
  const summary = summaryOf(result);
  const left = pass.missing - pass.asked;
  if (left === 0) return summary;
  return left === 1
    ? `${summary} 1 known listing was missing. Hangtag left it unchanged and will check again.`
    : `${summary} ${left} known listings were missing. Hangtag left them unchanged and will check again.`;
}
