import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BotSettings } from '#domain/bot/bot.ts';
import { type Database, DatabaseAway } from '#domain/ports/database.ts';
import type { Weekday } from '#domain/time.ts';
import { resumeAndShareOne } from '#server/features/bot/http.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { type BotWorld, openBotWorld, settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const everyDay: Weekday[] = [0, 1, 2, 3, 4, 5, 6];

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
  await world.openWorker();
});
afterAll(async () => world.close());
beforeEach(async () => {
  await world.command('DELETE', 'faults');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.bot.stopAll();
  await world.idle();
});

/** Resolves when some statement in this database waits for a lock. */
const untilStatementWaits = (database: Database): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = await database.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(waiting.count).toBe(1);
  }, 5_000);

const start = (userId: string, change: Partial<BotSettings> = {}) =>
  world.bot.start(userId, { ...settings, ...change });

describe('the status', () => {
  it('of an account that was deleted meanwhile is refused as signed out', async () => {
    expect((await failureOf(world.bot.status('987654321'))).code).toBe('unauthenticated');
  });
});

describe('a command whose status can’t be read afterward', () => {
  /** It takes the command, and then it is too slow. */
  const slowAfterward = (): Database => {
    let isSlow = false;
    const refuse = () => Promise.reject(new DatabaseAway(new Error('statement timeout'), { mayBeDone: false }));
    return {
      ...world.database,
      query: (sql, params) => (isSlow ? refuse() : world.database.query(sql, params)),
      async transaction(work, options) {
        if (isSlow) return refuse();
        const done = await world.database.transaction(work, options);
        isSlow = true;
        return done;
      },
    };
  };
  const away = { name: 'DatabaseAway', mayBeDone: true };

  it('says that it may be done', async () => {
    const { userId } = await world.addSeller(2);
    const throughSlow = () => world.make(undefined, false, { database: slowAfterward() });
    await expect(throughSlow().start(userId, settings)).rejects.toMatchObject(away);
    expect(await world.bot.status(userId)).toMatchObject({ isRunning: true });
    await expect(throughSlow().changeSettings(userId, { dailyShareLimit: 60 })).rejects.toMatchObject(away);
    await expect(throughSlow().stop(userId)).rejects.toMatchObject(away);
    expect(await world.bot.status(userId)).toMatchObject({ isRunning: false, dailyShareLimit: 60 });
  });

  it('says so while a resume waits for its first share', async () => {
    const status = await world.bot.status((await world.addSeller(2)).userId);
    let isResumed = false;
    const bot = {
      async resume() {
        isResumed = true;
      },
      async status() {
        if (isResumed) throw new DatabaseAway(new Error('statement timeout'), { mayBeDone: false });
        return status;
      },
    };
    await expect(resumeAndShareOne({ bot, clock: world.clock }, '1')).rejects.toMatchObject(away);
  });
});

describe('start after a move to another time zone', () => {
  it('is refused while the limit of the last 24 hours is reached, and says when it is possible again', async () => {
    const { userId, account } = await world.addSeller(60);
    await start(userId, { dailyShareLimit: 50 });
    await world.passUntil(userId, ({ isRunning }) => !isRunning);
    const { rows } = await world.database.query<{ first: number }>(
      'select min(reserved_at) as first from share_attempts where user_id = $1',
      [userId],
    );
    await world.database.transaction(async (tx) => {
      await tx.query(`update users set timezone = 'Pacific/Kiritimati' where id = $1`, [userId]);
      await world.bot.onTimezoneMoved(tx, userId);
    });
    // It is the next day there, so that day's count is empty.
    await world.pass(2 * hour);
    expect(await world.bot.status(userId)).toMatchObject({ sharesToday: 0 });
    const refused = await failureOf(start(userId, { dailyShareLimit: 50 }));
    expect(refused.code).toBe('limit_reached');
    const waits = Math.ceil(((rows[0]?.first ?? 0) + 24 * hour - world.clock.now()) / minute);
    expect(refused.message).toContain(`in ${Math.floor(waits / 60)} hours ${waits % 60} minutes`);
    const full = await world.bot.status(userId);
    expect(full).toMatchObject({ isRunning: false });
    expect(Math.ceil((Date.parse(full.limitFullUntil ?? '') - world.clock.now()) / minute)).toBe(waits);
    const { days } = await world.bot.timeline(userId, 1);
    const ahead = days.flatMap(({ rounds }) =>
      rounds.filter((round) => Date.parse(round.startsAt) >= world.clock.now()),
    );
    expect(ahead).toEqual([]);

    await world.pass((waits - 2) * minute);
    expect((await failureOf(start(userId, { dailyShareLimit: 50 }))).code).toBe('limit_reached');
    await world.pass(2 * minute);
    expect(await world.bot.status(userId)).not.toHaveProperty('limitFullUntil');
    expect(await start(userId, { dailyShareLimit: 50 })).toMatchObject({ isRunning: true });
    await world.pass(30 * minute);
    const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
    for (const at of times)
      expect(times.filter((other) => other > at - 24 * hour && other <= at).length).toBeLessThanOrEqual(50);
    expect(times.length).toBeGreaterThan(50);
  });
});

describe('a move to a time zone where the next day has begun', () => {
  it('leaves the shares of that day in the count beside the rail, which shows their round', async () => {
    // 11 AM in UTC is 1 AM of the next day in Kiritimati.
    const hourNow = new Date(world.clock.now()).getUTCHours();
    await world.pass(((35 - hourNow) % 24) * hour);
    const { userId } = await world.addSeller(20);
    await start(userId);
    await world.passUntil(userId, ({ sharesToday }) => sharesToday >= 20);
    await world.bot.stop(userId);
    await world.database.transaction(async (tx) => {
      await tx.query(`update users set timezone = 'Pacific/Kiritimati' where id = $1`, [userId]);
      await world.bot.onTimezoneMoved(tx, userId);
    });
    const { now, sharesToday, today } = await world.bot.status(userId);
    const { days } = await world.bot.timeline(userId, 1);
    const day = days.find(({ startsAt, endsAt }) => now >= startsAt && now < endsAt);
    expect(day?.rounds[0]?.shares).toBe(20);
    expect([sharesToday, today.confirmed, day?.shares]).toEqual([20, 20, 20]);
  });
});

describe('listings that the seller skips', () => {
  const active = async (userId: string) => (await world.listings.list(userId)).filter(({ isActive }) => isActive);

  it('are left out of rounds, of the plan, and of the count, even in the middle of a round', async () => {
    const { userId, account } = await world.addSeller(6);
    const [first, second, ...others] = await active(userId);
    await world.listings.changeMany(userId, { listingIds: [first?.id ?? ''], skipSharing: true });
    const before = await world.bot.status(userId);
    expect(before).toMatchObject({ skippedListings: 1, shareStatus: { totalListings: 5 } });
    const { days } = await world.bot.timeline(userId, 1);
    expect(new Set(days.flatMap(({ rounds }) => rounds.map(({ planned }) => planned)))).toEqual(new Set([5]));
    await start(userId);
    await world.passUntil(userId, ({ totalShares }) => totalShares === 1);
    await world.listings.change(userId, second?.id ?? '', { skipSharing: true });
    await world.passUntil(userId, ({ state }) => state === 'waiting');
    const shared = new Set((await world.journalOf(account)).map(({ listingId }) => listingId));
    expect(shared).toEqual(new Set(others.map(({ poshmarkId }) => poshmarkId)));
  });

  it('leave nothing to start for if they are all of them', async () => {
    const { userId } = await world.addSeller(2);
    const listingIds = (await active(userId)).map(({ id }) => id);
    await world.listings.changeMany(userId, { listingIds, skipSharing: true });
    const refused = await failureOf(start(userId));
    expect([refused.code, refused.message]).toEqual([
      'no_listings',
      'All your listings are set to skip sharing. Turn sharing on for at least one, then start the bot.',
    ]);
  });
});

describe('a change of settings', () => {
  const clockTime = (at: number): string => new Date(at).toISOString().slice(11, 16);
  const slot = (from: number, to: number) => ({
    startTime: clockTime(from),
    endTime: clockTime(to),
    enabled: true,
    daysOfWeek: everyDay,
  });

  it('that opens a slot now starts a round at once', async () => {
    const { userId, account } = await world.addSeller(3);
    const begins = world.clock.now();
    await start(userId, { useScheduledSlots: true, scheduledSlots: [slot(begins, begins + 20 * minute)] });
    await world.pass(10 * minute);
    expect(await world.journalOf(account)).toHaveLength(3);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(3);

    const changed = await world.bot.changeSettings(userId, { scheduledSlots: [slot(begins, begins + 3 * hour)] });
    expect(Date.parse(changed.nextRoundTime ?? '')).toBeLessThanOrEqual(world.clock.now());
    await world.pass(5 * minute);
    expect(await world.journalOf(account)).toHaveLength(6);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(6);
  });

  it.each([
    { what: 'of slots', move: false },
    { what: 'of the time zone', move: true },
  ])('$what in a pause cuts the paused round if no slot is open', async ({ move }) => {
    const { userId, account } = await world.addSeller(6);
    const from = world.clock.now();
    const closed = { useScheduledSlots: true, scheduledSlots: [slot(from + 4 * hour, from + 5 * hour)] };
    const open = { useScheduledSlots: true, scheduledSlots: [slot(from - hour, from + hour)] };
    await start(userId, open);
    await world.passUntil(userId, ({ sharesToday }) => sharesToday === 2);
    await world.bot.onMarketFailure(world.database, userId, { kind: 'human_check', message: 'A check.' });
    // Sends the share that was reserved before the pause.
    await world.pass(10_000);
    const { length } = await world.journalOf(account);
    if (move)
      await world.database.transaction(async (tx) => {
        await tx.query(`update users set timezone = 'Pacific/Kiritimati' where id = $1`, [userId]);
        await world.bot.onTimezoneMoved(tx, userId);
      });
    else await world.bot.changeSettings(userId, closed);
    await world.bot.resume(userId);
    await world.pass(minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'waiting' });
    expect(await world.journalOf(account)).toHaveLength(length);
  });

  it('in a slot that was already open starts no other round', async () => {
    const { userId, account } = await world.addSeller(3);
    const begins = world.clock.now();
    const scheduledSlots = [slot(begins, begins + 3 * hour)];
    await start(userId, { useScheduledSlots: true, scheduledSlots });
    await world.pass(10 * minute);
    await world.bot.changeSettings(userId, { scheduledSlots: [slot(begins, begins + 2 * hour)], shareFrequency: 90 });
    await world.pass(10 * minute);
    expect(await world.journalOf(account)).toHaveLength(3);
    await world.pass(75 * minute);
    expect(await world.journalOf(account)).toHaveLength(6);
  });
});

describe('resume after a human check', () => {
  it('asks the marketplace three times a day, even for many clicks at once', async () => {
    const { userId, account } = await world.addSeller(4);
    await world.command('POST', 'human-check', { account, on: true });
    await start(userId);
    await world.passUntil(userId, ({ state }) => state === 'paused');
    const probes = vi
      .spyOn(world.closet, 'withLiveAccount')
      .mockResolvedValue({ kind: 'human_check', message: 'Please show that you are a person.' });
    const pressed = await Promise.allSettled(Array.from({ length: 7 }, () => world.bot.resume(userId)));
    expect(pressed.every(({ status }) => status === 'rejected')).toBe(true);
    expect(probes).toHaveBeenCalledTimes(3);
    expect((await failureOf(world.bot.resume(userId))).code).toBe('human_check_required');
    expect(probes).toHaveBeenCalledTimes(3);
    probes.mockRestore();
    await world.command('POST', 'human-check', { account, on: false });
    await world.pass(24 * hour);
    expect(await world.bot.resume(userId)).toMatchObject({ isRunning: true });
  });

  it('ends only the pause that the seller saw', async () => {
    const { userId, account } = await world.addSeller(4);
    await world.command('POST', 'human-check', { account, on: true });
    await start(userId);
    await world.passUntil(userId, ({ state }) => state === 'paused');
    // While the marketplace is being asked, the seller stops and starts, and the bot meets another check.
    const ask = world.closet.withLiveAccount;
    vi.spyOn(world.closet, 'withLiveAccount').mockImplementationOnce(async (id, work) => {
      const answer = await ask(id, work);
      await world.bot.stop(userId);
      await world.closet.noteSignedIn(world.database, userId);
      await world.pass(minute);
      await start(userId);
      await world.passUntil(userId, ({ state }) => state === 'paused');
      return answer;
    });
    expect((await failureOf(world.bot.resume(userId))).code).toBe('not_paused');
    expect(await world.bot.status(userId)).toMatchObject({ state: 'paused', pauseReason: 'human_check' });
  });
});

describe('two accounts of one real closet', () => {
  it('never both run it, even if the second is linked while the first one starts, or both start at once', async () => {
    const real = await openBotWorld({ real: true });
    try {
      const consent = { ...settings, acceptAutomationRisk: true as const };
      const first = await real.addSeller(3);
      const second = await real.addUser();
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const transaction = real.database.transaction;
      vi.spyOn(real.database, 'transaction').mockImplementationOnce((work) => held.then(() => transaction(work)));
      const starting = real.bot.start(first.userId, consent);
      await expect.poll(() => real.database.transaction).toHaveBeenCalled();

      const { account: username, password } = first;
      await real.closet.linkWithPassword(second, { username, password, keepPassword: true });
      await real.listings.sync(second);
      await real.bot.start(second, consent);
      letGo();
      expect((await failureOf(starting)).code).toBe('closet_linked_elsewhere');
      expect(await real.bot.status(first.userId)).toMatchObject({ isRunning: false });

      // Both at once: the first has looked at the other accounts, and isn't committed when the second looks.
      await real.bot.stop(second);
      const looked = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      vi.spyOn(real.database, 'transaction').mockImplementationOnce((work) =>
        transaction(async (tx) => {
          const result = await work(tx);
          looked.resolve();
          await commit.promise;
          return result;
        }),
      );
      const winning = real.bot.start(first.userId, consent);
      await looked.promise;
      const losing = failureOf(real.bot.start(second, consent));
      await Promise.race([losing, untilStatementWaits(real.database)]);
      commit.resolve();
      await winning;
      expect((await losing).code).toBe('closet_linked_elsewhere');
    } finally {
      await real.close();
    }
  });
});
