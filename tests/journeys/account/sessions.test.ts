import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#contract/failure.ts';
import { lockPassword } from '#server/features/account/user/store.ts';
import { failureOf, frontJourney, type World } from '../front/front-world.ts';

const world = frontJourney();

const minute = 60_000;
const day = 86_400_000;

/** For calls that may come too late. */
const refusedAs = (code: string) => (error: unknown) => {
  if (!(error instanceof ApiFailure && error.code === code)) throw error;
};

describe('signing in', () => {
  const checking = { verify: async () => false, verifyNothing: async () => {} };
  const checked = frontJourney({
    account: {
      passwords: {
        hash: async () => '$argon2',
        verify: () => checking.verify(),
        verifyNothing: () => checking.verifyNothing(),
      },
    },
  });

  it('answers an unknown address and a wrong password with the same bytes', async () => {
    const ada = await world.register();
    const ask = async (email: string) => {
      const reply = await world.post('/api/login', { email, password: 'wrong one' });
      return [reply.status, await reply.text()];
    };
    const known = await ask(ada.email);
    expect(known).toEqual([401, expect.stringContaining('"invalid_credentials"')]);
    expect(await ask('nobody@example.com')).toEqual(known);
  });

  it('does the same work for both', async () => {
    const verified: string[] = [];
    checking.verify = async () => verified.push('account') < 0;
    checking.verifyNothing = async () => void verified.push('nobody');
    const own = await checked.register();
    for (const email of [own.email, 'nobody@example.com']) await failureOf(checked.signIn({ email, password: 'x' }));
    expect(verified).toEqual(['account', 'nobody']);
  });

  it('takes a password however a device writes its letters, at sign-in, confirmation, change, and deletion', async () => {
    const [one, two] = ['pâté ½ 123', 'pa\u0302te\u0301 ½\u00a0１23'];
    const email = 'letters@example.com';
    const own = world.browser();
    await own.account.register({ body: { firstName: 'Ada', lastName: 'Seller', email, password: two } });
    for (const password of [one, two]) {
      const again = world.browser();
      await again.account.login({ body: { email, password } });
      await again.account.confirm({ body: { password } });
    }
    await own.account.changeProfile({ body: { currentPassword: one, newPassword: `new ${two}` } });
    expect((await failureOf(world.browser().account.login({ body: { email, password: one } }))).status).toBe(401);
    await own.account.remove({ body: { password: `new ${one}` } });
  });

  it('never uses a session token that the browser sent', async () => {
    const ada = await world.register();
    const own = world.browser();
    const planted = `hangtag=${'A'.repeat(43)}`;
    own.useCookie(planted);
    await world.signIn(ada, own);
    expect(own.cookie()).not.toBe(planted);
    own.useCookie(planted);
    expect((await failureOf(own.account.me())).status).toBe(401);
  });

  it('refuses a client after 10 failures for an address, even with the right password, but not another client', async () => {
    const ada = await world.register();
    const guesser = world.browser();
    const guess = (password: string) => guesser.account.login({ body: { email: ada.email, password } });
    for (let n = 0; n < 10; n++) expect((await failureOf(guess(`wrong ${n}`))).status).toBe(401);
    const refused = await failureOf(guess(ada.password));
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    const variant = guesser.account.login({ body: { email: ` ${ada.email.toUpperCase()}`, password: 'x' } });
    expect((await failureOf(variant)).status).toBe(429);
    await world.signIn(ada);
    await world.clock.advance(15 * minute + 1000);
    await guess(ada.password);
  });

  it('lets no more than 10 guesses through at once', async () => {
    const ada = await world.register();
    const guesser = world.browser();
    const tries = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        failureOf(guesser.account.login({ body: { email: ada.email, password: `wrong ${n}` } })),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('refuses a client after 50 failures for all addresses together', async () => {
    const guesser = world.browser();
    const guess = (n: number) =>
      failureOf(world.signIn({ email: `stuffed${n}@example.com`, password: 'leaked' }, guesser));
    for (let n = 0; n < 50; n++) expect((await guess(n)).status).toBe(401);
    expect((await guess(50)).status).toBe(429);
  });

  it('is refused to a 65th client at the same time, before the database is asked', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    checking.verifyNothing = () => opened;
    await checked.database.query('delete from rate_marks');
    const statuses: number[] = [];
    const tries = Array.from({ length: 70 }, async (_, n) => {
      const nobody = { email: `nobody${n}@example.com`, password: 'x' };
      statuses.push((await failureOf(checked.signIn(nobody))).status);
    });
    await expect.poll(() => statuses, { timeout: 10_000 }).toEqual(Array(6).fill(429));
    const { rows } = await checked.database.query('select 1 from rate_marks');
    expect(rows.length).toBeLessThanOrEqual(2 * 64);
    open();
    await Promise.all(tries);
    expect(statuses.slice(6)).toEqual(Array(64).fill(401));
  });

  it('is not refused because 64 others guess at an account where guesses wait', async () => {
    const guess = () => failureOf(world.signIn({ email: 'guessed@example.com', password: 'x' }));
    const ada = await world.register();
    for (let n = 0; n < 20; n++) expect((await guess()).status).toBe(401);
    const guesses = Array.from({ length: 64 }, guess);
    // Each of them waits for the clock now.
    await world.clock.advance(0);
    expect(await world.signIn(ada)).toMatchObject({ email: ada.email });
    await world.clock.advance(1_000);
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(64).fill(401));
  });

  it('does not count right passwords, however many come at once', async () => {
    const ada = await world.register();
    const own = world.browser();
    const tokens = new Set<string | null>();
    await Promise.all(Array.from({ length: 20 }, () => world.signIn(ada, own)));
    for (let n = 0; n < 15; n++) {
      await world.signIn(ada, own);
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

  it('ends on the server at sign-out, which also works without a session', async () => {
    const ada = await world.register();
    const kept = ada.cookie();
    await ada.account.logout();
    ada.useCookie(kept);
    expect((await failureOf(ada.account.me())).status).toBe(401);
    await expect(world.browser().account.logout()).resolves.toEqual({ message: expect.any(String) });
  });

  it('is extended by use, and ends after 30 days without or after 90 days at the latest', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    for (let n = 0; n < 3; n++) {
      await world.clock.advance(29 * day);
      await ada.account.me();
      if (n < 2) await eve.account.me();
    }
    await world.clock.advance(2 * day);
    await ada.account.me();
    expect((await failureOf(eve.account.me())).status).toBe(401);
    await world.clock.advance(day + 1000);
    expect((await failureOf(ada.account.me())).status).toBe(401);
  });

  it('is listed, and can be ended by its own user only', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await world.signIn(ada, phone);
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

describe('the sessions of an account', () => {
  it('are at most twenty: a new one ends the one that was unused for longest', async () => {
    const ada = await world.register();
    for (let n = 0; n < 20; n++) {
      await world.clock.advance(1000);
      await world.signIn(ada);
    }
    expect((await failureOf(ada.account.me())).status).toBe(401);
    const last = world.browser();
    await world.signIn(ada, last);
    expect(await last.account.sessions()).toHaveLength(20);
  });

  it('begin and end in many browsers at once, and none of these calls holds another one up', async () => {
    const ada = await world.register();
    const browsers = Array.from({ length: 24 }, () => world.browser());
    const signInWith = (browser: (typeof browsers)[number]) => world.signIn(ada, browser);
    for (let round = 0; round < 2; round++) {
      await world.clock.advance(61_000);
      await Promise.all(browsers.map(signInWith));
      const ended = (await ada.account.securityLog().catch(() => [])).flatMap(({ signedInBrowser: id }) => id ?? []);
      const ends = ended.slice(0, 5).map((id) => ada.account.signOutBrowser({ id }).catch(refusedAs('not_found')));
      await Promise.all([...ends, ...browsers.slice(0, 10).map(signInWith)]);
    }
  });

  it('do not begin with a password that was changed while it was being checked', async () => {
    const ada = await world.register();
    const { rows } = await world.database.query<{ id: string; password: string }>(
      'select id, password from users where email = $1',
      [ada.email],
    );
    const { id = '', password = '' } = rows[0] ?? {};
    expect(await lockPassword(world.database, id, password)).toBe(true);
    await ada.account.changeProfile({ body: { newPassword: 'another one', currentPassword: ada.password } });
    expect(await lockPassword(world.database, id, password)).toBe(false);
  });
});

describe('the security log', () => {
  it('says what happened to the account, from where, newest first, and to nobody else', async () => {
    const ada = await world.register();
    const phone = world.browser('10.77.0.1');
    await world.signIn(ada, phone);
    await failureOf(world.browser().account.login({ body: { email: ada.email, password: 'wrong' } }));
    await world.account.settled();
    const [first] = (await ada.account.sessions()).filter(({ current }) => !current);
    await ada.account.endSession({ id: first?.id ?? '' });
    await ada.account.changeProfile({ body: { email: 'new@example.org', currentPassword: ada.password } });
    const link = world.mails.findLast(({ to }) => to === 'new@example.org')?.text ?? '';
    await ada.account.confirmEmail({ body: { token: /#confirm=([\w-]+)/.exec(link)?.[1] ?? '' } });
    await ada.account.changeProfile({ body: { newPassword: 'another one', currentPassword: ada.password } });
    const exported = await ada.account.export();
    expect(await world.account.signOutByEmail('new@example.org')).toBe(true);
    const again = world.browser();
    await again.account.login({ body: { email: 'new@example.org', password: 'another one' } });
    const log = await again.account.securityLog();
    expect(log.map(({ what }) => what)).toEqual([
      'new_browser',
      'sessions_ended_by_operator',
      'exported',
      'password_changed',
      'email_changed',
      'email_change_asked',
      'session_ended',
      'password_refused',
      'new_browser',
      'registered',
    ]);
    expect(log[1]).toMatchObject({ address: null, userAgent: null });
    expect(log[8]).toMatchObject({ address: '10.77.0.1', userAgent: 'Test browser' });
    expect(exported).toMatchObject({
      account_events: expect.arrayContaining([expect.objectContaining({ what: 'exported' })]),
    });
    const eve = await world.register();
    expect((await eve.account.securityLog()).map(({ what }) => what)).toEqual(['registered']);
  });

  const guess = (email: string, address: string) =>
    failureOf(world.browser(address).account.login({ body: { email, password: 'a guess' } }));
  const refusalsOf = async (seller: Awaited<ReturnType<World['register']>>) => {
    await world.account.settled();
    const log = await seller.account.securityLog();
    return log
      .filter(({ what }) => what === 'password_refused')
      .map(({ address, userAgent, times }) => [address, userAgent, times]);
  };

  it('counts wrong passwords in one entry for each client and hour', async () => {
    const ada = await world.register();
    for (let n = 0; n < 3; n++) await guess(ada.email.toUpperCase(), '10.78.0.1');
    // Refusals are logged some time after the reply, and these are to come before the next one.
    await world.account.settled();
    await guess(ada.email, '10.78.0.2');
    await guess('nobody@example.com', '10.78.0.1');
    expect(await refusalsOf(ada)).toEqual([
      ['10.78.0.2', 'Test browser', 1],
      ['10.78.0.1', 'Test browser', 3],
    ]);
    await world.clock.advance(60 * minute);
    await guess(ada.email, '10.78.0.1');
    expect((await refusalsOf(ada))[0]).toEqual(['10.78.0.1', 'Test browser', 1]);
    expect(await ada.account.export()).toMatchObject({
      account_events: expect.arrayContaining([
        expect.objectContaining({ what: 'password_refused', address: '10.78.0.1', times: 3 }),
      ]),
    });
  });

  it('keeps the newest 1,000 of each kind, and still shows what a thief did who then signed in and out again and again', async () => {
    const ada = await world.register();
    await ada.account.export();
    await world.database.query(
      `insert into account_events (user_id, what, at) select $1, what, now()
       from generate_series(1, 1200) n, unnest('{new_browser,session_ended}'::text[]) what order by n, what`,
      [ada.user.id],
    );
    const shown = (await ada.account.securityLog()).map(({ what }) => what);
    expect(shown).toEqual([
      ...Array.from({ length: 10 }, () => ['session_ended', 'new_browser']).flat(),
      'exported',
      'registered',
    ]);
    const signIn = () => world.signIn(ada);
    await Promise.all([signIn(), signIn(), signIn()]);
    await signIn();
    const { rows } = await world.database.query<{ what: string; stored: number; newest: boolean }>(
      `select what, count(*)::int as stored, max(id) = (select max(id) from account_events where user_id = $1) as newest
       from account_events where user_id = $1 group by what order by what`,
      [ada.user.id],
    );
    expect(rows).toEqual([
      { what: 'exported', stored: 1, newest: false },
      { what: 'new_browser', stored: 1_000, newest: true },
      { what: 'registered', stored: 1, newest: false },
      { what: 'session_ended', stored: 1_200, newest: false },
    ]);
  });

  it('has at most ten such entries a day, and one for the clients beyond that, so that guessing cannot fill it', async () => {
    const ada = await world.register();
    for (let n = 0; n < 25; n++) {
      await guess(ada.email, `10.79.0.${n + 1}`);
      // After 20 failures each further one waits, and the clock has to move for it.
      if (n >= 19) await world.clock.advance(15 * minute);
    }
    const refusals = await refusalsOf(ada);
    expect(refusals.map(([, , times]) => times)).toEqual([15, ...Array(9).fill(1)]);
    expect(refusals[0]).toEqual([null, null, 15]);
    for (let hour = 0; hour < 30; hour++) {
      await world.clock.advance(60 * minute);
      await Promise.all(['1', '2', '3'].map((client) => guess(ada.email, `10.80.${hour}.${client}`)));
    }
    await world.account.settled();
    const { rows } = await world.database.query<{ stored: number; tries: number }>(
      `select count(*)::int as stored, sum(times)::int as tries from account_events
       where user_id = $1 and what = 'password_refused'`,
      [ada.user.id],
    );
    expect(rows[0]?.tries).toBe(25 + 30 * 3);
    expect(rows[0]?.stored).toBeLessThanOrEqual(3 * 11);
    // What else happened stays in sight.
    const log = await ada.account.securityLog();
    expect(log.filter(({ what }) => what === 'password_refused')).toHaveLength(10);
    expect(log.at(-1)?.what).toBe('registered');
  });
});
