// A Hangtag whose clock a test moves, for a story that takes days.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseClock } from '#server/adapters/clock/clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/adapters/database/embedded.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { hurry } from '#server/adapters/jobs/pg-boss.ts';
import type { Log } from '#server/adapters/log/log.ts';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config/config.ts';
import { moveClock, shiftClock } from '#tests/clocks/shifted-clock.ts';
import { openMarket } from '#tests/standin/caller.ts';
import { joinProduct, type Product } from '../fixtures/product.ts';

export type MovedProduct = Product & {
  now(): number;
  /** From now on it is this moment, for Hangtag, its database, and the marketplace. The time keeps running from there. */
  moveTo(moment: number): Promise<void>;
  close(): Promise<void>;
};

const quiet: Log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };

/**
 * The whole Hangtag in the test's own process, so that nothing has to wait until it notices the new time. Everything in it follows
 * the clock of the database, and that is what moves.
 */
export async function startMovedProduct({
  startsAt,
  crowd,
}: {
  startsAt: number;
  crowd: number;
}): Promise<MovedProduct> {
  const ending: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ending.splice(0).reverse()) await end();
  };
  try {
    let aheadMs = startsAt - Date.now();
    const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-moved-'));
    ending.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database'), log: quiet });
    ending.push(() => postgres.stop());
    const url = await newDatabase(postgres);
    const first = await openPostgres({ url, max: 1, log: quiet });
    await shiftClock(first, url).finally(() => first.close());
    const database = await openPostgres({ url, max: 2, log: quiet });
    ending.push(() => database.close());
    await moveClock(database, aheadMs);
    const market = await openMarket({ now: () => Date.now() + aheadMs });
    ending.push(() => market.close());
    const clock = await databaseClock({ database, log: quiet });
    ending.push(() => clock.stop());
    const app = await createApp(
      readConfig({
        DATABASE_URL: url,
        DATA_DIR: folder,
        SECRET_KEY: 'ab'.repeat(32),
        MARKETPLACE_URL: market.origin,
        PRACTICE_URL: market.origin,
        SHARE_INTERVAL_MS: '5',
        BUDGET_FACTOR: '1000',
      }),
      { log: quiet, clock },
    );
    ending.push(() => app.close());
    const { port } = await app.server.listen(0, '127.0.0.1');
    app.beginLife();
    return {
      ...joinProduct({ url: `http://127.0.0.1:${port}`, marketOrigin: market.origin }, crowd),
      now: () => clock.now(),
      async moveTo(moment) {
        const byMs = moment - clock.now();
        aheadMs += byMs;
        await moveClock(database, aheadMs);
        await clock.sync?.();
        // The queue of jobs has a clock of its own.
        await hurry(database, byMs);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One that the program owns, as `shiftClock` asks for. Resolves to its address. */
async function newDatabase({ url, adminUrl }: EmbeddedPostgres): Promise<string> {
  const moved = new URL(url);
  const admin = await openPostgres({ url: adminUrl, max: 1, log: quiet });
  await admin.query(`create database moved owner ${moved.username}`).finally(() => admin.close());
  moved.pathname = '/moved';
  return moved.href;
}
