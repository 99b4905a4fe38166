import { describe, expect, it } from 'vitest';
import type { Hold } from '#domain/bot/hold.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { createBreaker } from '#server/features/bot/breaker/breaker.ts';
import { silentLog } from '#tests/database.ts';
import type { JournalEntry } from '../closet/control-standins.ts';
import { botJourney } from './bot-journey.ts';
import { settings } from './bot-world.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, noticesTo } = botJourney({ hasWorker: false });

it('bots that the operator holds can be started, finish the share in flight, wait in their round, send no offer, say so, and after the release continue without a burst', async () => {
  const { userId, account } = await world.addSeller(5);
  let held: Hold | null = { until: null, reason: null };
  const bot = world.make({ findHold: () => held });
  await world.openWorker(bot);
  const none = { isRunning: true, heldByOperator: true, nextShareTime: null, nextRoundTime: null };
  const started = await bot.start(userId, { ...settings, shareFrequency: 60, offerShippingDiscount: true });
  expect(started).toMatchObject(none);
  const sent = async (op?: string) => world.journalOf(account, op);
  const holdFor = async (ms: number) => {
    await world.pass(ms);
    await world.makeOffers({ bot }).send(userId);
    expect(await sent('offer')).toEqual([]);
  };
  await holdFor(5 * hour);
  expect(await sent()).toEqual([]);
  held = null;
  expect(await bot.status(userId)).not.toHaveProperty('heldByOperator');
  await world.passUntil(userId, ({ shareStatus }) => shareStatus.completedShares >= 2);
  held = { until: world.clock.now() + hour, reason: 'Moving house' };
  const before = (await sent()).length;
  await holdFor(3 * hour);
  expect(await sent()).toHaveLength(before);
  expect(await bot.status(userId)).toMatchObject({
    ...none,
    state: 'sharing',
    holdReason: 'Moving house',
    heldUntil: new Date(held.until ?? 0).toISOString(),
    shareStatus: { completedShares: before, left: 5 - before },
  });
  held = null;
  // The rest of the round, and one more round, not three.
  await world.pass(30 * minute);
  const shared = (await sent()).map(({ listingId }) => listingId);
  expect(new Set(shared.slice(0, 5)).size).toBe(5);
  expect(shared).toHaveLength(10);
});

it('while the disk is full, bots write and send nothing, say why, and continue when there is room', async () => {
  const { userId, account } = await world.addSeller(3);
  let isFull = true;
  const waiting = world.make({ isDiskFull: () => isFull });
  await world.openWorker(waiting);
  const started = await waiting.start(userId, { ...settings, shareFrequency: 60 });
  expect(started).toMatchObject({ isRunning: true, heldBecause: 'disk', nextShareTime: null });
  await world.pass(5 * minute);
  expect(await world.journalOf(account)).toEqual([]);
  isFull = false;
  await world.pass(5 * minute);
  expect(await world.journalOf(account)).toHaveLength(3);
});

it('while no worker is running, bots are on hold for their sellers, who read why, until one is back', async () => {
  const { userId, account } = await world.addSeller(3);
  let monotonic = 0;
  const web = world.make({ needsWorkers: true, host: { wall: () => Date.now(), monotonic: () => monotonic } });
  // A worker that is restarted is away for a moment, too.
  expect(await web.status(userId)).not.toHaveProperty('heldBecause');
  monotonic = 20_000;
  expect(await web.start(userId, { ...settings, shareFrequency: 60 })).toMatchObject({
    isRunning: true,
    heldByOperator: true,
    heldBecause: 'no_worker',
    nextShareTime: null,
    nextRoundTime: null,
  });
  await world.openWorker();
  monotonic = 25_000;
  expect(await web.status(userId)).not.toHaveProperty('heldBecause');
  await world.pass(5 * minute);
  expect(await world.journalOf(account)).toHaveLength(3);
  // Nobody has asked for an hour, and the worker is being restarted just then.
  monotonic = 3_600_000;
  await world.database.query('update workers set lease_until = now()');
  expect(await web.status(userId)).not.toHaveProperty('heldBecause');
});

it('bots whose browser is gone wait without reserving anything, and tell their seller once a day', async () => {
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
  expect(noticesTo(userId).map(({ event, title }) => [event, title])).toEqual([
    ['stopped', 'Sharing waits for your browser'],
  ]);

  // A browser that comes and goes is no news on the same day.
  await bot.onBrowserAwake(userId);
  await world.pass(minute);
  expect((await bot.status(userId)).state).toBe('waiting_for_browser');
  expect(noticesTo(userId)).toHaveLength(1);

  // A whole day passes: nothing is made up for, and the next day has its own notification.
  await world.pass(24 * 60 * minute);
  await bot.onBrowserAwake(userId);
  await world.pass(minute);
  expect(noticesTo(userId)).toHaveLength(2);
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

describe('bots while the marketplace refuses many sellers', () => {
  it('wait all together from the twentieth seller within ten minutes on, and one at a time tries, in all processes together', async () => {
    const { database, clock } = world;
    const breaker = createBreaker({ database, clock, log: silentLog });
    type Refusal = { reason?: 'human_check' | 'session_expired'; isByBrowser?: boolean; sharedDaysAgo?: number };
    const refuse = async (count: number, refusal: Refusal = {}) => {
      const { reason = 'human_check', isByBrowser = false, sharedDaysAgo = 3 } = refusal;
      for (let n = 0; n < count; n++) {
        const userId = await world.addUser();
        await database.query(
          `insert into daily_share_counts (user_id, share_date, share_count)
           values ($1, to_char(to_timestamp($2::float8 / 1000) at time zone 'UTC', 'YYYY-MM-DD'), 1)`,
          [userId, clock.now() - sharedDaysAgo * 24 * hour],
        );
        await breaker.note(database, { userId, practice: true, isByBrowser, reason });
      }
    };
    const practice = { practice: true, isByBrowser: false };
    await refuse(19);
    // The trouble of the sellers themselves does not count, nor what their browsers say, nor an account that was made yesterday.
    await refuse(5, { reason: 'session_expired' });
    await refuse(30, { isByBrowser: true });
    await refuse(30, { sharedDaysAgo: 1 });
    expect(breaker.nextTryAt(practice)).toBeNull();
    await world.pass(10 * minute + 1000);
    await refuse(19);
    expect(breaker.nextTryAt(practice)).toBeNull();

    const sellers = [];
    for (let n = 0; n < 4; n++) sellers.push(await world.addSeller(4));
    const accounts = sellers.map(({ account }) => account);
    await refuse(1);
    const openedAt = clock.now();
    expect(breaker.nextTryAt(practice)).toBe(openedAt + 15 * minute);
    expect(breaker.nextTryAt({ practice: false, isByBrowser: false })).toBeNull();
    // A browser's calls come from its own address. It neither waits nor says that the marketplace accepts shares again.
    const browser = { userId: sellers[3]?.userId ?? '', practice: true, isByBrowser: true };
    expect(breaker.nextTryAt(browser)).toBeNull();
    expect(await breaker.mayCall(browser)).toBe(true);
    expect(breaker.answered(browser, true)).toBeNull();

    // Two processes: each has a breaker and a worker.
    const first = world.make();
    const second = world.make();
    await world.openWorker(first);
    await world.openWorker(second);
    for (const [n, { userId }] of sellers.entries())
      await (n % 2 === 0 ? first : second).start(userId, { ...settings, shareFrequency: 1440 });
    const [seller = { userId: '', account: '' }] = sellers;
    await world.pass(5 * minute);
    expect(await world.bot.status(seller.userId)).toMatchObject({
      isRunning: true,
      heldByOperator: true,
      heldBecause: 'marketplace',
      heldUntil: new Date(openedAt + 15 * minute).toISOString(),
      nextShareTime: null,
    });

    /** All calls of the four since they were started, and when. */
    const begun = (await world.journal()).length;
    const calls = async () => {
      const all = (await world.journal()).slice(begun) as (JournalEntry & { at: string })[];
      return all.filter(({ account }) => account !== null && accounts.includes(account));
    };
    const shares = async () => (await calls()).filter(({ op }) => op === 'share');

    // The first one that tries is refused, so all wait for twice as long.
    await world.fault('share', 'E7');
    await world.pass(12 * minute);
    expect(await shares()).toMatchObject([{ case: 'E7' }]);
    await world.pass(25 * minute);
    expect(await shares()).toHaveLength(1);
    // No answer proves nothing: the next one tries a minute later, until one is accepted.
    await world.fault('share', 'E12', { times: 2 });
    await world.pass(15 * minute);
    const made = await shares();
    expect(made.slice(0, 4).map(({ case: answer }) => answer)).toEqual(['E7', 'E12', 'E12', 'ok']);
    for (const { account } of sellers) expect(made.filter((share) => share.account === account)).toHaveLength(4);

    const acceptedAt = Date.parse(made[3]?.at ?? '');
    const tries = (await calls()).filter(({ at }) => Date.parse(at) <= acceptedAt);
    for (const [n, { account, op, at }] of tries.entries()) {
      const before = tries[n - 1];
      if (before === undefined || (before.account === account && op === 'share' && before.op !== 'share')) continue;
      expect(Date.parse(at) - Date.parse(before.at), `${op} after ${before.op}`).toBeGreaterThanOrEqual(30_000);
    }
    // The others resume, but not all at once.
    const others = accounts.filter((account) => account !== made[3]?.account);
    const next = others.map((account) => made.slice(4).find((share) => share.account === account)?.at ?? '');
    const begins = next.map((at) => Date.parse(at) - acceptedAt);
    expect(Math.max(...begins) - Math.min(...begins)).toBeGreaterThan(2_000);
    expect(Math.max(...begins)).toBeLessThan(5 * minute);
    expect(await world.bot.status(seller.userId)).not.toHaveProperty('heldBecause');
  });
});
