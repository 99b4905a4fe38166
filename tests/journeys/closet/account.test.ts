import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionReason } from '#domain/closet.ts';
import { createAccountLock } from '#server/features/closet/session/account-lock.ts';
import { closetCalls, closetJourney, failureOf, jo, olive } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney();
beforeEach(async () => {
  ({ world, userId } = await arrive());
});
const { status, actions, link } = closetCalls(() => ({ world, userId }));
const note = (reason: ConnectionReason, message: string) =>
  world.closet.noteConnectionIssue(world.database, { userId, reason, message });

describe('the account at the marketplace', () => {
  it('has one caller at a time, even across processes', async () => {
    await link();
    const order: string[] = [];
    const { rows: taken } = await world.database.query<{ until: number }>(
      `update closets set locked_until = clock_timestamp() + interval '300 milliseconds' where user_id = $1
       returning locked_until as until`,
      [userId],
    );
    const work = (name: string) =>
      world.closet.withAccount(userId, async () => {
        order.push(`${name} begins`);
        const { rows } = await world.database.query<{ held: boolean; now: number }>(
          'select locked_until > now() as held, now() as now from closets where user_id = $1',
          [userId],
        );
        expect(rows[0]?.held).toBe(true);
        expect(rows[0]?.now).toBeGreaterThanOrEqual(taken[0]?.until ?? Number.POSITIVE_INFINITY);
        await sleep(20);
        order.push(`${name} ends`);
      });
    await Promise.all([work('first'), work('second')]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    const { rows } = await world.database.query('select locked_until from closets where user_id = $1', [userId]);
    expect(rows).toEqual([{ locked_until: null }]);
  });

  it('stays locked for as long as the work takes, and is free right afterward', async () => {
    await link();
    const [here, there] = [1, 2].map(() =>
      createAccountLock({ database: world.database, lockMs: 1_500, renewEveryMs: 60 }),
    );
    const order: string[] = [];
    const begun = Promise.withResolvers<void>();
    const working = here?.(userId, async () => {
      order.push('here begins');
      const { rows } = await world.database.query<{ until: number }>(
        'select locked_until as until from closets where user_id = $1',
        [userId],
      );
      begun.resolve();
      // The other one tries every 100 ms, so it has also tried after the time for which the lock was taken.
      const time = async () => (await world.database.query<{ now: number }>('select now()')).rows[0]?.now;
      await expect.poll(time).toBeGreaterThan((rows[0]?.until ?? 0) + 300);
      order.push('here ends');
    });
    await begun.promise;
    const waiting = there?.(userId, async () => {
      order.push('there begins');
    });
    await Promise.all([working, waiting]);
    expect(order).toEqual(['here begins', 'here ends', 'there begins']);
  });

  it('is free eight seconds after its holder was killed, so the bot shares again', async () => {
    await link();
    const leftMs = await world.closet.withAccount(userId, async () => {
      const { rows } = await world.database.query<{ leftMs: number }>(
        'select (extract(epoch from locked_until - now()) * 1000)::float8 as "leftMs" from closets where user_id = $1',
        [userId],
      );
      return rows[0]?.leftMs;
    });
    // Only the holder renews it.
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(8_000);
  });

  it('is free again after work that failed', async () => {
    await link();
    const broken = world.closet.withAccount(userId, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await world.closet.withAccount(userId, async () => 'free')).toBe('free');
  });

  it('stores a changed session, and tells the bot with a new revision', async () => {
    await link();
    const bot = await world.closet.openForBot(userId);
    await world.closet.withAccount(userId, (account) => account.bootstrap());
    const later = await world.closet.openForBot(userId);
    expect(Number(later?.revision)).toBe(Number(bot?.revision) + 1);
    expect(later?.account.session().token).not.toBe(bot?.account.session().token);
    // An older session does not replace a newer one.
    const session = bot?.account.session() ?? { cookies: [] };
    expect(await world.closet.saveFromBot(world.database, { userId, session, revision: bot?.revision ?? '' })).toEqual({
      kind: 'overtaken',
    });
    expect(
      await world.closet.saveFromBot(world.database, { userId, session, revision: later?.revision ?? '' }),
    ).toEqual({
      kind: 'saved',
      revision: String(Number(later?.revision) + 1),
    });
    // Bots save their sessions together, so one of them must not wait for a row that another call changes.
    const newest = await world.closet.openForBot(userId);
    await world.database.transaction(async (tx) => {
      await tx.query('update closets set last_tested_at = now() where user_id = $1', [userId]);
      const kept = { userId, session, revision: newest?.revision ?? '' };
      expect(await world.closet.saveFromBot(world.database, kept)).toEqual({ kind: 'locked' });
    });
  });

  it('signs in again once for all callers that met the same ended session', async () => {
    await link();
    const first = await world.closet.openForBot(userId);
    const second = await world.closet.openForBot(userId);
    if (first === null || second === null) throw new Error('nothing is linked');
    await world.command('POST', 'sessions/expire', { account: jo.username });
    const before = await world.count('login');
    const results = await Promise.all([
      world.closet.signInAgain(userId, first),
      world.closet.signInAgain(userId, second),
    ]);
    expect(results.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
    expect(await world.count('login')).toBe(before + 1);
    const [result] = results;
    expect(result?.kind === 'ok' && (await result.bot.account.probe()).kind).toBe('ok');
  });

  it('does not sign in again without a password, nor with one that was refused', async () => {
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: false });
    const bot = await world.closet.openForBot(userId);
    if (bot === null) throw new Error('nothing is linked');
    expect(await world.closet.signInAgain(userId, bot)).toEqual({ kind: 'no_password' });

    await link();
    await note('credentials_rejected', 'refused');
    const linked = await world.closet.openForBot(userId);
    if (linked === null) throw new Error('nothing is linked');
    const before = await world.count('login');
    expect(await world.closet.signInAgain(userId, linked)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'invalid_credentials' },
    });
    expect(await world.count('login')).toBe(before);
  });

  it('is Ready for Sharing again when the closet could be read after an outage', async () => {
    await link();
    await world.fault('any', 'E11', { times: -1 });
    expect((await failureOf(world.closet.testAuth(userId))).code).toBe('marketplace_unavailable');
    expect((await status()).state).toBe('connection_issue');
    await world.command('DELETE', 'faults');
    await world.closet.withLiveAccount(userId, (account) => account.closet('available'));
    expect((await status()).state).toBe('ready');
  });

  it('waits for a code if the new sign-in requires one', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: true }));
    await world.closet.requestCode(userId);
    await world.closet.verifyCode(userId, await world.code(olive.username));
    const bot = await world.closet.openForBot(userId);
    if (bot === null) throw new Error('nothing is linked');
    expect(await world.closet.signInAgain(userId, bot)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'otp_required' },
    });
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'code_required', codePending: true });
  });

  it.each([
    ['of an account that needs one is sent, and entered', olive],
    ['isn’t needed by the new sign-in', jo],
  ])('asked for in the middle of a session: a code %s', async (_, seller) => {
    await failureOf(world.closet.linkWithPassword(userId, { ...seller, keepPassword: true }));
    const enter = async () => {
      await world.closet.requestCode(userId);
      await world.closet.verifyCode(userId, await world.code(seller.username));
    };
    if (seller === olive) await enter();
    await world.clock.advance(60_000);
    await note('code_required', 'The bot needs a code.');
    if (seller === olive) await enter();
    else expect(await world.closet.requestCode(userId)).toEqual({ isConnected: true });
    expect(await status()).toMatchObject({ state: 'ready', codePending: false });
    expect(await failureOf(world.closet.requestCode(userId))).toMatchObject({ code: 'no_pending_sign_in' });
  });

  it('shows a human check that the bot met on the panel, until it is passed', async () => {
    await link();
    await note('human_check', 'Please do the check.');
    expect(await status()).toMatchObject({
      state: 'connection_issue',
      reason: 'human_check',
      message: 'Please do the check.',
    });
    // Reading goes on, which says nothing about the check.
    await world.closet.noteSignedIn(world.database, userId);
    await world.closet.withLiveAccount(userId, (account) => account.closet('available'));
    expect((await status()).reason).toBe('human_check');
    await world.closet.noteCheckPassed(world.database, userId);
    const ready = await status();
    expect(ready.state).toBe('ready');
    expect(ready.message).toBeUndefined();
  });
});

describe('a lost account lock', () => {
  it('is not what frees the locks of a killed program: one that was taken since then stays', async () => {
    await link();
    const release = Promise.withResolvers<void>();
    const holding = world.closet.withAccount(userId, () => release.promise);
    const isLocked = async () =>
      (await world.database.query('select from closets where user_id = $1 and locked_until > now()', [userId])).count;
    await expect.poll(isLocked).toBe(1);
    expect(await world.closet.endLocksOfTheDead(Date.now() - 60_000)).toBe(0);
    expect(await isLocked()).toBe(1);
    release.resolve();
    await holding;
  });

  /** As if its holder had stalled for longer than the lock's lease. */
  const runOut = () =>
    world.database.query(`update closets set locked_until = now() - interval '1 second' where user_id = $1`, [userId]);
  const sessionNow = async () => (await world.closet.openForBot(userId))?.account.session();

  it('is noticed by its holder, which makes no more calls and overwrites no newer session', async () => {
    await link();
    const there = world.otherCloset();
    let calls = 0;
    let newer: Awaited<ReturnType<typeof sessionNow>>;
    const slow = world.closet.withAccount(userId, async (account) => {
      // A call changed the session while its lock ran out.
      await account.bootstrap();
      await runOut();
      await there.closet.withAccount(userId, (other) => other.bootstrap());
      newer = await sessionNow();
      calls = (await world.journal()).length;
      await account.bootstrap();
    });
    expect((await failureOf(slow)).code).toBe('too_many_requests');
    expect((await world.journal()).length).toBe(calls);
    expect(newer?.token).toBeTruthy();
    expect((await sessionNow())?.token).toBe(newer?.token);
    // The newer session works, and the account is free again.
    expect((await there.closet.withAccount(userId, (account) => account.probe())).kind).toBe('ok');
  });

  it('is noticed if a share was allowed in the meantime, even if nobody else took the lock', async () => {
    await link();
    const before = await sessionNow();
    await world.closet.withAccount(userId, async (account) => {
      await account.bootstrap();
      await runOut();
    });
    expect((await sessionNow())?.token).toBe(before?.token);
  });

  it('discards a closet that was read under it', async () => {
    await link();
    const slow = world.otherCloset({ afterRead: () => runOut().then(() => {}) });
    expect((await failureOf(slow.listings.sync(userId))).code).toBe('too_many_requests');
    expect(await world.listings.list(userId)).toEqual([]);
    expect((await world.closet.summary(userId))?.lastSyncedAt).toBeNull();
    expect(await actions()).not.toContain('SYNC');
    await world.listings.sync(userId);
    expect(await world.listings.list(userId)).toHaveLength(260);
  });

  it('discards the sign-in that its holder wanted to store', async () => {
    await link();
    await note('session_expired', 'Your session has ended.');
    const slow = world.closet.withLiveAccount(userId, async (account) => {
      const seen = await account.probe();
      await runOut();
      return seen;
    });
    expect((await failureOf(slow)).code).toBe('too_many_requests');
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'session_expired' });
  });
});
