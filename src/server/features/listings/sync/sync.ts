// The face of this room: reads a seller's closet at the marketplace, and stores what it shows. Whoever needs the closet of today (the
// seller, a round, a night without rounds) reads it by this one way.

import type { SyncResult } from '#contract/listings/listings.ts';
import { onHoldMessage } from '#domain/bot/hold.ts';
import { pageSpacingMs, pagesOf } from '#domain/bot/schedule/closet-reading.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, type Instant, sleep } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketAccount, MarketFailure, MarketResult } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { LinkedCloset } from '../../closet/closet.ts';
import type { ListingsNeeds } from '../needs/needs.ts';
import { resolveWrites } from '../prices/prices.ts';
import {
  entryOf,
  type Pass,
  readCloset,
  syncMessage,
  tooMuchMissing,
  unreadMessage,
  withFound,
} from './read-closet.ts';
import { findKnown, lockListings, markRemoved, recordSeenPrices, retireOtherClosets, upsertSeen } from './store.ts';

type Going = {
  /** Resolves when the clock reaches a moment. */
  wait(until: Instant): Promise<void>;
  /** Asked before each further call. If not, the reading ends, and nothing is changed. */
  goesOn(): boolean | Promise<boolean>;
};

/** Thrown in a reading that nobody wants anymore. */
class ReadingEnded extends Error {}

/** Progress is stored after this many pages: every two seconds at two pages a second. A smaller closet stores none. */
const pagesPerProgress = 4;

/** `recent`: it was read after `since`, for any reason. `ended`: `goesOn` said no. Nothing was changed unless it was `read`. */
type Reading =
  | { kind: 'read'; shown: number }
  | { kind: 'recent' }
  | { kind: 'ended' }
  | { kind: 'unread'; failure: MarketFailure | null };

/**
 * `isSecond`: the reading that was to make sure, a minute after one that showed too little. `isQuiet`: nobody asked for it, so the
 * activity log says only what is new.
 */
type ReadingAsk = Partial<Going> & { isSecond?: boolean; isQuiet?: boolean; since?: Instant; signsIn?: boolean };

/** How a reading ended, and the message for the seller. `doubtful`: most known listings are missing, so nothing was changed. */
type Outcome =
  | { kind: 'read'; result: SyncResult }
  | { kind: 'empty' }
  | { kind: 'doubtful'; message: string; shown: number }
  | { kind: 'recent' }
  | { kind: 'failed'; failure: MarketFailure };
/** A running reading, and the answer to the sellers who asked for it. */
type Running = { outcome: Promise<Outcome>; answer: Promise<SyncResult> | null };

/** A sync within this time after a reading that the seller wasn't told of reports what that one found, too. */
const isNewsMs = 60_000;

const lookAgainMs = 60_000;
/** How many missing listings the first reading looks up separately, and the second one, a minute later. */
const mostAtFirst = 25;
const mostAtSecond = 200;

/**
 * Reads the whole closet under the account lock, and stores it in one transaction: a reading that fails halfway changes nothing.
 * In a process one runs for a seller at a time, and whoever comes while it runs gets its result.
 */
export function createSync(needs: ListingsNeeds) {
  const running = new Map<string, Running>();

  const joined = (userId: string, ask: ReadingAsk & { evenOnHold?: boolean }): Running => {
    const hold = ask.evenOnHold ? null : (needs.hold?.find() ?? null);
    if (hold !== null) throw new Failure('on_hold', onHoldMessage('Syncing is', hold, needs.clock.now()));
    const present = running.get(userId);
    if (present !== undefined) return present;
    const outcome = readOnce(needs, userId, ask).finally(() => running.delete(userId));
    const started = { outcome, answer: null };
    running.set(userId, started);
    return started;
  };

  /** The result for a seller. A reading for a bot that was stopped has none, so another one takes its place. */
  const resultOf = async (userId: string, mine: Running, ask: { evenOnHold?: boolean }): Promise<SyncResult> => {
    const outcome = await mine.outcome.catch((error: unknown) => {
      if (error instanceof ReadingEnded) return { kind: 'recent' } as const;
      throw error;
    });
    if (outcome.kind === 'recent') return resultOf(userId, joined(userId, ask), ask);
    if (outcome.kind === 'failed') throw await needs.closet.failureOf(userId, outcome.failure);
    if (outcome.kind === 'read') return outcome.result;
    if (outcome.kind === 'empty') throw new Failure('no_listings_found', neverFilled);
    const { message, shown } = outcome;
    if (shown === 0) throw new Failure('no_listings_found', message);
    return { message, added: 0, updated: 0, sold: 0, removed: 0, total: shown };
  };

  const answer = async (userId: string, mine: Running, ask: { evenOnHold?: boolean }): Promise<SyncResult> => {
    const result = await resultOf(userId, mine, ask);
    // What this reading found is among what was kept.
    const unseen = await needs.closet.takeUnseenSync(userId, needs.clock.now() - isNewsMs);
    return unseen === null ? result : withFound(result, unseen);
  };

  return {
    /**
     * Reads the whole closet. A second call while one runs gets the result of the first. Throws `on_hold`, among others;
     * `evenOnHold` is for a demo, whose closet nobody but its visitor has. `isTold` is false if the seller isn't shown the result: the
     * seller's next sync within a minute reports it, too.
     */
    async sync(
      userId: string,
      { isTold = true, ...ask }: { evenOnHold?: boolean; isTold?: boolean } = {},
    ): Promise<SyncResult> {
      const mine = joined(userId, ask);
      if (!isTold) return resultOf(userId, mine, ask);
      mine.answer ??= answer(userId, mine, ask);
      return mine.answer;
    },

    /**
     * Reads the closet without a request of the seller: before a round, and at night while the bot is stopped. Does nothing if the
     * closet was read after `since`, or if it would have to sign in and `signsIn` is false. A sync within a minute reports what this
     * reading found. Throws only if it could not begin.
     */
    async read(userId: string, ask: { since: Instant; signsIn?: boolean } & Partial<Going>): Promise<Reading> {
      try {
        const outcome = await joined(userId, { ...ask, isQuiet: true }).outcome;
        if (outcome.kind === 'read') return { kind: 'read', shown: outcome.result.total };
        if (outcome.kind === 'empty') return { kind: 'read', shown: 0 };
        if (outcome.kind === 'recent') return outcome;
        await noteUnread(needs, userId, outcome);
        return { kind: 'unread', failure: outcome.kind === 'failed' ? outcome.failure : null };
      } catch (error) {
        if (error instanceof ReadingEnded) return { kind: 'ended' };
        throw error;
      }
    },

    /** The job after a sync that showed too little: looks up every missing listing separately. */
    async lookAgain(userId: string): Promise<void> {
      // A reading that runs already is not the second one, so this one still has to follow it.
      await running.get(userId)?.outcome.catch(() => {});
      await resultOf(userId, joined(userId, { isSecond: true }), {});
    },
  };
}

async function readOnce(
  needs: ListingsNeeds,
  userId: string,
  { isSecond = false, isQuiet = false, since = Number.POSITIVE_INFINITY, signsIn = true, ...going }: ReadingAsk,
): Promise<Outcome> {
  const { database, clock, closet, spacingMs = pageSpacingMs, onMarketFailure } = needs;
  const work = async (account: MarketAccount, linked: LinkedCloset): Promise<MarketResult<Outcome>> => {
    if (linked.lastSyncedAt !== null && linked.lastSyncedAt >= since) return { kind: 'ok', value: { kind: 'recent' } };
    const known = await findKnown(database, userId, linked.marketUserId);
    const readAt = clock.now();
    const noteSeen = (seen: number) => closet.noteReading({ userId, seen, total: known.length });
    if (pagesOf(known.length) > pagesPerProgress) await noteSeen(0);
    const read = await readCloset(account, {
      known,
      now: readAt,
      most: isSecond ? mostAtSecond : mostAtFirst,
      isSecond,
      beforeNext: createPace({
        clock,
        spacingMs,
        wait: (until) => sleep(clock, until - clock.now()),
        goesOn: () => true,
        ...going,
        onProgress: noteSeen,
      }),
    });
    if (read.kind !== 'ok') return read;
    const pass = read.value;
    if (pass.shown === 0 && known.length === 0) return { kind: 'ok', value: await storeEmpty(needs, linked, userId) };
    const value =
      pass.isSuspicious && !isSecond
        ? await deferToSecondReading(needs, { userId, isQuiet, pass })
        : await storePass(needs, linked, { userId, isSecond, isQuiet, readAt, pass });
    return { kind: 'ok', value };
  };
  const outcome = await closet.withLiveAccount(userId, work, {
    signsIn,
    onFailure: (tx, failure) => onMarketFailure(tx, userId, failure, 'reading'),
  });
  return outcome.kind === 'ok' ? outcome.value : { kind: 'failed', failure: outcome };
}

/** For each call after the first: waits until it may be made. */
function createPace(needs: Going & { clock: Clock; spacingMs: number; onProgress: (seen: number) => Promise<void> }) {
  const { clock, spacingMs, wait, goesOn, onProgress } = needs;
  let lastAt = clock.now();
  let calls = 0;
  return async (seen: number): Promise<void> => {
    const nextAt = lastAt + spacingMs;
    if (clock.now() < nextAt) await wait(nextAt);
    if (!(await goesOn())) throw new ReadingEnded('This reading is not wanted anymore.');
    lastAt = clock.now();
    calls += 1;
    if (calls % pagesPerProgress === 0) await onProgress(seen);
  };
}

function storePass(
  { clock, closet, activity, queue, onSynced }: ListingsNeeds,
  { marketUserId, transaction }: LinkedCloset,
  given: { userId: string; isSecond: boolean; isQuiet: boolean; readAt: Instant; pass: Pass },
): Promise<Outcome> {
  const { userId, isSecond, isQuiet, readAt, pass } = given;
  const { seen, news, gone, shown } = pass;
  return transaction(async (tx) => {
    const now = clock.now();
    const isNews = news.length > 0 || gone.length > 0;
    const poshmarkIds = [...news.map(({ poshmark_id }) => poshmark_id), ...gone];
    if (isNews) await lockListings(tx, { userId, marketUserId, poshmarkIds });
    await resolveWrites(tx, { userId, seen, activity, readAt, now });
    const found = { added: 0, updated: 0, sold: 0, removed: 0 };
    if (isNews) {
      await retireOtherClosets(tx, userId, marketUserId);
      await recordSeenPrices(tx, { userId, seen: news, now });
      Object.assign(found, await upsertSeen(tx, { userId, marketUserId, seen: news, now }));
      found.removed = await markRemoved(tx, { userId, poshmarkIds: gone, now });
    }
    await closet.noteSynced(tx, { userId, now, shown });
    const isFound = Object.values(found).some((count) => count > 0);
    if (isFound || !isQuiet) await onSynced?.(tx, userId, found);
    // A second reading that got no further does not queue another one: the next one continues.
    if (pass.asked < pass.missing && (pass.asked > 0 || !isSecond)) await lookAgainLater(queue, userId, tx);
    if (isFound) await closet.addUnseenSync(tx, userId, { found, at: now, since: now - isNewsMs });
    const result = { ...found, total: shown };
    const message = syncMessage(result, pass);
    const details = isQuiet ? entryOf(found) : message;
    if (details !== null) await activity.record(tx, { userId, action: 'SYNC', details, at: now });
    return { kind: 'read', result: { message, ...result } };
  });
}

/** The closet never had a listing. Those of the closet that was linked before are no longer for sale here. */
async function storeEmpty(
  { clock, closet }: ListingsNeeds,
  { marketUserId, transaction }: LinkedCloset,
  userId: string,
): Promise<Outcome> {
  await transaction(async (tx) => {
    await lockListings(tx, { userId, marketUserId, poshmarkIds: [] });
    await retireOtherClosets(tx, userId, marketUserId);
    await closet.noteSynced(tx, { userId, now: clock.now(), shown: 0 });
  });
  return { kind: 'empty' };
}
const neverFilled = 'Your closet has no listings yet. List an item, then sync again.';

/** Most known listings are missing: nothing is changed before a second reading. */
async function deferToSecondReading(
  { database, clock, activity, queue }: ListingsNeeds,
  { userId, isQuiet, pass }: { userId: string; isQuiet: boolean; pass: Pass },
): Promise<Outcome> {
  await lookAgainLater(queue, userId);
  const { shown } = pass;
  const message = tooMuchMissing(pass);
  if (shown > 0 && !isQuiet)
    await activity.record(database, { userId, action: 'SYNC', details: message, at: clock.now() });
  return { kind: 'doubtful', message, shown };
}

/** The activity log says once that the closet can't be read, unless the seller has to act, which the connection panel says. */
async function noteUnread(
  { database, clock, closet, activity }: ListingsNeeds,
  userId: string,
  outcome: Extract<Outcome, { kind: 'doubtful' | 'failed' }>,
): Promise<void> {
  const at = clock.now();
  const details =
    outcome.kind === 'doubtful' ? outcome.message : unreadMessage(await closet.failureOf(userId, outcome.failure));
  await database.transaction(async (tx) => {
    const isFirst = await closet.noteFailedReading(tx, userId, at);
    if (isFirst && details !== null) await activity.record(tx, { userId, action: 'SYNC', details, at });
  });
}

const lookAgainLater = (queue: Queue, userId: string, tx?: Queryable): Promise<void> =>
  queue.put('listings.look-again', { userId }, { key: userId, delayMs: lookAgainMs, ...(tx && { tx }) });
