// One leg of a chaos run: sellers share, something is struck at random moments, and the oracle checks the promises.

import { setTimeout as sleep } from 'node:timers/promises';
import { leastPauseMs } from '#domain/bot/pace.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Leg } from './leg/leg.ts';
import { openPlace } from './leg/place.ts';
import { keepRunning, openSellers } from './leg/sellers.ts';
import { newStriking, strikeOnce, waitForShares } from './leg/striking.ts';
import { judge, type Verdict } from './oracle/oracle.ts';
import { shortestPause, tooClose } from './oracle/promises.ts';
import type { Strike } from './strikes.ts';

export type LegResult = Verdict & {
  done: Record<Strike, number>;
  seconds: number;
  slowestResumeMs: number;
  shortestPauseMs: number | null;
};

/** Runs one leg: sellers share, something is struck at random moments, and at the end the oracle checks. */
export async function runLeg(
  leg: Leg,
  { random, say, signal }: { random: () => number; say: (words: string) => void; signal?: AbortSignal },
): Promise<LegResult> {
  const startedAt = Date.now();
  const place = await openPlace(leg, random);
  const { product, journal } = place;
  try {
    const sellers = await openSellers(product, place.origin, leg);
    const keeper = keepRunning(product, sellers);
    const striking = newStriking({ leg, random, place, sellers });
    const { kills, healed, done, violations } = striking;
    await waitForShares(striking);
    striking.slowestResumeMs = 0;
    // All sellers start at once, which does not count as a recovery.
    if (leg.recovery) violations.length = 0;
    while (kills.length < leg.kills) {
      await sleep(200 + random() * 3_800);
      signal?.throwIfAborted();
      await strikeOnce(striking);
      if (kills.length % leg.restEvery === 0 || kills.length === leg.kills) {
        if (!leg.recovery) await waitForShares(striking);
        say(`${leg.name}: ${kills.length} of ${leg.kills} strikes, ${journal.accepted.length} shares`);
      }
    }
    await keeper.stop();
    for (const { userId } of sellers) await product.bot.stop(userId).catch(() => {});
    await allSettled(product.database, leg.meanPauseMs);

    const limits = new Map(sellers.map(({ account, limit }) => [account, limit]));
    const accepted = await journal.end();
    const verdict = await judge({
      database: product.database,
      accepted,
      limits,
      kills: [...kills, ...healed],
    });
    return {
      ...verdict,
      violations: [...violations, ...verdict.violations, ...tooClose(accepted, leastPauseMs(leg.meanPauseMs))],
      done,
      seconds: Math.round((Date.now() - startedAt) / 1000),
      slowestResumeMs: striking.slowestResumeMs,
      shortestPauseMs: shortestPause(accepted),
    };
  } finally {
    await place.close();
  }
}

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
