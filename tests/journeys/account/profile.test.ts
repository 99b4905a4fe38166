import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalTables } from '#server/app/personal-tables.ts';
import { createStorage } from '#server/features/account/storage/storage.ts';
import { madeUp } from '#tests/security/fuzz/requests.ts';
import { checksumsOf } from '#tests/security/fuzz/stored.ts';
import { failureOf, frontWorld, type World } from '../front/front-world.ts';

const minute = 60_000;
const day = 86_400_000;
const person = { firstName: 'Ada', lastName: 'Seller', password: 'correct horse' };
let world: World;
beforeAll(async () => {
  world = await frontWorld();
});
afterAll(async () => {
  await world.server.close();
  await world.drop();
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

  it('requires the current password for a new address, and notifies the old one', async () => {
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
    expect((await move(ada.password)).emailToConfirm).toBe('moved@example.com');
    expect(world.mails.at(-1)).toMatchObject({
      to: ada.email,
      subject: 'Your Hangtag email address is about to change',
    });
  });

  it('refuses an address that is taken', async () => {
    const [ada, eve] = [await world.register(), await world.register()];
    const failure = await failureOf(
      ada.account.changeProfile({ body: { email: eve.email, currentPassword: ada.password } }),
    );
    expect(failure).toMatchObject({ status: 409, code: 'email_taken' });
  });

  it('accepts a new password and signs out every browser except this one', async () => {
    const ada = await world.register();
    const phone = world.browser();
    await phone.account.login({ body: { email: ada.email, password: ada.password } });
    await ada.account.changeProfile({ body: { newPassword: 'brand new', currentPassword: ada.password } });
    expect(world.mails.at(-1)).toMatchObject({ to: ada.email, subject: 'Your Hangtag password was changed' });
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

  it('tells the bot about a move to another time zone, and about nothing else', async () => {
    const ada = await world.register({ timezone: 'Europe/Berlin' });
    world.told.length = 0;
    await ada.account.changeProfile({ body: { timezone: 'Europe/Berlin' } });
    expect(world.told).toEqual([]);
    await ada.account.changeProfile({ body: { timezone: 'America/New_York' } });
    expect(world.told).toEqual(['moved']);
    const failure = await failureOf(ada.account.changeProfile({ body: { timezone: 'Nowhere' } }));
    expect(failure.fields).toEqual({ timezone: 'Choose a time zone' });
  });
});

describe('a name', () => {
  it.each([
    ['with a line end', 'Ada\nClick here', 'Use one line of plain text'],
    ['with a web address', 'Ada www.evil.example', 'Leave out web addresses'],
    ['with another', 'https://evil.example', 'Leave out web addresses'],
    ['with a domain', 'Win at evil.com', 'Leave out web addresses'],
    ['with half of a character', 'Ada\ud800', 'Use plain text only'],
  ])('%s is refused', async (_, firstName, message) => {
    const ada = await world.register();
    for (const field of ['firstName', 'lastName', 'username'] as const) {
      const failure = await failureOf(ada.account.changeProfile({ body: { [field]: firstName } }));
      expect(failure.fields).toEqual({ [field]: message });
    }
  });

  it('of a person with dots and accents is fine', async () => {
    const ada = await world.register();
    const body = { firstName: 'J.R. St.John', lastName: 'O’Ünal-Smith', username: 'the.thrifty_one' };
    expect(await ada.account.changeProfile({ body })).toMatchObject(body);
  });
});

describe('a change of the email address', () => {
  it('does not tell without end who has an account', async () => {
    const [ada, bo] = [await world.register(), await world.register()];
    const ask = () =>
      failureOf(ada.account.changeProfile({ body: { email: bo.email, currentPassword: ada.password } }));
    for (let n = 0; n < 5; n++) expect((await ask()).code).toBe('email_taken');
    expect((await ask()).code).toBe('too_many_requests');
  });
});

describe('changes of email addresses from one network', () => {
  it('do not tell it either, with however many accounts', async () => {
    const bo = await world.register();
    const codes: string[] = [];
    for (let n = 0; n < 5; n++) {
      const browser = world.browser('10.77.0.1');
      await browser.account.register({ body: { ...person, email: `many${n}@example.com` } });
      for (let tries = 0; tries < 5; tries++) {
        const body = { email: bo.email, currentPassword: person.password };
        codes.push((await failureOf(browser.account.changeProfile({ body }))).code);
      }
    }
    expect(codes.filter((code) => code === 'email_taken')).toHaveLength(20);
    expect(codes.slice(20)).toEqual(Array(5).fill('too_many_requests'));
  });
});

describe('leaving', () => {
  it('beside other calls of the account refuses them, and none of them crashes', async () => {
    const ada = await world.register();
    const others = Array.from({ length: 40 }, (_, n) =>
      n % 2
        ? ada.account.changeProfile({ body: { phoneNumber: String(n) } })
        : ada.contact.send({
            body: { name: 'Ada', email: ada.email, subject: 'A question', message: 'Hello there, you.' },
          }),
    );
    const removals = [1, 2, 3].map(() => ada.account.remove({ body: { password: ada.password } }));
    const ended = await Promise.allSettled([...others, ...removals]);
    const codes = new Set(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])));
    codes.delete('too_many_requests');
    expect([...codes].filter((code) => code !== 'unauthenticated')).toEqual([]);
    expect((await world.database.query('select 1 from users where email = $1', [ada.email])).count).toBe(0);
  });

  it('exports every table with data about the user, without secrets', async () => {
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

  it('requires the password, then deletes everything', async () => {
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

describe('leaving with more rows than can be erased at once', () => {
  let hasRoom = true;
  let large: World;
  beforeAll(async () => {
    large = await frontWorld({
      account: {
        waitForErasureMs: 0,
        onErase: async () => {
          if (!hasRoom) throw new Error('the process has ended');
        },
      },
    });
  });
  afterAll(() => large.drop());
  const usersOf = async () => (await large.database.query('select 1 from users')).count;

  it('answers at once: nobody can use the account any more, and its address is free', async () => {
    const ada = await large.register();
    const phone = large.browser();
    await phone.account.login({ body: { email: ada.email, password: ada.password } });
    // The rest is erased after the reply, and this transaction keeps it from that.
    await large.database.transaction(async (tx) => {
      await tx.query('lock table activity_logs in access exclusive mode');
      const { message } = await ada.account.remove({ body: { password: ada.password } });
      expect(message).toBe('Your account is deleted. Hangtag is still erasing its data, which can take a few minutes.');
      expect((await failureOf(phone.account.me())).status).toBe(401);
      const login = phone.account.login({ body: { email: ada.email, password: ada.password } });
      expect((await failureOf(login)).code).toBe('invalid_credentials');
      const { rows } = await tx.query<{ row: string }>('select users::text as row from users');
      expect(rows.join()).not.toContain(ada.email);
      expect((await phone.account.register({ body: { ...person, email: ada.email } })).email).toBe(ada.email);
    });
    await large.settled();
    await expect.poll(usersOf).toBe(1);
  });

  it('is finished by maintenance if the process ends before', async () => {
    const before = await usersOf();
    hasRoom = false;
    const ada = await large.register();
    await ada.account.remove({ body: { password: ada.password } });
    await large.settled();
    expect(await usersOf()).toBe(before + 1);
    hasRoom = true;
    await large.account.sweepGuests();
    expect(await usersOf()).toBe(before);
  });
});

describe('what an account stores', () => {
  /** Fills the log of a seller with entries of about 1 KB. */
  const fill = (userId: string, rows: number, timestamp: number) =>
    world.database.query(
      `insert into activity_logs (user_id, action, details, timestamp)
       select $1, 'SYNC', (select string_agg(md5(n::text || m::text), '') from generate_series(1, 32) m),
         to_timestamp($3::double precision / 1000)
       from generate_series(1, $2::int) n`,
      [userId, rows, timestamp],
    );
  const entriesOf = async (userId: string) =>
    (await world.database.query('select 1 from activity_logs where user_id = $1', [userId])).count;

  it('is forgotten after 400 days', async () => {
    const ada = await world.register();
    await fill(ada.user.id, 3, world.clock.now() - 401 * day);
    await fill(ada.user.id, 2, world.clock.now() - 399 * day);
    // Twenty rounds a day for 500 days.
    await world.database.query(
      `insert into rounds (id, user_id, started_at, plan, planned)
       select $2::bigint * 10000 + n, $1, to_timestamp($3::double precision / 1000) - (500 * 20 - n) * interval '72 minutes', '{}', 100
       from generate_series(1, 10000) n`,
      [ada.user.id, ada.user.id, world.clock.now()],
    );
    await world.account.forgetOld();
    expect(await entriesOf(ada.user.id)).toBe(2);
    const rounds = await world.database.query('select 1 from rounds where user_id = $1', [ada.user.id]);
    expect(rounds.count).toBe(400 * 20 + 1);
  });

  it('is exported piece by piece, whatever its size, and erased in batches', async () => {
    const ada = await world.register();
    await fill(ada.user.id, 5_200, world.clock.now());
    const exported = (await ada.account.export()) as { activity_logs: unknown[] };
    expect(exported.activity_logs).toHaveLength(5_200);
    await ada.account.remove({ body: { password: ada.password } });
    expect(await entriesOf(ada.user.id)).toBe(0);
  });

  it('an export that nobody reads ends its transaction', async () => {
    const ada = await world.register();
    await fill(ada.user.id, 5_000, world.clock.now());
    const reply = await world.call('/api/user/export', { headers: { cookie: ada.cookie() ?? '' } });
    const reader = reply.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const open = async () =>
      (
        await world.database.query(
          `select 1 from pg_stat_activity where datname = current_database() and query like '%export_rows%'
             and state <> 'idle' and pid <> pg_backend_pid()`,
        )
      ).count;
    await world.settled();
    await expect.poll(open).toBe(0);
    // Its place is free again.
    expect(await ada.account.export()).toMatchObject({ users: [{}] });
  });

  it('is bounded: the oldest history goes first, and then the account is full', async () => {
    const small = createStorage({ ...world, personalTables, storage: { ofAccount: 200_000, ofGuest: 50_000 } });
    const ada = await world.register();
    const { id } = ada.user;
    await small.refuseFull({ id, isGuest: false });
    await fill(id, 300, world.clock.now() - 100 * day);
    // Looked at once in ten minutes.
    await small.refuseFull({ id, isGuest: false });
    expect(await entriesOf(id)).toBe(300);
    await world.clock.advance(10 * minute);
    await small.refuseFull({ id, isGuest: false });
    expect(await entriesOf(id)).toBe(0);
    await fill(id, 100, world.clock.now());
    await expect(small.refuseFull({ id, isGuest: true })).resolves.toBeUndefined();
    await world.clock.advance(10 * minute);
    await expect(small.refuseFull({ id, isGuest: true })).rejects.toMatchObject({ code: 'storage_full' });
    await expect(small.refuseFull({ id, isGuest: false })).resolves.toBeUndefined();
  });
});

describe('requests that are made up from the contract', () => {
  // `npm run verify:security -- --fuzz 100000` sends many more, to every call of a running Hangtag.
  it('make no error of the server, and change nothing of another seller', async () => {
    let ada = await world.register();
    const bo = await world.register({ password: 'a secret of bo' });
    const before = await checksumsOf(world.database, bo.email);
    const known = { emails: [ada.email, bo.email], ids: ['1', '2', '3', bo.user.id], password: ada.password };
    const sent = Array.from({ length: 800 }, (_, n) => madeUp(20, n, known)).filter(
      ({ name, method, breaksOff }) => /^(account|activity|contact)\./.test(name) && method !== 'TRACE' && !breaksOff,
    );
    const statuses = new Set<number>();
    for (const [n, { method, path, headers, body, showsSession }] of sent.entries()) {
      const { origin: _, ...others } = headers;
      const own = { cookie: ada.cookie() ?? '', 'x-requested-with': 'XMLHttpRequest' };
      const init = { method, headers: { ...own, ...others }, ...(body && { body: Buffer.from(body) }) };
      const reply = await world.call(path, init, `10.9.0.${n % 250}`);
      const text = await reply.text();
      statuses.add(reply.status);
      expect(reply.status, `${method} ${path} ${String(body).slice(0, 300)}: ${text}`).toBeLessThan(500);
      if (reply.status === 401 && showsSession) ada = await world.register();
    }
    for (const status of [200, 400, 401, 404, 415]) expect(statuses).toContain(status);
    expect(await checksumsOf(world.database, bo.email)).toEqual(before);
  });
});
