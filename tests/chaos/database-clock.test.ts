import { beforeAll, expect, it, vi } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { openBots } from '#tests/bots.ts';
import { moveClock, shiftClock } from '#tests/clocks/shifted-clock.ts';
import { ownDatabase, silentLog } from '#tests/database.ts';
import { startStandin } from './world/standin.ts';

/** A quarter to a seventh of Hangtag's own: the same rules, in less time. */
const times = {
  leaseMs: 1_500,
  renewMs: 400,
  claimEveryMs: 200,
  sendWindowMs: 500,
  shareDeadlineMs: 1_500,
  commitEveryMs: 1,
};
const hour = 3_600_000;
const day = 24 * hour;
const limit = 40;
const test = ownDatabase();

beforeAll(async () => {
  await shiftClock(test.database, test.url);
});

const soon = { timeout: 20_000, interval: 40 };

it('a clock of the database that jumps by an hour over midnight, forward and back, gives no second limit for a day', async () => {
  const { database } = test;
  const standin = await startStandin({ latencyMs: 0 });
  const product = await openBots({
    databaseUrl: test.url,
    origin: standin.origin,
    keys: { secretKey: 'c0'.repeat(32), dataDir: '/nowhere' },
    log: silentLog,
    openQueue: async () => ({ async put() {}, async work() {}, async close() {} }),
    clock: { readEveryMs: 50 },
    own: async () => ({ meanPauseMs: 20, times }),
  });
  const { bot } = product;
  const worker = await bot.openWorker();
  const setClock = async (to: number) => {
    await moveClock(database, to - Date.now());
    return to;
  };
  const addSeller = async () => {
    const login = await standin.command<{ username: string; password: string }>('accounts', {
      listings: 2 * limit,
      sold: 0,
    });
    const { rows } = await database.query<{ id: string }>(
      `insert into users (first_name, last_name, email, password, timezone, created_at)
       values ('Clock', 'Seller', $1, 'none', 'UTC', now()) returning id`,
      [`${login.username}@example.org`],
    );
    const userId = rows[0]?.id ?? '';
    await product.closet.linkWithPassword(userId, { ...login, keepPassword: true });
    await product.listings.sync(userId);
    return { userId, start: () => bot.start(userId, { ...standardSettings, dailyShareLimit: limit }) };
  };
  /** Shares of the seller by share day, in the order of the days. */
  const byDay = async (userId: string): Promise<number[]> => {
    const { rows } = await database.query<{ shares: number }>(
      `select count(*)::int as shares from share_attempts where user_id = $1 and outcome <> 2
       group by share_date order by share_date`,
      [userId],
    );
    return rows.map(({ shares }) => shares);
  };
  const until = (check: () => Promise<void>) => vi.waitFor(check, soon);
  const clockIsBefore = (moment: number) => async (userId: string) =>
    expect(Date.parse((await bot.status(userId)).now)).toBeLessThan(moment);

  try {
    const midnight = (Math.floor(Date.now() / day) + 2) * day;
    const evening = await setClock(midnight - hour / 2);
    const one = await addSeller();
    const other = await addSeller();
    await until(async () => expect(Date.parse((await bot.status(one.userId)).now)).toBeGreaterThan(evening - hour));
    await one.start();
    await until(async () => expect((await byDay(one.userId))[0]).toBeGreaterThan(5));

    await setClock(midnight + hour / 2);
    const [ofFirstDay = 0] = await byDay(one.userId);
    // Shares that are under way when the clock jumps are not counted as made today.
    await until(async () => expect((await byDay(one.userId))[1]).toBeGreaterThan(ofFirstDay + 5));

    await setClock(midnight - hour / 2);
    await until(() => clockIsBefore(midnight)(one.userId));
    // The new day has begun for this seller, and does not begin again. The other one has not shared yet.
    expect((await bot.status(one.userId)).sharesToday).toBeGreaterThan(ofFirstDay);
    expect(await byDay(one.userId)).toHaveLength(2);
    await other.start();
    await until(async () => expect((await byDay(other.userId))[0]).toBeGreaterThan(5));

    await setClock(midnight + hour / 2);
    await until(async () => expect((await bot.status(one.userId)).state).toBe('stopped'));
    await setClock(midnight - hour / 2);
    await until(() => clockIsBefore(midnight)(one.userId));
    await expect(one.start()).rejects.toMatchObject({ code: 'limit_reached' });
    await bot.stop(other.userId).catch(() => {});

    const [first = 0, second] = await byDay(one.userId);
    expect(first).toBeLessThan(limit);
    expect(second).toBe(limit);
    for (const shares of await byDay(other.userId)) expect(shares).toBeLessThanOrEqual(limit);
    await standin.journal.end();
    const rows = [...(await byDay(one.userId)), ...(await byDay(other.userId))];
    expect(standin.journal.accepted.length).toBeLessThanOrEqual(rows.reduce((sum, shares) => sum + shares, 0));
  } finally {
    await worker.close();
    await product.close();
    await standin.close();
  }
});
