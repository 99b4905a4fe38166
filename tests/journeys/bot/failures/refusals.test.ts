import { describe, expect, it } from 'vitest';
import { failureOf } from '../../closet/closet-journey.ts';
import { botJourney } from '../bot-journey.ts';

const minute = 60_000;
const hour = 60 * minute;

const { world, accepted, closetOf, inRound, noticesTo, paused } = botJourney();

describe('refusals by the marketplace', () => {
  it('share limit (E3): 4 confirmed, nothing more until the next share day, and a lower limit with its number and end', async () => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', 'E3', { after: 4 });
    await begin();
    const status = await paused(userId);
    const loweredUntil = new Date(Date.parse(status.pausedAt ?? '') + 7 * 24 * hour).toISOString();
    const lowered = { dailyShareLimit: 10_000, effectiveLimit: 500, limitReason: 'share_limit', loweredUntil };
    expect(status).toMatchObject({ pauseReason: 'share_limit', sharesToday: 4, unknownToday: 0, ...lowered });
    expect(status.pauseMessage).toMatch(/until May 1\d: 500 shares a day\./);
    const resumesAt = Date.parse(status.resumesAt ?? '');
    expect(new Date(resumesAt).toISOString().slice(11)).toBe('00:00:00.000Z');
    expect(status.nextShareTime).toBe(status.resumesAt);
    expect(await failureOf(world.bot.resume(userId))).toMatchObject({ code: 'not_paused' });
    const pause = { event: 'stopped', title: 'Your bot is paused', body: status.pauseMessage };
    expect(noticesTo(userId)).toMatchObject([pause]);
    await world.pass(resumesAt - world.clock.now() - 1_000);
    expect(await accepted(account)).toHaveLength(4);
    expect(await world.roundOver(userId)).toMatchObject({
      sharesToday: 7,
      ...lowered,
    });
    expect(await world.entries(userId, 'BOT_RESUMED')).toHaveLength(1);
    // Only time ends the lower limit. A week of shares would take four seconds of processor time.
    await world.bot.stop(userId);
    await world.pass(7 * 24 * hour);
    expect(await world.bot.status(userId)).toMatchObject({ effectiveLimit: 10_000 });
    expect((await world.bot.status(userId)).limitReason).toBeUndefined();
  });

  it('a lower limit can be taken back, and a pause that the marketplace asked for stays', async () => {
    const { userId, account, begin } = await inRound(6, { dailyShareLimit: 1000 });
    await world.fault('share', 'E3', { after: 2 });
    await begin();
    const before = await paused(userId);
    const after = await world.bot.restoreLimit(userId);
    expect(after).toMatchObject({ state: 'paused', effectiveLimit: 1000, resumesAt: before.resumesAt });
    expect(after.limitReason).toBeUndefined();
    expect(after.pauseMessage).toContain('Your daily limit stays the same.');
    expect((await failureOf(world.bot.restoreLimit(userId))).code).toBe('not_lowered');
    expect(await world.entries(userId, 'LIMIT_RESTORED')).toHaveLength(1);
    await world.pass(hour);
    expect(await accepted(account)).toHaveLength(2);
  });

  it('a lower limit that is used up pauses until the next day, and sharing goes on at once when it is taken back', async () => {
    const { userId, account, begin } = await inRound(6);
    await world.database.query(
      `insert into bots (user_id, settings, limit_in_force, backoff)
       values ($1, '{}', 500, jsonb_build_object('lowered', jsonb_build_object('reason', 'share_limit', 'limit', 2, 'until', $2::bigint),
         'leastLimit', 2))`,
      [userId, world.clock.now() + 24 * hour],
    );
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: 'lowered_limit', effectiveLimit: 2, sharesToday: 2 });
    expect(await world.bot.restoreLimit(userId)).toMatchObject({ state: 'sharing', effectiveLimit: 10_000 });
    await world.roundOver(userId);
    expect(await accepted(account)).toHaveLength(6);
  });

  it('too many requests (E7) are a matter of pace: 15 minutes, an hour, and the limit stays until the third time in a day', async () => {
    const { userId, begin } = await inRound(6);
    await world.fault('share', 'E7', { retryAfter: 20, times: 3 });
    await begin();
    for (const waitMs of [15 * minute, hour]) {
      const status = await paused(userId);
      const { pauseReason, resumesAt = '', effectiveLimit, limitReason } = status;
      expect({ pauseReason, effectiveLimit, limitReason }).toEqual({
        pauseReason: 'rate_limited',
        effectiveLimit: 10_000,
      });
      const waits = Date.parse(resumesAt) - world.clock.now();
      expect(waits).toBeGreaterThanOrEqual(waitMs - 1_000);
      expect(waits).toBeLessThan(waitMs + 2 * minute);
      expect((await failureOf(world.bot.resume(userId))).code).toBe('not_paused');
      await world.pass(waits);
      expect(await world.bot.status(userId)).toMatchObject({ meanPauseMs: 4_000, slowUntil: expect.any(String) });
    }
    expect(await paused(userId)).toMatchObject({
      pauseReason: 'share_limit',
      effectiveLimit: 500,
      limitReason: 'rate_limited',
      pauseMessage: expect.stringContaining('for the third time in 24 hours'),
    });
  });

  it('a pause that ends outside of the time slots names the next opening', async () => {
    const opensAgain = new Date(world.clock.now() + 2 * hour).toISOString().slice(0, 16);
    const scheduledSlots = [world.slot(0, 10 * minute), world.slot(2 * hour, 3 * hour)];
    const { userId, begin } = await inRound(6, { useScheduledSlots: true, scheduledSlots });
    await world.fault('share', 'E7', { after: 2 });
    await begin();
    const status = await paused(userId);
    expect(status.resumesAt?.slice(0, 16)).toBe(opensAgain);
    expect(status.nextShareTime).toBe(status.resumesAt);
    await world.pass(hour);
    expect((await world.bot.status(userId)).nextRoundTime).toBe(status.resumesAt);
  });

  it.each(['E8a', 'E8c'])(
    'session ended (%s): one sign-in in the background, then the same listing once more',
    async (style) => {
      const { userId, account, begin } = await inRound();
      const before = await closetOf(userId);
      await begin();
      await world.sharesMade(userId, 2);
      const signedIn = (await world.journalOf(account, 'login')).length;
      await world.command('POST', 'sessions/expire', { account, style });
      const status = await world.roundOver(userId);
      expect(status).toMatchObject({ sharesToday: 6, shareStatus: { completedShares: 6 } });
      expect((await accepted(account)).map(({ listingId }) => listingId)).toEqual(before.toReversed());
      expect(await world.journalOf(account, 'login')).toHaveLength(signedIn + 1);
      expect(await world.entries(userId, 'BOT_PAUSED')).toEqual([]);
    },
  );

  it('session ended, and the password is no longer accepted: one sign-in, and never with that password again', async () => {
    const { userId, account, begin } = await inRound();
    await begin();
    await world.sharesMade(userId, 2);
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
    expect(await accepted(account)).toHaveLength(2);
  });

  it.each([
    ['refused because of too many requests waits 15 minutes', 'E7', 'rate_limited', 15 * minute],
    ['lost is not sent again, and the seller must connect again', 'reset', 'session_expired'],
  ] as const)('session ended, and a sign-in that is %s', async (_, end, pauseReason, waitMs?: number) => {
    const { userId, account, begin } = await inRound();
    await begin();
    await world.sharesMade(userId, 2);
    const seen = (await world.journal()).length;
    await world.command('POST', 'sessions/expire', { account });
    await world.fault('login', end, { times: -1 });
    const status = await paused(userId);
    expect(status).toMatchObject({ pauseReason, sharesToday: 2, unknownToday: 0 });
    const resumesAt = status.resumesAt === undefined ? null : Date.parse(status.resumesAt);
    if (waitMs === undefined) expect(resumesAt).toBeNull();
    else expect((resumesAt ?? 0) - world.clock.now()).toBeGreaterThanOrEqual(waitMs - 1_000);
    const logins = (await world.journal()).slice(seen).filter(({ op }) => op === 'login');
    expect(logins).toHaveLength(1);
  });

  it('session cookie replaced in the middle of a round: the next share waits until the new one is stored', async () => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', 'new-session', { after: 1 });
    await begin();
    await world.sharesMade(userId, 3);
    // Another process that takes over the bot now has a session that works.
    const stored = await world.closet.openForBot(userId);
    expect((await stored?.account.probe())?.kind).toBe('ok');
    const signedIn = (await world.journalOf(account, 'login')).length;
    const status = await world.roundOver(userId);
    expect(status).toMatchObject({ sharesToday: 6, unknownToday: 0, shareStatus: { completedShares: 6, refused: 0 } });
    expect(await world.journalOf(account, 'login')).toHaveLength(signedIn);
  });

  it('prices change while the bot shares, and neither loses anything', async () => {
    const { userId, account, begin } = await inRound(12);
    await begin();
    await world.sharesMade(userId, 2);
    const updates = (await world.listings.list(userId))
      .filter(({ isActive }) => isActive)
      .slice(0, 6)
      .map(({ id, price }) => ({ listingId: id, newPrice: (price ?? 0) + 1 }));
    const change = world.bulkPrices(userId, updates);
    const status = await world.roundOver(userId);
    expect((await change).updated).toHaveLength(6);
    expect(status).toMatchObject({ sharesToday: 12, unknownToday: 0, shareStatus: { completedShares: 12 } });
    expect(await accepted(account)).toHaveLength(12);
    expect(await world.journalOf(account, 'update')).toHaveLength(6);
  });

  it('token refused (E2): loads a new token, then shares the same listing once more', async () => {
    const { userId, account, begin } = await inRound();
    const before = await closetOf(userId);
    await world.fault('share', 'E2', { after: 1 });
    await begin();
    await world.roundOver(userId);
    const shares = (await world.journalOf(account)).map(({ listingId, case: end }) => [listingId, end]);
    const [last, next, ...rest] = before.toReversed();
    expect(shares).toEqual([[last, 'ok'], [next, 'E2'], [next, 'ok'], ...rest.map((id) => [id, 'ok'])]);
    expect(await world.bot.status(userId)).toMatchObject({ sharesToday: 6 });
  });

  it.each([
    { kind: 'E15', reason: 'account_blocked' },
    { kind: 'wall', reason: 'marketplace_refused' },
  ])('$kind: pauses for $reason and sends nothing more', async ({ kind, reason }) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { after: 1, times: -1 });
    await begin();
    const status = await paused(userId);
    expect(status).toMatchObject({ pauseReason: reason, sharesToday: 1 });
    expect(status.resumesAt).toBeUndefined();
    const { length } = await world.journalOf(account);
    await world.pass(3 * hour);
    expect(await world.journalOf(account)).toHaveLength(length);
  });

  it.each([
    ['E2', 'a token that is refused twice', 'marketplace_refused', { sent: 2, counted: 0 }],
    ['E9', 'an answer that nobody knows, three times in a row', 'marketplace_changed', { sent: 3, counted: 3 }],
    ['E1', 'three refused listings in a row', 'marketplace_changed', { sent: 3, counted: 0 }],
  ])('%s: %s pauses for %s, and the limit is used only for what may have arrived', async (kind, _, reason, of) => {
    const { userId, account, begin } = await inRound();
    await world.fault('share', kind, { times: -1 });
    await begin();
    expect(await paused(userId)).toMatchObject({ pauseReason: reason, sharesToday: of.counted });
    expect(await world.journalOf(account)).toHaveLength(of.sent);
  });
});
