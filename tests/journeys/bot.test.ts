import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BotSettings } from '#domain/bot/bot.ts';
import { createGroupCommit } from '#server/features/bot/ledger/group-commit.ts';
import { createLedger } from '#server/features/bot/ledger/ledger.ts';
import { type BotWorld, openBotWorld, settings } from './bot-world.ts';
import { failureOf } from './closet-journey.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: BotWorld;
beforeAll(async () => {
  world = await openBotWorld();
  await world.openWorker();
});
afterAll(async () => world.close());
afterEach(async () => {
  const { rows } = await world.database.query<{ user_id: string }>(`select user_id from bots where state <> 'stopped'`);
  for (const { user_id } of rows) await world.bot.stop(user_id);
  await world.idle();
});
beforeEach(async () => {
  await world.command('DELETE', 'faults');
  world.waiting.splice(0);
});

const start = (userId: string, change: Partial<BotSettings> = {}) =>
  world.bot.start(userId, { ...settings, ...change });

/** The closet as the marketplace shows it, first listing first. */
const closetOf = (userId: string): Promise<string[]> =>
  world.closet.withAccount(userId, async (account) => {
    const read = await account.closet('available');
    if (read.kind !== 'ok') throw new Error(read.message);
    return read.value.map(({ id }) => id);
  });

const toldTo = (userId: string) => world.told.filter((notice) => notice.userId === userId);

describe('a round', () => {
  it('shares each of 60 listings once, from the last to the first, and leaves the closet as it was', async () => {
    const { userId, account } = await world.addSeller(60);
    const before = await closetOf(userId);
    const started = await start(userId);
    expect(started).toMatchObject({ isRunning: true, state: 'waiting', sharesToday: 0 });
    const status = await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);

    const shares = await world.journalOf(account);
    expect(shares.map(({ listingId }) => listingId)).toEqual(before.toReversed());
    expect(shares.every((share) => share.case === 'ok')).toBe(true);
    expect(await closetOf(userId)).toEqual(before);
    expect(status).toMatchObject({
      sharesToday: 60,
      totalShares: 60,
      unknownToday: 0,
      shareStatus: { completedShares: 60, totalListings: 60 },
    });

    const listed = await world.listings.list(userId);
    const marketId = new Map(listed.map(({ id, poshmarkId }) => [id, poshmarkId]));
    const told = await world.entries(userId, 'SHARE');
    expect(told.toReversed().map(({ listingId }) => marketId.get(listingId ?? ''))).toEqual(
      shares.map(({ listingId }) => listingId),
    );
    expect(listed.filter(({ isActive }) => isActive).every(({ shareCount }) => shareCount === 1)).toBe(true);
    const log = (await world.entries(userId)).filter(({ action }) => action !== 'SHARE').map(({ action }) => action);
    expect(log.slice(0, 3)).toEqual(['ROUND_FINISHED', 'ROUND_STARTED', 'BOT_STARTED']);
  });

  it('is followed by the next, as often as was set, and never by two at once', async () => {
    const { userId, account } = await world.addSeller(5);
    await start(userId, { shareFrequency: 30 });
    await world.pass(95 * minute);
    const rounds = await world.entries(userId, 'ROUND_STARTED');
    const starts = rounds.map(({ timestamp }) => Date.parse(timestamp)).toReversed();
    expect(starts).toHaveLength(4);
    const [first = 0] = starts;
    for (const [index, at] of starts.entries()) expect(Math.abs(at - first - index * 30 * minute)).toBeLessThan(100);
    expect(await world.journalOf(account)).toHaveLength(20);
  });

  it('leaves at least the least pause between two shares', async () => {
    const { userId, account } = await world.addSeller(20);
    await start(userId);
    await world.passUntil(userId, ({ sharesToday, state }) => sharesToday === 20 && state === 'waiting');
    const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...pauses)).toBeLessThan(8_100);
  });

  it('leaves out what was sold, removed or taken off sale since the closet was read', async () => {
    const { userId, account } = await world.addSeller(6);
    const [first = '', second = '', third = '', ...rest] = await closetOf(userId);
    await world.command('POST', `listings/${first}`, { set: 'sold' });
    await world.command('POST', `listings/${second}`, { set: 'removed' });
    await world.command('POST', `listings/${third}`, { set: 'not_for_sale' });
    await start(userId);
    const status = await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);
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

describe('slot mode', () => {
  it('shares only inside the slots, cuts the round at their end, and goes on with what was left', async () => {
    const { userId, account } = await world.addSeller(60);
    const before = await closetOf(userId);
    const opens = new Date(world.clock.now() + 30 * minute);
    const time = (at: Date) => at.toISOString().slice(11, 16);
    const slot = { startTime: time(opens), endTime: time(new Date(opens.getTime() + minute)), enabled: true };
    await start(userId, {
      useScheduledSlots: true,
      scheduledSlots: [{ ...slot, daysOfWeek: [0, 1, 2, 3, 4, 5, 6] }],
    });
    expect((await world.bot.status(userId)).nextRoundTime).toBe(`${opens.toISOString().slice(0, 16)}:00.000Z`);
    await world.pass(26 * hour);
    const shares = await world.journalOf(account);
    const inSlot = shares.filter(({ at }) => time(new Date(at)) === slot.startTime);
    expect(inSlot).toHaveLength(shares.length);
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
});

describe('the daily limit', () => {
  it('stops the bot by itself, holds it for the day, and is open again on the next', async () => {
    const { userId, account } = await world.addSeller(60);
    await start(userId, { dailyShareLimit: 50 });
    const status = await world.passUntil(userId, ({ isRunning }) => !isRunning);
    expect(status).toMatchObject({ state: 'stopped', sharesToday: 50, dailyShareLimit: 50, nextShareTime: null });
    expect(status.limitReachedAt).toBeDefined();
    expect(await world.journalOf(account)).toHaveLength(50);
    expect((await world.entries(userId, 'LIMIT_REACHED'))[0]?.details).toBe(
      '50 shares today. The bot stopped at your daily limit',
    );
    expect(toldTo(userId)).toMatchObject([
      {
        event: 'stopped',
        title: 'Your bot reached its daily limit',
        body: '50 shares today. The bot stopped at your daily limit.',
      },
    ]);
    expect((await failureOf(start(userId, { dailyShareLimit: 50 }))).code).toBe('limit_reached');
    await world.pass(24 * hour);
    expect(await start(userId, { dailyShareLimit: 50 })).toMatchObject({ isRunning: true, sharesToday: 0 });
  });

  it('that is lowered below the count of the day stops the bot at its next share', async () => {
    const { userId, account } = await world.addSeller(60);
    await start(userId, { dailyShareLimit: 1_000 });
    await world.passUntil(userId, ({ totalShares }) => totalShares === 53);
    await world.bot.changeSettings(userId, { dailyShareLimit: 50 });
    await world.pass(minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped', sharesToday: 53 });
    expect(await world.journalOf(account)).toHaveLength(53);
  });

  it('holds over any 24 hours after a move to another zone', async () => {
    const { userId, account } = await world.addSeller(60);
    await start(userId, { dailyShareLimit: 50 });
    await world.passUntil(userId, ({ isRunning }) => !isRunning);
    await world.database.transaction(async (tx) => {
      await tx.query(`update users set timezone = 'Pacific/Kiritimati' where id = $1`, [userId]);
      await world.bot.onTimezoneMoved(tx, userId);
    });
    await world.pass(hour);
    await start(userId, { dailyShareLimit: 50 }).catch(() => {});
    await world.pass(20 * minute);
    expect(await world.journalOf(account)).toHaveLength(50);
    expect((await world.bot.status(userId)).isRunning).toBe(false);
  });
});

describe('when the marketplace says no', () => {
  const inRound = async (listings = 6, change: Partial<BotSettings> = {}) => {
    const seller = await world.addSeller(listings);
    return { ...seller, begin: () => start(seller.userId, change) };
  };
  const paused = (userId: string) => world.passUntil(userId, ({ state }) => state === 'paused');
  const oks = async (account: string) => (await world.journalOf(account)).filter((share) => share.case === 'ok');

  it('share limit (E3): 4 confirmed, 15 minutes, then a lower limit for the rest of the day, and on by itself', async () => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', 'E3', { after: 4 });
    await begin();
    const status = await paused(userId);
    expect(status).toMatchObject({
      pauseReason: 'share_limit',
      sharesToday: 4,
      unknownToday: 0,
      limitReason: 'share_limit',
    });
    const waits = Date.parse(status.resumesAt ?? '') - world.clock.now();
    expect(waits).toBeGreaterThanOrEqual(15 * minute - 1_000);
    expect(waits).toBeLessThan(19 * minute);
    expect((await failureOf(world.bot.resume(userId))).code).toBe('not_paused');
    const pause = { event: 'stopped', title: 'Your bot is paused', body: status.pauseMessage };
    expect(toldTo(userId)).toMatchObject([pause]);
    await world.pass(20 * minute);
    const later = await world.bot.status(userId);
    expect(later).toMatchObject({ state: 'paused', pauseReason: 'lowered_limit', effectiveLimit: 3 });
    expect(later.resumesAt?.slice(11)).toBe('00:00:00.000Z');
    expect(await oks(account)).toHaveLength(4);
    await world.pass(24 * hour);
    expect((await oks(account)).length).toBeGreaterThan(4);
    expect(await world.entries(userId, 'BOT_RESUMED')).not.toHaveLength(0);
  });

  it.each(['E4', 'E5', 'E6'])('human check (%s): no further write before the seller says done', async (kind) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { after: 2 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'human_check', sharesToday: 2 });
    await world.pass(3 * hour);
    expect(await world.journalOf(account)).toHaveLength(3);
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'connection_issue', reason: 'human_check' });
    const mail = world.waiting.find(({ name }) => name === 'mail.send');
    expect(mail?.payload).toMatchObject({ text: expect.stringContaining('verify you’re human') });
    const { pauseMessage: body, pausedAt } = await world.bot.status(userId);
    const told = { event: 'needs', title: 'Your bot is paused and needs you', body, at: Date.parse(pausedAt ?? '') };
    expect(toldTo(userId)).toMatchObject([told]);

    await world.bot.resume(userId);
    const done = await world.passUntil(userId, ({ state }) => state === 'waiting');
    expect(done).toMatchObject({ shareStatus: { completedShares: 5, totalListings: 6 }, limitReason: 'gentle' });
    expect(await world.closet.authStatus(userId)).toMatchObject({ state: 'ready' });
    expect(await world.entries(userId, 'BOT_RESUMED')).toHaveLength(1);
  });

  it('human check again and again: three tries a day, then tomorrow', async () => {
    const { userId, begin } = await inRound();
    await world.fault('share', 'E4', { times: -1 });
    await begin();
    for (let turn = 0; turn < 3; turn++) {
      await paused(userId);
      await world.bot.resume(userId);
    }
    await paused(userId);
    expect((await failureOf(world.bot.resume(userId))).code).toBe('human_check_required');
  });

  it('too many requests (E7): Retry-After wins where it is longer', async () => {
    const { userId, begin } = await inRound();
    await world.fault('share', 'E7', { retryAfter: 7_200 });
    await begin();
    const status = await paused(userId);
    expect(status).toMatchObject({ pauseReason: 'rate_limited', sharesToday: 0 });
    expect(Date.parse(status.resumesAt ?? '') - world.clock.now()).toBeGreaterThanOrEqual(2 * hour - 1_000);
  });

  it.each(['E8a', 'E8b', 'E8c', 'E8d'])(
    'session over (%s): one quiet sign-in, then the same listing once more',
    async (style) => {
      const { userId, account, begin } = await inRound();
      const before = await closetOf(userId);
      await begin();
      await world.passUntil(userId, ({ totalShares }) => totalShares === 2);
      const signedIn = (await world.journalOf(account, 'login')).length;
      await world.command('POST', 'sessions/expire', { account, style });
      const status = await world.passUntil(userId, ({ state }) => state === 'waiting');
      expect(status).toMatchObject({ sharesToday: 6, shareStatus: { completedShares: 6 } });
      expect((await oks(account)).map(({ listingId }) => listingId)).toEqual(before.toReversed());
      expect(await world.journalOf(account, 'login')).toHaveLength(signedIn + 1);
      expect(await world.entries(userId, 'BOT_PAUSED')).toEqual([]);
    },
  );

  it('session over without a password: the seller connects again', async () => {
    const { userId, account, begin } = await inRound();
    await world.database.query('update closets set credentials = null where user_id = $1', [userId]);
    await begin();
    await world.passUntil(userId, ({ totalShares }) => totalShares === 2);
    await world.command('POST', 'sessions/expire', { account });
    expect(await paused(userId)).toMatchObject({ pauseReason: 'session_expired', sharesToday: 2 });
    expect(await world.closet.authStatus(userId)).toMatchObject({
      state: 'connection_issue',
      reason: 'session_expired',
    });
    expect((await failureOf(world.bot.resume(userId))).code).toBe('session_rejected');
  });

  it('session over, and the password is not accepted any more: one sign-in, and never that password again', async () => {
    const { userId, account, begin } = await inRound();
    await begin();
    await world.passUntil(userId, ({ totalShares }) => totalShares === 2);
    const seen = (await world.journal()).length;
    await world.command('POST', 'sessions/expire', { account });
    await world.fault('login', 'E8a', { times: -1 });
    const status = await paused(userId);
    expect(status).toMatchObject({ pauseReason: 'credentials_rejected', sharesToday: 2, unknownToday: 0 });
    expect(status.pauseMessage).toContain('rejected your username and password');
    expect(status.resumesAt).toBeUndefined();
    expect(await world.closet.authStatus(userId)).toMatchObject({
      state: 'connection_issue',
      reason: 'credentials_rejected',
    });
    const mail = world.waiting.find(({ name }) => name === 'mail.send');
    expect(mail?.payload).toMatchObject({ text: expect.stringContaining('password') });
    await world.pass(3 * hour);
    await failureOf(world.bot.resume(userId));
    const logins = (await world.journal()).slice(seen).filter(({ op }) => op === 'login');
    expect(logins.map((login) => login.case)).toEqual(['E8a']);
    expect(await oks(account)).toHaveLength(2);
  });

  it('a human check is written down at one stroke: outcome, lesson and pause', async () => {
    const { userId, account, begin } = await inRound();
    // Whatever is committed, a kill may follow: none of the three may be seen without the others.
    await world.database.query(
      `create function all_or_nothing() returns trigger language plpgsql as $$ begin
         if exists (
           select from bots b where b.state = 'sharing' and (
             jsonb_array_length(b.backoff -> 'humanChecks') > 0
             or exists (select from share_attempts s where s.user_id = b.user_id and s.evidence like 'human_check%')
           )
         ) then raise exception 'a human check without its pause'; end if;
         return null;
       end $$`,
    );
    for (const table of ['bots', 'share_attempts']) {
      await world.database.query(
        `create constraint trigger all_or_nothing after update on ${table} deferrable initially deferred
         for each row execute function all_or_nothing()`,
      );
    }
    await world.fault('share', 'E4', { after: 2 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'human_check', sharesToday: 2, unknownToday: 0 });
    expect(await world.journalOf(account)).toHaveLength(3);
    expect(await world.entries(userId, 'SHARE_FAILED')).toHaveLength(1);
    await world.database.query('drop function all_or_nothing cascade');
  });

  it('a human check met while a price is changed pauses the bot too, before it meets one itself', async () => {
    const { userId, account, begin } = await inRound();
    await begin();
    await world.passUntil(userId, ({ totalShares }) => totalShares === 2);
    await world.fault('update', 'E4');
    const [listing] = await world.listings.list(userId);
    const change = world.bulkPrices(userId, [{ listingId: listing?.id ?? '', newPrice: (listing?.price ?? 0) + 1 }]);
    expect((await change).failed).toMatchObject([{ error: 'human_check_required' }]);
    expect(await paused(userId)).toMatchObject({ pauseReason: 'human_check' });
    expect(toldTo(userId)).toMatchObject([{ event: 'needs' }]);
    const { length } = await world.journalOf(account);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(length);
  });

  it('prices change while the bot shares, and both lose nothing', async () => {
    const { userId, account, begin } = await inRound(12);
    await begin();
    await world.passUntil(userId, ({ totalShares }) => totalShares === 2);
    const updates = (await world.listings.list(userId))
      .filter(({ isActive }) => isActive)
      .slice(0, 6)
      .map(({ id, price }) => ({ listingId: id, newPrice: (price ?? 0) + 1 }));
    const change = world.bulkPrices(userId, updates);
    const status = await world.passUntil(userId, ({ state }) => state === 'waiting');
    expect((await change).updated).toHaveLength(6);
    expect(status).toMatchObject({ sharesToday: 12, unknownToday: 0, shareStatus: { completedShares: 12 } });
    expect(await oks(account)).toHaveLength(12);
    expect(await world.journalOf(account, 'update')).toHaveLength(6);
  });

  it('token refused (E2): the page that carries it, then the same listing once more', async () => {
    const { userId, account, begin } = await inRound();
    const before = await closetOf(userId);
    await world.fault('share', 'E2', { after: 1 });
    await begin();
    await world.passUntil(userId, ({ state }) => state === 'waiting');
    const shares = (await world.journalOf(account)).map(({ listingId, case: end }) => [listingId, end]);
    const [last, next, ...rest] = before.toReversed();
    expect(shares).toEqual([[last, 'ok'], [next, 'E2'], [next, 'ok'], ...rest.map((id) => [id, 'ok'])]);
    expect(await world.bot.status(userId)).toMatchObject({ sharesToday: 6 });
  });

  it('token refused twice (E2): the marketplace refuses us, and nothing is counted for it', async () => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', 'E2', { times: -1 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'marketplace_refused', sharesToday: 0 });
    expect(await world.journalOf(account)).toHaveLength(2);
  });

  it.each([
    { kind: 'E15', reason: 'account_blocked' },
    { kind: 'E14', reason: 'code_required' },
    { kind: 'wall', reason: 'marketplace_refused' },
  ])('$kind: pauses for $reason and sends nothing more', async ({ kind, reason }) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { after: 1, times: -1 });
    await begin();
    const status = await paused(userId);
    expect(status).toMatchObject({ pauseReason: reason, sharesToday: 1 });
    const { length } = await world.journalOf(account);
    await world.pass(3 * hour);
    expect(await world.journalOf(account)).toHaveLength(length);
    expect(status.resumesAt).toBeUndefined();
  });

  it.each([
    { kind: 'E9', counted: 3 },
    { kind: 'E1', counted: 0 },
  ])('$kind three times in a row: the marketplace has changed', async ({ kind, counted }) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { times: -1 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'marketplace_changed', sharesToday: counted });
    expect(await world.journalOf(account)).toHaveLength(3);
  });

  it.each(['E13', 'E16', 'E12', 'reset', 'reset-before', 'timeout', 'timeout-before'])(
    '%s: unknown, counted, told, not sent again in the round',
    async (kind) => {
      const { userId, account, begin } = await inRound();
      const before = await closetOf(userId);
      await world.fault('share', kind, { after: 1 });
      await begin();
      const status = await world.passUntil(userId, ({ state }) => state === 'waiting');
      expect(status).toMatchObject({ sharesToday: 6, unknownToday: 1, totalShares: 5 });
      const sent = (await world.journalOf(account)).map(({ listingId }) => listingId);
      expect(new Set(sent).size).toBe(sent.length);
      expect(await world.entries(userId, 'SHARE_UNKNOWN')).toHaveLength(1);
      expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe(
        '5 of 6 listings shared, 1 not confirmed',
      );
      expect(before).toHaveLength(6);
    },
  );

  it('maintenance (E11) with Retry-After: the next try is not before it', async () => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', 'E11', { after: 1, retryAfter: 120 });
    await begin();
    await world.passUntil(userId, ({ unknownToday }) => unknownToday === 1);
    const failedAt = world.clock.now();
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 6);
    const third = (await world.journalOf(account))[2];
    expect(Date.parse(third?.at ?? '') - failedAt).toBeGreaterThanOrEqual(119_000);
  });

  it('an outage that lasts: 2, 8, 30 seconds, then 5, 15 and 60 minutes, and on by itself afterwards', async () => {
    const { userId, account, begin } = await inRound(30);
    await world.fault('share', 'E12', { times: 6 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'marketplace_unavailable', unknownToday: 4 });
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 30, 6 * hour);
    const times = (await world.journalOf(account)).map(({ at }) => Date.parse(at));
    const gaps = times.slice(1, 7).map((at, index) => at - (times[index] ?? 0));
    for (const [index, least] of [2_000, 8_000, 30_000, 5 * minute, 15 * minute, hour].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(least);
    }
    expect(await world.bot.status(userId)).toMatchObject({ unknownToday: 6, totalShares: 24 });
    expect(toldTo(userId)).toEqual([]);
  });

  it('one seller’s trouble leaves another’s bot alone', async () => {
    const troubled = await inRound();
    const calm = await inRound();
    await world.command('POST', 'human-check', { account: troubled.account, on: true });
    await troubled.begin();
    await calm.begin();
    await world.passUntil(calm.userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 6);
    expect(await world.bot.status(troubled.userId)).toMatchObject({ pauseReason: 'human_check' });
  });
});

describe('stop, start and settings', () => {
  it('stops in every state, before the next share, and says so', async () => {
    const { userId, account } = await world.addSeller(20);
    expect((await failureOf(world.bot.stop(userId))).code).toBe('not_running');
    await start(userId);
    expect(await world.bot.stop(userId)).toMatchObject({ isRunning: false, state: 'stopped', nextShareTime: null });
    await world.pass(minute);
    expect(await world.journalOf(account)).toHaveLength(0);

    await start(userId);
    await world.passUntil(userId, ({ totalShares }) => totalShares === 5);
    await world.bot.stop(userId);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(5);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe('5 of 20 listings shared, stopped');

    await world.command('POST', 'human-check', { account, on: true });
    await start(userId);
    await world.passUntil(userId, ({ state }) => state === 'paused');
    expect(await world.bot.stop(userId)).toMatchObject({ state: 'stopped' });
    expect((await failureOf(world.bot.resume(userId))).code).toBe('not_paused');
    expect(await world.entries(userId, 'BOT_STOPPED')).toHaveLength(3);
  });

  it('stopped by whoever runs the installation is told on the seller’s devices, and by the seller it is not', async () => {
    const [{ userId }, own] = [await world.addSeller(4), await world.addSeller(4)];
    await start(userId);
    await start(own.userId);
    await world.bot.stop(own.userId);
    await world.bot.stopAll();
    const body = 'Your administrator stopped all bots.';
    expect(toldTo(userId)).toMatchObject([{ event: 'stopped', title: 'Your bot was stopped', body }]);
    expect(toldTo(own.userId)).toEqual([]);
  });

  it('starts once, however many press', async () => {
    const { userId } = await world.addSeller(3);
    const pressed = await Promise.allSettled(Array.from({ length: 8 }, () => start(userId)));
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.entries(userId, 'BOT_STARTED')).toHaveLength(1);
    await world.command('POST', 'human-check', { account: 'thrifty_jo', on: false });
    expect((await failureOf(start(userId))).code).toBe('already_running');
  });

  it('needs a closet with something for sale in it', async () => {
    const nobody = await world.addUser();
    expect((await failureOf(start(nobody))).code).toBe('closet_not_connected');
    const { userId } = await world.addSeller(0).catch(() => ({ userId: '' }));
    const { rows } = await world.database.query<{ user_id: string }>('select max(user_id) as user_id from closets');
    expect((await failureOf(start(userId || (rows[0]?.user_id ?? '')))).code).toBe('no_listings');
  });

  it('refuses settings that make no sense, and stores what it is given while stopped', async () => {
    const { userId } = await world.addSeller(3);
    const slot = { startTime: '10:00', endTime: '10:00', enabled: true, daysOfWeek: [1 as const] };
    const refused = await failureOf(world.bot.changeSettings(userId, { scheduledSlots: [slot] }));
    expect(refused).toMatchObject({ code: 'invalid_input', fields: { scheduledSlots: expect.any(String) } });
    expect(await world.bot.changeSettings(userId, { shareFrequency: 480 })).toMatchObject({
      state: 'stopped',
      settings: { ...settings, shareFrequency: 480 },
    });
  });

  it('changes settings of a round that runs from its next share on, without starting it anew', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId);
    await world.passUntil(userId, ({ totalShares }) => totalShares === 4);
    await world.bot.changeSettings(userId, { shareFrequency: 60, dailyShareLimit: 2_000 });
    const status = await world.passUntil(userId, ({ state }) => state === 'waiting');
    const sent = (await world.journalOf(account)).map(({ listingId }) => listingId);
    expect(new Set(sent).size).toBe(12);
    expect(sent).toHaveLength(12);
    const [round] = await world.entries(userId, 'ROUND_STARTED');
    expect(Date.parse(status.nextRoundTime ?? '') - Date.parse(round?.timestamp ?? '')).toBe(hour);
  });

  it('cuts a round where the new slots are closed now', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId);
    await world.passUntil(userId, ({ totalShares }) => totalShares === 4);
    const opens = new Date(world.clock.now() + 3 * hour).toISOString().slice(11, 16);
    const closes = new Date(world.clock.now() + 4 * hour).toISOString().slice(11, 16);
    const slot = { startTime: opens, endTime: closes, enabled: true, daysOfWeek: [0, 1, 2, 3, 4, 5, 6] as const };
    await world.bot.changeSettings(userId, {
      useScheduledSlots: true,
      scheduledSlots: [{ ...slot, daysOfWeek: [...slot.daysOfWeek] }],
    });
    await world.pass(minute);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'waiting', sharesToday: 4 });
    await world.pass(4 * hour);
    expect(await world.journalOf(account)).toHaveLength(16);
  });

  it('stops with the closet, and sends nothing afterwards', async () => {
    const { userId, account } = await world.addSeller(12);
    await start(userId);
    await world.passUntil(userId, ({ totalShares }) => totalShares === 4);
    await world.bot.onDisconnected(userId);
    await world.closet.disconnect(userId);
    const { length } = await world.journalOf(account);
    await world.pass(hour);
    expect(await world.journalOf(account)).toHaveLength(length);
    expect(await world.bot.status(userId)).toMatchObject({ state: 'stopped' });
  });
});

describe('several workers', () => {
  it('take over where another ended, and share nothing twice', async () => {
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

  it('never own one bot both', async () => {
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

describe('a bot whose last share is settled slowly', () => {
  it('tells its round with that share, and not as one of unknown outcome', async () => {
    const own = await openBotWorld();
    const group = () => createGroupCommit({ database: own.database, spacingMs: 1 });
    const ledger = createLedger({ reservations: group(), outcomes: group(), clock: own.clock });
    let settled = 0;
    const bot = own.make({
      reserve: ledger.reserve,
      async settle(ask) {
        settled += 1;
        // Longer than all that the bot asks of the database when it stops itself.
        if (settled === 50) for (let turn = 0; turn < 1_000; turn++) await own.database.query('select 1');
        return ledger.settle(ask);
      },
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

describe('a bot whose last share is settled slowly, over midnight', () => {
  it('counts the next share on the day on which the marketplace sees it', async () => {
    const own = await openBotWorld();
    const group = () => createGroupCommit({ database: own.database, spacingMs: 1 });
    const ledger = createLedger({ reservations: group(), outcomes: group(), clock: own.clock });
    let settled = 0;
    const bot = own.make({
      reserve: ledger.reserve,
      async settle(ask) {
        settled += 1;
        if (settled === 2) await own.time.advanceTo(Date.parse('2026-05-05T00:00:05Z'));
        return ledger.settle(ask);
      },
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
  it('gives back what it had reserved and not sent, also where the permission came while it was closing', async () => {
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
    expect(await left).toEqual([{ outcome: 2, evidence: 'not_sent: it came too late' }]);
    expect(await bot.status(userId)).toMatchObject({ sharesToday: 0 });
    expect(await own.journalOf(account)).toEqual([]);
    await own.close();
  });
});

describe('at the real marketplace', () => {
  let real: BotWorld;
  beforeAll(async () => {
    real = await openBotWorld({ real: true });
    await real.openWorker();
  });
  afterAll(async () => real.close());

  it('asks for consent once, and keeps it', async () => {
    const { userId } = await real.addSeller(3);
    expect(await real.bot.status(userId)).toMatchObject({ consentNeeded: true });
    expect((await failureOf(real.bot.start(userId, settings))).code).toBe('consent_required');
    expect(await real.bot.start(userId, { ...settings, acceptAutomationRisk: true })).toMatchObject({
      isRunning: true,
      consentNeeded: false,
    });
    await real.bot.stop(userId);
    expect(await real.bot.start(userId, settings)).toMatchObject({ isRunning: true });
    await real.bot.stop(userId);
  });

  it('lets one account at a time run the bot of a closet', async () => {
    const consent = { ...settings, acceptAutomationRisk: true as const };
    const first = await real.addSeller(3);
    const second = await real.addUser();
    const { password } = first;
    await real.closet.linkWithPassword(second, { username: first.account, password, keepPassword: true });
    await real.listings.sync(second);
    const starts = await Promise.allSettled([real.bot.start(first.userId, consent), real.bot.start(second, consent)]);
    const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason.code] : []));
    expect(failures).toEqual(['closet_linked_elsewhere']);
  });
});

describe('maintenance', () => {
  it('drops single shares after 35 days and keeps what they add up to', async () => {
    const { userId } = await world.addSeller(3);
    await start(userId, { shareFrequency: 1440 });
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday === 3);
    await world.bot.stop(userId);
    await world.pass(34 * 24 * hour);
    await world.bot.maintenance();
    expect(await world.entries(userId, 'SHARE')).toHaveLength(3);
    await world.pass(3 * 24 * hour);
    await world.bot.maintenance();
    expect(await world.entries(userId, 'SHARE')).toEqual([]);
    expect(await world.bot.status(userId)).toMatchObject({ totalShares: 3, shareStatus: { completedShares: 3 } });
  });
});

describe('offers to likers', () => {
  const offering = { offerShippingDiscount: true };
  const likedSeller = async () => {
    const { userId, account } = await world.addSeller(2);
    for (const id of await closetOf(userId)) await world.command('POST', `listings/${id}`, { likes: 4 });
    await world.listings.sync(userId);
    return { userId, account };
  };
  const runRound = async (userId: string) => {
    await world.passUntil(userId, ({ state, sharesToday }) => state === 'waiting' && sharesToday > 0);
  };
  const runOffers = async () => {
    const job = world.run('bot.offers');
    let isDone = false;
    void job
      .finally(() => {
        isDone = true;
      })
      .catch(() => {});
    for (let turn = 0; !isDone && turn < 200; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await world.pass(500);
    }
    await job;
  };

  it('are made once in 7 days, a quarter of an hour after the newest like, and told with their cost', async () => {
    const { userId, account } = await likedSeller();
    await start(userId, { ...offering, shareFrequency: 60 });
    await runRound(userId);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(0);
    await world.pass(61 * minute);
    await runOffers();
    const told = await world.entries(userId, 'OFFER_SENT');
    expect(told).toHaveLength(2);
    expect(told[0]?.details).toMatch(/^\$\d+ to 4 likers of .+, with .+ \(costs you \$\d+\.\d\d\)$/);
    await world.pass(61 * minute);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(2);
  });

  it('carry no discount where the marketplace’s choices cannot be read: nothing is guessed', async () => {
    const { userId, account } = await likedSeller();
    await world.fault('discounts', 'E13', { times: -1 });
    await start(userId, { ...offering, shareFrequency: 30 });
    await runRound(userId);
    await world.pass(31 * minute);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(2);
    for (const { details } of await world.entries(userId, 'OFFER_SENT'))
      expect(details).toMatch(/^\$\d+ to 4 likers of .+, without a shipping discount$/);
    const { rows } = await world.database.query(
      'select distinct discount_label as label, discount_cost_cents as cost from offers where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ label: null, cost: null }]);
  });

  it('are never made below the floor price, and never where they are switched off', async () => {
    const { userId, account } = await likedSeller();
    for (const { id, price } of await world.listings.list(userId))
      if (price !== null) await world.listings.changeFloorPrice(userId, id, price);
    await start(userId, { ...offering, shareFrequency: 30 });
    await runRound(userId);
    await world.pass(31 * minute);
    await runOffers();
    expect(await world.journalOf(account, 'offer')).toHaveLength(0);
    world.waiting.splice(0);
    await world.bot.changeSettings(userId, { offerShippingDiscount: false });
    await world.pass(31 * minute);
    expect(world.waiting.filter(({ name }) => name === 'bot.offers')).toEqual([]);
  });
});

describe('bots that whoever runs the installation holds', () => {
  it('are started and share nothing, say so, and go on without a burst when the hold ends', async () => {
    const held = await openBotWorld();
    try {
      const { userId, account } = await held.addSeller(3);
      const holding = held.make(undefined, true);
      const idler = await held.openWorker(holding);
      const started = await holding.start(userId, { ...settings, shareFrequency: 60, offerShippingDiscount: true });
      expect(started).toMatchObject({
        isRunning: true,
        heldByOperator: true,
        nextShareTime: null,
        nextRoundTime: null,
      });
      await held.pass(5 * hour);
      await holding.sendOffers(userId);
      expect(await held.journalOf(account)).toEqual([]);
      expect(await held.journalOf(account, 'offer')).toEqual([]);
      await held.closeWorker(idler);

      await held.openWorker();
      expect(await held.bot.status(userId)).not.toHaveProperty('heldByOperator');
      await held.pass(30 * minute);
      expect(await held.journalOf(account)).toHaveLength(3);
      await held.bot.stop(userId);
    } finally {
      await held.close();
    }
  });
});
