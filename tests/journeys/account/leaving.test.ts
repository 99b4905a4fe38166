import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalTables } from '#server/app/personal-tables.ts';
import { createStorage } from '#server/features/account/profile/storage.ts';
import { failureOf, frontJourney, frontWorld, type World } from '../front/front-world.ts';

const minute = 60_000;
const day = 86_400_000;
const person = { firstName: 'Ada', lastName: 'Seller', password: 'correct horse' };
const world = frontJourney();

describe('leaving', () => {
  it('beside other calls of the account refuses them, and none of them crashes', async () => {
    const ada = await world.register();
    const others = Array.from({ length: 40 }, (_, n) =>
      n % 2
        ? ada.account.changeProfile({ body: { phoneNumber: `555 010 ${1000 + n}` } })
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
    world.mails.length = 0;
    await ada.account.remove({ body: { password: ada.password } });
    expect(world.calls).toContain(`erase ${ada.user.id}`);
    expect(world.mails).toMatchObject([{ to: ada.email, subject: 'Your Hangtag account was deleted' }]);
    expect(ada.cookie()).toBeNull();
    const { count } = await world.database.query('select 1 from users where id = $1', [ada.user.id]);
    expect(count).toBe(0);
    const login = world.signIn(ada);
    expect((await failureOf(login)).code).toBe('invalid_credentials');
  });
});

describe('an account that the operator deletes', () => {
  it('is gone, and its seller gets mail about it', async () => {
    const ada = await world.register();
    world.mails.length = 0;
    expect(await world.account.eraseByEmail(ada.email)).toBe(true);
    expect(world.mails).toMatchObject([{ to: ada.email, subject: 'Your Hangtag account was deleted' }]);
    expect((await failureOf(ada.account.me())).status).toBe(401);
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

  it('answers at once: nobody can use the account anymore, and its address is free', async () => {
    const ada = await large.register();
    const phone = large.browser();
    await world.signIn(ada, phone);
    // The rest is erased after the reply, and this transaction keeps it from that.
    await large.database.transaction(async (tx) => {
      await tx.query('lock table activity_logs in access exclusive mode');
      const { message } = await ada.account.remove({ body: { password: ada.password } });
      expect(message).toBe('Your account is deleted. Hangtag is still erasing its data, which can take a few minutes.');
      expect((await failureOf(phone.account.me())).status).toBe(401);
      const login = world.signIn(ada, phone);
      expect((await failureOf(login)).code).toBe('invalid_credentials');
      const { rows } = await tx.query<{ row: string }>('select users::text as row from users');
      expect(rows.join()).not.toContain(ada.email);
      expect((await phone.account.register({ body: { ...person, email: ada.email } })).email).toBe(ada.email);
    });
    await large.settled();
    await expect.poll(usersOf).toBe(1);
  });

  it('answers the same if the rest can’t be erased now: the account is gone all the same', async () => {
    const failing = await frontWorld({
      account: {
        onErase: async () => {
          throw new Error('the database is away');
        },
      },
    });
    const ada = await failing.register();
    const { message } = await ada.account.remove({ body: { password: ada.password } });
    expect(message).toBe('Your account is deleted. Hangtag is still erasing its data, which can take a few minutes.');
    expect(failing.calls).toContain('trouble: Error: the database is away');
    await failing.drop();
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
    await world.database.query(
      `insert into contact_messages (name, email, subject, message, created_at)
       select 'Grace', 'grace@example.com', 'Hello', 'Of a visitor', to_timestamp($1::double precision / 1000) - days * interval '1 day'
       from unnest('{399, 401}'::int[]) as days`,
      [world.clock.now()],
    );
    await world.account.forgetOld();
    expect(await entriesOf(ada.user.id)).toBe(2);
    const messages = await world.database.query("select 1 from contact_messages where message = 'Of a visitor'");
    expect(messages.count).toBe(1);
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

  it('exports that are only asked for their head take no place', async () => {
    const ada = await world.register();
    const head = { method: 'HEAD', headers: { cookie: ada.cookie() ?? '' } };
    for (let n = 0; n < 2; n++) {
      const reply = await world.call('/api/user/export', head);
      expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
        200,
        'application/json; charset=utf-8',
        '',
      ]);
    }
    expect(await ada.account.export()).toMatchObject({ users: [{}] });
  });

  it('is bounded: the oldest history goes first, and then the account is full', async () => {
    const small = createStorage({ ...world, personalTables, storage: { ofAccount: 200_000, ofGuest: 50_000 } });
    const ada = await world.register();
    const { id } = ada.user;
    await small.refuseFull({ id, isGuest: false }, 'little');
    await fill(id, 300, world.clock.now() - 100 * day);
    // Looked at once in ten minutes.
    await small.refuseFull({ id, isGuest: false }, 'little');
    expect(await entriesOf(id)).toBe(300);
    await world.clock.advance(10 * minute);
    await small.refuseFull({ id, isGuest: false }, 'little');
    expect(await entriesOf(id)).toBe(0);
    await fill(id, 100, world.clock.now());
    await expect(small.refuseFull({ id, isGuest: true }, 'little')).resolves.toBeUndefined();
    // An import of a file could store as much again, so its account is looked at each time.
    await expect(small.refuseFull({ id, isGuest: true }, 'much')).rejects.toMatchObject({ code: 'storage_full' });
    await world.clock.advance(10 * minute);
    await expect(small.refuseFull({ id, isGuest: true }, 'little')).rejects.toMatchObject({ code: 'storage_full' });
    await expect(small.refuseFull({ id, isGuest: false }, 'little')).resolves.toBeUndefined();
  });

  it('includes imported sales, and what their imports know of each other', async () => {
    const small = createStorage({ ...world, personalTables, storage: { ofAccount: 100_000, ofGuest: 50_000 } });
    const ada = await world.register();
    const { id } = ada.user;
    const importOf = async (sales: number, known: number) =>
      await world.database.query(
        `with made as (
           insert into sale_imports (user_id, at, file_name, known_sales)
           values ($1, now(), 'sales.csv', array(select n::bigint from generate_series(1, $3::int) n)) returning id
         )
         insert into sales (import_id, user_id, source, state, title, price_cents, fee_cents, earnings_cents)
         select made.id, $1, 'report', 'complete', repeat('Oakhand jeans ', 10), 900, 295, 605 from made, generate_series(1, $2::int)`,
        [id, sales, known],
      );
    const refused = { code: 'storage_full' };
    await importOf(300, 0);
    await expect(small.refuseFull({ id, isGuest: true }, 'much')).rejects.toMatchObject(refused);
    await expect(small.refuseFull({ id, isGuest: false }, 'much')).resolves.toBeUndefined();
    await importOf(1, 20_000);
    await expect(small.refuseFull({ id, isGuest: false }, 'much')).rejects.toMatchObject(refused);
    await ada.account.remove({ body: { password: ada.password } });
    expect((await world.database.query('select 1 from sales where user_id = $1', [id])).count).toBe(0);
  });

  it('loses its older history without a refusal before a call that only adds entries to the log', async () => {
    const small = createStorage({ ...world, personalTables, storage: { ofAccount: 50_000, ofGuest: 50_000 } });
    const ada = await world.register();
    const account = { id: ada.user.id, isGuest: false };
    await fill(account.id, 100, world.clock.now() - 100 * day);
    await fill(account.id, 100, world.clock.now());
    await expect(small.refuseFull(account, 'log')).resolves.toBeUndefined();
    expect(await entriesOf(account.id)).toBe(100);
    await expect(small.refuseFull(account, 'little')).rejects.toMatchObject({ code: 'storage_full' });
  });
});
