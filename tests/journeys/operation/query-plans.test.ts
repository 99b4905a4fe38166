import { beforeAll, expect, it } from 'vitest';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { findEnded, findSessions } from '#server/features/account/sessions/store.ts';
import { findUser } from '#server/features/account/user/store.ts';
import { countShares as countSettled, readChanges, readEntries } from '#server/features/activity/store.ts';
import { openLease, renewLease } from '#server/features/bot/lease/store.ts';
import { type ReserveAsk, reserve, settle } from '#server/features/bot/ledger/store.ts';
import { readLastShares, readOpenAttempts } from '#server/features/bot/rounds/attempts-store.ts';
import { readRunningRounds, readTried } from '#server/features/bot/rounds/store.ts';
import { readSharedBack, readTriedInParty, readVisitFacts } from '#server/features/bot/rounds/visits-store.ts';
import { findBots } from '#server/features/bot/state/seller.ts';
import { claimDue, readDayFacts, readOwnBots } from '#server/features/bot/state/worker-store.ts';
import { readShareSums, readVersions } from '#server/features/bot/status/store.ts';
import { isShareInFlight } from '#server/features/closet/session/lock-store.ts';
import { findDropped, findListings, findRuns } from '#server/features/drops/store.ts';
import { findOnceADay } from '#server/features/experiment/store.ts';
import { countShares, findActiveFacts, findQuiet } from '#server/features/listings/rows/store.ts';
import { readDay } from '#server/features/notices/store.ts';
import { countShared, findParties } from '#server/features/parties/store.ts';
import { readGaps } from '#server/features/sales/numbers-store.ts';
import { findSale, listSales, readSales } from '#server/features/sales/store.ts';
import { findSnoozed } from '#server/features/today/store.ts';
import { ownDatabase } from '#tests/database.ts';

const sellers = 400;
const perSeller = 20;
const now = Date.now();
const test = ownDatabase();
let roundId: string;

beforeAll(async () => {
  const { database } = test;
  const fill = [
    `insert into users (first_name, last_name, email, password, created_at)
     select 'Ann', 'Li', 'ann' || n || '@example.com', 'x', now() from generate_series(1, ${sellers}) n`,
    `insert into closets (user_id, practice, state, linked_at, market_user_id)
     select id, true, 'ready', now(), 'm' || id from users`,
    `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
     select id, 'hash ' || id, 'x', now(), now(), now() + interval '1 day' from users`,
    `insert into bots (user_id, state, settings, limit_in_force) select id, 'sharing', '{}', 5000 from users`,
    `insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at)
     select u.id, 'l' || n, 'm' || u.id, 'Jeans', 20, 'https://x', now() from users u, generate_series(1, ${perSeller}) n`,
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source)
     select user_id, id, now(), 25, 20, 'manual' from listings`,
    `insert into price_batches (user_id, source, confirmed_large, created_at)
     select id, 'drop', false, now() from users, generate_series(1, 20)`,
    `insert into price_drop_runs (user_id, plan_id, name, day, by_hand, batch_id, started_at)
     select user_id, 1, 'Weekly', date '2026-11-22' - (id % 20)::int, true, id, now() from price_batches`,
    `insert into price_drops (user_id, day, listing_id, run_id, price, new_price)
     select l.user_id, '2026-11-22', l.id, r.id, 20, 18
     from listings l join (select user_id, min(id) as id from price_drop_runs group by user_id) r using (user_id)`,
    `insert into sales (user_id, source, state, sold_on, title, order_id, price_cents, fee_cents, earnings_cents)
     select u.id, 'report', 'complete', date '2026-05-01' - n, 'Jeans', 'o' || n, 4000, 800, 3200
     from users u, generate_series(1, ${perSeller}) n`,
    `insert into snoozes (user_id, kind, until) select id, 'stale', now() from users`,
    `insert into experiments (user_id, seed, weeks, state, started_at, first_day, due_at, detectable)
     select id, 7, 8, 'running', now(), current_date, now(), '{}' from users`,
    'insert into experiment_weeks (user_id, experiment_id, week, read_before) select user_id, id, 0, now() from experiments',
    `insert into experiment_listings (user_id, experiment_id, week, listing_id, is_usual, stratum, likes_before, shares_before)
     select e.user_id, e.id, 0, l.id, l.id % 2 = 0, 0, 0, 0 from experiments e join listings l using (user_id)`,
    `insert into activity_logs (user_id, action, timestamp)
     select u.id, 'BOT_STARTED', now() from users u, generate_series(1, ${perSeller}) n`,
    "select ensure_share_partition((now() at time zone 'UTC')::date)",
    `insert into rounds (id, user_id, started_at, plan, planned)
     select ((extract(epoch from now())::bigint * 1000) << 20) + id, id, now(), '{}', 10 from users`,
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome)
     select r.id, l.id, l.user_id, current_date, now(), now(), 1 from rounds r join listings l using (user_id)`,
  ];
  for (const sql of fill) await database.query(sql);
  await database.query('update bots set round_id = (select id from rounds r where r.user_id = bots.user_id)');
  await database.query('analyze');
  const { rows } = await database.query<{ id: string }>('select id from rounds where user_id = 7');
  roundId = rows[0]?.id ?? '';
});

/** The plans of every statement that `call` makes. The statements get no rows. */
async function plansOf(call: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = [];
  const db: Queryable = {
    async query(sql, params) {
      const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [], count: 0 };
    },
  };
  await call(db).catch(() => {});
  return plans.join('\n');
}

const userId = '7';
const day = { userId, startsAt: now - 3_600_000, endsAt: now + 3_600_000, waitingPauses: [] };
const sumsAsk = { userId, day: '2026-11-22', dayStartsAt: day.startsAt, firstRound: '0' };
const ask = {
  kind: 'self' as const,
  mostOfKind: 0,
  userId,
  owner: 'o',
  epoch: '0',
  roundId: '1',
  listingId: 7 * perSeller,
  shareDay: '2026-11-22',
  revision: '1',
  closetRevision: '1',
};
const attempt = { userId, roundId: '0', listingId: 61 * 7, outcome: 'shared', evidence: null, at: now } as const;
const salesAsk = { from: null, to: null, words: [], state: null, withoutCost: false, limit: 50, before: '7' };
it.each<[string, (db: Queryable) => Promise<unknown>]>([
  ['settling a share', (db) => settle(db, [{ ...attempt, roundId }])],
  ['counting confirmed shares', (db) => countShares(db, [{ userId, listingId: 8, at: now }])],
  [
    'the numbers of several statuses',
    (db) => readShareSums(db, [sumsAsk, { ...sumsAsk, userId: '8' }, { ...sumsAsk, userId: '9' }], now),
  ],
  ['the bots of several statuses', (db) => findBots(db, [userId, '8', '9'], now)],
  ['the versions of several statuses', (db) => readVersions(db, [userId, '8', '9'])],
  ['several sessions', (db) => findSessions(db, ['hash 7', 'hash 8', 'hash 9'], now)],
  ['a page of the activity', (db) => readEntries(db, { userId, limit: 20, before: null, action: null, now })],
  ['the counts of shares', (db) => countSettled(db, { userId, since: day.startsAt })],
  ['the live updates', (db) => readChanges(db, [{ userId, known: null }], now)],
  ['the sessions that have ended', (db) => findEnded(db, ['hash 7', 'hash 8', 'none'], now)],
  ['who is signed in', (db) => findUser(db, userId)],
  ['the last shares of claimed bots', (db) => readLastShares(db, [userId, '8'], day.startsAt)],
  ['whether a share is in flight', (db) => isShareInFlight(db, userId, 12_000)],
  ['the daily summary', (db) => readDay(db, day)],
  ['what parties ask about the listings', (db) => findActiveFacts(db, userId, 'm7')],
  ['the parties', (db) => findParties(db, userId, now)],
  ['what was shared to parties', (db) => countShared(db, { userId, partyIds: ['p1'], since: day.startsAt })],
  ['when visits were read for', (db) => readVisitFacts(db, userId)],
  ['what was tried in a party', (db) => readTriedInParty(db, { userId, party: { id: 'p', startsAt: now } })],
  ['who was shared back', (db) => readSharedBack(db, userId, '2026-11-22')],
  ['a page of the sales', (db) => listSales(db, userId, salesAsk)],
  ['the rows of an order', (db) => readSales(db, userId, { orderIds: ['o7'] })],
  ['the listings that are quiet', (db) => findQuiet(db, userId, { before: now, most: 500 })],
  ['what the numbers lack', (db) => readGaps(db, userId)],
  ['what was put off', (db) => findSnoozed(db, userId, now)],
  ['the listings whose prices may drop', (db) => findListings(db, { userId, zone: 'UTC', now })],
  ['what has dropped today', (db) => findDropped(db, userId, '2026-11-22')],
  ['the last runs of price drops', (db) => findRuns(db, { userId, since: '2026-10-25' })],
  ['a sale', (db) => findSale(db, userId, '7')],
  ['what an experiment leaves out', (db) => findOnceADay(db, userId)],
  ['what was shared today', (db) => readTried(db, { userId, day: '2026-11-22', listingIds: [7], now })],
])('%s uses an index, even through views', async (_, call) => {
  const plans = await plansOf(call);
  expect(plans).toContain('Index');
  expect(plans).not.toMatch(
    /Seq Scan on (listings|share_attempts_\w+|users|sessions|closets|bots|activity_logs|rounds|sales|price_changes|price_drop\w+|experiment\w*)/,
  );
});

it('reserving reads no more rows than it needs, even by plans that were made while the counts were empty', async () => {
  const undone = new Error('undone');
  const tables = ['bots', 'closets', 'listings', 'daily_share_counts', 'share_attempts'];
  const most = 250;
  let read: Record<string, number> = {};
  const work = test.database.transaction(async (tx) => {
    await openLease(tx, { workerId: owner, leaseMs: 60_000, holder: null });
    await tx.query('update bots set owner = $1, epoch = 1', [owner]);
    await tx.query("delete from share_attempts where listing_id in (select id from listings where poshmark_id = 'l1')");
    const { rows: asks } = await tx.query<ReserveAsk & Row>(
      `select distinct on (b.user_id) b.user_id as "userId", owner, epoch, round_id as "roundId", l.id::int as "listingId",
         '2026-11-22' as "shareDay", b.revision, c.revision as "closetRevision", 'self' as kind, 0 as "mostOfKind"
       from bots b join closets c using (user_id) join listings l using (user_id) where l.poshmark_id = 'l1' order by b.user_id`,
    );
    const rowsRead = async () => {
      const { rows } = await tx.query<{ name: string; rows: number }>(
        `select regexp_replace(relname, '_\\d+$', '') as name, sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
         from pg_stat_xact_user_tables group by 1`,
      );
      return new Map(rows.map(({ name, rows }) => [name, rows]));
    };
    await reserve(tx, asks.slice(0, 1), now);
    await tx.query(`insert into daily_share_counts (user_id, share_date, share_count)
      select id, '2026-10-' || n, 5 from users, generate_series(10, 31) n`);
    const before = await rowsRead();
    const answers = await reserve(tx, asks.slice(1, most + 1), now);
    expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(most);
    const after = await rowsRead();
    read = Object.fromEntries(tables.map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]));
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  for (const name of tables) expect([name, (read[name] ?? 0) <= 4 * most]).toEqual([name, true]);
});

it('every reference to another row has an index, so that erasing one does not scan whole tables', async () => {
  const { rows } = await test.database.query<{ reference: string }>(
    `select c.conname as reference
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
       select from pg_index i where i.indrelid = c.conrelid
         and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] = c.conkey
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname))
     )`,
  );
  expect(rows.map(({ reference }) => reference)).toEqual([]);
});

/** The tables that bots, prices, and the activity read and write all the time. They are the large ones. */
const hotTables = [
  'activity_logs',
  'bots',
  'closets',
  'daily_share_counts',
  'listing_share_counts',
  'listing_versions',
  'listings',
  'offers',
  'price_batches',
  'price_changes',
  'price_writes',
  'recommendations',
  'rounds',
  'sales',
  'share_attempts',
];

it('every key of a hot table begins with the seller', async () => {
  const { rows } = await test.database.query<{ table: string; first: string }>(
    `select distinct c.relname as table, a.attname as first
     from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisunique and c.relname = any($1) and a.attnotnull order by 1`,
    [hotTables],
  );
  expect(rows).toEqual(hotTables.map((table) => ({ table, first: 'user_id' })));
});

it('only tables of accounts have rows of a seller that are found by another key', async () => {
  const { rows } = await test.database.query<{ table: string }>(
    `select distinct c.relname as table from pg_index i join pg_class c on c.oid = i.indrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where i.indisunique and a.attname <> 'user_id' and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'user_id') order by 1`,
  );
  expect(rows.map(({ table }) => table)).toEqual([
    'account_events',
    'companion_codes',
    'companions',
    'contact_messages',
    'email_confirmations',
    'known_browsers',
    'marketplace_refusals',
    'passkey_challenges',
    'passkeys',
    'password_resets',
    'phone_links',
    'push_subscriptions',
    'recovery_codes',
    'relayed_requests',
    'sale_imports',
    'sessions',
    'worker_calls',
  ]);
});

it('every reference to a row of a hot table names its seller', async () => {
  const { rows } = await test.database.query<{ reference: string }>(
    `select c.conname as reference from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid::regclass::text = any($1) and a.attname <> 'user_id'`,
    [hotTables],
  );
  expect(rows).toEqual([]);
});

let left = 0;
let underWay = 0;
const owner = '00000000-0000-4000-8000-000000000007';
const hotCalls: [string, (tx: Queryable) => Promise<unknown>][] = [
  ['claiming', (tx) => claimed(tx)],
  ['renewing a lease', (tx) => renewLease(tx, owner, 60_000)],
  ['reserving', (tx) => reserve(tx, [{ ...ask, listingId: left, owner, epoch: '1', roundId }], now)],
  ['settling', (tx) => settle(tx, [{ ...attempt, roundId, listingId: underWay }])],
  ['a worker’s bots', (tx) => readOwnBots(tx, owner, [userId])],
  ['the day’s count', (tx) => readDayFacts(tx, [{ userId, day: ask.shareDay, rollingUntil: now + 60_000 }], now)],
  ['running rounds', (tx) => readRunningRounds(tx, [{ userId, roundId }])],
  ['open attempts', (tx) => readOpenAttempts(tx, [userId], now - 3_600_000)],
  ['the bot of a status', async (tx) => [...(await findBots(tx, [userId], now))]],
  ['the numbers of a status', async (tx) => [...(await readShareSums(tx, [sumsAsk], now))]],
  ['live updates', async (tx) => [...(await readChanges(tx, [{ userId, known: null }], now))]],
];

/** Due bots are everybody's in a database, so only the one seller counts. */
async function claimed(tx: Queryable): Promise<boolean> {
  await tx.query(`update bots set owner = null, due_at = now() where user_id in (7, 8)`);
  const claims = await claimDue(tx, { workerId: owner, dueBefore: now + 60_000, limit: 100 });
  return claims.includes(userId);
}

it('no hot statement needs rows of another seller, so sellers can be spread over databases', async () => {
  const differing: string[] = [];
  const undone = new Error('undone');
  const work = test.database.transaction(
    async (tx) => {
      await openLease(tx, { workerId: owner, leaseMs: 60_000, holder: null });
      await tx.query(`update bots set owner = $1, epoch = 1 where user_id in (7, 8)`, [owner]);
      // One listing is left to share, and one is on its way.
      const { rows } = await tx.query<{ id: string }>('select id from listings where user_id = 7 order by id limit 2');
      [left, underWay] = rows.map(({ id }) => Number(id)) as [number, number];
      await tx.query(`delete from share_attempts where listing_id = $1`, [left]);
      await tx.query(`update share_attempts set outcome = 0 where listing_id = $1`, [underWay]);
      const answers = async () => {
        const found: unknown[] = [];
        for (const [, call] of hotCalls) {
          await tx.query('savepoint before');
          found.push(await call(tx));
          await tx.query('rollback to before');
        }
        return found;
      };
      const among = await answers();
      await tx.query('delete from share_attempts where user_id <> 7');
      for (const table of ['activity_logs', 'rounds', 'listings', 'bots', 'closets', 'users'])
        await tx.query(`delete from ${table} where ${table === 'users' ? 'id' : 'user_id'} <> 7`);
      const alone = await answers();
      expect(among.slice(0, 4)).toMatchObject([true, true, [{ kind: 'reserved' }], [true]]);
      for (const [index, [name]] of hotCalls.entries())
        if (JSON.stringify(among[index]) !== JSON.stringify(alone[index])) differing.push(name);
      throw undone;
    },
    { isLong: true },
  );
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  expect(differing).toEqual([]);
});
