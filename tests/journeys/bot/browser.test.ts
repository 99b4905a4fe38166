import { beforeAll, expect, it } from 'vitest';
import type { Instant } from '#domain/ports/clock.ts';
import { botJourney } from './bot-journey.ts';
import { type BotWorld, settings } from './bot-world.ts';

let world: BotWorld;
const { arrive } = botJourney({ hasWorker: false });
beforeAll(async () => {
  world = await arrive();
});

const minute = 60_000;

it('a bot whose browser is gone waits without reserving anything, and tells its seller once a day', async () => {
  const sight: { seenAt: Instant | null } = { seenAt: null };
  const bot = world.make({ browserSeenAt: async () => sight.seenAt });
  const { userId, account } = await world.addSeller(4);
  await world.database.query(`update closets set transport = 'browser' where user_id = $1`, [userId]);
  await world.openWorker(bot);

  // Seen 45 seconds ago: it may be between two polls.
  sight.seenAt = world.clock.now() - 45_000;
  await bot.start(userId, settings);
  await world.pass(10_000);
  expect((await bot.status(userId)).state).toBe('waiting');
  await world.pass(5_000);
  expect(await bot.status(userId)).toMatchObject({
    isRunning: true,
    state: 'waiting_for_browser',
    nextShareTime: null,
    nextRoundTime: null,
    sharesToday: 0,
  });
  expect(world.notices.map(({ event, title }) => [event, title])).toEqual([
    ['stopped', 'Sharing waits for your browser'],
  ]);

  // A browser that comes and goes is no news on the same day.
  await bot.onBrowserAwake(userId);
  await world.pass(minute);
  expect((await bot.status(userId)).state).toBe('waiting_for_browser');
  expect(world.notices).toHaveLength(1);

  // A whole day passes: nothing is made up for, and the next day has its own notification.
  await world.pass(24 * 60 * minute);
  await bot.onBrowserAwake(userId);
  await world.pass(minute);
  expect(world.notices).toHaveLength(2);
  expect(await world.journalOf(account)).toEqual([]);
  const { count } = await world.database.query('select 1 from share_attempts where user_id = $1', [userId]);
  expect(count).toBe(0);

  // Changed settings keep it waiting, and Stop stops it.
  await bot.changeSettings(userId, { dailyShareLimit: 100 });
  expect((await bot.status(userId)).state).toBe('waiting_for_browser');
  expect((await bot.stop(userId)).state).toBe('stopped');
  await bot.onBrowserAwake(userId);
  expect((await bot.status(userId)).state).toBe('stopped');
});
