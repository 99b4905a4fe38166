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
      const reply = await world.browser().send({
        method: 'POST',
        path: '/api/register',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify({
          ...person,
          email: `${randomUUID()}@example.com`,
          timezone,
        }),
      });
      expect(JSON.parse(reply.text)).toMatchObject({ timezone: 'UTC' });
    },
  );

  it('passes on the closet that was typed, in the same transaction', async () => {
    await world.register({ poshmarkUsername: 'adas-closet', poshmarkPassword: 'market secret' });
    expect(world.calls).toContain('registered adas-closet');
  });

  const rules: { name: string; change: Record<string, unknown>; field: string; says: string }[] = [
    { name: 'no first name', change: { firstName: '' }, field: 'firstName', says: 'First name is required' },
    {
      name: 'a missing first name',
      change: { firstName: undefined },
      field: 'firstName',
      says: 'First name is required',
    },
    { name: 'a first name of blanks', change: { firstName: '  ' }, field: 'firstName', says: 'First name is required' },
    { name: 'no last name', change: { lastName: '' }, field: 'lastName', says: 'Last name is required' },
    { name: 'a missing last name', change: { lastName: undefined }, field: 'lastName', says: 'Last name is required' },
    { name: 'a broken address', change: { email: 'ada@' }, field: 'email', says: 'Please enter a valid email address' },
    {
      name: 'a missing address',
      change: { email: undefined },
      field: 'email',
      says: 'Please enter a valid email address',
    },
    {
      name: 'two addresses',
      change: { email: ['a@b.co', 'c@d.co'] },
      field: 'email',
      says: 'Please enter a valid email address',
    },
    {
      name: 'a password of 5',
      change: { password: '12345' },
      field: 'password',
      says: 'Password must be at least 6 characters',
    },
    {
      name: 'no password',
      change: { password: undefined },
      field: 'password',
      says: 'Password must be at least 6 characters',
    },
    {
      name: 'a NUL, which no database stores',
      change: { username: 'a\u0000b' },
      field: 'username',
      says: 'Use plain text only',
    },
    {
      name: 'a phone number that is none',
      change: { phoneNumber: 'call me' },
      field: 'phoneNumber',
      says: 'Enter a phone number, or leave this empty',
    },
    {
      name: 'the form-only flag',
      change: { acceptTerms: true },
      field: 'acceptTerms',
      says: 'There is no field "acceptTerms" here',
    },
    { name: 'an id of its own', change: { id: '1' }, field: 'id', says: 'There is no field "id" here' },
    { name: 'a role', change: { isAdmin: true }, field: 'isAdmin', says: 'There is no field "isAdmin" here' },
  ];
  it.each(rules)('refuses $name under its field', async ({ change, field, says }) => {
    const body = JSON.stringify({ ...person, ...change });
    const reply = await world.browser().send({
      method: 'POST',
      path: '/api/register',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body,
    });
    expect(reply.status).toBe(400);
    const failure = JSON.parse(reply.text);
    expect(failure).toMatchObject({ error: 'invalid_input', fields: { [field]: says } });
    expect(failure.message).toContain(says);
  });

  it('refuses a prototype key like any other unknown field', async () => {
    const reply = await world.browser().send({
      method: 'POST',
      path: '/api/register',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: `{"__proto__":{"isAdmin":true},${JSON.stringify({ ...person, email: 'proto@example.com' }).slice(1)}`,
    });
    expect(reply.status).toBe(400);
  });

  it('takes a password of any length, also to sign in, and null for what was left empty', async () => {
    const password = 'pässword '.repeat(3_000);
    const empty = { phoneNumber: null, username: null, poshmarkUsername: null, poshmarkPassword: null, timezone: null };
    const email = 'long@example.com';
    const made = await world.browser().account.register({ body: { ...person, ...empty, email, password } });
    expect(made).toMatchObject({ username: null, phoneNumber: null, timezone: 'UTC' });
    expect(await world.browser().account.login({ body: { email, password } })).toEqual(made);
    const failure = await failureOf(world.browser().account.login({ body: { email, password: password.slice(1) } }));
    expect(failure.code).toBe('invalid_credentials');
  });

  it('reports all invalid fields at once', async () => {
    const failure = await failureOf(
      world.browser().account.register({ body: { ...person, firstName: '', email: 'x', password: '1' } }),
    );
    expect(Object.keys(failure.fields).sort()).toEqual(['email', 'firstName', 'password']);
  });

  it('is refused if registration is closed, and opens no session', async () => {
    const closed = await frontWorld({ account: { takesNewSellers: false } });
    const browser = closed.browser();
    const failure = await failureOf(browser.account.register({ body: person }));
    expect(failure).toMatchObject({ status: 403, message: expect.stringContaining('isn’t accepting new accounts') });
    expect((await failureOf(browser.account.me())).status).toBe(401);
    await closed.drop();
  });

  it('accepts any password of the minimum length, and never trims or cuts it', async () => {
    const own = world.browser();
    const password = ` ${'ü'.repeat(99)} `;
    await own.account.register({ body: { ...person, email: 'exact@example.com', password } });
    const again = world.browser();
    await expect(again.account.login({ body: { email: 'exact@example.com', password } })).resolves.toBeTruthy();
    const cut = await failureOf(
      again.account.login({ body: { email: 'exact@example.com', password: password.trim() } }),
    );
    expect(cut.code).toBe('invalid_credentials');
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
    const login = await world.browser().account.login({ body: { email: ada.email, password: ada.password } });
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

  it('is refused to a client after 4 in a minute and 20 in an hour, but not to others', async () => {
    const own = world.browser();
    const register = (n: number) => own.account.register({ body: { ...person, email: `many${n}@example.com` } });
    for (let n = 0; n < 20; n++) {
      await register(n);
      if (n % 4 !== 3) continue;
      if (n === 3) expect((await failureOf(register(4))).code).toBe('too_many_requests');
      await world.clock.advance(minute);
    }
    const failure = await failureOf(register(20));
    expect(failure).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(failure.retryAfterMs).toBeGreaterThan(0);
    await expect(world.register()).resolves.toBeTruthy();
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
    await expect(guest.account.me()).resolves.toBeTruthy();
    await world.clock.advance(2 * minute);
    expect((await failureOf(guest.account.me())).status).toBe(401);
    expect((await world.account.sweepGuests()).guests).toBeGreaterThanOrEqual(1);
    expect((await world.database.query('select 1 from users where id = $1', [user.id])).count).toBe(0);
  });

  it('can be created ten times an hour by one client', async () => {
    const own = world.browser();
    for (let n = 0; n < 10; n++) await own.account.demo({ body: {} });
    expect((await failureOf(own.account.demo({ body: {} }))).status).toBe(429);
  });

  it('waits while 200 guests are there, or the disk is almost full', async () => {
    let hasRoom = true;
    const crowded = await frontWorld({ account: { mostGuests: 3, hasRoom: () => hasRoom } });
    const demo = () => crowded.browser().account.demo({ body: {} });
    for (let n = 0; n < 3; n++) await demo();
    const refused = await failureOf(demo());
    expect(refused).toMatchObject({ status: 503, code: 'busy', message: expect.stringContaining('create an account') });
    await crowded.clock.advance(day);
    await crowded.account.sweepGuests();
    await demo();
    hasRoom = false;
    expect((await failureOf(demo())).status).toBe(503);
    await crowded.drop();
  });

  it('is one of as many as may be there, even if more come at once', async () => {
    const crowded = await frontWorld({ account: { mostGuests: 3 } });
    const codes = await Promise.all(
      Array.from({ length: 8 }, () =>
        crowded
          .browser()
          .account.demo({ body: {} })
          .then(
            () => 'here',
            (error: unknown) => (error as { code: string }).code,
          ),
      ),
    );
    expect(codes.sort()).toEqual([...Array(5).fill('busy'), ...Array(3).fill('here')]);
    await crowded.drop();
  });

  it('that can’t be erased keeps no other guest from it', async () => {
    const stuck = await frontWorld({
      account: {
        beforeErase: async (userId) => {
          if (userId === '1') throw new Error('the marketplace is away');
        },
      },
    });
    for (let n = 0; n < 3; n++) await stuck.browser().account.demo({ body: {} });
    await stuck.clock.advance(day);
    await expect(stuck.account.sweepGuests()).rejects.toThrow('1 guests could not be erased');
    const { rows } = await stuck.database.query('select id from users');
    expect(rows).toEqual([{ id: '1' }]);
    await stuck.drop();
  });

  it('leaves nothing behind if the practice closet could not be created', async () => {
    const broken = await frontWorld({
      account: {
        linkPractice: async () => {
          throw new Error('The stand-in is away');
        },
      },
    });
    expect((await failureOf(broken.browser().account.demo({ body: {} }))).status).toBe(500);
    expect((await broken.database.query('select 1 from users')).count).toBe(0);
    await broken.drop();
  });

  it('is refused if practice is off', async () => {
    const off = await frontWorld({ account: { linkPractice: null } });
    expect(await failureOf(off.browser().account.demo({ body: {} }))).toMatchObject({
      status: 409,
      code: 'practice_off',
    });
    await off.drop();
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
    const reset = { token: 'x', newPassword: 'qwerty123', confirmPassword: 'qwerty123' };
    expect((await failureOf(ada.account.resetPassword({ body: reset }))).fields).toEqual({ newPassword: message });
    await register('twenty lower letters');
    await strict.drop();
  });

  it('is taken otherwise, as the contract says', async () => {
    const own = world
      .browser()
      .account.register({ body: { ...person, email: 'weak@example.com', password: 'password' } });
    await expect(own).resolves.toBeTruthy();
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
    const post = async (path: string, body: object, peer: string) => {
      const ours = { host: 'localhost:5000', 'x-requested-with': 'XMLHttpRequest' };
      const headers = { ...ours, 'content-type': 'application/json' };
      return (await own.call(path, { method: 'POST', headers, body: JSON.stringify(body) }, peer)).status;
    };
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
