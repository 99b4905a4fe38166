import { describe, expect, it } from 'vitest';
import { phoneLinkLifeMs } from '#domain/account.ts';
import { createPhone } from '#server/features/phone/phone.ts';
import { failureOf, frontJourney, frontWorld, type World } from '../front/front-world.ts';

const world = frontJourney();

type Person = Awaited<ReturnType<World['register']>>;
/** What a phone reads in the QR code: the part of the address that stays in the browser. */
const tokenOf = ({ url }: { url: string }) => new URL(url).hash.slice(1);
const makeLink = async (ada: Person) => {
  const made = await ada.account.makePhoneLink();
  return { ...made, token: tokenOf(made), state: () => ada.account.phoneLink({ id: made.id }) };
};
const use = (token: string, phone = world.browser()) => phone.account.loginWithPhoneLink({ body: { token } });

describe('the link of a QR code', () => {
  it('signs one phone in to the account that made it, and the computer sees which', async () => {
    const ada = await world.register();
    const link = await makeLink(ada);
    expect(link.url).toMatch(/^https:\/\/hangtag\.example\/phone\/sign-in#[\w-]{43}$/);
    expect(await link.state()).toEqual({ state: 'waiting', usedBy: null });
    const phone = world.browser('10.77.0.1');
    const body = { token: link.token };
    expect(await phone.account.findPhoneLink({ body })).toMatchObject({ firstName: 'Ada', email: ada.email });
    expect((await failureOf(phone.account.me())).status).toBe(401);
    expect(await use(link.token, phone)).toMatchObject({ email: ada.email });
    expect(await phone.account.me()).toMatchObject({ id: ada.user.id });
    expect(await link.state()).toMatchObject({
      state: 'used',
      usedBy: { address: '10.77.0.1', userAgent: 'Test browser', isSignedIn: true },
    });
  });

  it('is stored as a hash, and is in no log line', async () => {
    const link = await makeLink(await world.register());
    await use(link.token);
    const { rows } = await world.database.query('select * from phone_links where id = $1', [link.id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([rows, world.lines])).not.toContain(link.token);
  });

  it('works once, however many devices try it at the same time', async () => {
    const link = await makeLink(await world.register());
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => use(link.token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await failureOf(use(link.token))).toMatchObject({ status: 409, code: 'link_used' });
    const look = world.browser().account.findPhoneLink({ body: { token: link.token } });
    expect(await failureOf(look)).toMatchObject({ code: 'link_used' });
  });

  it('is over after two minutes, and stays so until it is forgotten', async () => {
    const link = await makeLink(await world.register());
    await world.clock.advance(phoneLinkLifeMs - 1);
    expect((await link.state()).state).toBe('waiting');
    await world.clock.advance(1);
    expect((await link.state()).state).toBe('over');
    expect(await failureOf(use(link.token))).toMatchObject({ status: 409, code: 'link_expired' });
    await world.clock.advance(3_600_001);
    await world.account.sweepTokens();
    expect(await failureOf(use(link.token))).toMatchObject({ status: 400, code: 'invalid_token' });
  });

  it('is replaced by the next one', async () => {
    const ada = await world.register();
    const [first, second] = [await makeLink(ada), await makeLink(ada)];
    expect(await failureOf(use(first.token))).toMatchObject({ code: 'invalid_token' });
    expect((await first.state()).state).toBe('over');
    await use(second.token);
  });

  it('ends with the session that made it', async () => {
    const ada = await world.register();
    const laptop = world.browser();
    await world.signIn(ada, laptop);
    const made = await laptop.account.makePhoneLink();
    await ada.account.changeProfile({ body: { currentPassword: ada.password, newPassword: 'another horse' } });
    expect(await failureOf(use(tokenOf(made)))).toMatchObject({ code: 'link_expired' });
  });

  it('is made only by somebody who just proved who they are, and is nobody else’s to see', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const link = await makeLink(ada);
    expect((await eve.account.phoneLink({ id: link.id })).state).toBe('over');
    await use(link.token);
    expect(await eve.account.phoneLink({ id: link.id })).toEqual({ state: 'over', usedBy: null });
    await world.clock.advance(11 * 60_000);
    expect(await failureOf(ada.account.makePhoneLink())).toMatchObject({ code: 'confirmation_required' });
  });

  it('is not made where no phone could open it over https', async () => {
    const near = await frontWorld({ account: { phoneAddress: () => null } });
    const ada = await near.register();
    expect(await failureOf(ada.account.makePhoneLink())).toMatchObject({ status: 409, code: 'no_phone_address' });
    await near.drop();
  });

  it('is guessed at 50 times an hour by one client, and no other client notices', async () => {
    const guesser = world.browser();
    for (let n = 0; n < 50; n++) await failureOf(use('A'.repeat(43), guesser));
    const link = await makeLink(await world.register());
    expect((await failureOf(use(link.token, guesser))).status).toBe(429);
    await use(link.token);
  });
});

describe('a phone that signed in with a QR code', () => {
  it('is in the log and the list of sessions, is reported like any new browser, and can be signed out', async () => {
    const ada = await world.register();
    const link = await makeLink(ada);
    world.mails.length = 0;
    world.pushed.length = 0;
    const phone = world.browser('10.77.0.2');
    await use(link.token, phone);
    const [entry] = await ada.account.securityLog();
    expect(entry).toMatchObject({ what: 'phone_signed_in', address: '10.77.0.2', signedInBrowser: expect.any(String) });
    expect(world.mails).toMatchObject([{ to: ada.email, subject: 'New sign-in to your Hangtag account' }]);
    expect(world.pushed).toHaveLength(1);
    expect(await ada.account.newBrowsers()).toHaveLength(1);
    const { usedBy } = await link.state();
    expect((await ada.account.sessions()).map(({ id }) => id)).toContain(usedBy?.sessionId);
    await ada.account.endSession({ id: usedBy?.sessionId ?? '' });
    expect((await failureOf(phone.account.me())).status).toBe(401);
    expect((await link.state()).usedBy).toMatchObject({ isSignedIn: false });
  });

  it('has proved nothing else, so what matters most asks there who it is', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await use((await makeLink(ada)).token, phone);
    expect(await failureOf(phone.account.makePhoneLink())).toMatchObject({ code: 'confirmation_required' });
    await phone.account.confirm({ body: { password: ada.password } });
    await phone.account.makePhoneLink();
  });
});

describe('the address that Tailscale gives this computer', () => {
  const host = 'ada-laptop.tail1234.ts.net';
  const forwarded = { host, 'x-forwarded-for': '100.64.0.9', 'x-forwarded-proto': 'https' };
  const json = { 'content-type': 'application/json', origin: `https://${host}` };
  const phone = createPhone({
    computer: {
      findTailscale: async () => ({ kind: 'on', address: `https://${host}`, isPublic: false }),
      serveOverTailscale: async () => ({ kind: 'done' }),
      whoAnswersAt: async () => 'nothing',
    },
    publicUrl: null,
    port: 5000,
  });
  const own = frontJourney({ serve: { nearbyUrl: phone.tailscaleAddress } });
  const ask = (path: string, headers: Record<string, string>, method = 'GET', body?: string) =>
    own.call(path, { method, headers, ...(body !== undefined && { body }) });

  it('is a stranger’s until Tailscale is found to carry it, and then works with cookies of its own', async () => {
    expect((await ask('/api/user', forwarded)).status).toBe(421);
    await phone.look();
    expect((await ask('/api/user', forwarded)).status).toBe(401);
    const ada = await own.register();
    const body = JSON.stringify({ email: ada.email, password: ada.password });
    const reply = await ask('/api/login', { ...forwarded, ...json }, 'POST', body);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('strict-transport-security')).not.toBeNull();
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-hangtag=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure;/);
    const session = { cookie: cookie.split(';')[0] ?? '' };
    expect((await ask('/api/user', { ...forwarded, ...session })).status).toBe(200);
    // The computer's own address knows only its own cookie.
    expect((await ask('/api/user', { host: 'localhost:5000', ...session })).status).toBe(401);
    const [entry] = await ada.account.securityLog();
    expect(entry?.address).toBe('100.64.0.9');
  });

  it.each([
    ['its http page', { ...forwarded, ...json, origin: `http://${host}` }, 421],
    ['another site', { ...forwarded, ...json, origin: 'https://evil.example' }, 403],
    ['a neighbor on Tailscale', { ...forwarded, ...json, origin: 'https://other.tail1234.ts.net' }, 403],
  ])('takes nothing from %s', async (_, headers, status) => {
    await phone.look();
    expect((await ask('/api/logout', headers, 'POST', '{}')).status).toBe(status);
  });
});
