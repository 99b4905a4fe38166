import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { closetCalls, closetJourney, failureOf, jo } from './closet-journey.ts';
import type { ClosetWorld } from './closet-world.ts';

const client = { address: '127.0.0.1', userAgent: 'test', forwarded: false };

let world: ClosetWorld;
let userId: string;
const arrive = closetJourney();
beforeEach(async () => {
  ({ world, userId } = await arrive());
});
const { status, link } = closetCalls(() => ({ world, userId }));

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

  it('refuses to test, verify, or work', async () => {
    expect(await failureOf(world.closet.testAuth(userId))).toMatchObject({ code: 'no_credentials' });
    expect(await failureOf(world.closet.verifyCode(userId, '123456'))).toMatchObject({ code: 'no_pending_sign_in' });
    expect(await failureOf(world.closet.requestCode(userId))).toMatchObject({ code: 'no_pending_sign_in' });
    expect(await failureOf(world.closet.withAccount(userId, async () => 1))).toMatchObject({
      code: 'closet_not_connected',
    });
    expect(await world.closet.openForBot(userId)).toBeNull();
    expect(await world.closet.summary(userId)).toBeNull();
    await expect(world.closet.refuseUnlinked(userId)).rejects.toMatchObject({ code: 'closet_not_connected' });
    await world.closet.linkPractice(userId);
    await world.closet.refuseUnlinked(userId);
    await world.closet.disconnect(userId);
    await world.closet.disconnect(userId);
    await expect(world.closet.refuseUnlinked(userId)).rejects.toMatchObject({ code: 'closet_not_connected' });
  });
});

describe('user name and password', () => {
  it('link at once, store the password encrypted, and queue the first sync', async () => {
    const reply = await world.http.updateCredentials({
      user: { id: userId },
      client,
      body: { poshmarkUsername: jo.username, poshmarkPassword: jo.password },
    });
    expect(routes.closet.updateCredentials.reply.parse(reply)).toEqual({
      message: 'Your closet thrifty_jo is connected. Your password is stored encrypted.',
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

  it('link after a try that failed and a wish to renew the session, which no closet had yet', async () => {
    await failureOf(world.closet.linkWithPassword(userId, { ...jo, password: 'wrong', keepPassword: true }));
    await world.closet.chooseRenewal(userId, true);
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: true });
    expect(await status()).toMatchObject({ state: 'ready', username: 'thrifty_jo', renewsSession: false });
  });

  it('store only the session if the seller does not want the password stored', async () => {
    await world.closet.linkWithPassword(userId, { ...jo, keepPassword: false });
    expect(await status()).toMatchObject({ state: 'ready', hasCredentials: true, keepsPassword: false });
    const { rows } = await world.database.query('select credentials from closets where user_id = $1', [userId]);
    expect(rows).toEqual([{ credentials: null }]);
  });

  it('that the marketplace refuses are stored, shown as Connection Issue, and sent only once', async () => {
    const refused = await failureOf(
      world.closet.linkWithPassword(userId, { ...jo, password: 'wrong', keepPassword: true }),
    );
    expect(refused).toMatchObject({ code: 'credentials_rejected' });
    expect(refused.message).toContain('Use your closet name, not your email.');
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

  it('of another closet replace the linked one, which stays only if they are refused and should not be stored', async () => {
    await link();
    const before = await world.closet.summary(userId);
    const other = { username: 'big_bea', password: 'practice-4', keepPassword: true };
    const unstored = { ...other, password: 'wrong', keepPassword: false };
    const rejected = { code: 'credentials_rejected' };
    expect(await failureOf(world.closet.linkWithPassword(userId, unstored))).toMatchObject(rejected);
    expect(await status()).toMatchObject({ state: 'ready', username: 'thrifty_jo', keepsPassword: true });
    expect(world.stopped).toEqual([]);

    await world.closet.linkWithPassword(userId, other);
    const stop = { userId, because: 'replaced' };
    // Before the closet is replaced and after it, because the seller may have started the bot once more meanwhile.
    expect(world.stopped).toEqual([stop, stop]);
    expect((await world.closet.summary(userId))?.marketUserId).not.toBe(before?.marketUserId);
    expect(await status()).toMatchObject({ state: 'ready', username: 'big_bea' });

    world.stopped.splice(0);
    const wrong = { ...jo, password: 'wrong', keepPassword: true };
    expect(await failureOf(world.closet.linkWithPassword(userId, wrong))).toMatchObject(rejected);
    expect(world.stopped).toEqual([stop, stop]);
    expect((await world.closet.summary(userId))?.marketUserId).toBeNull();
  });

  it('that meet another failure at the sign-in end with it, after one try', async () => {
    const own = 'The practice marketplace refused this. Its answer: That did not look right. Check it and try again.';
    for (const [kind, code, reason, message] of [
      ['E4', 'human_check_required', 'human_check', expect.any(String)],
      ['E15', 'marketplace_refused', 'account_blocked', expect.any(String)],
      ['E11', 'marketplace_unavailable', 'marketplace_unavailable', expect.any(String)],
      // A reason that Hangtag doesn't know ends with the marketplace's own words.
      ['E1', 'marketplace_changed', 'marketplace_changed', own],
    ] as const) {
      await world.command('DELETE', 'faults');
      await world.fault('login', kind, { times: -1 });
      const before = await world.count('login');
      expect(await failureOf(link())).toMatchObject({ code, message });
      expect(await status()).toMatchObject({ state: 'connection_issue', reason, message, hasCredentials: true });
      expect(await world.count('login')).toBe(before + 1);
    }
  });

  it('are requested in the specification’s words if one is missing', () => {
    const parsed = routes.closet.updateCredentials.body.safeParse({ poshmarkUsername: ' ', poshmarkPassword: '' });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'Please provide both username and password',
      'Please provide both username and password',
    ]);
  });
});

describe('a session of the seller’s own browser', () => {
  it('links without any password, from a Cookie header', async () => {
    const cookies = await world.browserCookies(jo.username, jo.password);
    const before = await world.count('login');
    const reply = await world.http.importSession({
      user: { id: userId },
      companion: null,
      client,
      body: { session: cookies },
    });
    expect(reply).toEqual({
      message: 'Your closet thrifty_jo is connected. Hangtag is importing its listings.',
      isAuthenticated: true,
    });
    expect(await status()).toMatchObject({ state: 'ready', keepsPassword: false, username: 'thrifty_jo' });
    expect(await world.count('login')).toBe(before);
  });

  it('links from an archive of requests with whole pages in it, and only its requests are read', async () => {
    const header = await world.browserCookies(jo.username, jo.password);
    const request = { url: 'http://127.0.0.1/feed', headers: [{ name: 'Cookie', value: header }], cookies: [] };
    const other = { url: 'https://ads.example/', headers: [{ name: 'Cookie', value: 'jwt=theirs' }], cookies: [] };
    const entries = [{ request, response: { content: { text: 'x'.repeat(80_000) } } }, { request: other }];
    const { session } = routes.closet.importSession.body.parse({ session: JSON.stringify({ log: { entries } }) });
    expect(session.length).toBeLessThan(5_000);
    await world.closet.importSession(userId, session);
    expect(await status()).toMatchObject({ state: 'ready' });
  });

  it('is refused if the text contains none, and the refusal says what the text looks like', async () => {
    for (const [text, words] of [
      ['hello', /^Hangtag couldn’t find any cookies in that text\. Right-click/],
      ['[]', /^That looks like JSON without cookies/],
    ] as const) {
      const refused = await failureOf(world.closet.importSession(userId, text));
      expect(refused).toMatchObject({ code: 'session_rejected', fields: { session: refused.message }, isFree: true });
      expect(refused.message).toMatch(words);
    }
    expect(await status()).toMatchObject({ state: 'setup_required', hasCredentials: false });
  });

  it('is refused if it has ended, and the linked closet stays', async () => {
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

  it('keeps a password stored for the same closet', async () => {
    await link();
    await world.closet.importSession(userId, await world.browserCookies(jo.username, jo.password));
    expect(await status()).toMatchObject({ state: 'ready', keepsPassword: true });
    expect(world.stopped).toEqual([]);
  });
});

describe('a practice closet', () => {
  it('is a new practice seller, linked once', async () => {
    const reply = await world.http.linkPractice({ user: { id: userId } });
    expect(routes.closet.linkPractice.reply.parse(reply).message).toMatch(/^Your practice closet .+ is connected\./);
    expect(await status()).toMatchObject({ state: 'ready', practice: true });
    expect(await failureOf(world.closet.linkPractice(userId))).toMatchObject({ code: 'already_connected' });
    expect(world.waiting).toMatchObject([{ name: 'listings.sync' }]);
  });

  it('takes the place of a username and password that never signed in, but not of a closet that did', async () => {
    const wrong = { ...jo, password: 'wrong', keepPassword: true };
    await failureOf(world.closet.linkWithPassword(userId, wrong));
    expect(await status()).toMatchObject({ state: 'connection_issue', isProven: false });
    const { handle } = await world.closet.linkPractice(userId);
    expect(await status()).toMatchObject({ state: 'ready', isProven: true, practice: true, username: handle });

    await world.closet.disconnect(userId);
    await link();
    await failureOf(world.closet.linkWithPassword(userId, wrong));
    expect(await status()).toMatchObject({ state: 'connection_issue', isProven: true });
    expect(await failureOf(world.closet.linkPractice(userId))).toMatchObject({ code: 'already_connected' });
  });

  it('is opened once on a double click', async () => {
    const both = await Promise.allSettled([world.closet.linkPractice(userId), world.closet.linkPractice(userId)]);
    expect(both.map(({ status: outcome }) => outcome).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is deleted at the practice marketplace when it is disconnected, while a demo account stays', async () => {
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
