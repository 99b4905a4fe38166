import { describe, expect, it } from 'vitest';
import { failureOf } from '../closet/closet-journey.ts';
import { botJourney } from './bot-journey.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const { world, start, closetOf, noticesTo } = botJourney();

describe('a round', () => {
  it('shares each of 30 listings once, from last to first, with pauses, and keeps the closet’s order', async () => {
    const { userId, account } = await world.addSeller(30);
    const before = await closetOf(userId);
    const started = await start(userId);
    expect(started).toMatchObject({ isRunning: true, state: 'waiting', sharesToday: 0 });
    const status = await world.roundOver(userId);

    const shares = await world.journalOf(account);
    expect(shares.map(({ listingId }) => listingId)).toEqual(before.toReversed());
    expect(shares.every((share) => share.case === 'ok')).toBe(true);
    const pauses = shares.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(shares[index]?.at ?? ''));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    expect(await closetOf(userId)).toEqual(before);
    expect(status).toMatchObject({
      sharesToday: 30,
      totalShares: 30,
      unknownToday: 0,
      shareStatus: { completedShares: 30, totalListings: 30 },
    });

    const listed = await world.listings.list(userId);
    const marketId = new Map(listed.map(({ id, poshmarkId }) => [id, poshmarkId]));
    const entries = await world.entries(userId, 'SHARE');
    expect(entries.toReversed().map(({ listingId }) => marketId.get(listingId ?? ''))).toEqual(
      shares.map(({ listingId }) => listingId),
    );
    expect(listed.filter(({ isActive }) => isActive).every(({ shareCount }) => shareCount === 1)).toBe(true);
    const log = (await world.entries(userId)).filter(({ action }) => action !== 'SHARE').map(({ action }) => action);
    expect(log.slice(0, 3)).toEqual(['ROUND_FINISHED', 'ROUND_STARTED', 'BOT_STARTED']);
  });

  it('is followed by the next at the set frequency, and never by two at once', async () => {
    const { userId, account } = await world.addSeller(5);
    const seen = (await world.journal()).length;
    await start(userId, { shareFrequency: 30 });
    await world.pass(95 * minute);
    // The token of the last round may be stale by now, so each round begins with the page that has a new one.
    const calls = (await world.journal()).slice(seen).filter((call) => call.account === account);
    const round = ['bootstrap', ...Array<string>(5).fill('share')];
    // By the last one, the closet was read more than an hour ago.
    expect(calls.map(({ op }) => op)).toEqual([...round, ...round, ...round, 'closet', ...round]);
    const rounds = await world.entries(userId, 'ROUND_STARTED');
    const starts = rounds.map(({ timestamp }) => Date.parse(timestamp)).toReversed();
    expect(starts).toHaveLength(4);
    const [first = 0] = starts;
    for (const [index, at] of starts.entries()) expect(Math.abs(at - first - index * 30 * minute)).toBeLessThan(100);
    expect(await world.journalOf(account)).toHaveLength(20);
  });

  it('skips listings that were sold, removed, or taken off sale since the sync', async () => {
    const { userId, account } = await world.addSeller(6);
    const [first = '', second = '', third = '', ...rest] = await closetOf(userId);
    await world.command('POST', `listings/${first}`, { set: 'sold' });
    await world.command('POST', `listings/${second}`, { set: 'removed' });
    await world.command('POST', `listings/${third}`, { set: 'not_for_sale' });
    await start(userId);
    const status = await world.roundOver(userId);
    expect(status).toMatchObject({ sharesToday: 3, totalShares: 3 });
    const confirmed = (await world.journalOf(account)).filter((share) => share.case === 'ok');
    expect(confirmed.map(({ listingId }) => listingId)).toEqual(rest.toReversed());
    const { rows } = await world.database.query(
      `select poshmark_id, availability from listings where user_id = $1 and poshmark_id = any($2)`,
      [userId, [first, second, third]],
    );
    expect(Object.fromEntries(rows.map((row) => [row.poshmark_id, row.availability]))).toEqual({
      [first]: 'sold',
      [second]: 'removed',
      [third]: 'not_for_sale',
    });
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe('3 of 6 listings shared, 3 refused');
  });
});

it('slot mode shares only in the slots, cuts the round at their end, and continues with the remaining listings', async () => {
  const { userId, account } = await world.addSeller(60);
  const before = await closetOf(userId);
  const slot = world.slot(30 * minute, 31 * minute);
  await start(userId, { useScheduledSlots: true, scheduledSlots: [slot] });
  expect((await world.bot.status(userId)).nextRoundTime).toContain(`T${slot.startTime}:00.000Z`);
  await world.pass(26 * hour);
  const shares = await world.journalOf(account);
  expect(shares.every(({ at }) => at.slice(11, 16) === slot.startTime)).toBe(true);
  const days = Object.values(Object.groupBy(shares, ({ at }) => at.slice(0, 10)));
  expect(days).toHaveLength(2);
  const order = shares.map(({ listingId }) => listingId);
  expect(order).toEqual([...before.toReversed(), ...before.toReversed()].slice(0, order.length));
  const ends = (await world.entries(userId, 'ROUND_FINISHED')).map(({ details }) => details);
  expect(ends).toHaveLength(2);
  expect(ends.every((details) => details?.endsWith('ended with its time slot'))).toBe(true);
  const timeline = await world.bot.timeline(userId, 3);
  const past = timeline.days.flatMap(({ rounds }) => rounds).filter(({ state }) => state === 'cut');
  expect(past.slice(0, 2).map(({ shares: count }) => count)).toEqual(days.map((each) => each?.length));
});

describe('the daily limit', () => {
  it('stops the bot, keeps it from starting that day, and has room again on the next day', async () => {
    const { userId, account } = await world.addSeller(4);
    await world.assume(userId, 48);
    await start(userId, { dailyShareLimit: 50 });
    const status = await world.passUntil(userId, ({ isRunning }) => !isRunning);
    expect(status).toMatchObject({ state: 'stopped', sharesToday: 50, dailyShareLimit: 50, nextShareTime: null });
    expect(status.limitReachedAt).toBeDefined();
    expect(await world.journalOf(account)).toHaveLength(2);
    const details = 'The bot stopped at your daily limit of 50 shares';
    expect(await world.entries(userId, 'LIMIT_REACHED')).toMatchObject([{ details }]);
    const notice = { event: 'stopped', title: 'Your bot reached its daily limit', body: `${details}.` };
    expect(noticesTo(userId)).toMatchObject([notice]);
    expect((await failureOf(start(userId, { dailyShareLimit: 50 }))).code).toBe('limit_reached');
    await world.pass(24 * hour);
    expect(await start(userId, { dailyShareLimit: 50 })).toMatchObject({ isRunning: true, sharesToday: 0 });
  });

  it('lowered below the day’s count stops the bot at its next share', async () => {
    const { userId, account } = await world.addSeller(9);
    await world.assume(userId, 48);
    await start(userId, { dailyShareLimit: 1_000 });
    await world.sharesMade(userId, 5);
    await world.bot.changeSettings(userId, { dailyShareLimit: 50 });
    await world.pass(minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped', sharesToday: 50 });
    expect(await world.journalOf(account)).toHaveLength(5);
    expect(await world.entries(userId, 'LIMIT_REACHED')).toHaveLength(1);
  });

  it('raised just after the last share that it allowed does not stop the bot', async () => {
    const { userId, account } = await world.addSeller(6);
    await world.assume(userId, 47);
    await start(userId, { dailyShareLimit: 50 });
    await world.passUntil(userId, ({ sharesToday }) => sharesToday === 50);
    await world.bot.changeSettings(userId, { dailyShareLimit: 100 });
    await world.passUntil(userId, ({ state }) => state !== 'sharing');
    expect(await world.bot.status(userId)).toMatchObject({ isRunning: true, sharesToday: 53 });
    expect(await world.journalOf(account)).toHaveLength(6);
    expect(await world.entries(userId, 'LIMIT_REACHED')).toEqual([]);
  });
});

describe('a bot that starts itself again every day', () => {
  const untilStopped = (userId: string) => world.passUntil(userId, ({ isRunning }) => !isRunning);
  const sharesOf = async (account: string) => (await world.journalOf(account)).length;
  const passUntilMoment = (at: string | undefined) => world.pass(Date.parse(at ?? '') - world.clock.now());

  it('stops at its limit, says when it starts again, and shares as many on each day', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId, { dailyShareLimit: 9, resumeDaily: true });
    const stopped = await untilStopped(userId);
    expect(stopped).toMatchObject({ state: 'stopped', sharesToday: 9, settings: { resumeDaily: true } });
    expect(stopped.startsAgainAt?.slice(11)).toBe('00:00:00.000Z');
    expect((await world.entries(userId, 'LIMIT_REACHED'))[0]?.details).toBe(
      'The bot stopped at your daily limit of 9 shares and starts again automatically the next day',
    );
    expect((await failureOf(start(userId, { dailyShareLimit: 9 }))).code).toBe('limit_reached');
    await passUntilMoment(stopped.startsAgainAt);
    expect(await world.bot.status(userId)).toMatchObject({ isRunning: true, sharesToday: 0 });
    const again = await untilStopped(userId);
    expect(again.startsAgainAt).toBe(new Date(Date.parse(stopped.startsAgainAt ?? '') + day).toISOString());
    expect(await sharesOf(account)).toBe(18);
    expect((await world.entries(userId, 'BOT_STARTED'))[0]?.details).toContain('Automatically, for the new day.');
  });

  it('is planned when it is turned on after the limit, and canceled when it is turned off, the closet is disconnected, or the bot is stopped', async () => {
    const { userId, account } = await world.addSeller(4);
    await world.assume(userId, 48);
    await start(userId, { dailyShareLimit: 50 });
    const stopped = await untilStopped(userId);
    expect(stopped.startsAgainAt).toBeUndefined();
    expect(stopped.limitFullUntil?.slice(11)).toBe('00:00:00.000Z');
    const plannedRounds = async () =>
      (await world.bot.timeline(userId, 1)).days
        .slice(1)
        .flatMap(({ rounds }) => rounds.map(({ startsAt }) => startsAt));
    expect(await plannedRounds()).toEqual([]);
    const planned = await world.bot.changeSettings(userId, { resumeDaily: true });
    expect(planned.startsAgainAt).toBe(stopped.limitFullUntil);
    expect((await plannedRounds())[0]).toBe(planned.startsAgainAt);
    expect((await world.bot.changeSettings(userId, { resumeDaily: false })).startsAgainAt).toBeUndefined();
    await world.bot.changeSettings(userId, { resumeDaily: true });
    await world.bot.onDisconnected(userId, 'disconnected');
    expect((await world.bot.status(userId)).startsAgainAt).toBeUndefined();
    await world.bot.changeSettings(userId, { resumeDaily: false });
    await world.bot.changeSettings(userId, { resumeDaily: true });
    expect(await world.bot.stop(userId)).toMatchObject({ state: 'stopped', settings: { resumeDaily: true } });
    const canceled = await world.bot.changeSettings(userId, { shareFrequency: 60 });
    expect(canceled.startsAgainAt).toBeUndefined();
    expect((await failureOf(world.bot.stop(userId))).code).toBe('not_running');
    await world.pass(day);
    expect(await sharesOf(account)).toBe(2);
  });

  it('does not start if the closet needs connecting again, and says so', async () => {
    const { userId, account } = await world.addSeller(4);
    await world.assume(userId, 48);
    await start(userId, { dailyShareLimit: 50, resumeDaily: true });
    const { startsAgainAt } = await untilStopped(userId);
    await world.database.query(`update closets set state = 'connection_issue' where user_id = $1`, [userId]);
    await passUntilMoment(startsAgainAt);
    const status = await world.bot.status(userId);
    expect([status.isRunning, status.startsAgainAt]).toEqual([false, undefined]);
    expect((await world.entries(userId, 'BOT_STOPPED'))[0]?.details).toBe(
      'The bot didn’t start for the new day. Reconnect your closet, then press Start Bot.',
    );
    expect(noticesTo(userId).at(-1)).toMatchObject({ event: 'needs' });
    expect(await sharesOf(account)).toBe(2);
  });
});
