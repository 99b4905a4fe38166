import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { Failure } from '#domain/failure.ts';
import { type ClosetWorld, openClosetWorld } from './closet-world.ts';

const jo = { username: 'thrifty_jo', password: 'practice-1' };
const olive = { username: 'otp_olive', password: 'practice-2' };
const client = { address: '127.0.0.1', userAgent: 'test', forwarded: false };

/** The failure that `work` ends with. */
const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => new Error('nothing failed'),
    (failure: unknown) => failure,
  );
  return error as Failure;
};

let world: ClosetWorld;
let userId: string;
beforeAll(async () => {
  world = await openClosetWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.command('POST', 'reset', { seed: 7 });
  await world.command('DELETE', 'faults');
  world.waiting.splice(0);
  world.stopped.splice(0);
  userId = await world.addUser();
});
const status = async () => routes.closet.authStatus.reply.parse(await world.closet.authStatus(userId));
const actions = async () => (await world.log(userId)).map(({ action }) => action);
const link = () => world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });

describe('a closet that was never linked', () => {
  it('is Setup Required, and says what can be linked', async () => {
    expect(await status()).toMatchObject({
      isAuthenticated: false,
      hasCredentials: false,
      state: 'setup_required',
      username: null,
      offers: { practice: true, real: false },
    });
  });

  it('has nothing to test, to verify or to work with', async () => {
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'no_credentials' });
    expect(await failureOf(world.closet.verifyCode(userId, '123456'))).toMatchObject({ code: 'no_pending_sign_in' });
    expect(await failureOf(world.closet.requestCode(userId))).toMatchObject({ code: 'no_pending_sign_in' });
    expect(await failureOf(world.closet.withAccount(userId, async () => 1))).toMatchObject({
      code: 'closet_not_connected',
    });
    expect(await world.closet.openForBot(userId)).toBeNull();
    expect(await world.closet.summary(userId)).toBeNull();
  });

  it('can be disconnected without a word', async () => {
    await world.closet.disconnect(userId);
    expect(await actions()).toEqual([]);
  });
});

describe('user name and password', () => {
  it('link at once, keep the password sealed and put the first sync', async () => {
    const reply = await world.http.updateCredentials({
      user: { id: userId },
      client,
      body: { poshmarkUsername: jo.username, poshmarkPassword: jo.password },
    });
    expect(routes.closet.updateCredentials.reply.parse(reply)).toEqual({
      message: 'Your closet thrifty_jo is linked. Your credentials are stored encrypted.',
      isAuthenticated: true,
    });
    expect(await status()).toMatchObject({
      isAuthenticated: true,
      hasCredentials: true,
      keepsPassword: true,
      state: 'ready',
      username: 'thrifty_jo',
    });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync', payload: { userId } }]);
    expect(await world.log(userId)).toEqual([{ action: 'CLOSET_CONNECTED', details: 'Practice closet thrifty_jo' }]);
  });

  it('keep only the session where the seller wants no password kept', async () => {
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: false });
    expect(await status()).toMatchObject({ state: 'ready', hasCredentials: true, keepsPassword: false });
    const { rows } = await world.database.query('select credentials from closets where user_id = $1', [userId]);
    expect(rows).toEqual([{ credentials: null }]);
  });

  it('that the marketplace refuses are stored, told as Connection Issue, and sent once only (V6)', async () => {
    const refused = await failureOf(
      world.closet.linkWithPassword(userId, { ...jo, password: 'wrong', keepPassword: true }),
    );
    expect(refused).toMatchObject({ code: 'credentials_rejected' });
    expect(refused.message).toContain('name of your closet, not your e-mail address');
    expect(await status()).toMatchObject({
      isAuthenticated: false,
      hasCredentials: true,
      state: 'connection_issue',
      reason: 'credentials_rejected',
      message: refused.message,
      username: 'thrifty_jo',
    });
    expect(await world.count('login')).toBe(1);
    expect(world.waiting).toEqual([]);
  });

  it('that are refused and not to be kept leave what was linked before alone', async () => {
    await link();
    const wrong = { username: 'somebody_else', password: 'wrong', keepPassword: false };
    expect(await failureOf(world.closet.linkWithPassword(userId, wrong))).toMatchObject({
      code: 'credentials_rejected',
    });
    expect(await status()).toMatchObject({ state: 'ready', username: 'thrifty_jo', keepsPassword: true });
    expect(world.stopped).toEqual([]);
  });

  it('of another closet stop the bot and take the place of the former one', async () => {
    await link();
    const before = await world.closet.summary(userId);
    await world.closet.linkWithPassword(userId, { username: 'big_bea', password: 'practice-4', keepPassword: true });
    expect(world.stopped).toEqual([userId]);
    expect((await world.closet.summary(userId))?.marketUserId).not.toBe(before?.marketUserId);
    expect(await status()).toMatchObject({ state: 'ready', username: 'big_bea' });
  });

  it('of another closet that are refused forget the session of the former one', async () => {
    await link();
    const wrong = { username: 'big_bea', password: 'wrong', keepPassword: true };
    expect(await failureOf(world.closet.linkWithPassword(userId, wrong))).toMatchObject({
      code: 'credentials_rejected',
    });
    expect(world.stopped).toEqual([userId]);
    expect((await world.closet.summary(userId))?.marketUserId).toBeNull();
  });

  it.each([
    ['E4', 'human_check_required', 'human_check'],
    ['E5', 'human_check_required', 'human_check'],
    ['E15', 'marketplace_refused', 'account_blocked'],
    ['E11', 'marketplace_unavailable', 'marketplace_unavailable'],
    ['E7', 'marketplace_unavailable', 'marketplace_unavailable'],
    ['E13', 'marketplace_unavailable', 'marketplace_unavailable'],
    ['E9', 'marketplace_changed', 'marketplace_changed'],
  ])('that meet %s at the log-in end as %s', async (kind, code, reason) => {
    await world.fault('login', kind, { times: -1 });
    expect(await failureOf(link())).toMatchObject({ code });
    expect(await status()).toMatchObject({ state: 'connection_issue', reason, hasCredentials: true });
    expect(await world.count('login')).toBe(1);
  });

  it('are asked for in the specification’s words where one is missing', () => {
    const parsed = routes.closet.updateCredentials.body.safeParse({ poshmarkUsername: ' ', poshmarkPassword: '' });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'Please provide both username and password',
      'Please provide both username and password',
    ]);
  });
});

describe('a session of one’s own browser', () => {
  it('links without any password, from a Cookie header', async () => {
    const cookies = await world.browserCookies(jo.username, jo.password);
    const before = await world.count('login');
    const reply = await world.http.importSession({ user: { id: userId }, client, body: { session: cookies } });
    expect(reply).toEqual({
      message: 'Your closet thrifty_jo is linked. Its listings are being read now.',
      isAuthenticated: true,
    });
    expect(await status()).toMatchObject({ state: 'ready', keepsPassword: false, username: 'thrifty_jo' });
    expect(await world.count('login')).toBe(before);
  });

  it('links from a JSON list of cookies', async () => {
    const header = await world.browserCookies(jo.username, jo.password);
    const list = header.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), domain: '127.0.0.1', path: '/' };
    });
    await world.closet.importSession(userId, JSON.stringify(list));
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it.each([['hello'], ['ui=nothing; _csrf=0123456789abcdef'], ['[]'], ['{"cookies":7}']])(
    'is refused where %s holds none',
    async (text) => {
      const refused = await failureOf(world.closet.importSession(userId, text));
      expect(refused).toMatchObject({ code: 'session_rejected', fields: { session: refused.message } });
      expect(await status()).toMatchObject({ state: 'setup_required', hasCredentials: false });
    },
  );

  it('is refused where it has ended, and what was linked stays', async () => {
    const cookies = await world.browserCookies(jo.username, jo.password);
    await world.command('POST', 'sessions/expire', { account: jo.username, style: 'E8b' });
    await world.closet.linkWithPassword(userId, {
      username: 'big_bea',
      password: 'practice-4',
      keepPassword: true,
    });
    expect(await failureOf(world.closet.importSession(userId, cookies))).toMatchObject({ code: 'session_rejected' });
    expect(await status()).toMatchObject({ state: 'ready', username: 'big_bea' });
  });

  it('keeps a password that is stored for the same closet', async () => {
    await link();
    await world.closet.importSession(userId, await world.browserCookies(jo.username, jo.password));
    expect(await status()).toMatchObject({ state: 'ready', keepsPassword: true });
    expect(world.stopped).toEqual([]);
  });
});

describe('a one-time code', () => {
  const start = () => world.closet.linkWithPassword(userId, { ...olive, keepPassword: true });

  it('is waited for, sent on the seller’s word, and links', async () => {
    expect(await failureOf(start())).toMatchObject({ code: 'code_required' });
    expect(await status()).toMatchObject({
      state: 'connection_issue',
      reason: 'code_required',
      codePending: true,
      isAuthenticated: false,
    });
    expect(await world.count('otp')).toBe(0);

    const asked = await world.http.requestCode({ user: { id: userId } });
    expect(asked.message).toMatch(/^The marketplace sent a code to .+\. Type it here within 10 minutes\.$/);
    const code = await world.code(olive.username);
    const reply = await world.http.verifyCode({ user: { id: userId }, body: { code } });
    expect(reply).toEqual({
      message: 'Your closet otp_olive is linked. Its listings are being read now.',
      isAuthenticated: true,
    });
    expect(await status()).toMatchObject({ state: 'ready', codePending: false, keepsPassword: true });
    const { rows } = await world.database.query(
      'select pending_sign_in as pending, pending_until as until from closets where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ pending: null, until: null }]);
  });

  it('links without keeping the password it was repeated with', async () => {
    expect(await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: false }))).toMatchObject({
      code: 'code_required',
    });
    await world.closet.requestCode(userId);
    await world.closet.verifyCode(userId, await world.code(olive.username));
    expect(await status()).toMatchObject({ state: 'ready', keepsPassword: false });
  });

  it('is asked for at most once a minute, and a new one voids the one before (V7)', async () => {
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

  it('that is wrong leaves the sign-in waiting', async () => {
    await failureOf(start());
    await world.closet.requestCode(userId);
    const wrong = await failureOf(world.closet.verifyCode(userId, '000000'));
    expect(wrong).toMatchObject({ code: 'code_rejected', fields: { code: wrong.message } });
    await world.closet.verifyCode(userId, await world.code(olive.username));
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it('cannot be verified before one was sent', async () => {
    await failureOf(start());
    expect(await failureOf(world.closet.verifyCode(userId, '123456'))).toMatchObject({ code: 'code_rejected' });
    expect(await world.count('entry')).toBe(0);
  });

  it('is too late after ten minutes, and the password that waited is gone', async () => {
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

  it('that nobody typed is swept away', async () => {
    await failureOf(start());
    expect(await world.closet.forgetStaleSignIns()).toBe(0);
    await world.clock.advance(10 * 60_000);
    expect(await world.closet.forgetStaleSignIns()).toBeGreaterThan(0);
  });
});

describe('a practice closet', () => {
  it('is a seller of one’s own, linked once', async () => {
    const reply = await world.http.linkPractice({ user: { id: userId } });
    expect(routes.closet.linkPractice.reply.parse(reply).message).toMatch(/^Your practice closet .+ is linked\./);
    expect(await status()).toMatchObject({ state: 'ready', practice: true });
    expect(await failureOf(world.closet.linkPractice(userId))).toMatchObject({ code: 'already_connected' });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync' }]);
  });

  it('is opened once by a double click', async () => {
    const both = await Promise.allSettled([world.closet.linkPractice(userId), world.closet.linkPractice(userId)]);
    expect(both.map(({ status: outcome }) => outcome).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('goes from the stand-in when it is disconnected, while a demo account stays', async () => {
    const { handle } = await world.closet.linkPractice(userId);
    const { rows } = await world.database.query('select username from closets where user_id = $1', [userId]);
    expect(rows).toEqual([{ username: handle }]);
    await world.closet.disconnect(userId);
    const page = await fetch(`${world.standin.origin}/closet/${handle}`);
    expect(page.status).toBe(404);

    await link();
    await world.closet.disconnect(userId);
    expect((await fetch(`${world.standin.origin}/closet/thrifty_jo`)).status).toBe(200);
  });
});

describe('registration', () => {
  const register = (typed: { username?: string; password?: string }) =>
    world.database.transaction(async (tx) => {
      userId = await world.addUser(tx);
      await world.closet.linkLater(tx, userId, typed);
    });

  it('keeps the credentials and links by a job', async () => {
    await register(jo);
    expect(await status()).toMatchObject({
      state: 'connection_issue',
      hasCredentials: true,
      message: 'We are signing in to your closet. This takes a moment.',
    });
    expect(await world.count('login')).toBe(0);
    await world.run('closet.link');
    expect(await status()).toMatchObject({ state: 'ready', username: 'thrifty_jo' });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync' }]);
  });

  it('is not failed by a marketplace that is away: the job is tried again', async () => {
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

  it('keeps a user name without a password as a name alone', async () => {
    await register({ username: 'thrifty_jo' });
    expect(await status()).toMatchObject({
      state: 'setup_required',
      hasCredentials: false,
      username: 'thrifty_jo',
    });
    expect(world.waiting).toEqual([]);
  });
});

describe('the authentication test', () => {
  it('probes the session and signs in nowhere', async () => {
    await link();
    const before = await world.count('login');
    const { message } = await world.http.testAuth({ user: { id: userId }, client });
    expect(message).toBe('Authentication works. You are signed in at the marketplace as thrifty_jo.');
    expect(await world.count('login')).toBe(before);
    expect(await actions()).toEqual(['CLOSET_CONNECTED', 'AUTH_TEST']);
    expect(world.limited).toContain(`closet.sign-in:${userId}`);
  });

  it.each([['E8a'], ['E8b'], ['E8c'], ['E8d']])('signs in once where the session ended with %s', async (style) => {
    await link();
    const before = await world.count('login');
    await world.command('POST', 'sessions/expire', { account: jo.username, style });
    await world.closet.testAuth(userId);
    expect(await world.count('login')).toBe(before + 1);
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it('asks for a new session where the old one ended and no password is kept', async () => {
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: false });
    await world.command('POST', 'sessions/expire', { account: jo.username });
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'session_rejected' });
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'session_expired' });
  });

  it.each([
    ['E4', 'human_check_required'],
    ['E6', 'human_check_required'],
    ['E11', 'marketplace_unavailable'],
    ['reset-before', 'marketplace_unavailable'],
  ])('that meets %s is %s, and the session stays', async (kind, code) => {
    await link();
    await world.fault('self', kind);
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code });
    expect(await status()).toMatchObject({ state: 'connection_issue', isAuthenticated: false });
    await world.closet.testAuth(userId);
    expect(await status()).toMatchObject({ state: 'ready', isAuthenticated: true });
  });

  it('of credentials that were refused tries them once more, on the seller’s word', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...jo, password: 'wrong', keepPassword: true }));
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'credentials_rejected' });
    expect(await world.count('login')).toBe(2);
  });

  it('of credentials that failed for an outage links the closet and puts its first sync', async () => {
    await world.fault('login', 'E11');
    await failureOf(link());
    await world.closet.testAuth(userId);
    expect(await status()).toMatchObject({ state: 'ready' });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync' }]);
  });

  it('does not spoil a sign-in that waits for its code', async () => {
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

  it('answers from memory for ten seconds, also to two at once', async () => {
    await link();
    const [first, second] = await Promise.all([test(), test()]);
    const calls = (await world.journal()).length;
    await world.clock.advance(9_999);
    expect(await test()).toEqual(first);
    expect(second).toEqual(first);
    expect((await world.journal()).length).toBe(calls);
    await world.clock.advance(1);
    expect((await test()).apiInfo.lastTest).not.toBe(first.apiInfo.lastTest);
  });

  it('never signs in, and leaves the state as it is', async () => {
    await link();
    await world.command('POST', 'sessions/expire', { account: jo.username });
    const before = await world.count('login');
    const answer = await test();
    expect(answer.status).toBe('error');
    expect(answer.probes.find(({ name }) => name === 'session')).toMatchObject({ ok: false });
    expect(await world.count('login')).toBe(before);
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it('tells what works where nothing is linked', async () => {
    const answer = await test();
    expect(answer.stats).toEqual({ successful: 2, failed: 2, total: 4 });
    expect(answer.message).toBe('2 of 4 probes failed: No closet is linked yet.');
  });
});

describe('disconnecting', () => {
  it('stops the bot and erases credentials, session and key; the history stays', async () => {
    await link();
    await world.run('listings.sync');
    await world.closet.disconnect(userId);
    expect(world.stopped).toEqual([userId]);
    const left = await world.database.query(
      `select (select count(*)::int from closets where user_id = $1) as closets,
         (select count(*)::int from data_keys where user_id = $1) as keys,
         (select count(*)::int from listings where user_id = $1) as listings`,
      [userId],
    );
    expect(left.rows).toEqual([{ closets: 0, keys: 0, listings: 260 }]);
    expect(await status()).toMatchObject({ state: 'setup_required', hasCredentials: false, username: null });
    expect((await actions()).at(-1)).toBe('CLOSET_DISCONNECTED');
  });

  it('waits for a share that is on its way, so that nothing is called afterwards', async () => {
    await link();
    await world.run('listings.sync');
    const { rows } = await world.database.query<{ id: string }>('select id from listings where user_id = $1', [userId]);
    await world.database.query(`select ensure_share_partition(current_date)`);
    const round = `(extract(epoch from now())::bigint * 1000) << 20`;
    await world.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
       values (${round}, $1, $2, current_date, now())`,
      [rows[0]?.id, userId],
    );
    let isDone = false;
    const leaving = world.closet.disconnect(userId).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(isDone).toBe(false);
    await world.database.query('update share_attempts set outcome = 1, settled_at = now() where user_id = $1', [
      userId,
    ]);
    await leaving;
    expect(isDone).toBe(true);
  });

  it('before an account is deleted leaves no entry', async () => {
    await link();
    await world.closet.erase(userId);
    expect(await actions()).toEqual(['CLOSET_CONNECTED']);
    expect(await status()).toMatchObject({ state: 'setup_required' });
  });
});

describe('the account at the marketplace', () => {
  it('is one caller’s at a time, also for another process', async () => {
    await link();
    const order: string[] = [];
    await world.database.query(
      `update closets set hold_until = clock_timestamp() + interval '300 milliseconds' where user_id = $1`,
      [userId],
    );
    const work = (name: string) =>
      world.closet.withAccount(userId, async () => {
        order.push(`${name} begins`);
        const { rows } = await world.database.query(
          'select hold_until > now() as held from closets where user_id = $1',
          [userId],
        );
        expect(rows).toEqual([{ held: true }]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push(`${name} ends`);
      });
    const startedAt = performance.now();
    await Promise.all([work('first'), work('second')]);
    expect(performance.now() - startedAt).toBeGreaterThan(250);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    const { rows } = await world.database.query('select hold_until from closets where user_id = $1', [userId]);
    expect(rows).toEqual([{ hold_until: null }]);
  });

  it('is free again after work that failed', async () => {
    await link();
    const broken = world.closet.withAccount(userId, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await world.closet.withAccount(userId, async () => 'free')).toBe('free');
  });

  it('keeps a jar that moved, and tells the bot by its revision', async () => {
    await link();
    const bot = await world.closet.openForBot(userId);
    await world.closet.withAccount(userId, (account) => account.bootstrap());
    const later = await world.closet.openForBot(userId);
    expect(Number(later?.revision)).toBe(Number(bot?.revision) + 1);
    expect(later?.account.session().token).not.toBe(bot?.account.session().token);
    // An older jar does not take the place of a newer one.
    const session = bot?.account.session() ?? { cookies: [] };
    expect(await world.closet.saveFromBot(userId, { session, revision: bot?.revision ?? '' })).toBeNull();
    expect(await world.closet.saveFromBot(userId, { session, revision: later?.revision ?? '' })).toBe(
      String(Number(later?.revision) + 1),
    );
  });

  it('signs in again once for all who met the same end of a session', async () => {
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
    await world.closet.noteTrouble(userId, 'credentials_rejected', 'refused');
    const linked = await world.closet.openForBot(userId);
    if (linked === null) throw new Error('nothing is linked');
    const before = await world.count('login');
    expect(await world.closet.signInAgain(userId, linked)).toMatchObject({
      kind: 'failed',
      reason: 'credentials_rejected',
    });
    expect(await world.count('login')).toBe(before);
  });

  it('waits for a code where the new sign-in asks for one', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...olive, keepPassword: true }));
    await world.closet.requestCode(userId);
    await world.closet.verifyCode(userId, await world.code(olive.username));
    const bot = await world.closet.openForBot(userId);
    if (bot === null) throw new Error('nothing is linked');
    expect(await world.closet.signInAgain(userId, bot)).toMatchObject({ kind: 'failed', reason: 'code_required' });
    expect(await status()).toMatchObject({ state: 'connection_issue', reason: 'code_required', codePending: true });
  });

  it('shows the bot’s trouble on the panel, and its end', async () => {
    await link();
    await world.closet.noteTrouble(userId, 'human_check', 'Please do the check.');
    expect(await status()).toMatchObject({
      state: 'connection_issue',
      reason: 'human_check',
      message: 'Please do the check.',
    });
    await world.closet.noteReady(userId);
    const ready = await status();
    expect(ready.state).toBe('ready');
    expect(ready.message).toBeUndefined();
  });
});

describe('secrets', () => {
  it('stand nowhere in the database, in replies or in failures (V39)', async () => {
    const canary = 'canary-9f2c51d07b';
    const told: unknown[] = [];
    const tell = async (work: Promise<unknown>) => {
      told.push(await work.catch((error: Error) => ({ ...error, message: error.message, cause: String(error.cause) })));
    };
    await tell(world.closet.linkWithPassword(userId, { ...jo, password: canary, keepPassword: true }));
    await tell(world.closet.testAuth(userId));
    await tell(world.closet.linkWithPassword(userId, { ...olive, keepPassword: true }));
    await tell(world.closet.requestCode(userId));
    const code = await world.code(olive.username);
    await tell(world.closet.verifyCode(userId, code));
    await tell(world.closet.importSession(userId, await world.browserCookies(jo.username, jo.password)));
    await tell(world.closet.authStatus(userId));
    await tell(world.closet.runApiTest(userId));
    const account = (await world.closet.openForBot(userId))?.account;
    const secrets = [
      canary,
      jo.password,
      olive.password,
      ...(account?.session().cookies.map(({ value }) => value) ?? []),
      account?.session().token ?? '',
    ];
    expect(secrets.every((secret) => secret.length >= 8)).toBe(true);
    const seen = `${await world.everything()}\n${JSON.stringify(told)}\n${JSON.stringify(world.waiting)}`;
    for (const secret of secrets) expect(seen.includes(secret)).toBe(false);
    expect(JSON.stringify(told)).not.toContain(code);
  });

  it('moved to another user’s row do not open', async () => {
    await link();
    const thief = await world.addUser();
    await world.database.query(
      `insert into closets (user_id, practice, state, linked_at, session, credentials, username)
       select $2, practice, state, linked_at, session, credentials, username from closets where user_id = $1`,
      [userId, thief],
    );
    await expect(world.closet.openForBot(thief)).rejects.toThrow();
    // What does not open can still be erased.
    await world.closet.disconnect(thief);
    expect(await world.closet.summary(thief)).toBeNull();
  });
});
