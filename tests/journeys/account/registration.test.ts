import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCommonPasswords } from '#server/adapters/passwords.ts';
import { failureOf, frontJourney, frontWorld } from '../front/front-world.ts';

const world = frontJourney();

const minute = 60_000;
const day = 86_400_000;
const person = { firstName: 'Ada', lastName: 'Seller', email: 'rules@example.com', password: 'secret' };

describe('registering', () => {
  it('signs in and returns the user, without any secret', async () => {
    const ada = await world.register({ phoneNumber: '+1 555 0100', username: 'ada', timezone: 'Europe/Berlin' });
    expect(ada.user).toMatchObject({
      firstName: 'Ada',
      username: 'ada',
      phoneNumber: '+1 555 0100',
      timezone: 'Europe/Berlin',
      guest: false,
      closet: { connected: false, hasCredentials: false, activeListings: 0, soldListings: 0, username: null },
    });
    const reply = await ada.send({ method: 'GET', path: '/api/user', headers: {} });
    expect(reply.text).not.toMatch(/password|argon|token/i);
    expect(JSON.parse(reply.text)).toEqual(ada.user);
  });

  it.each(['Mars/Phobos', 'Etc/Unknown', '', 'x'.repeat(100), 5])(
    'takes the zone %j of a browser, which is none, as not told',
    async (timezone) => {
      const told = { ...person, email: `${randomUUID()}@example.com`, timezone };
      const reply = await world.post('/api/register', told, { peer: world.browser().address });
      expect(await reply.json()).toMatchObject({ timezone: 'UTC' });
    },
  );

  it('passes on the closet that was typed, in the same transaction', async () => {
    await world.register({ poshmarkUsername: 'adas-closet', poshmarkPassword: 'market secret' });
    expect(world.calls).toContain('registered adas-closet');
  });

  const noFirst = 'First name is required';
  const noAddress = 'Please enter a valid email address';
  const short = 'Password must be at least 6 characters';
  const unknown = (field: string) => `There is no field "${field}" here`;
  it.each<[string, Record<string, unknown>, string]>([
    ['no first name', { firstName: '' }, noFirst],
    ['a missing first name', { firstName: undefined }, noFirst],
    ['a first name of blanks', { firstName: '  ' }, noFirst],
    ['no last name', { lastName: '' }, 'Last name is required'],
    ['a missing last name', { lastName: undefined }, 'Last name is required'],
    ['a broken address', { email: 'ada@' }, noAddress],
    ['a missing address', { email: undefined }, noAddress],
    ['two addresses', { email: ['a@b.co', 'c@d.co'] }, noAddress],
    ['a password of 5', { password: '12345' }, short],
    ['no password', { password: undefined }, short],
    ['a NUL, which no database stores', { username: 'a\u0000b' }, 'Use plain text only'],
    ['a phone number that is none', { phoneNumber: 'call me' }, 'Enter a phone number, or leave this empty'],
    ['the form-only flag', { acceptTerms: true }, unknown('acceptTerms')],
    ['an id of its own', { id: '1' }, unknown('id')],
    ['a role', { isAdmin: true }, unknown('isAdmin')],
  ])('refuses %s under its field', async (_, change, says) => {
    const reply = await world.post('/api/register', { ...person, ...change });
    expect(reply.status).toBe(400);
    const [field = ''] = Object.keys(change);
    expect(await reply.json()).toMatchObject({
      error: 'invalid_input',
      message: expect.stringContaining(says),
      fields: { [field]: says },
    });
  });

  it('refuses a prototype key like any other unknown field', async () => {
    const body = `{"__proto__":{"isAdmin":true},${JSON.stringify({ ...person, email: 'proto@example.com' }).slice(1)}`;
    expect((await world.post('/api/register', body)).status).toBe(400);
  });

  it('accepts any password of the minimum length, and never trims or cuts it, and null for what was left empty', async () => {
    const password = ` ${'pässword '.repeat(3_000)}`;
    const empty = { phoneNumber: null, username: null, poshmarkUsername: null, poshmarkPassword: null, timezone: null };
    const email = 'long@example.com';
    const made = await world.browser().account.register({ body: { ...person, ...empty, email, password } });
    expect(made).toMatchObject({ username: null, phoneNumber: null, timezone: 'UTC' });
    expect(await world.signIn({ email, password })).toEqual(made);
    for (const other of [password.trim(), password.slice(0, -1)])
      expect((await failureOf(world.signIn({ email, password: other }))).code).toBe('invalid_credentials');
  });

  it('reports all invalid fields at once', async () => {
    const failure = await failureOf(
      world.browser().account.register({ body: { ...person, firstName: '', email: 'x', password: '1' } }),
    );
    expect(Object.keys(failure.fields).sort()).toEqual(['email', 'firstName', 'password']);
  });

  it('changes nothing in the account that has the address, in any spelling', async () => {
    const ada = await world.register();
    const failure = await failureOf(
      world
        .browser()
        .account.register({ body: { ...person, email: ` ${ada.email.toUpperCase()} `, password: 'another one' } }),
    );
    expect(failure).toMatchObject({ status: 409, code: 'email_taken' });
    expect(failure.fields.email).toBe(failure.message);
    const login = await world.signIn(ada);
    expect(login).toMatchObject({ id: ada.user.id, firstName: 'Ada' });
  });

  it('refuses a taken username, in any case', async () => {
    await world.register({ username: 'Taken' });
    const failure = await failureOf(world.browser().account.register({ body: { ...person, username: 'tAKEN' } }));
    expect(failure).toMatchObject({ status: 409, code: 'username_taken', fields: { username: expect.any(String) } });
  });

  it('gives an address to one of many that want it at once', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        world.browser().account.register({ body: { ...person, email: 'race@example.com' } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a guest of the demo', () => {
  it('gets a practice closet and is gone after a day', async () => {
    const guest = world.browser();
    world.calls.length = 0;
    const user = await guest.account.demo({ body: { timezone: 'Asia/Tokyo' } });
    expect(user).toMatchObject({ guest: true, timezone: 'Asia/Tokyo' });
    expect(world.calls).toContain('practice');
    await world.clock.advance(day - minute);
    await guest.account.me();
    await world.clock.advance(2 * minute);
    expect((await failureOf(guest.account.me())).status).toBe(401);
    world.mails.length = 0;
    expect((await world.account.sweepGuests()).guests).toBeGreaterThanOrEqual(1);
    expect((await world.database.query('select 1 from users where id = $1', [user.id])).count).toBe(0);
    // No mail goes to its made-up address.
    expect(world.mails).toEqual([]);
  });

  describe('where only three may be there', () => {
    const here = { hasRoom: true, isStuck: false, isBroken: false };
    const crowded = frontJourney({
      account: {
        mostGuests: 3,
        hasRoom: () => here.hasRoom,
        async beforeErase(userId) {
          if (here.isStuck && userId === '1') throw new Error('the marketplace is away');
        },
        async linkPractice() {
          if (here.isBroken) throw new Error('The stand-in is away');
        },
      },
    });
    const demo = () => crowded.browser().account.demo({ body: {} });
    const guests = async () => (await crowded.database.query('select id from users')).rows;

    it('is one of as many as may be there, even if more come at once, and others wait', async () => {
      const tries = await Promise.allSettled(Array.from({ length: 8 }, demo));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect(await failureOf(demo())).toMatchObject({
        status: 503,
        code: 'busy',
        message: expect.stringContaining('create an account'),
      });
    });

    it('that can’t be erased keeps no other guest from it', async () => {
      const [{ id } = { id: '' }] = (await guests()) as { id: string }[];
      expect(id).toBe('1');
      here.isStuck = true;
      await crowded.clock.advance(day);
      await expect(crowded.account.sweepGuests()).rejects.toThrow('1 guests could not be erased');
      expect(await guests()).toEqual([{ id: '1' }]);
      here.isStuck = false;
      await crowded.account.sweepGuests();
      await demo();
    });

    it('waits while the disk is almost full, and leaves nothing behind if the practice closet could not be created', async () => {
      const before = await guests();
      here.hasRoom = false;
      expect((await failureOf(demo())).status).toBe(503);
      here.hasRoom = true;
      here.isBroken = true;
      expect((await failureOf(demo())).status).toBe(500);
      expect(await guests()).toEqual(before);
    });
  });

  it('is refused if practice is off, and a seller if registration is closed, who gets no session', async () => {
    const closed = await frontWorld({ account: { linkPractice: null, takesNewSellers: false } });
    const browser = closed.browser();
    expect(await failureOf(browser.account.demo({ body: {} }))).toMatchObject({ status: 409, code: 'practice_off' });
    const failure = await failureOf(browser.account.register({ body: person }));
    expect(failure).toMatchObject({ status: 403, message: expect.stringContaining('isn’t accepting new accounts') });
    expect((await failureOf(browser.account.me())).status).toBe(401);
    await closed.drop();
  });
});

describe('a password that is easy to guess', () => {
  it('is refused if others can reach the site, at registration and at every change', async () => {
    const strict = await frontWorld({ account: { commonPasswords: readCommonPasswords() } });
    const message = expect.stringContaining('easy to guess');
    const register = (password: string) =>
      strict.browser().account.register({ body: { ...person, email: 'ada.seller@example.com', password } });
    for (const password of [
      'password',
      'Password123',
      'poshmark1',
      'Hangtag2026!',
      'AdaSeller77',
      'ada.seller@example.com',
    ])
      expect((await failureOf(register(password))).fields, password).toEqual({ password: message });
    const ada = await strict.register();
    const weak = { newPassword: 'iloveyou', currentPassword: ada.password };
    expect((await failureOf(ada.account.changeProfile({ body: weak }))).fields).toEqual({ newPassword: message });
    expect((await failureOf(strict.resetPassword('x', 'qwerty123'))).fields).toEqual({ newPassword: message });
    await register('twenty lower letters');
    await strict.drop();
  });

  it('is taken otherwise, as the contract says', async () => {
    await world.register({ password: 'password' });
  });
});

describe('the welcome', () => {
  it('is for the first account, and only the computer that Hangtag runs on learns that there is none', async () => {
    const own = await frontWorld();
    const ask = async (headers: Record<string, string> = {}, peer = '127.0.0.1') =>
      (await own.call('/api/welcome', { headers: { host: 'localhost:5000', ...headers } }, peer)).json();
    await own.browser().account.demo({ body: {} });
    expect(await ask()).toEqual({ isFirst: true, hasDemo: true });
    expect(await ask({ 'x-forwarded-for': '10.0.0.9' })).toMatchObject({ isFirst: false });
    expect(await ask({}, '10.0.0.9')).toMatchObject({ isFirst: false });
    await own.register();
    expect(await ask()).toMatchObject({ isFirst: false });
    await own.drop();
  });
});

describe('a Hangtag that listens on the network', () => {
  it('gets its first account on its own computer, or with the link of its start, and then takes everybody', async () => {
    const own = await frontWorld({ account: { isOnNetwork: true } });
    const post = async (path: string, body: object, peer: string) => (await own.post(path, body, { peer })).status;
    const register = (email: string, peer: string, more = {}) =>
      post('/api/register', { ...person, email, ...more }, peer);
    const elsewhere = '192.168.1.9';
    expect(await register('stranger@example.com', elsewhere)).toBe(403);
    expect(await register('stranger@example.com', elsewhere, { startKey: 'a guess' })).toBe(403);
    expect(await post('/api/demo', {}, elsewhere)).toBe(403);
    expect(await post('/api/demo', {}, '127.0.0.1')).toBe(201);
    expect(await register('stranger@example.com', elsewhere)).toBe(403);
    const key = await own.account.firstAccountKey();
    expect(await register('owner@example.com', elsewhere, { startKey: key })).toBe(201);
    expect(await own.account.firstAccountKey()).toBe(null);
    expect(await register('second@example.com', '192.168.1.10')).toBe(201);
    await own.server.close();
    await own.drop();
  });
});
