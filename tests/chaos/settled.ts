// Waits for what is in flight at the end of a run.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';

/** The sweep checks once a minute for attempts that are a minute old. */
const settleLimitMs = 140_000;

/** A worker finds out that its bot was stopped when the next share is due: after the longest pause, which a warning doubles. */
const longestPause = 8;

/** Waits until no share and no price change is open, because of a reply, the sweep, or the job of prices. */
export async function allSettled(database: Database, meanPauseMs: number): Promise<void> {
  const giveUpAt = Date.now() + settleLimitMs;
  while (Date.now() < giveUpAt) {
    const { rows } = await database.query(
      `select 1 as one from share_attempts where outcome = 0
       union all select 1 from price_writes where state in ('waiting', 'sending') limit 1`,
    );
    // Then the worker that sent the last share updates the sums of its round.
    if (rows.length === 0) return sleep(Math.max(3_200, 1_000 + longestPause * meanPauseMs));
    await sleep(500);
  }
}
