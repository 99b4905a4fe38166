// Finds bots and share attempts that no worker handles.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { interrupted, type Ledger } from '../ledger/ledger.ts';
import { mostFound, type OpenAttempt, readForgottenAttempts, readOrphanedAttempts } from '../rounds/attempts-store.ts';
import { recountRounds, recountStoppedRounds } from '../rounds/store.ts';
import { freeOrphanedBots } from '../state/worker-store.ts';

export const sweepEveryMs = 60_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Rounds that ended within this time are checked every minute. */
const lookBackMs = 30 * minuteMs;
/** After this time, which is longer than all deadlines, the owner can't settle anymore. */
const graceMs = minuteMs;

/** Every ended round whose single shares are still stored is checked at the first sweep and then hourly. */
const fullSweepEveryMs = hourMs;
const fullLookBackMs = 36 * 24 * hourMs;
/** A round can run for days if its seller's limit is low. */
const longestRoundMs = 2 * 24 * hourMs;
/**
 * The rounds that bots are in are checked in parts, one a minute. All at once took 0.6 s with 10,000 bots, and made thousands of
 * shares late.
 */
const parts = 60;
/** Longer than `graceMs`, because the owners of running rounds may be settling. */
const runningGraceMs = 10 * minuteMs;

/** Small enough that no outcome of a share waits long for their transaction. */
const settledTogether = 500;

export type Sweep = () => Promise<{ bots: number; attempts: number }>;

/**
 * Runs once a minute. Running bots that nobody owns become due. Attempts that nobody settled become unknown, for example if a
 * seller stopped a bot and its worker then died, or if a machine was switched off with a share in flight.
 */
export function createSweep({ database, clock, ledger }: { database: Database; clock: Clock; ledger: Ledger }): Sweep {
  let nextFullAt = Number.NEGATIVE_INFINITY;
  // By the clock, so that a worker that is restarted every few minutes gets to all parts as well.
  let part = Math.floor(clock.now() / sweepEveryMs) % parts;

  async function findAttempts(now: Instant): Promise<OpenAttempt[]> {
    const isFull = now >= nextFullAt;
    const ended = now - (isFull ? fullLookBackMs : lookBackMs);
    const began = isFull ? ended : ended - longestRoundMs;
    const orphaned = await readOrphanedAttempts(database, { began, ended, before: now - graceMs });
    const forgotten = await readForgottenAttempts(database, { part, of: parts, before: now - runningGraceMs });
    if (isFull && orphaned.length < mostFound) nextFullAt = now + fullSweepEveryMs;
    part = (part + 1) % parts;
    return [...orphaned, ...forgotten];
  }

  return async () => {
    const now = clock.now();
    const bots = await freeOrphanedBots(database, now);
    const orphaned = await findAttempts(now);
    for (let settled = 0; settled < orphaned.length; settled += settledTogether) {
      const group = orphaned.slice(settled, settled + settledTogether);
      await Promise.all(group.map((attempt) => ledger.settle({ ...attempt, ...interrupted })));
    }
    await recountRounds(database, orphaned);
    await recountStoppedRounds(database, now - lookBackMs);
    return { bots, attempts: orphaned.length };
  };
}
