// What the bot does if its worker or the machine fails in the middle of a share.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '#domain/ports/database.ts';
import { createGroupCommit, type GroupCommit } from '#server/features/bot/ledger/group-commit.ts';
import { createLedger, type Ledger } from '#server/features/bot/ledger/ledger.ts';
import { createSweep } from '#server/features/bot/worker/sweep.ts';
import { watching } from '#tests/database.ts';
import { botJourney } from '../bot-journey.ts';
import { settings } from '../bot-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const { world } = botJourney({ hasWorker: false });

/** Finds what nobody settled, as a worker does once a minute. */
const openSweep = (spacingMs = 1) => {
  const { database, clock } = world;
  const [reservations, outcomes] = [1, 2].map(() => createGroupCommit({ database, spacingMs })) as [
    GroupCommit,
    GroupCommit,
  ];
  const sweep = createSweep({ database, clock, ledger: createLedger({ reservations, outcomes, clock }) });
  return { sweep, outcomes };
};

describe('a share that was in flight when everything stopped', () => {
  /** An attempt that nobody settled, in a round that began and ended that long ago. */
  const forget = async (userId: string, { startedAgo, endedAgo }: { startedAgo: number; endedAgo: number | null }) => {
    const now = world.clock.now();
    const started = now - startedAgo;
    await world.database.query('select ensure_share_partition($1::date)', [
      new Date(started).toISOString().slice(0, 10),
    ]);
    const { rows } = await world.database.query<{ id: string }>(
      `insert into rounds (id, user_id, started_at, ended_at, plan, planned, unknown, state)
       values ((floor($2::double precision)::bigint << 20) + nextval('round_numbers'), $1, to_timestamp($2::double precision / 1000),
         to_timestamp($3::double precision / 1000), '{}', 1, 1, 'stopped') returning id`,
      [userId, started, endedAgo === null ? null : now - endedAgo],
    );
    await world.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
       select $1, id, user_id, '2026-05-01', to_timestamp($3::double precision / 1000) from listings where user_id = $2 limit 1`,
      [rows[0]?.id, userId, started + 1_000],
    );
  };

  it.each([
    ['an hour ago', 120 * minute, 60 * minute],
    ['a week ago', 7 * day, 7 * day - minute],
    ['an hour ago, in a round that began four days before', 4 * day, 60 * minute],
  ])('becomes unknown if its round ended %s', async (_, startedAgo, endedAgo) => {
    const { userId } = await world.addSeller(1);
    await forget(userId, { startedAgo, endedAgo });
    const worker = await world.openWorker(world.make({ random: () => 0 }));
    await expect.poll(async () => (await world.attemptsOf(userId)).map(({ outcome }) => outcome)).toEqual([3]);
    await worker.idle();
  });

  it('becomes unknown within an hour if its bot is still in that round', async () => {
    const { userId } = await world.addSeller(1);
    await world.bot.start(userId, settings);
    await forget(userId, { startedAgo: 20 * minute, endedAgo: null });
    await world.database.query(
      'update bots set round_id = (select id from rounds where user_id = $1) where user_id = $1',
      [userId],
    );
    const { sweep } = openSweep();
    const found = new Set<number>();
    for (let minutes = 1; minutes <= 60; minutes += 1) found.add((await sweep()).attempts);
    expect([...found].sort()).toEqual([0, 1]);
    expect((await world.attemptsOf(userId)).map(({ outcome }) => outcome)).toEqual([3]);
  });
});

describe('a slow database', () => {
  /** A worker that renews its lease every few milliseconds, by which a test sees time pass, and whose slow statements can be held up. */
  const slowly = (isSlow: (sql: string) => boolean, claimEveryMs: number) => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let [renewals, slow] = [0, 0];
    const database = watching(world.database, async (_, sql) => {
      if (sql.includes('renewed_at = now()')) renewals += 1;
      if (!isSlow(sql)) return;
      slow += 1;
      asked.resolve();
      await answered.promise;
    });
    const processes = { self: 'this', lives: () => true };
    const times = { claimEveryMs, commitEveryMs: 1, renewMs: 5 };
    const bot = world.make({ database, processes, times, random: () => 0 });
    return {
      bot,
      asked: asked.promise,
      answer: () => answered.resolve(),
      slowStatements: () => slow,
      async untilRenewed(times: number) {
        const before = renewals;
        await expect.poll(() => renewals - before, { timeout: 20_000 }).toBeGreaterThan(times);
      },
    };
  };

  it('is asked for ended workers once at a time, so that nothing waits behind it', async () => {
    let isOpen = false;
    const isLook = (sql: string) => isOpen && sql.includes('holder is not null');
    const { bot, asked, answer, slowStatements, untilRenewed } = slowly(isLook, 1);
    const worker = await world.openWorker(bot);
    isOpen = true;
    await asked;
    await untilRenewed(20);
    expect(slowStatements()).toBe(1);
    answer();
    await worker.idle();
  });

  it('frees no bot that was claimed while it was asked for bots that the worker does not know of', async () => {
    const { userId } = await world.addSeller(2);
    const isFreeing = (sql: string) => sql.includes('owner = $1 and user_id <> all');
    const { bot, asked, answer, untilRenewed } = slowly(isFreeing, 50);
    await world.openWorker(bot);
    await asked;
    await world.bot.start(userId, settings);
    await untilRenewed(20);
    answer();
    await untilRenewed(20);
    const { rows } = await world.database.query(
      'select epoch, owner is not null as owned from bots where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([{ epoch: '1', owned: true }]);
  });
});

it('thousands of shares that nobody settled are settled in a few transactions, and their rounds count them', async () => {
  const { userId } = await world.addSeller(100);
  const now = world.clock.now();
  await world.database.query('select ensure_share_partition($1::date)', [new Date(now).toISOString().slice(0, 10)]);
  await world.database.query(
    `with round as (
       insert into rounds (id, user_id, started_at, ended_at, plan, planned, unknown, state)
       select (floor($2::double precision)::bigint << 20) + nextval('round_numbers'), $1, to_timestamp($2::double precision / 1000),
         to_timestamp($2::double precision / 1000 + 60), '{}', 100, 100, 'stopped' from generate_series(1, 100) returning id
     )
     insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
     select r.id, l.id, l.user_id, '2026-05-04', to_timestamp($2::double precision / 1000) from round r cross join listings l
     where l.user_id = $1 and l.id in (select id from listings where user_id = $1 limit 100)`,
    [userId, now - 10 * minute],
  );
  // As in the product.
  const { sweep, outcomes } = openSweep(65);
  expect((await sweep()).attempts).toBe(10_000);
  expect(outcomes.commits).toBeLessThan(50);
  const { rows } = await world.database.query(
    `select (select count(*) from share_attempts where user_id = $1 and outcome = 3) as unknown,
       (select count(*) from rounds where user_id = $1 and unknown = 100) as counted`,
    [userId],
  );
  expect(rows).toEqual([{ unknown: '10000', counted: '100' }]);
});

describe('a host that slept', () => {
  /** The host's two clocks; `sleep(ms)` moves the wall clock on while the monotonic one stops. */
  const sleepyHost = () => {
    let slept = 0;
    return {
      // Both stand still while the host is awake, so that a slow machine sends no share too late.
      host: { wall: () => slept, monotonic: () => 0 },
      sleep: (ms: number) => {
        slept += ms;
      },
    };
  };
  const workers = async () => (await world.database.query<{ id: string }>('select id from workers')).rows;

  it('sends nothing that it had reserved before, and starts again with a new lease and the right time', async () => {
    const { host, sleep } = sleepyHost();
    let synced = 0;
    const sync = async () => {
      synced += 1;
    };
    const clock = { ...world.clock, sync };
    const { userId, account } = await world.addSeller(4);
    let before: { id: string }[] = [];
    // The host sleeps as soon as the second reservation is committed.
    const database: Database = {
      ...world.database,
      async transaction(work) {
        const result = await world.database.transaction(work);
        const { rows } = await world.database.query<{ all: number; open: number }>(
          'select count(*)::int as all, (count(*) filter (where outcome = 0))::int as open from share_attempts where user_id = $1',
          [userId],
        );
        if (before.length === 0 && rows[0]?.all === 2 && rows[0].open === 1) {
          before = await workers();
          sleep(6 * 60 * minute);
        }
        return result;
      },
    };
    await world.openWorker(world.make({ host, clock, database }));
    await world.bot.start(userId, settings);
    const done = await world.roundOver(userId, 4);
    expect(done).toMatchObject({ sharesToday: 4, unknownToday: 0, totalShares: 4 });
    expect(await world.journalOf(account)).toHaveLength(4);
    expect((await world.attemptsOf(userId)).map(({ outcome }) => outcome)).toEqual([1, 1, 1, 1]);
    const after = await workers();
    expect([before.length, after.length, after[0]?.id === before[0]?.id, synced]).toEqual([1, 1, false, 1]);
  });

  it('keeps its lease if its clock is only corrected a little', async () => {
    const { host, sleep } = sleepyHost();
    const { userId } = await world.addSeller(3);
    const worker = await world.openWorker(world.make({ host }));
    const before = await workers();
    await world.bot.start(userId, settings);
    sleep(400);
    await world.roundOver(userId, 3);
    expect(await workers()).toEqual(before);
    expect(worker.bots).toBe(0);
  });
});

it('a share whose reservation took until after midnight does not count for the day before', async () => {
  const group = () => createGroupCommit({ database: world.database, spacingMs: 1 });
  const ledger = createLedger({ reservations: group(), outcomes: group(), clock: world.clock });
  const midnight = Math.ceil(world.clock.now() / day) * day;
  let reserved = 0;
  const reserve: Ledger['reserve'] = async (ask) => {
    const answer = await ledger.reserve(ask);
    reserved += 1;
    if (reserved === 2) await world.time.advanceTo(midnight + 5_000);
    return answer;
  };
  const bot = world.make({ ledger: { ...ledger, reserve } });
  const { userId, account } = await world.addSeller(6);
  await world.pass(midnight - 60_000 - world.clock.now());
  await world.openWorker(bot);
  await bot.start(userId, settings);
  await world.roundOver(userId);
  const { rows } = await world.database.query<{ day: string; shares: number }>(
    'select share_date::text as day, count(*)::int as shares from share_attempts where user_id = $1 group by 1 order by 1',
    [userId],
  );
  const seen = Map.groupBy(await world.journalOf(account), ({ at }) => at.slice(0, 10));
  expect(rows).toEqual([...seen].map(([day, shares]) => ({ day, shares: shares.length })));
  expect(rows.map(({ shares }) => shares)).toEqual([1, 5]);
});

describe('a worker whose process was killed', () => {
  /** Leaves a bot as its killed owner would: in a round, with a share in flight, under a lease for one more minute. */
  const leaveOrphan = async (holder: string | null) => {
    const deadWorker = randomUUID();
    const { userId, account } = await world.addSeller(5);
    const first = await world.openWorker();
    await world.bot.start(userId, settings);
    await world.sharesMade(userId, 1);
    await world.closeWorker(first);
    const { rows } = await world.database.query<{ round_id: string }>(
      `update bots set owner = $2, due_at = null where user_id = $1 returning round_id`,
      [userId, deadWorker],
    );
    await world.database.query(
      `insert into workers (id, lease_until, holder) values ($1, now() + interval '1 minute', $2)`,
      [deadWorker, holder],
    );
    await world.database.query(
      `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at)
       select $2::bigint, id, user_id, '2026-05-04', to_timestamp($3::double precision / 1000) from listings l
       where user_id = $1 and is_active and not exists (select 1 from share_attempts s where s.listing_id = l.id)
       order by id limit 1`,
      [userId, rows[0]?.round_id, world.clock.now()],
    );
    return { userId, account, deadWorker };
  };
  const processes = { self: 'own-1', lives: (identity: string) => identity !== 'killed-1' };
  const sent = async (account: string) => (await world.journalOf(account)).length;

  it.each([
    { which: 'the next one', isThere: false },
    { which: 'one that ran beside it', isThere: true },
  ])('gives up its bots at once to $which on the machine, which shares other listings first', async ({ isThere }) => {
    const bot = world.make({ processes });
    const { userId, account, deadWorker } = await leaveOrphan(isThere ? 'lives-for-now' : 'killed-1');
    await world.openWorker(bot);
    if (isThere) {
      await world.pass(3_000);
      expect(await sent(account)).toBe(1);
      await world.database.query(`update workers set holder = 'killed-1' where id = $1`, [deadWorker]);
      // Workers look for due bots twice a second, by the host's clock.
      const isOwnedAnew = async () =>
        (await world.database.query('select from bots where user_id = $1 and owner <> $2', [userId, deadWorker])).count;
      await expect.poll(isOwnedAnew, { timeout: 5_000 }).toBe(1);
    }
    await world.pass(3_000);
    expect(await sent(account)).toBeGreaterThan(1);
    // The share in flight becomes unknown only when its reply can no longer come.
    expect((await world.attemptsOf(userId)).filter(({ outcome }) => outcome === 0)).toHaveLength(1);
    const done = await world.passUntil(userId, ({ state }) => state === 'waiting');
    expect(done).toMatchObject({ totalShares: 4, unknownToday: 1 });
    expect(await sent(account)).toBe(4);
    expect((await world.entries(userId, 'ROUND_FINISHED'))[0]?.details).toBe('4 of 5 listings shared, 1 not confirmed');
  });

  it.each([
    { holder: 'living-1', what: 'of a process that lives' },
    { holder: null, what: 'of a worker that may run anywhere' },
  ])('is not confused with a lease $what', async ({ holder }) => {
    const { account } = await leaveOrphan(holder);
    await world.openWorker(world.make({ processes }));
    await world.pass(minute);
    expect(await sent(account)).toBe(1);
  });
});
