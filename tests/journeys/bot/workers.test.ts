import { beforeAll, describe, expect, it } from 'vitest';
import type { Bot } from '#server/features/bot/bot.ts';
import { createGroupCommit } from '#server/features/bot/ledger/group-commit.ts';
import { createLedger } from '#server/features/bot/ledger/ledger.ts';
import { botJourney } from './bot-journey.ts';
import { type BotWorld, openBotWorld, settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: BotWorld;
const { arrive, start } = botJourney();
beforeAll(async () => {
  world = await arrive();
});

describe('several workers', () => {
  it('take over when another one ends, and share nothing twice', async () => {
    const { userId, account } = await world.addSeller(20);
    const other = await world.openWorker();
    await start(userId);
    await world.passUntil(userId, ({ totalShares }) => totalShares === 7);
    await world.closeWorker(other);
    const third = await world.openWorker();
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 20);
    const sent = (await world.journalOf(account)).map(({ listingId }) => listingId);
    expect(new Set(sent).size).toBe(20);
    expect(sent).toHaveLength(20);
    expect(await world.entries(userId, 'SHARE_UNKNOWN')).toEqual([]);
    await world.closeWorker(third);
  });

  it('never both own one bot', async () => {
    const second = await world.openWorker();
    const sellers = [];
    for (let n = 0; n < 8; n++) sellers.push(await world.addSeller(4));
    for (const { userId } of sellers) await start(userId);
    for (const { userId } of sellers)
      await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 4);
    for (const { account } of sellers) expect(await world.journalOf(account)).toHaveLength(4);
    await world.closeWorker(second);
  });
});

describe('a start after hours of downtime', () => {
  it('skips the rounds that it missed while nothing ran', async () => {
    const own = await openBotWorld();
    const first = await own.openWorker();
    const { userId, account } = await own.addSeller(5);
    await own.bot.start(userId, { ...settings, shareFrequency: 30 });
    await own.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 5);
    await own.closeWorker(first);
    await own.time.advance(6 * hour);
    await own.openWorker();
    await own.pass(29 * minute);
    expect(await own.entries(userId, 'ROUND_STARTED')).toHaveLength(2);
    const times = (await own.journalOf(account)).map(({ at }) => Date.parse(at));
    expect(times).toHaveLength(10);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    await own.close();
  });
});

describe('the pause between two shares', () => {
  it('is never shorter than the least one, even after a takeover, or after a stop and a start', async () => {
    const own = await openBotWorld();
    const bot = own.make(undefined, false, { random: () => 0 });
    const first = await own.openWorker(bot);
    const { userId, account } = await own.addSeller(20);
    const until = (shares: number) => own.passUntil(userId, ({ totalShares }) => totalShares === shares);
    await bot.start(userId, settings);
    await until(3);
    await own.closeWorker(first);
    await own.openWorker(bot);
    await until(6);
    await bot.stop(userId);
    await bot.start(userId, settings);
    await until(9);
    const times = (await own.journalOf(account)).map(({ at }) => Date.parse(at));
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    await own.close();
  });
});

/** A bot whose shares are settled when `wait` has ended. It gets their number, from 1 on. */
const settlingAfter = (own: BotWorld, wait: (settled: number) => Promise<void>): Bot => {
  const group = () => createGroupCommit({ database: own.database, spacingMs: 1 });
  const ledger = createLedger({ reservations: group(), outcomes: group(), clock: own.clock });
  let settled = 0;
  return own.make({
    reserve: ledger.reserve,
    async settle(ask) {
      settled += 1;
      await wait(settled);
      return ledger.settle(ask);
    },
  });
};

describe('a bot whose last share is settled slowly', () => {
  it('includes that share in its round, not as one of unknown outcome', async () => {
    const own = await openBotWorld();
    const bot = settlingAfter(own, async (settled) => {
      // Longer than everything that the bot asks of the database when it stops itself.
      if (settled === 50) for (let turn = 0; turn < 200; turn++) await own.database.query('select 1');
    });
    const { userId } = await own.addSeller(52);
    await own.openWorker(bot);
    await bot.start(userId, { ...settings, dailyShareLimit: 50 });
    await own.passUntil(userId, ({ state }) => state === 'stopped');
    const { rows } = await own.database.query('select shares, unknown from rounds where user_id = $1', [userId]);
    expect(rows).toEqual([{ shares: 50, unknown: 0 }]);
    const [finished] = await own.entries(userId, 'ROUND_FINISHED');
    expect(finished?.details).toBe('50 of 52 listings shared, stopped');
    await own.close();
  });
});

describe('a bot that its seller stops while a share is in flight', () => {
  it('logs that share as still being sent, because it may be confirmed a moment later', async () => {
    const own = await openBotWorld();
    const bot = settlingAfter(own, async (settled) => {
      if (settled === 3) await bot.stop(userId);
    });
    const { userId } = await own.addSeller(10);
    await own.openWorker(bot);
    await bot.start(userId, settings);
    await own.passUntil(userId, ({ state }) => state === 'stopped');
    const [finished] = await own.entries(userId, 'ROUND_FINISHED');
    expect(finished?.details).toBe('2 of 10 listings shared, 1 still being sent, stopped');
    const counts = async () =>
      (await own.database.query('select shares, unknown from rounds where user_id = $1', [userId])).rows;
    // The worker counts the round again at its next step.
    await own.pass(5_000);
    await expect.poll(counts).toEqual([{ shares: 3, unknown: 0 }]);
    await own.close();
  });
});

describe('a bot whose last share is settled slowly, over midnight', () => {
  it('counts the next share for the day on which the marketplace gets it', async () => {
    const own = await openBotWorld();
    const bot = settlingAfter(own, async (settled) => {
      if (settled === 2) await own.time.advanceTo(Date.parse('2026-05-05T00:00:05Z'));
    });
    const { userId, account } = await own.addSeller(10);
    await own.pass(Date.parse('2026-05-04T23:59:30Z') - own.clock.now());
    await own.openWorker(bot);
    await bot.start(userId, settings);
    await own.passUntil(userId, ({ state }) => state === 'waiting');
    const { rows } = await own.database.query<{ day: string; shares: number }>(
      'select share_date::text as day, count(*)::int as shares from share_attempts where user_id = $1 group by 1 order by 1',
      [userId],
    );
    const seen = Map.groupBy(await own.journalOf(account), ({ at }) => at.slice(0, 10));
    expect(rows).toEqual([...seen].map(([day, shares]) => ({ day, shares: shares.length })));
    expect(rows.map(({ day }) => day)).toEqual(['2026-05-04', '2026-05-05']);
    await own.close();
  });
});

describe('a worker that closes', () => {
  it('gives back reservations that it did not send, even those that were made while it was closing', async () => {
    const own = await openBotWorld();
    const group = () => createGroupCommit({ database: own.database, spacingMs: 1 });
    const ledger = createLedger({ reservations: group(), outcomes: group(), clock: own.clock });
    const { userId, account } = await own.addSeller(5);
    const rows = async () =>
      (await own.database.query('select outcome, evidence from share_attempts where user_id = $1', [userId])).rows;
    let left: Promise<unknown[]> | undefined;
    const bot = own.make({
      async reserve(ask) {
        const answer = await ledger.reserve(ask);
        left ??= own.closeWorker(worker).then(rows);
        return answer;
      },
      settle: ledger.settle,
    });
    const worker = await own.openWorker(bot);
    await bot.start(userId, settings);
    await own.pass(5_000);
    expect(await left).toEqual([]);
    expect(await bot.status(userId)).toMatchObject({ sharesToday: 0 });
    expect(await own.journalOf(account)).toEqual([]);
    await own.close();
  });

  it('is idle then, even if it was about to claim bots once more', async () => {
    const worker = await world.bot.openWorker();
    // The second one asks for another claim after the one that runs.
    worker.poke();
    worker.poke();
    await worker.close();
    await worker.idle();
  });
});

describe('maintenance', () => {
  it('deletes single shares after 35 days and keeps their totals', async () => {
    const { userId } = await world.addSeller(3);
    await start(userId, { shareFrequency: 1440 });
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 3);
    await world.bot.stop(userId);
    await world.pass(34 * 24 * hour);
    await world.bot.maintenance();
    expect(await world.entries(userId, 'SHARE')).toHaveLength(3);
    await world.pass(3 * 24 * hour);
    const entriesAfter = async () => {
      await world.bot.maintenance();
      return world.entries(userId, 'SHARE');
    };
    // While anything reads the ledger, maintenance leaves it for the next time, and a worker may.
    await expect.poll(entriesAfter).toEqual([]);
    expect(await world.bot.status(userId)).toMatchObject({ totalShares: 3, shareStatus: { completedShares: 3 } });
  });

  it('leaves the ledger alone while a backup reads it, so that no share waits', async () => {
    const { database } = world;
    await database.query("select ensure_share_partition('2020-01-01')");
    const old = async () =>
      (await database.query("select 1 from pg_class where relname = 'share_attempts_20200101'")).count;
    await database.transaction(async (tx) => {
      await tx.query('select count(*) from share_attempts');
      const maintained = world.bot.maintenance();
      await database.query('select count(*) from share_attempts');
      await maintained;
      expect(await old()).toBe(1);
    });
    const oldAfter = async () => {
      await world.bot.maintenance();
      return old();
    };
    await expect.poll(oldAfter).toBe(0);
  });
});
