// Finds bots and share attempts that no worker handles.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { interrupted, type Ledger } from '../ledger/ledger.ts';
import {
  type OpenAttempt,
  readAllOpenAttempts,
  readOrphanedAttempts,
  recountRounds,
  recountStoppedRounds,
} from '../rounds/store.ts';
import { freeOrphanedBots } from '../state/worker-store.ts';

export const sweepEveryMs = 60_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Rounds that ended within this time are checked every minute. */
const lookBackMs = 30 * minuteMs;
/** After this time, which is longer than all deadlines, the owner can't settle anymore. */
const graceMs = minuteMs;

/** Every round whose single shares are still stored is checked at the first sweep and then hourly, however long ago it ended. */
const fullSweepEveryMs = hourMs;
const fullLookBackMs = 36 * 24 * hourMs;
/** Longer, because this check also finds attempts of running rounds, which their owner may be settling. */
const fullGraceMs = 10 * minuteMs;

export type Sweep = () => Promise<{ bots: number; attempts: number }>;

/**
 * Runs once a minute. Running bots that nobody owns become due. Attempts that nobody settled become unknown, for example if a
 * seller stopped a bot and its worker then died, or if a machine was switched off with a share in flight.
 */
export function createSweep({ database, clock, ledger }: { database: Database; clock: Clock; ledger: Ledger }): Sweep {
  let nextFullAt = Number.NEGATIVE_INFINITY;

  async function findAttempts(now: Instant): Promise<OpenAttempt[]> {
    const ended = await readOrphanedAttempts(database, { since: now - lookBackMs, before: now - graceMs });
    if (now < nextFullAt) return ended;
    const all = await readAllOpenAttempts(database, { since: now - fullLookBackMs, before: now - fullGraceMs });
    nextFullAt = now + fullSweepEveryMs;
    return [...ended, ...all];
  }

  return async () => {
    const now = clock.now();
    const bots = await freeOrphanedBots(database, now);
    const orphaned = await findAttempts(now);
    for (const { roundId, listingId, reservedAt } of orphaned)
      await ledger.settle({ roundId, listingId, reservedAt, ...interrupted });
    await recountRounds(database, [...new Set(orphaned.map(({ roundId }) => roundId))]);
    await recountStoppedRounds(database, now - lookBackMs);
    return { bots, attempts: orphaned.length };
  };
}
