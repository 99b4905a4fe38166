import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
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
