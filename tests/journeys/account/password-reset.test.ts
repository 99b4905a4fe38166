import { describe, expect, it, vi } from 'vitest';
import { failureOf, frontJourney, frontWorld, type World } from '../front/front-world.ts';

const world = frontJourney();

const minute = 60_000;
const person = { firstName: 'Ada', lastName: 'Seller', email: 'rules@example.com', password: 'secret' };

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
  const set = (token: string, newPassword?: string) => world.resetPassword(token, newPassword);

  it('may be confirmed in the letters of another device', async () => {
    const ada = await world.register();
    const body = {
      token: await tokenFor(ada.email),
      newPassword: 'café au lait',
      confirmPassword: 'cafe\u0301 au lait',
    };
    await world.browser().account.resetPassword({ body });
    await world.browser().account.login({ body: { email: ada.email, password: 'cafe\u0301 au lait' } });
  });

  it('that is reset wins over a change that began with the old password', async () => {
    let meanwhile = async () => {};
    const other = await frontWorld({
      account: {
        passwords: {
          hash: async (password) => `hash of ${password}`,
          async verify(hashed, password) {
            await meanwhile();
            return hashed === `hash of ${password}`;
          },
          verifyNothing: async () => {},
        },
      },
    });
    type Ada = Awaited<ReturnType<World['register']>>;
    const withOldPassword = [
      (ada: Ada) => ada.account.changeProfile({ body: { newPassword: 'taken over', currentPassword: ada.password } }),
      (ada: Ada) => ada.account.changeProfile({ body: { email: 'thief@example.com', currentPassword: ada.password } }),
      (ada: Ada) => ada.account.remove({ body: { password: ada.password } }),
    ];
    for (const [place, change] of withOldPassword.entries()) {
      const ada = await other.register();
      const link = await other.account.makeResetLink(ada.email);
      const newPassword = `set by reset ${place}`;
      meanwhile = async () => {
        meanwhile = async () => {};
        await other.resetPassword(tokenOf(link ?? ''), newPassword);
      };
      const { code } = await failureOf(change(ada));
      expect(code).toBe(place < 2 ? 'wrong_password' : 'unauthenticated');
      const { email } = await other.browser().account.login({ body: { email: ada.email, password: newPassword } });
      expect(email).toBe(ada.email);
      expect(other.mails.filter(({ to }) => to === 'thief@example.com')).toEqual([]);
    }
    await other.server.close();
    await other.drop();
  });

  it('gets the same reply with or without an account, and never a token', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    const known = await askFor(ada.email);
    expect(Object.keys(known)).toEqual(['message']);
    expect(await askFor('nobody@example.com')).toEqual(known);
    expect(world.mails).toHaveLength(1);
    expect(world.mails[0]).toMatchObject({ to: ada.email });
    expect(world.mails[0]?.text).toContain('https://hangtag.example/auth#reset=');
  });

  it('mails the stored address, whatever Host the request names', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    const headers = { host: 'evil.local' };
    await world.post('/api/auth/forgot-password', { email: ada.email.toUpperCase() }, { headers });
    await world.account.settled();
    expect(world.mails[0]?.to).toBe(ada.email);
    expect(world.mails[0]?.text).not.toContain('evil');
  });

  it('lets the token set a password once, and ends every session', async () => {
    const ada = await world.register();
    const token = await tokenFor(ada.email);
    await set(token);
    expect((await failureOf(ada.account.me())).status).toBe(401);
    expect(await failureOf(set(token))).toMatchObject({ status: 400, code: 'invalid_token' });
    await ada.account.login({ body: { email: ada.email, password: 'new password' } });
  });

  it('lets one of 50 requests with the token at once reset the password', async () => {
    const ada = await world.register();
    const token = await tokenFor(ada.email);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => set(token, `password ${n}`)));
    const won = tries.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []));
    expect(won).toHaveLength(1);
    const login = world.browser().account.login({ body: { email: ada.email, password: `password ${won[0]}` } });
    await login;
  });

  it('waits for a change of the account that is being made, and holds nothing up that the change needs', async () => {
    const ada = await world.register();
    const token = await tokenFor(ada.email);
    let reset: Promise<unknown> = Promise.resolve();
    await world.database.transaction(async (tx) => {
      // What a change of the password does: the account first, then its reset links.
      await tx.query('select 1 from users where id = $1 for no key update', [ada.user.id]);
      reset = failureOf(set(token));
      await vi.waitFor(async () => {
        const { count } = await world.database.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        expect(count).toBe(1);
      }, 5_000);
      await tx.query('update password_resets set used = true where user_id = $1', [ada.user.id]);
    });
    expect(await reset).toMatchObject({ status: 400, code: 'invalid_token' });
  });

  it('is valid for ten minutes, and a new request cancels it', async () => {
    const ada = await world.register();
    const first = await tokenFor(ada.email);
    const second = await tokenFor(ada.email);
    const refused = await failureOf(set(first));
    expect(refused.code).toBe('invalid_token');
    await world.clock.advance(10 * minute);
    expect(await failureOf(set(second))).toMatchObject({ code: 'invalid_token', message: refused.message });
  });

  it('has one valid token, however many requests come at the same time', async () => {
    const ada = await world.register();
    await Promise.all(Array.from({ length: 10 }, () => world.account.makeResetLink(ada.email)));
    const { count } = await world.database.query('select 1 from password_resets where user_id = $1 and not used', [
      ada.user.id,
    ]);
    expect(count).toBe(1);
  });

  it('mails a token of 256 random bits, and stores only its hash', async () => {
    const ada = await world.register();
    const tokens = [await tokenFor(ada.email), await tokenFor(ada.email)];
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(tokens[0]).not.toBe(tokens[1]);
    const { rows } = await world.database.query<{ stored: string }>(
      'select token as stored from password_resets where user_id = $1',
      [ada.user.id],
    );
    expect(rows).toHaveLength(2);
    for (const { stored } of rows) for (const token of tokens) expect(stored).not.toContain(token);
  });

  it('is canceled when the password is changed in the profile', async () => {
    const ada = await world.register();
    const token = await tokenFor(ada.email);
    await ada.account.changeProfile({ body: { newPassword: 'brand new one', currentPassword: ada.password } });
    expect(await failureOf(set(token))).toMatchObject({ code: 'invalid_token' });
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
    const given = { token, newPassword: 'long enough', confirmPassword: 'long enough' };
    const reply = await world.post('/api/auth/reset-password', given);
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
    const guess = () => failureOf(world.resetPassword('g'.repeat(43), 'long enough', guesser));
    for (let n = 0; n < 50; n++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  it('still gets mail for its owner when a stranger has asked for it again and again', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    const stranger = world.browser();
    for (let n = 0; n < 8; n++) await askFor(ada.email, stranger);
    expect(world.mails).toHaveLength(3);
    // From another client.
    await askFor(ada.email);
    expect(world.mails).toHaveLength(4);
    for (let n = 0; n < 8; n++) await askFor(ada.email);
    expect(world.mails).toHaveLength(5);
    // From a browser of the seller, however many strangers ask. The link works.
    await askFor(ada.email, ada);
    expect(world.mails).toHaveLength(6);
    await set(tokenOf(world.mails.at(-1)?.text ?? ''));
    await ada.account.login({ body: { email: ada.email, password: 'new password' } });
    // It has a limit of its own, and counts for this account only.
    for (let n = 0; n < 8; n++) await askFor(ada.email, ada);
    expect(world.mails.filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(10);
    const eve = await world.register();
    for (let n = 0; n < 8; n++) await askFor(ada.email, eve);
    expect(world.mails.filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(10);
  });
});

describe('on a server that only this machine can reach, as it starts', () => {
  const local = frontJourney({ account: { sendsMail: false, revealsResetToken: 'to start link' } });
  const ask = async (email: string, { startKey, peer = '127.0.0.1' }: { startKey?: string; peer?: string } = {}) => {
    local.printed.length = 0;
    const reply = await local.post('/api/auth/forgot-password', { email, startKey }, { peer });
    await local.account.settled();
    return await reply.json();
  };

  it('the token is on screen only in the browser that holds the start’s own link', async () => {
    const ada = await local.register();
    for (const startKey of [undefined, '', 'the key of the star', 'the key of the start ']) {
      expect(Object.keys(await ask(ada.email, { startKey }))).toEqual(['message']);
    }
    const { resetToken } = await ask(ada.email, { startKey: 'the key of the start' });
    expect(local.printed).toEqual([]);
    await local.resetPassword(resetToken);
  });

  it('others get a link in the terminal, and the reply doesn’t show whether there is an account', async () => {
    const ada = await local.register();
    const known = await ask(ada.email);
    const [line = ''] = local.printed;
    expect(line).toMatch(/^Reset link for seller\d+@example\.com: https:\/\/hangtag\.example\/auth#reset=[\w-]{43}$/);
    await local.resetPassword(line.split('#reset=')[1] ?? '');
    expect(await ask('nobody@example.com')).toEqual(known);
    expect(local.printed).toEqual([]);
  });

  it('the key is worth nothing on another machine', async () => {
    const ada = await local.register();
    const reply = await ask(ada.email, { startKey: 'the key of the start', peer: '10.0.0.7' });
    expect(Object.keys(reply)).toEqual(['message']);
    expect(local.printed).toEqual([]);
  });
});

describe('on a server that shows reset tokens to every browser of this machine', () => {
  const local = frontJourney({ account: { sendsMail: false, revealsResetToken: 'always', passwordMinLength: 12 } });
  const ask = async (email: string, headers: Record<string, string> = {}, peer = '127.0.0.1') =>
    (await local.post('/api/auth/forgot-password', { email }, { headers, peer })).json();

  it('the token is in the reply, even for unknown addresses, for which it opens nothing', async () => {
    const ada = await local.register({ password: 'long enough for it' });
    const [known, unknown] = [await ask(ada.email), await ask('nobody@example.com')];
    expect(unknown.message).toBe(known.message);
    const set = (token: string) => local.resetPassword(token, 'long enough again');
    expect((await failureOf(set(unknown.resetToken))).code).toBe('invalid_token');
    await set(known.resetToken);
  });

  const others: [string, Record<string, string>, string][] = [
    ['a forwarding header', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['another kind of it', { forwarded: 'for=1.2.3.4' }, '127.0.0.1'],
    ['a peer elsewhere', {}, '10.0.0.7'],
    ['a name of the local network', { host: 'nas.local:5000' }, '127.0.0.1'],
  ];
  it.each(others)('%s gets no token', async (_, headers, peer) => {
    const ada = await local.register({ password: 'long enough for it' });
    expect(Object.keys(await ask(ada.email, headers, peer))).toEqual(['message']);
  });

  it('a stricter minimum length is named in the message', async () => {
    const failure = await failureOf(local.browser().account.register({ body: { ...person, password: 'elevenchars' } }));
    expect(failure.fields).toEqual({ password: 'Password must be at least 12 characters' });
  });
});
