import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalTables } from '#server/personal-tables.ts';
import { failureOf, frontWorld, type World } from './front-world.ts';

let world: World;
beforeAll(async () => {
  world = await frontWorld();
});
afterAll(async () => {
  await world.server.close();
  await world.drop();
});

const minute = 60_000;
const day = 86_400_000;
const person = { firstName: 'Ada', lastName: 'Seller', email: 'rules@example.com', password: 'secret' };

describe('registering', () => {
  it('signs in and answers with the user, without a secret in it', async () => {
    const ada = await world.register({ phoneNumber: '+1 555', username: 'ada', timezone: 'Europe/Berlin' });
    expect(ada.user).toMatchObject({
      firstName: 'Ada',
      username: 'ada',
      phoneNumber: '+1 555',
      timezone: 'Europe/Berlin',
      guest: false,
      closet: { connected: false, hasCredentials: false, activeListings: 0, soldListings: 0, username: null },
    });
    const reply = await ada.send({ method: 'GET', path: '/api/user', headers: {} });
    expect(reply.text).not.toMatch(/password|argon|token/i);
    expect(JSON.parse(reply.text)).toEqual(ada.user);
  });

  it('hands what was typed of the closet on, in the same transaction', async () => {
    await world.register({ poshmarkUsername: 'adas-closet', poshmarkPassword: 'market secret' });
    expect(world.told).toContain('registered adas-closet');
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
      name: 'a password of 129',
      change: { password: 'x'.repeat(129) },
      field: 'password',
      says: 'Password must be at most 128 characters',
    },
    {
      name: 'a zone that is none',
      change: { timezone: 'Mars/Phobos' },
      field: 'timezone',
      says: 'Please choose a time zone',
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

  it('names every field at fault at once', async () => {
    const failure = await failureOf(
      world.browser().account.register({ body: { ...person, firstName: '', email: 'x', password: '1' } }),
    );
    expect(Object.keys(failure.fields).sort()).toEqual(['email', 'firstName', 'password']);
  });

  it('is refused where the installation is closed, and opens nothing', async () => {
    const closed = await frontWorld({ account: { takesNewSellers: false } });
    const browser = closed.browser();
    const failure = await failureOf(browser.account.register({ body: person }));
    expect(failure).toMatchObject({ status: 403, message: expect.stringContaining('isn’t accepting new accounts') });
    expect((await failureOf(browser.account.me())).status).toBe(401);
    await closed.drop();
  });

  it('takes any password of the least length, exactly as it was typed', async () => {
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

  it('changes nothing of an account whose address is taken, however it is written', async () => {
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

  it('tells a taken username, in any case', async () => {
    await world.register({ username: 'Taken' });
    const failure = await failureOf(world.browser().account.register({ body: { ...person, username: 'tAKEN' } }));
    expect(failure).toMatchObject({ status: 409, code: 'username_taken', fields: { username: expect.any(String) } });
  });

  it('lets one of many that want the same address at once have it', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        world.browser().account.register({ body: { ...person, email: 'race@example.com' } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused to one client after 20 in an hour, and open to others', async () => {
    const own = world.browser();
    for (let n = 0; n < 20; n++) await own.account.register({ body: { ...person, email: `many${n}@example.com` } });
    const failure = await failureOf(own.account.register({ body: { ...person, email: 'many20@example.com' } }));
    expect(failure).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(failure.retryAfterMs).toBeGreaterThan(0);
    await expect(world.register()).resolves.toBeTruthy();
  });
});

describe('signing in', () => {
  it('tells an unknown address and a wrong password in the same bytes', async () => {
    const ada = await world.register();
    const ask = (email: string) =>
      world.browser().send({
        method: 'POST',
        path: '/api/login',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify({ email, password: 'wrong one' }),
      });
    const known = await ask(ada.email);
    expect(known.status).toBe(401);
    expect(JSON.parse(known.text).error).toBe('invalid_credentials');
    expect(await ask('nobody@example.com')).toEqual(known);
  });

  it('does the same work for both', async () => {
    const verified: string[] = [];
    const passwords = {
      hash: async () => '$argon2',
      verify: async () => verified.push('account') < 0,
      verifyNothing: async () => void verified.push('nobody'),
    };
    const other = await frontWorld({ account: { passwords } });
    const own = await other.register();
    await failureOf(other.browser().account.login({ body: { email: own.email, password: 'x' } }));
    await failureOf(other.browser().account.login({ body: { email: 'nobody@example.com', password: 'x' } }));
    expect(verified).toEqual(['account', 'nobody']);
    await other.drop();
  });

  it('never keeps a token that the browser brought', async () => {
    const ada = await world.register();
    const own = world.browser();
    const planted = `hangtag=${'A'.repeat(43)}`;
    own.useCookie(planted);
    await own.account.login({ body: { email: ada.email, password: ada.password } });
    expect(own.cookie()).not.toBe(planted);
    own.useCookie(planted);
    expect((await failureOf(own.account.me())).status).toBe(401);
  });

  it('refuses one client an address after 10 failures, even with the right password; another client gets in', async () => {
    const ada = await world.register();
    const guesser = world.browser();
    const guess = (password: string) => guesser.account.login({ body: { email: ada.email, password } });
    for (let n = 0; n < 10; n++) expect((await failureOf(guess(`wrong ${n}`))).status).toBe(401);
    const refused = await failureOf(guess(ada.password));
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    const variant = guesser.account.login({ body: { email: ` ${ada.email.toUpperCase()}`, password: 'x' } });
    expect((await failureOf(variant)).status).toBe(429);
    await expect(
      world.browser().account.login({ body: { email: ada.email, password: ada.password } }),
    ).resolves.toBeTruthy();
    await world.clock.advance(15 * minute + 1000);
    await expect(guess(ada.password)).resolves.toBeTruthy();
  });

  it('lets no more than 10 guesses through side by side', async () => {
    const ada = await world.register();
    const guesser = world.browser();
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        failureOf(guesser.account.login({ body: { email: ada.email, password: `wrong ${n}` } })),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('refuses one client after 50 failures over all addresses', async () => {
    const guesser = world.browser();
    const guess = (n: number) =>
      failureOf(guesser.account.login({ body: { email: `stuffed${n}@example.com`, password: 'leaked' } }));
    for (let n = 0; n < 50; n++) expect((await guess(n)).status).toBe(401);
    expect((await guess(50)).status).toBe(429);
  });

  it('does not count right passwords, however many come at once', async () => {
    const ada = await world.register();
    const own = world.browser();
    const tokens = new Set<string | null>();
    await Promise.all(
      Array.from({ length: 20 }, () => own.account.login({ body: { email: ada.email, password: ada.password } })),
    );
    for (let n = 0; n < 15; n++) {
      await own.account.login({ body: { email: ada.email, password: ada.password } });
      tokens.add(own.cookie());
    }
    expect(tokens.size).toBe(15);
  });
});

describe('a session', () => {
  it('is stored as a hash', async () => {
    const ada = await world.register();
    const token = ada.cookie()?.split('=')[1] ?? '';
    const { rows } = await world.database.query<{ token_hash: string }>('select token_hash from sessions');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => row.token_hash === token)).toBe(false);
  });

  it('ends at sign-out on the server too, which also answers without a session', async () => {
    const ada = await world.register();
    const kept = ada.cookie();
    await ada.account.logout();
    ada.useCookie(kept);
    expect((await failureOf(ada.account.me())).status).toBe(401);
    await expect(world.browser().account.logout()).resolves.toEqual({ message: expect.any(String) });
  });

  it('slides by use and ends after 30 days without', async () => {
    const ada = await world.register();
    await world.clock.advance(20 * day);
    await ada.account.me();
    await world.clock.advance(29 * day);
    await expect(ada.account.me()).resolves.toBeTruthy();
    await world.clock.advance(31 * day);
    expect((await failureOf(ada.account.me())).status).toBe(401);
  });

  it('ends after 90 days at the latest', async () => {
    const ada = await world.register();
    for (let n = 0; n < 4; n++) {
      await world.clock.advance(20 * day);
      await ada.account.me();
    }
    await world.clock.advance(9 * day);
    await ada.account.me();
    await world.clock.advance(day + 1000);
    expect((await failureOf(ada.account.me())).status).toBe(401);
  });

  it('is listed, and one of one’s own can be ended, of others none', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await phone.account.login({ body: { email: ada.email, password: ada.password } });
    const listed = await ada.account.sessions();
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    const other = listed.find(({ current }) => !current)?.id ?? '';

    const eve = await world.register();
    expect((await failureOf(eve.account.endSession({ id: other }))).status).toBe(404);
    expect((await failureOf(ada.account.endSession({ id: 'nonsense' }))).status).toBe(404);
    await ada.account.endSession({ id: other });
    expect((await failureOf(phone.account.me())).status).toBe(401);
    expect((await failureOf(ada.account.endSession({ id: other }))).status).toBe(404);
  });
});

describe('the profile', () => {
  it('changes what is given and nothing else', async () => {
    const ada = await world.register({ phoneNumber: '1' });
    const changed = await ada.account.changeProfile({
      body: { firstName: 'Adele', phoneNumber: null, username: 'adele' },
    });
    expect(changed).toEqual({ ...ada.user, firstName: 'Adele', phoneNumber: null, username: 'adele' });
    expect(await ada.account.me()).toEqual(changed);
  });

  const refused = ['id', 'createdAt', 'password', 'poshmarkPassword', 'guest', 'closet', 'role'];
  it.each(refused)('cannot set %s', async (field) => {
    const ada = await world.register();
    const reply = await ada.send({
      method: 'PATCH',
      path: '/api/user/profile',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ firstName: 'Eve', [field]: 'x' }),
    });
    expect(reply.status).toBe(400);
    expect(await ada.account.me()).toEqual(ada.user);
  });

  it('asks for the current password before the address moves, and tells the old one', async () => {
    const ada = await world.register();
    const move = (currentPassword?: string) =>
      ada.account.changeProfile({ body: { email: 'moved@example.com', currentPassword } });
    for (const given of [undefined, '', 'wrong']) {
      const failure = await failureOf(move(given));
      expect(failure).toMatchObject({
        status: 400,
        code: 'wrong_password',
        fields: { currentPassword: expect.any(String) },
      });
    }
    expect((await move(ada.password)).email).toBe('moved@example.com');
    expect(world.mails.at(-1)).toMatchObject({ to: ada.email });
  });

  it('refuses an address that is taken', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const failure = await failureOf(
      ada.account.changeProfile({ body: { email: eve.email, currentPassword: ada.password } }),
    );
    expect(failure).toMatchObject({ status: 409, code: 'email_taken' });
  });

  it('takes a new password and signs every other browser out, not this one', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await phone.account.login({ body: { email: ada.email, password: ada.password } });
    await ada.account.changeProfile({ body: { newPassword: 'brand new', currentPassword: ada.password } });
    expect((await failureOf(phone.account.me())).status).toBe(401);
    await expect(ada.account.me()).resolves.toBeTruthy();
    await expect(phone.account.login({ body: { email: ada.email, password: 'brand new' } })).resolves.toBeTruthy();
  });

  it('stops guesses at the current password', async () => {
    const ada = await world.register();
    const guess = (currentPassword: string) =>
      failureOf(ada.account.changeProfile({ body: { newPassword: 'taken over', currentPassword } }));
    for (let n = 0; n < 10; n++) expect((await guess(`wrong ${n}`)).status).toBe(400);
    expect((await guess(ada.password)).status).toBe(429);
  });

  it('tells the bot of a move to another time zone, and only of a move', async () => {
    const ada = await world.register({ timezone: 'Europe/Berlin' });
    world.told.length = 0;
    await ada.account.changeProfile({ body: { timezone: 'Europe/Berlin' } });
    expect(world.told).toEqual([]);
    await ada.account.changeProfile({ body: { timezone: 'America/New_York' } });
    expect(world.told).toEqual(['moved']);
    const failure = await failureOf(ada.account.changeProfile({ body: { timezone: 'Nowhere' } }));
    expect(failure.fields).toEqual({ timezone: 'Please choose a time zone' });
  });
});

describe('a forgotten password', () => {
  const tokenOf = (text: string) => /\/auth#reset=([\w-]+)/.exec(text)?.[1] ?? '';
  const askFor = async (email: string, from = world.browser()) => {
    const reply = await from.account.forgotPassword({ body: { email } });
    await world.account.settled();
    return reply;
  };
  const tokenFor = async (email: string) => {
    world.mails.length = 0;
    await askFor(email);
    return tokenOf(world.mails[0]?.text ?? '');
  };
  const set = (token: string, newPassword = 'new password') =>
    world.browser().account.resetPassword({ body: { token, newPassword, confirmPassword: newPassword } });

  it('is answered alike whether there is an account or not, and never with a token', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    const known = await askFor(ada.email);
    expect(Object.keys(known)).toEqual(['message']);
    expect(await askFor('nobody@example.com')).toEqual(known);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ to: ada.email });
    expect(world.mails[0]?.text).toContain('https://hangtag.example/auth#reset=');
  });

  it('mails the stored address whatever Host the request names', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    await world.call(
      '/api/auth/forgot-password',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', host: 'evil.example' },
        body: JSON.stringify({ email: ada.email.toUpperCase() }),
      },
      '10.9.9.9',
    );
    await world.account.settled();
    expect(world.mails[0]?.to).toBe(ada.email);
    expect(world.mails[0]?.text).not.toContain('evil');
  });

  it('lets the token set a password once, and ends every session', async () => {
    const ada = await world.register();
    const token = await tokenFor(ada.email);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { rows } = await world.database.query('select 1 from password_resets where token = $1', [token]);
    expect(rows).toEqual([]);
    await set(token);
    expect((await failureOf(ada.account.me())).status).toBe(401);
    expect(await failureOf(set(token))).toMatchObject({ status: 400, code: 'invalid_token' });
    await expect(ada.account.login({ body: { email: ada.email, password: 'new password' } })).resolves.toBeTruthy();
  });

  it('gives one of 50 that use the token at once the reset', async () => {
    const ada = await world.register();
    const token = await tokenFor(ada.email);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => set(token, `password ${n}`)));
    const won = tries.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    expect(won).toHaveLength(1);
    const login = world.browser().account.login({ body: { email: ada.email, password: `password ${won[0]}` } });
    await expect(login).resolves.toBeTruthy();
  });

  it('lives ten minutes, and asking again voids it', async () => {
    const ada = await world.register();
    const first = await tokenFor(ada.email);
    const second = await tokenFor(ada.email);
    const refused = await failureOf(set(first));
    expect(refused.code).toBe('invalid_token');
    await world.clock.advance(10 * minute);
    expect(await failureOf(set(second))).toMatchObject({ code: 'invalid_token', message: refused.message });
  });

  const wrongTokens: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a blank', ' '],
    ['a list', []],
    ['an object', {}],
    ['true', true],
    ['a text of 10 kB', 'x'.repeat(10_000)],
  ];
  it.each(wrongTokens)('refuses %s for a token', async (_, token) => {
    const reply = await world.call(
      '/api/auth/reset-password',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify({ token, newPassword: 'long enough', confirmPassword: 'long enough' }),
      },
      '10.8.8.8',
    );
    expect(reply.status).toBe(400);
    expect((await reply.json()).fields).toEqual({ token: 'Reset token is required' });
  });

  const pairs: [string, string, string, Record<string, string>][] = [
    [
      'a short one',
      '12345',
      '12345',
      { newPassword: 'Password must be at least 6 characters', confirmPassword: 'Password confirmation is required' },
    ],
    ['no confirmation', 'long enough', '', { confirmPassword: 'Password confirmation is required' }],
    ['two different ones', 'long enough', 'long anough', { confirmPassword: "Passwords don't match" }],
  ];
  it.each(pairs)('refuses %s', async (_, newPassword, confirmPassword, fields) => {
    const token = 'x'.repeat(43);
    const failure = await failureOf(
      world.browser().account.resetPassword({ body: { token, newPassword, confirmPassword } }),
    );
    expect(failure.fields).toEqual(fields);
  });

  it('limits guesses at tokens', async () => {
    const guesser = world.browser();
    const guess = () => {
      const body = { token: 'g'.repeat(43), newPassword: 'long enough', confirmPassword: 'long enough' };
      return failureOf(guesser.account.resetPassword({ body }));
    };
    for (let n = 0; n < 50; n++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  it('fills nobody’s mailbox', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    for (let n = 0; n < 8; n++) await askFor(ada.email);
    expect(world.mails).toHaveLength(5);
  });
});

describe('on an installation for this machine alone', () => {
  let local: World;
  beforeAll(async () => {
    local = await frontWorld({ account: { sendsMail: false, revealsResetToken: true, passwordMinLength: 12 } });
  });
  afterAll(() => local.drop());
  const ask = (email: string, headers: Record<string, string> = {}, peer = '127.0.0.1') =>
    local
      .call(
        '/api/auth/forgot-password',
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-requested-with': 'XMLHttpRequest',
            host: 'localhost:5000',
            ...headers,
          },
          body: JSON.stringify({ email }),
        },
        peer,
      )
      .then((reply) => reply.json());

  it('the token is told, for unknown addresses too, where it opens nothing', async () => {
    const ada = await local.register({ password: 'long enough for it' });
    const [known, unknown] = [await ask(ada.email), await ask('nobody@example.com')];
    expect(unknown.message).toBe(known.message);
    const set = (token: string) => {
      const body = { token, newPassword: 'long enough again', confirmPassword: 'long enough again' };
      return local.browser().account.resetPassword({ body });
    };
    expect((await failureOf(set(unknown.resetToken))).code).toBe('invalid_token');
    await expect(set(known.resetToken)).resolves.toBeTruthy();
  });

  const others: [string, Record<string, string>, string][] = [
    ['a forwarding header', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['another kind of it', { forwarded: 'for=1.2.3.4' }, '127.0.0.1'],
    ['a peer elsewhere', {}, '10.0.0.7'],
    ['a name that was pointed at this machine', { host: 'evil.example:5000' }, '127.0.0.1'],
  ];
  it.each(others)('no token is told to %s', async (_, headers, peer) => {
    const ada = await local.register({ password: 'long enough for it' });
    expect(Object.keys(await ask(ada.email, headers, peer))).toEqual(['message']);
  });

  it('a stricter length names its number', async () => {
    const failure = await failureOf(local.browser().account.register({ body: { ...person, password: 'elevenchars' } }));
    expect(failure.fields).toEqual({ password: 'Password must be at least 12 characters' });
  });
});

describe('a guest of the demo', () => {
  it('gets a practice closet and is gone after a day', async () => {
    const guest = world.browser();
    world.told.length = 0;
    const user = await guest.account.demo();
    expect(user).toMatchObject({ guest: true });
    expect(world.told).toContain('practice');
    await world.clock.advance(day - minute);
    await expect(guest.account.me()).resolves.toBeTruthy();
    await world.clock.advance(2 * minute);
    expect((await failureOf(guest.account.me())).status).toBe(401);
    expect((await world.account.sweep()).guests).toBeGreaterThanOrEqual(1);
    expect((await world.database.query('select 1 from users where id = $1', [user.id])).count).toBe(0);
  });

  it('can be made ten times an hour by one client', async () => {
    const own = world.browser();
    for (let n = 0; n < 10; n++) await own.account.demo();
    expect((await failureOf(own.account.demo())).status).toBe(429);
  });

  it('leaves nothing behind where the practice closet could not be made', async () => {
    const broken = await frontWorld({
      account: {
        linkPractice: async () => {
          throw new Error('The stand-in is away');
        },
      },
    });
    expect((await failureOf(broken.browser().account.demo())).status).toBe(500);
    expect((await broken.database.query('select 1 from users')).count).toBe(0);
    await broken.drop();
  });

  it('is refused where practice is off', async () => {
    const off = await frontWorld({ account: { linkPractice: null } });
    expect(await failureOf(off.browser().account.demo())).toMatchObject({ status: 409, code: 'practice_off' });
    await off.drop();
  });
});

describe('leaving', () => {
  it('exports every table that knows the user, without a secret', async () => {
    const ada = await world.register();
    await world.activity.record(world.database, {
      userId: ada.user.id,
      action: 'SYNC',
      details: 'All',
      at: world.clock.now(),
    });
    const exported = await ada.account.export();
    const { rows } = await world.database.query<{ table: string }>(
      `select distinct c.table_name as table from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'user_id' and c.table_name !~ '^share_attempts_'`,
    );
    const handedOut = personalTables.map(({ table }) => table);
    for (const { table } of rows) expect(handedOut).toContain(table);
    expect(exported).toMatchObject({
      users: [{ email: ada.email }],
      sessions: [{}],
      activity_logs: [{ action: 'SYNC' }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/argon2|token|"password"|wrapped/);
  });

  it('needs the password, then erases everything', async () => {
    const ada = await world.register();
    const wrong = await failureOf(ada.account.remove({ body: { password: 'wrong' } }));
    expect(wrong).toMatchObject({ status: 400, code: 'wrong_password', fields: { password: expect.any(String) } });
    await ada.account.remove({ body: { password: ada.password } });
    expect(world.told).toContain(`erase ${ada.user.id}`);
    expect(ada.cookie()).toBeNull();
    const { count } = await world.database.query('select 1 from users where id = $1', [ada.user.id]);
    expect(count).toBe(0);
    const login = world.browser().account.login({ body: { email: ada.email, password: ada.password } });
    expect((await failureOf(login)).code).toBe('invalid_credentials');
  });
});

describe('the contact form', () => {
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'A question', message: 'How do I begin with it?' };

  const rules: [string, Record<string, unknown>, string, string][] = [
    ['a name of one letter', { name: 'A' }, 'name', 'Name must be at least 2 characters'],
    ['no name', { name: undefined }, 'name', 'Name must be at least 2 characters'],
    ['a broken address', { email: 'ada' }, 'email', 'Please enter a valid email address'],
    [
      'a line end in the address',
      { email: 'ada@example.com\r\nBcc: all@example.com' },
      'email',
      'Please enter a valid email address',
    ],
    ['a subject of 4', { subject: 'Help' }, 'subject', 'Subject must be at least 5 characters'],
    ['a message of 9', { message: 'Too short' }, 'message', 'Message must be at least 10 characters'],
    ['a recipient', { to: 'else@example.com' }, 'to', 'There is no field "to" here'],
  ];
  it.each(rules)('refuses %s under its field', async (_, change, field, says) => {
    const reply = await world.call(
      '/api/contact',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify({ ...message, ...change }),
      },
      '10.7.7.7',
    );
    expect(reply.status).toBe(400);
    expect((await reply.json()).fields).toEqual({ [field]: says });
  });

  it('keeps the message and mails it to the operator alone, on one line of subject', async () => {
    world.mails.length = 0;
    await world.browser().contact.send({ body: { ...message, subject: 'Hello\r\nBcc: all@example.com' } });
    expect(world.mails).toEqual([
      {
        to: 'operator@example.com',
        subject: 'Contact form: Hello Bcc: all@example.com',
        text: expect.stringContaining('How do I begin'),
        replyTo: 'ada@example.com',
      },
    ]);
    const { rows } = await world.database.query('select name, message from contact_messages');
    expect(rows).toContainEqual({ name: 'Ada', message: message.message });
  });

  it('knows who wrote where they are signed in, so that export and erasure reach it', async () => {
    const ada = await world.register();
    await ada.contact.send({ body: { ...message, message: 'This one is mine.' } });
    expect(await ada.account.export()).toMatchObject({ contact_messages: [{ message: 'This one is mine.' }] });
    await ada.account.remove({ body: { password: ada.password } });
    const { count } = await world.database.query(`select 1 from contact_messages where message like '%is mine%'`);
    expect(count).toBe(0);
  });

  it('takes five messages an hour of one client', async () => {
    const own = world.browser();
    for (let n = 0; n < 5; n++) await own.contact.send({ body: message });
    expect((await failureOf(own.contact.send({ body: message }))).status).toBe(429);
    await world.clock.advance(60 * minute + 1000);
    await expect(own.contact.send({ body: message })).resolves.toBeTruthy();
  });
});
