import { describe, expect, it, vi } from 'vitest';
import { type Database, DatabaseAway } from '#domain/ports/database.ts';
import { duration } from '#domain/text/duration.ts';
import { resumeAndShareOne } from '#server/features/bot/http.ts';
import { failureOf } from '../closet/closet-journey.ts';
import { botJourney } from './bot-journey.ts';
import { settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, paused, start } = botJourney();

it('the status of an account that was deleted meanwhile is refused as signed out', async () => {
  expect((await failureOf(world.bot.status('987654321'))).code).toBe('unauthenticated');
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
    const throughSlow = () => world.make({ database: slowAfterward() });
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

describe('a move to another time zone', () => {
  it('gives no second day’s limit: the bot starts again, by its seller or itself, when the last 24 hours have room', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId, { dailyShareLimit: 9, resumeDaily: true });
    await world.passUntil(userId, ({ isRunning }) => !isRunning);
    const times = async () => (await world.journalOf(account)).map(({ at }) => Date.parse(at));
    const [first = 0] = await times();
    await world.moveTo(userId, 'Pacific/Kiritimati');
    // It is the next day there, so that day's count is empty.
    await world.pass(2 * hour);
    const full = await world.bot.status(userId);
    expect(full).toMatchObject({ isRunning: false, sharesToday: 0 });
    const startsAgainAt = Date.parse(full.startsAgainAt ?? '');
    expect(Math.abs(startsAgainAt - (first + 24 * hour))).toBeLessThan(minute);
    expect(full.limitFullUntil).toBe(full.startsAgainAt);
    const refused = await failureOf(start(userId, { dailyShareLimit: 9 }));
    expect(refused.code).toBe('limit_reached');
    const waits = Math.ceil((startsAgainAt - world.clock.now()) / minute);
    expect(refused.message).toContain(`in ${duration(startsAgainAt - world.clock.now())}`);
    const { days } = await world.bot.timeline(userId, 1);
    const ahead = days.flatMap(({ rounds }) => rounds.map((round) => Date.parse(round.startsAt)));
    expect(Math.min(...ahead.filter((at) => at > first + hour))).toBe(startsAgainAt);

    await world.pass((waits - 2) * minute);
    expect((await failureOf(start(userId, { dailyShareLimit: 9 }))).code).toBe('limit_reached');
    await world.pass(3 * minute);
    const again = await world.bot.status(userId);
    expect(again).toMatchObject({ isRunning: true });
    expect(again).not.toHaveProperty('limitFullUntil');
    await world.pass(30 * minute);
    const made = await times();
    for (const at of made)
      expect(made.filter((other) => other > at - 24 * hour && other <= at).length).toBeLessThanOrEqual(9);
    expect(made.length).toBeGreaterThan(9);
  });

  it('where the next day has begun leaves the shares of that day in the count beside the rail, which shows their round', async () => {
    // 11 AM in UTC is 1 AM of the next day in Kiritimati.
    const hourNow = new Date(world.clock.now()).getUTCHours();
    await world.pass(((35 - hourNow) % 24) * hour);
    const { userId } = await world.addSeller(6);
    await start(userId);
    await world.passUntil(userId, ({ sharesToday }) => sharesToday >= 6);
    await world.bot.stop(userId);
    await world.moveTo(userId, 'Pacific/Kiritimati');
    const { now, sharesToday, today } = await world.bot.status(userId);
    const { days } = await world.bot.timeline(userId, 1);
    const day = days.find(({ startsAt, endsAt }) => now >= startsAt && now < endsAt);
    expect(day?.rounds[0]?.shares).toBe(6);
    expect([sharesToday, today.confirmed, day?.shares]).toEqual([6, 6, 6]);
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
    await world.sharesMade(userId, 1);
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
  it('that opens a slot now starts a round at once', async () => {
    const { userId, account } = await world.addSeller(3);
    await start(userId, { useScheduledSlots: true, scheduledSlots: [world.slot(0, 20 * minute)] });
    await world.pass(10 * minute);
    expect(await world.journalOf(account)).toHaveLength(3);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(3);

    const changed = await world.bot.changeSettings(userId, { scheduledSlots: [world.slot(-hour, 3 * hour)] });
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
    const closed = { useScheduledSlots: true, scheduledSlots: [world.slot(4 * hour, 5 * hour)] };
    await start(userId, { useScheduledSlots: true, scheduledSlots: [world.slot(-hour, hour)] });
    await world.passUntil(userId, ({ sharesToday }) => sharesToday === 2);
    await world.bot.onMarketFailure(world.database, userId, { kind: 'human_check', message: 'A check.' });
    // Sends the share that was reserved before the pause.
    await world.pass(10_000);
    const { length } = await world.journalOf(account);
    if (move) await world.moveTo(userId, 'Pacific/Kiritimati');
    else await world.bot.changeSettings(userId, closed);
    await world.bot.resume(userId);
    await world.pass(minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'waiting' });
    expect(await world.journalOf(account)).toHaveLength(length);
  });

  it('in a slot that was already open starts no other round', async () => {
    const { userId, account } = await world.addSeller(3);
    await start(userId, { useScheduledSlots: true, scheduledSlots: [world.slot(0, 3 * hour)] });
    await world.pass(10 * minute);
    const scheduledSlots = [world.slot(-10 * minute, 2 * hour)];
    await world.bot.changeSettings(userId, { scheduledSlots, shareFrequency: 90 });
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
    await paused(userId);
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
    await paused(userId);
    // While the marketplace is being asked, the seller stops and starts, and the bot meets another check.
    const ask = world.closet.withLiveAccount;
    vi.spyOn(world.closet, 'withLiveAccount').mockImplementationOnce(async (id, work) => {
      const answer = await ask(id, work);
      await world.bot.stop(userId);
      await world.closet.noteSignedIn(world.database, userId);
      await world.pass(minute);
      await start(userId);
      await paused(userId);
      return answer;
    });
    expect((await failureOf(world.bot.resume(userId))).code).toBe('not_paused');
    expect(await world.bot.status(userId)).toMatchObject({ state: 'paused', pauseReason: 'human_check' });
  });
});
