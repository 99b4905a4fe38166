import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../closet/closet-journey.ts';
import { botJourney } from './bot-journey.ts';
import { type BotWorld, openBotWorld, settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let world: BotWorld;
const { arrive, start } = botJourney();
beforeAll(async () => {
  world = await arrive();
});

describe('a bot that starts itself again every day', () => {
  const untilStopped = (userId: string) => world.passUntil(userId, ({ isRunning }) => !isRunning);
  const sharesOf = async (account: string) => (await world.journalOf(account)).length;
  const passUntilMoment = (at: string | undefined) => world.pass(Date.parse(at ?? '') - world.clock.now());

  it('stops at its limit, says when it starts again, and shares as many on each day', async () => {
    const { userId, account } = await world.addSeller(60);
    await start(userId, { dailyShareLimit: 50, resumeDaily: true });
    const stopped = await untilStopped(userId);
    expect(stopped).toMatchObject({ state: 'stopped', sharesToday: 50, settings: { resumeDaily: true } });
    expect(stopped.startsAgainAt?.slice(11)).toBe('00:00:00.000Z');
    expect((await world.entries(userId, 'LIMIT_REACHED'))[0]?.details).toBe(
      'The bot stopped at your daily limit of 50 shares and starts again automatically the next day',
    );
    expect((await failureOf(start(userId, { dailyShareLimit: 50 }))).code).toBe('limit_reached');
    await passUntilMoment(stopped.startsAgainAt);
    expect(await world.bot.status(userId)).toMatchObject({ isRunning: true, sharesToday: 0 });
    const again = await untilStopped(userId);
    expect(again.startsAgainAt).toBe(new Date(Date.parse(stopped.startsAgainAt ?? '') + day).toISOString());
    expect(await sharesOf(account)).toBe(100);
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
    expect(world.notices.filter((notice) => notice.userId === userId).at(-1)).toMatchObject({ event: 'needs' });
    expect(await sharesOf(account)).toBe(2);
  });

  it('continues with the new day if its day ends while it is about to stop', async () => {
    const own = await openBotWorld();
    const midnight = Date.parse('2026-05-05T00:00:00Z');
    let hasEnded = false;
    const bot = own.make({
      closet: {
        ...own.closet,
        async saveFromBot(tx, kept) {
          const saved = await own.closet.saveFromBot(tx, kept);
          if ((await own.attemptsOf(userId)).length < 2) return saved;
          if (own.time.now() < midnight) await own.time.advanceTo(midnight + 1_000);
          hasEnded = true;
          return saved;
        },
      },
    });
    const { userId, account } = await own.addSeller(4);
    await own.assume(userId, 48);
    await own.pass(midnight - 2 * hour - own.clock.now());
    await own.openWorker(bot);
    // So the stop has a session to store.
    await own.fault('share', 'new-session', { after: 1 });
    await bot.start(userId, { ...settings, dailyShareLimit: 50, resumeDaily: true });
    await own.passUntil(userId, () => hasEnded);
    await own.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);
    const days = (await own.journalOf(account)).map(({ at }) => at.slice(0, 10));
    expect(days.filter((at) => at === '2026-05-04')).toHaveLength(2);
    expect(days.filter((at) => at === '2026-05-05').length).toBeGreaterThan(0);
    expect(await own.entries(userId, 'LIMIT_REACHED')).toEqual([]);
    await own.close();
  });
});
