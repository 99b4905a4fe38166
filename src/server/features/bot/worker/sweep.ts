import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readForgottenAttempts, recountRounds, recountStoppedRounds } from '../rounds/store.ts';
import { freeForgottenBots } from '../state/worker-store.ts';

const lookBackMs = 30 * 60_000;
/** Whoever reserved had this long, beyond all deadlines, to settle. */
const graceMs = 60_000;

/**
 * The second pair of eyes, once a minute: running bots that nobody owns are made due, and attempts of ended rounds that nobody
 * settled (the seller stopped, and the worker died with a share on its way) become unknown.
 */
export async function sweep({
  database,
  clock,
  ledger,
}: {
  database: Database;
  clock: Clock;
  ledger: Ledger;
}): Promise<{ bots: number; attempts: number }> {
  const now = clock.now();
  const bots = await freeForgottenBots(database, now);
  const forgotten = await readForgottenAttempts(database, { since: now - lookBackMs, before: now - graceMs });
  const evidence = 'uncertain: Hangtag was interrupted while this share was on its way';
  for (const { roundId, listingId } of forgotten)
    await ledger.settle({ roundId, listingId, outcome: 'unknown', evidence });
  await recountRounds(database, [...new Set(forgotten.map(({ roundId }) => roundId))]);
  await recountStoppedRounds(database, now - lookBackMs);
  return { bots, attempts: forgotten.length };
}
