import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { createLimits } from '#server/http/request/limits.ts';
import { closetCalls, closetJourney, failureOf, jo, olive } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

const client = { address: '127.0.0.1', userAgent: 'test', forwarded: false };

let world: ClosetWorld;
let userId: string;
// The API test searches, and the first search takes long.
const arrive = closetJourney({ callMs: 20_000 });
beforeEach(async () => {
  ({ world, userId } = await arrive());
});
const { status, actions, link } = closetCalls(() => ({ world, userId }));

describe('the authentication test', () => {
  it('probes the session and does not sign in', async () => {
    await link();
    const before = await world.count('login');
    const { message } = await world.http.testAuth({ user: { id: userId }, client });
    expect(message).toBe('You’re signed in to the practice marketplace as thrifty_jo.');
    expect(await world.count('login')).toBe(before);
    expect(await actions()).toEqual(['CLOSET_CONNECTED', 'AUTH_TEST']);
  });

  it('signs in once if the session ended, or the marketplace sees a new device (E14)', async () => {
    await link();
    for (const end of [
      () => world.command('POST', 'sessions/expire', { account: jo.username, style: 'E8b' }),
      () => world.fault('self', 'E14'),
    ]) {
      const before = await world.count('login');
      await end();
      await world.closet.testAuth(userId);
      expect(await world.count('login')).toBe(before + 1);
      expect(await status()).toMatchObject({ state: 'ready' });
    }
  });

  it('asks for a new session if the old one ended and no password is stored', async () => {
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: false });
    await world.command('POST', 'sessions/expire', { account: jo.username });
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'session_rejected' });
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'session_expired' });
  });

  it.each([
    ['E4', 'human_check_required'],
    ['E11', 'marketplace_unavailable'],
  ])('that gets %s is %s, and the session stays', async (kind, code) => {
    await link();
    await world.fault('self', kind);
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code });
    expect(await status()).toMatchObject({ state: 'connection_issue', isAuthenticated: false });
    await world.closet.testAuth(userId);
    expect(await status()).toMatchObject({ state: 'ready', isAuthenticated: true });
  });

  it('tries refused credentials once more, because the seller asked for it', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...jo, password: 'wrong', keepPassword: true }));
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'credentials_rejected' });
    expect(await world.count('login')).toBe(2);
  });

  it('of credentials that failed in an outage links the closet and queues its first sync', async () => {
    await world.fault('login', 'E11');
    await failureOf(link());
    await world.closet.testAuth(userId);
    expect(await status()).toMatchObject({ state: 'ready' });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync' }]);
  });

  it('does not cancel a sign-in that waits for its code', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: true }));
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'code_required' });
    expect(await world.count('login')).toBe(1);
  });
});

describe('the API test', () => {
  const test = async () => routes.closet.test.reply.parse(await world.closet.runApiTest(userId));

  it('runs four probes and shows no secret', async () => {
    await link();
    const answer = await test();
    expect(answer).toMatchObject({
      status: 'success',
      stats: { successful: 4, failed: 0, total: 4 },
      apiInfo: { listingsCount: 60, lastTest: new Date(world.clock.now()).toISOString() },
    });
    expect(answer.probes.map(({ name }) => name)).toEqual(['reach', 'session', 'closet', 'search']);
    expect(answer.apiInfo.apiKey).toMatch(/^••••[0-9a-f]{4}$/);
  });

  it('answers from memory for ten seconds, even two requests at once, or one that another process answers', async () => {
    await link();
    const [first, second] = await Promise.all([test(), test()]);
    const { closet: other } = world.otherCloset();
    const calls = (await world.journal()).length;
    await world.clock.advance(9_999);
    expect(await test()).toEqual(first);
    expect(second).toEqual(first);
    expect(await other.runApiTest(userId)).toEqual(first);
    expect((await world.journal()).length).toBe(calls);
    await world.clock.advance(1);
    expect((await test()).apiInfo.lastTest).not.toBe(first.apiInfo.lastTest);
  });

  it('says what works if no closet is linked, and forgets its answer when one is connected or disconnected', async () => {
    expect(await test()).toMatchObject({
      status: 'error',
      stats: { successful: 2, failed: 2, total: 4 },
      message: '2 of 4 checks failed: No closet is connected yet.',
    });
    await link();
    expect(await test()).toMatchObject({ status: 'success' });
    await world.closet.disconnect(userId);
    expect(await test()).toMatchObject({ status: 'error' });
  });

  it('never signs in, and does not change the state', async () => {
    await link();
    await world.command('POST', 'sessions/expire', { account: jo.username });
    const before = await world.count('login');
    const answer = await test();
    expect(answer.status).toBe('error');
    expect(answer.probes.find(({ name }) => name === 'session')).toMatchObject({ ok: false });
    expect(await world.count('login')).toBe(before);
    expect(await status()).toMatchObject({ state: 'ready' });
  });
});

describe('a one-time code', () => {
  const start = () => world.closet.linkWithPassword(userId, { ...olive, keepPassword: true });

  it('is sent when the seller asks, and links the closet', async () => {
    expect(await failureOf(start())).toMatchObject({ code: 'code_required' });
    expect(await status()).toMatchObject({
      state: 'connection_issue',
      reason: 'code_required',
      codePending: true,
      isAuthenticated: false,
    });
    expect(await world.count('otp')).toBe(0);

    const asked = await world.http.requestCode({ user: { id: userId } });
    expect(asked.message).toMatch(/^A code was sent to .+\. Enter it here within 10 minutes\.$/);
    const code = await world.code(olive.username);
    const reply = await world.http.verifyCode({ user: { id: userId }, body: { code } });
    expect(reply).toEqual({
      message: 'Your closet otp_olive is connected. Hangtag is importing its listings.',
      isAuthenticated: true,
    });
    expect(await status()).toMatchObject({ state: 'ready', codePending: false, keepsPassword: true });
    const { rows } = await world.database.query(
      'select pending_sign_in as pending, pending_until as until from closets where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ pending: null, until: null }]);
  });

  it('is requested at most once a minute, and a new one cancels the previous one', async () => {
    await failureOf(start());
    await world.closet.requestCode(userId);
    const first = await world.code(olive.username);
    const tooSoon = await failureOf(world.closet.requestCode(userId));
    expect(tooSoon).toMatchObject({ code: 'too_many_requests', retryAfterMs: 60_000 });
    expect(await world.count('otp')).toBe(1);

    await world.clock.advance(60_000);
    await world.closet.requestCode(userId);
    expect(await failureOf(world.closet.verifyCode(userId, first))).toMatchObject({ code: 'code_expired' });
    expect(await status()).toMatchObject({ codePending: true, reason: 'code_required' });
    await world.closet.verifyCode(userId, await world.code(olive.username));
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it('that is wrong, or comes before one was sent, leaves the sign-in waiting, whose password need not be stored', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: false }));
    expect(await failureOf(world.closet.verifyCode(userId, '123456'))).toMatchObject({ code: 'code_rejected' });
    expect(await world.count('entry')).toBe(0);
    await world.closet.requestCode(userId);
    const wrong = await failureOf(world.closet.verifyCode(userId, '000000'));
    expect(wrong).toMatchObject({ code: 'code_rejected', fields: { code: wrong.message } });
    await world.closet.verifyCode(userId, await world.code(olive.username));
    expect(await status()).toMatchObject({ state: 'ready', keepsPassword: false });
  });

  it('expires after ten minutes, and the waiting password is deleted', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: false }));
    await world.closet.requestCode(userId);
    const code = await world.code(olive.username);
    await world.clock.advance(10 * 60_000);
    expect(await status()).toMatchObject({ codePending: false, state: 'setup_required' });
    expect(await failureOf(world.closet.verifyCode(userId, code))).toMatchObject({ code: 'code_expired' });
    const { rows } = await world.database.query('select pending_sign_in as pending from closets where user_id = $1', [
      userId,
    ]);
    expect(rows).toEqual([{ pending: null }]);
    expect(await failureOf(world.closet.verifyCode(userId, code))).toMatchObject({ code: 'no_pending_sign_in' });
  });

  it('that nobody entered is deleted by the sweep', async () => {
    await failureOf(start());
    expect(await world.closet.forgetStaleSignIns()).toBe(0);
    await world.clock.advance(10 * 60_000);
    expect(await world.closet.forgetStaleSignIns()).toBeGreaterThan(0);
  });
});

describe('registration', () => {
  const register = (typed: { username?: string; password?: string }) =>
    world.database.transaction(async (tx) => {
      userId = await world.addUser(tx);
      await world.closet.linkLater(tx, userId, typed);
    });

  it('stores the credentials and links the closet in a job', async () => {
    await register(jo);
    expect(await status()).toMatchObject({
      state: 'connection_issue',
      hasCredentials: true,
      message: 'Hangtag is signing in to your closet. This takes a moment.',
    });
    expect(await world.count('login')).toBe(0);
    await world.run('closet.link');
    expect(await status()).toMatchObject({ state: 'ready', username: 'thrifty_jo' });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync' }]);
  });

  it('succeeds while the marketplace is unreachable, and the job is retried', async () => {
    await world.command('POST', 'config', { maintenance: true });
    await register(jo);
    await expect(world.run('closet.link')).rejects.toMatchObject({ code: 'marketplace_unavailable' });
    expect(await status()).toMatchObject({ reason: 'marketplace_unavailable' });
    await world.command('POST', 'config', { maintenance: false });
    await world.closet.linkStored(userId);
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it('tries a refused password once, however often the job runs', async () => {
    await register({ ...jo, password: 'wrong' });
    await world.run('closet.link');
    await world.closet.linkStored(userId);
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'credentials_rejected' });
    expect(await world.count('login')).toBe(1);
  });

  it('sends no more than five passwords for one closet, however many accounts it is typed for', async () => {
    const limit = world.guard.limit;
    world.guard.limit = createLimits(world).take;
    for (let n = 0; n < 5; n++) {
      await register({ ...jo, password: `guess ${n}` });
      await world.run('closet.link');
    }
    await register({ username: ' THRIFTY_JO ', password: 'guess 6' });
    await expect(world.run('closet.link')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await world.count('login')).toBe(5);
    world.guard.limit = limit;
  });

  it('sends the passwords of at most 60 registrations in 15 minutes', async () => {
    const limit = world.guard.limit;
    const limits = createLimits(world);
    world.guard.limit = limits.take;
    // What the tests before this one counted is over.
    await world.clock.advance(15 * 60_000);
    for (let n = 0; n < 60; n++) await limits.take('closet.registrations', { most: 60, withinMs: 15 * 60_000 });
    await register(jo);
    await expect(world.run('closet.link')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await world.count('login')).toBe(0);
    await world.clock.advance(15 * 60_000);
    await world.closet.linkStored(userId);
    expect(await status()).toMatchObject({ state: 'ready' });
    world.guard.limit = limit;
  });

  it('stores a user name without a password as just the name', async () => {
    await register({ username: 'thrifty_jo' });
    expect(await status()).toMatchObject({
      state: 'setup_required',
      hasCredentials: false,
      username: 'thrifty_jo',
    });
    expect(world.waiting).toEqual([]);
  });
});
