import { describe, expect, it } from 'vitest';
import { failureOf, frontJourney, type World } from '../front/front-world.ts';

const world = frontJourney();

const day = 86_400_000;
type Browser = ReturnType<World['browser']>;
type Person = Awaited<ReturnType<World['register']>>;
const signIn = (ada: Pick<Person, 'email' | 'password'>, from: Browser) => world.signIn(ada, from);
const whatOf = async (ada: Pick<Person, 'account'>) => (await ada.account.securityLog()).map(({ what }) => what);

describe('a browser', () => {
  it('that an account was not used in before is reported to its seller by mail, push message, and log', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    world.pushed.length = 0;
    const thief = world.browser('10.66.0.1');
    await signIn(ada, thief);
    expect(world.mails).toMatchObject([{ to: ada.email, subject: 'New sign-in to your Hangtag account' }]);
    expect(world.mails[0]?.text).toContain('10.66.0.1');
    expect(world.mails[0]?.text).toContain('https://hangtag.example/dashboard');
    expect(world.pushed).toMatchObject([{ userId: ada.user.id, title: 'New sign-in to your Hangtag account' }]);
    expect(await whatOf(ada)).toEqual(['new_browser', 'registered']);
  });

  it('that is known is not, even after it signed out, until nobody used it for 400 days, and only in its own account', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    world.mails.length = 0;
    await ada.account.logout();
    await signIn(ada, ada);
    expect(world.mails).toEqual([]);
    expect(await whatOf(ada)).toEqual(['signed_in', 'registered']);
    await signIn(ada, eve);
    expect((await whatOf(ada))[0]).toBe('new_browser');
    await world.clock.advance(401 * day);
    await world.account.sweepTokens();
    await signIn(ada, ada);
    expect((await whatOf(ada))[0]).toBe('new_browser');
  });

  it('is known by a hash of its cookie, which scripts can’t read', async () => {
    const ada = await world.register();
    const reply = await world.post('/api/login', { email: ada.email, password: ada.password });
    const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('hangtag-browser=')) ?? '';
    expect(cookie).toMatch(/^hangtag-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/);
    const token = cookie.slice('hangtag-browser='.length).split(';')[0];
    const { rows } = await world.database.query('select 1 from known_browsers where token_hash = $1', [token]);
    expect(rows).toEqual([]);
  });
});

describe('a new sign-in', () => {
  it('is shown until the seller knows it, in a browser that is known', async () => {
    const ada = await world.register();
    const phone = world.browser('10.66.0.2');
    await signIn(ada, phone);
    const [shown] = await ada.account.newBrowsers();
    expect(shown).toMatchObject({ userAgent: 'Test browser', address: '10.66.0.2' });
    // A thief must not answer for the seller.
    expect(await phone.account.newBrowsers()).toEqual([]);
    const id = shown?.id ?? '';
    expect(await failureOf(phone.account.recognizeBrowser({ id }))).toMatchObject({ status: 404 });
    const eve = await world.register();
    expect(await failureOf(eve.account.recognizeBrowser({ id }))).toMatchObject({ status: 404 });
    await ada.account.recognizeBrowser({ id });
    expect(await ada.account.newBrowsers()).toEqual([]);
    // From now on the phone is one of the seller's own.
    await signIn(ada, world.browser('10.66.0.3'));
    expect(await phone.account.newBrowsers()).toHaveLength(1);
  });

  it('of a thief stays one that only the seller’s browsers can confirm, whatever other browsers the thief uses', async () => {
    const ada = await world.register();
    const thief = world.browser('10.66.0.6');
    await signIn(ada, thief);
    const own = (await ada.account.newBrowsers())[0]?.id ?? '';
    for (let n = 0; n < 60; n++) {
      await world.clock.advance(60_000);
      await signIn(ada, world.browser('10.66.0.6'));
      await thief.account.me();
    }
    expect(await thief.account.newBrowsers()).toEqual([]);
    await signIn(ada, ada);
    const shown = (await ada.account.newBrowsers()).map(({ id }) => id);
    expect(shown).not.toHaveLength(0);
    for (const id of [own, ...shown])
      expect(await failureOf(thief.account.recognizeBrowser({ id }))).toMatchObject({ status: 404 });
  });

  it('is not the seller’s because the thief signed the seller’s own browsers out', async () => {
    const ada = await world.register();
    const thief = world.browser('10.66.0.7');
    await signIn(ada, thief);
    const { known_browsers } = (await thief.account.export()) as { known_browsers: { id: number }[] };
    await thief.account.signOutBrowser({ id: String(known_browsers[0]?.id) });
    expect((await failureOf(ada.account.me())).status).toBe(401);
    const another = world.browser('10.66.0.8');
    await signIn(ada, another);
    expect(await another.account.newBrowsers()).toEqual([]);
    expect(await thief.account.newBrowsers()).toEqual([]);
  });

  it('is shown for 30 days', async () => {
    const ada = await world.register();
    await signIn(ada, world.browser());
    await world.clock.advance(29 * day);
    expect(await ada.account.newBrowsers()).toHaveLength(1);
    await world.clock.advance(day);
    expect(await ada.account.newBrowsers()).toEqual([]);
  });

  it('is ended with its browser from the security log, by its own seller only, and the browser is new again', async () => {
    const ada = await world.register();
    const thief = world.browser();
    await signIn(ada, thief);
    await signIn(ada, thief);
    const [, entry] = await ada.account.securityLog();
    const id = entry?.signedInBrowser ?? '';
    expect(id).not.toBe('');
    // Its own screen offers no such button.
    expect((await thief.account.securityLog()).every(({ signedInBrowser }) => signedInBrowser === null)).toBe(true);
    expect(await failureOf(thief.account.signOutBrowser({ id }))).toMatchObject({ status: 404 });
    const eve = await world.register();
    expect(await failureOf(eve.account.signOutBrowser({ id }))).toMatchObject({ status: 404 });
    await ada.account.signOutBrowser({ id });
    expect((await failureOf(thief.account.me())).status).toBe(401);
    expect(await ada.account.newBrowsers()).toEqual([]);
    expect(await failureOf(ada.account.signOutBrowser({ id }))).toMatchObject({ status: 404 });
    expect((await ada.account.securityLog()).every(({ signedInBrowser }) => signedInBrowser === null)).toBe(true);
    await signIn(ada, thief);
    expect((await whatOf(ada)).slice(0, 2)).toEqual(['new_browser', 'browser_signed_out']);
  });
});

describe('a browser that is paired', () => {
  const client = { address: '10.66.0.9', userAgent: 'Test browser', forwarded: true };
  const record = (userId: string, what: 'browser_paired' | 'browser_removed') =>
    world.database.transaction((tx) => world.account.recordSecurity(tx, userId, { what, client }));

  it('is reported to its seller by mail, push message, and log, because a thief may have paired it', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    world.pushed.length = 0;
    await record(ada.user.id, 'browser_paired');
    const title = 'A browser was paired with your Hangtag account';
    expect(world.mails).toMatchObject([{ to: ada.email, subject: title }]);
    expect(world.pushed).toMatchObject([{ userId: ada.user.id, title }]);
    await record(ada.user.id, 'browser_removed');
    expect(world.mails).toHaveLength(1);
    expect(await whatOf(ada)).toEqual(['browser_removed', 'browser_paired', 'registered']);
  });

  it('with a demo is only in its log: the demo has no mailbox', async () => {
    const guest = world.browser();
    const { id } = await guest.account.demo({ body: {} });
    world.mails.length = 0;
    await record(id, 'browser_paired');
    expect(world.mails).toEqual([]);
    expect((await whatOf(guest))[0]).toBe('browser_paired');
  });
});

describe('the mailbox of an account', () => {
  const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email).length;

  it('gets five mails an hour about new browsers, however many sign in', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    world.pushed.length = 0;
    for (let n = 0; n < 8; n++) await signIn(ada, world.browser('10.66.0.4'));
    expect(mailsTo(ada.email)).toBe(5);
    expect(world.pushed.filter(({ userId }) => userId === ada.user.id)).toHaveLength(5);
    // The log has all of them.
    expect((await whatOf(ada)).filter((what) => what === 'new_browser')).toHaveLength(8);
    await world.clock.advance(day / 24);
    await signIn(ada, world.browser('10.66.0.4'));
    expect(mailsTo(ada.email)).toBe(6);
  });

  it('still hears what happens beside them, and gets five mails an hour about that', async () => {
    const ada = await world.register();
    for (let n = 0; n < 8; n++) await signIn(ada, world.browser('10.66.0.5'));
    world.mails.length = 0;
    let currentPassword = ada.password;
    for (let n = 0; n < 8; n++) {
      const newPassword = `another password ${n}`;
      await ada.account.changeProfile({ body: { newPassword, currentPassword } });
      currentPassword = newPassword;
    }
    expect(mailsTo(ada.email)).toBe(5);
  });
});
