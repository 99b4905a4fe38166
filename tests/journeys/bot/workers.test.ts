import { describe, expect, it } from 'vitest';
import type { Bot } from '#server/features/bot/bot.ts';
import { createGroupCommit } from '#server/features/bot/ledger/group-commit.ts';
import { createLedger, type Ledger } from '#server/features/bot/ledger/ledger.ts';
import { botJourney } from './bot-journey.ts';
import { settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, start } = botJourney({ hasWorker: false });

it('a start after hours of downtime skips the rounds that it missed while nothing ran', async () => {
  const first = await world.openWorker();
  const { userId, account } = await world.addSeller(5);
  await world.bot.start(userId, { ...settings, shareFrequency: 30 });
  await world.roundOver(userId, 5);
  await world.closeWorker(first);
  await world.time.advance(6 * hour);
  await world.openWorker();
  await world.pass(29 * minute);
  expect(await world.entries(userId, 'ROUND_STARTED')).toHaveLength(2);
  const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
  expect(times).toHaveLength(10);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
});

it('several workers take over when another one ends, share nothing twice, and never pause for less than the least, also after a stop and a start', async () => {
  const bot = world.make({ random: () => 0 });
  const { userId, account } = await world.addSeller(20);
  await world.openWorker(bot);
  const other = await world.openWorker(bot);
  const until = (shares: number) => world.sharesMade(userId, shares);
  await bot.start(userId, settings);
  await until(7);
  await world.closeWorker(other);
  await world.openWorker(bot);
  await world.roundOver(userId, 20);
  const sent = (await world.journalOf(account)).map(({ listingId }) => listingId);
  expect([sent.length, new Set(sent).size]).toEqual([20, 20]);
  expect(await world.entries(userId, 'SHARE_UNKNOWN')).toEqual([]);
  await bot.stop(userId);
  await bot.start(userId, settings);
  await until(23);
  await world.closeWorkers();
  await world.openWorker(bot);
  await until(26);
  const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
});

/** A bot whose shares are settled when `wait` has ended. It gets their number, from 1 on. */
const settlingAfter = (wait: (settled: number) => Promise<void>): Bot => {
  const group = () => createGroupCommit({ database: world.database, spacingMs: 1 });
  const ledger = createLedger({ reservations: group(), outcomes: group(), clock: world.clock });
  let settled = 0;
  const settle: Ledger['settle'] = async (ask) => {
    settled += 1;
    await wait(settled);
    return ledger.settle(ask);
  };
  return world.make({ ledger: { ...ledger, settle } });
};

it('a bot whose last share is settled slowly includes that share in its round, not as one of unknown outcome', async () => {
  const bot = settlingAfter(async (settled) => {
    // Longer than everything that the bot asks of the database when it stops itself.
    if (settled === 3) for (let turn = 0; turn < 200; turn++) await world.database.query('select 1');
  });
  const { userId } = await world.addSeller(5);
  await world.assume(userId, 47);
  await world.openWorker(bot);
  await bot.start(userId, { ...settings, dailyShareLimit: 50 });
  await world.passUntil(userId, ({ state }) => state === 'stopped');
  const { rows } = await world.database.query('select shares, unknown from rounds where user_id = $1', [userId]);
  expect(rows).toEqual([{ shares: 3, unknown: 0 }]);
  const [finished] = await world.entries(userId, 'ROUND_FINISHED');
  expect(finished?.details).toBe('3 of 5 listings shared, stopped');
});

it('a bot that its seller stops while a share is in flight logs that share as still being sent, because it may be confirmed a moment later', async () => {
  const bot = settlingAfter(async (settled) => {
    if (settled === 3) await bot.stop(userId);
  });
  const { userId } = await world.addSeller(10);
  await world.openWorker(bot);
  await bot.start(userId, settings);
  await world.passUntil(userId, ({ state }) => state === 'stopped');
  const [finished] = await world.entries(userId, 'ROUND_FINISHED');
  expect(finished?.details).toBe('2 of 10 listings shared, 1 still being sent, stopped');
  const counts = async () =>
    (await world.database.query('select shares, unknown from rounds where user_id = $1', [userId])).rows;
  // The worker counts the round again at its next step.
  await world.pass(5_000);
  await expect.poll(counts).toEqual([{ shares: 3, unknown: 0 }]);
});

it('a bot whose last share is settled slowly over midnight counts the next share for the day on which the marketplace gets it', async () => {
  const bot = settlingAfter(async (settled) => {
    if (settled === 2) await world.time.advanceTo(midnight + 5_000);
  });
  const { userId, account } = await world.addSeller(10);
  const midnight = Math.ceil(world.clock.now() / (24 * hour)) * 24 * hour;
  await world.pass(midnight - minute / 2 - world.clock.now());
  await world.openWorker(bot);
  await bot.start(userId, settings);
  await world.passUntil(userId, ({ state }) => state === 'waiting');
  const { rows } = await world.database.query<{ day: string; shares: number }>(
    'select share_date::text as day, count(*)::int as shares from share_attempts where user_id = $1 group by 1 order by 1',
    [userId],
  );
  const seen = Map.groupBy(await world.journalOf(account), ({ at }) => at.slice(0, 10));
  expect(rows).toEqual([...seen].map(([day, shares]) => ({ day, shares: shares.length })));
  expect(rows).toHaveLength(2);
});

it('a bot whose day ends while it is about to stop at its limit continues with the new day', async () => {
  let hasEnded = false;
  const bot = world.make({
    closet: {
      ...world.closet,
      async saveFromBot(tx, kept) {
        const saved = await world.closet.saveFromBot(tx, kept);
        if ((await world.attemptsOf(userId)).length < 2) return saved;
        if (world.time.now() < midnight) await world.time.advanceTo(midnight + 1_000);
        hasEnded = true;
        return saved;
      },
    },
  });
  const { userId, account } = await world.addSeller(4);
  const midnight = Math.ceil(world.clock.now() / (24 * hour)) * 24 * hour;
  await world.pass(midnight - minute - world.clock.now());
  await world.assume(userId, 48);
  await world.openWorker(bot);
  // So the stop has a session to store.
  await world.fault('share', 'new-session', { after: 1, account });
  await bot.start(userId, { ...settings, dailyShareLimit: 50, resumeDaily: true });
  await world.passUntil(userId, () => hasEnded);
  await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);
  const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
  expect(times.filter((at) => at < midnight)).toHaveLength(2);
  expect(times.length).toBeGreaterThan(2);
  expect(await world.entries(userId, 'LIMIT_REACHED')).toEqual([]);
});

describe('a worker that closes', () => {
  it('gives back reservations that it did not send, even those that were made while it was closing', async () => {
    const group = () => createGroupCommit({ database: world.database, spacingMs: 1 });
    const ledger = createLedger({ reservations: group(), outcomes: group(), clock: world.clock });
    const { userId, account } = await world.addSeller(5);
    const rows = async () =>
      (await world.database.query('select outcome, evidence from share_attempts where user_id = $1', [userId])).rows;
    let left: Promise<unknown[]> | undefined;
    const reserve: Ledger['reserve'] = async (ask) => {
      const answer = await ledger.reserve(ask);
      left ??= world.closeWorker(worker).then(rows);
      return answer;
    };
    const bot = world.make({ ledger: { ...ledger, reserve } });
    const worker = await world.openWorker(bot);
    await bot.start(userId, settings);
    await world.pass(5_000);
    expect(await left).toEqual([]);
    expect(await bot.status(userId)).toMatchObject({ sharesToday: 0 });
    expect(await world.journalOf(account)).toEqual([]);
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
    await world.openWorker();
    await start(userId, { shareFrequency: 1440 });
    await world.roundOver(userId, 3);
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
