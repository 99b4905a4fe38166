import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { standardSettings } from '#domain/bot/bot.ts';
import { manualClock } from '#tests/clocks/manual-clock.ts';
import { ownDatabase, silentLog } from '#tests/database.ts';
import { createGroupCommit } from '../ledger/group-commit.ts';
import { createLedger } from '../ledger/ledger.ts';
import { addSeller, untilStatementWaits } from '../tests/bot-database.fixture.ts';
import { countMissedShares, mostMissed } from './promotion.ts';
import { countForgottenStart, openLease, renewLease } from './store.ts';

const meanPauseMs = 2_000;
const day = new Date().toISOString().slice(0, 10);
const dayStartsAt = Date.parse(day);
const clock = manualClock(Date.now());
const test = ownDatabase();

beforeEach(async () => {
  await test.database.query('delete from workers');
  await test.database.query(`update known_timeline set timeline = database_timeline(), seen_at = now() - interval '1 day',
    missing_shares = null, promoted_at = null`);
});

/** A bot in the middle of a round of 40 listings, of which it has shared two and is refused one. */
async function runningBot({ limit = 500, counted = 2, state = 'sharing' } = {}) {
  const { database } = test;
  const { userId, listingIds } = await addSeller(database, { listings: 40, now: dayStartsAt });
  const roundId = String(((BigInt(dayStartsAt) + 1_000n) << 20n) + BigInt(userId));
  await database.query(
    `insert into rounds (id, user_id, started_at, plan, planned) values ($1, $2, now(), $3::bigint[], 40)`,
    [roundId, userId, listingIds],
  );
  await database.query(
    `insert into bots (user_id, state, settings, limit_in_force, round_id, due_at, last_round_at, share_day)
     values ($1, $2, $3, $4, case when $2 = 'sharing' then $5::bigint end, case when $2 <> 'stopped' then now() end,
       now() - interval '5 minutes', $6)`,
    [userId, state, JSON.stringify({ ...standardSettings, shareFrequency: 60 }), limit, roundId, day],
  );
  await database.query(
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, outcome, evidence)
     select $1, id, $2, $3::date, now(), case when place = 3 then 2 else 1 end,
       case when place = 3 then 'session_expired: x' end
     from unnest($4::bigint[]) with ordinality as a(id, place)`,
    [roundId, userId, day, listingIds.slice(0, 3)],
  );
  await database.query('insert into daily_share_counts (user_id, share_date, share_count) values ($1, $2, $3)', [
    userId,
    day,
    counted,
  ]);
  return { userId, roundId, listingIds };
}

/** What a promotion leaves behind: the data says another timeline, and when the old primary was last heard. */
async function promote({ isSynchronous = false, lastHeardMs = 4_000 } = {}) {
  const { database } = test;
  await database.query(
    `insert into workers (id, lease_until, timeline, renewed_at, is_synchronous)
     values ($1, now() + interval '1 minute', 77, now() - $2 * interval '1 millisecond', $3)`,
    [randomUUID(), lastHeardMs, isSynchronous],
  );
  await database.query('update known_timeline set timeline = 77');
}
/** Resolves to how long nothing was heard of the old primary, as the log says it. */
async function count(): Promise<number | undefined> {
  const logged: { missedMs?: number }[] = [];
  const log = { ...silentLog, warn: (fields: object) => void logged.push(fields) };
  await countMissedShares({ database: test.database, clock, meanPauseMs, log });
  return logged[0]?.missedMs;
}

const unknownOf = async (userId: string): Promise<number[]> => {
  const { rows } = await test.database.query<{ id: string }>(
    'select listing_id as id from share_attempts where user_id = $1 and outcome = 3 order by listing_id',
    [userId],
  );
  return rows.map(({ id }) => Number(id));
};
const countedOf = async (userId: string): Promise<number> => {
  const { rows } = await test.database.query<{ count: number }>(
    'select share_count as count from daily_share_counts where user_id = $1',
    [userId],
  );
  return rows[0]?.count ?? 0;
};

it('counts the most shares that a bot can have made since the old primary was last heard', async () => {
  const { userId, listingIds } = await runningBot();
  const before = performance.now();
  await promote();
  const missedMs = (await count()) ?? 0;
  expect(missedMs).toBeGreaterThanOrEqual(4_000);
  expect(missedMs).toBeLessThanOrEqual(4_000 + (performance.now() - before) + 1);
  const unknown = await unknownOf(userId);
  // With two seconds more, pauses of at least 0.8 s, and two more shares. That is ten, and another for each 0.8 s that the test takes.
  expect(unknown.length).toBe(Math.ceil((missedMs + 2_000) / 800) + 2);
  // The next ones of the round, beginning with the one that may be tried again.
  expect(unknown).toEqual(listingIds.slice(2, 2 + unknown.length));
  expect(await countedOf(userId)).toBe(2 + unknown.length);
  await count();
  expect(await unknownOf(userId)).toEqual(unknown);
});

it('never counts past the limit, which held on the old primary, too', async () => {
  const { userId } = await runningBot({ limit: 6 });
  await promote();
  await count();
  expect(await unknownOf(userId)).toHaveLength(4);
  expect(await countedOf(userId)).toBe(6);
});

it('counts nothing if every commit had reached the standby', async () => {
  const { userId } = await runningBot();
  await promote({ isSynchronous: true, lastHeardMs: 60_000 });
  await count();
  expect(await unknownOf(userId)).toEqual([]);
  expect(await countedOf(userId)).toBe(2);
});

it('only counts for a bot between two rounds, and skips a round that may have begun', async () => {
  const { userId } = await runningBot({ state: 'waiting' });
  await test.database.query(`update bots set last_round_at = now() - interval '150 minutes' where user_id = $1`, [
    userId,
  ]);
  await promote({ lastHeardMs: 2 * 3_600_000 });
  await count();
  expect(await unknownOf(userId)).toEqual([]);
  expect(await countedOf(userId)).toBe(500);
  const { rows } = await test.database.query<{ ago: number }>(
    'select extract(epoch from now() - last_round_at)::float8 as ago from bots where user_id = $1',
    [userId],
  );
  expect(rows[0]?.ago).toBeLessThan(60);
});

it('leaves a stopped bot alone until its seller starts it on the same day', async () => {
  const { userId } = await runningBot({ state: 'stopped' });
  await promote();
  await count();
  expect(await countedOf(userId)).toBe(2);
  const start = (startedAt: number) =>
    countForgottenStart(test.database, { userId, startedAt, day, dayStartsAt, limit: 8 });
  await start(Date.now() + 60_000);
  expect(await countedOf(userId)).toBe(2);
  await start(0);
  expect(await countedOf(userId)).toBe(8);
});

it('counts for a start that the promotion forgot, even if it comes while the first worker counts', async () => {
  const { userId } = await runningBot({ state: 'stopped' });
  await promote();
  const { database } = test;
  let starting: Promise<void> | undefined;
  const startNow = () =>
    database.transaction(async (tx) => {
      await countForgottenStart(tx, { userId, startedAt: 0, day, dayStartsAt, limit: 8 });
      await tx.query(`update bots set state = 'waiting', due_at = now(), started_at = now() where user_id = $1`, [
        userId,
      ]);
    });
  // The seller starts the bot after the worker has read which bots are running, and before it is done.
  const counting: typeof database = {
    ...database,
    transaction: (work, options) =>
      database.transaction(
        (tx) =>
          work({
            async query(sql, params) {
              if (sql.includes('missing_shares = nullif')) {
                starting = startNow();
                await Promise.race([starting, untilStatementWaits(database)]);
              }
              return tx.query<never>(sql, params);
            },
          }),
        options,
      ),
  };
  await countMissedShares({ database: counting, clock, meanPauseMs, log: silentLog });
  await starting;
  expect(await countedOf(userId)).toBe(8);
});

it.each(['sharing', 'waiting'])(
  'counts no share again when a bot that was %s is stopped and started later',
  async (state) => {
    const { database } = test;
    const { userId } = await runningBot({ state });
    await promote();
    await count();
    const counted = await countedOf(userId);
    expect(counted).toBeGreaterThan(2);
    const { rows } = await database.query<{ startedAt: number | null }>(
      'select started_at as "startedAt" from bots where user_id = $1',
      [userId],
    );
    const startedAt = rows[0]?.startedAt ?? null;
    await countForgottenStart(database, { userId, startedAt, day, dayStartsAt, limit: 500 });
    expect(await countedOf(userId)).toBe(counted);
  },
);

it('lets no lease of the old timeline reserve or be renewed', async () => {
  const { userId, roundId, listingIds } = await runningBot();
  const { database } = test;
  const owner = randomUUID();
  await openLease(database, { workerId: owner, leaseMs: 60_000, holder: null });
  await database.query('update bots set owner = $2, due_at = null where user_id = $1', [userId, owner]);
  const group = createGroupCommit({ database, spacingMs: 1 });
  const ledger = createLedger({ reservations: group, outcomes: group, clock });
  const reserve = (n: number) =>
    ledger.reserve({
      kind: 'self',
      mostOfKind: 0,
      userId,
      owner,
      epoch: '0',
      roundId,
      listingId: listingIds[n] ?? 0,
      shareDay: day,
      revision: '1',
      closetRevision: '1',
    });
  expect(await reserve(5)).toMatchObject({ kind: 'reserved' });
  await database.query('update workers set timeline = timeline - 1 where id = $1', [owner]);
  expect(await reserve(6)).toEqual({ kind: 'refused', why: 'lost' });
  expect(await renewLease(database, owner, 60_000)).toBe(false);
});

it.each([
  ['a synchronous standby', { isSynchronous: true, from: 0, until: 14 * 60_000 }, 0],
  ['a synchronous standby that was away for long', { isSynchronous: true, from: 0, until: 16 * 60_000 }, 1205],
  ['an asynchronous standby', { isSynchronous: false, from: 0, until: 10_000 }, 17],
  ['one promoted within a moment', { isSynchronous: false, from: 0, until: 0 }, 5],
])('what %s may have missed', (_, seen, most) => {
  expect(mostMissed(seen, meanPauseMs)).toBe(most);
});

it('counts what a party round may have made as party shares, and no visit is made for a day', async () => {
  const { userId, roundId } = await runningBot();
  const { database } = test;
  await database.query("update rounds set kind = 1, party_id = 'p', party_title = 'Party' where id = $1", [roundId]);
  await database.query('update share_attempts set kind = 1 where user_id = $1', [userId]);
  await database.query(`update bots set settings = settings || '{"partySharing": true}' where user_id = $1`, [userId]);
  await promote();
  await count();
  const unknown = await unknownOf(userId);
  const { rows } = await database.query<{ party: number; kinds: number[]; rests: boolean }>(
    `select party_count as party, (select array_agg(distinct kind) from share_attempts where user_id = $1 and outcome = 3) as kinds,
       (select missed_at > now() - interval '1 minute' from bot_visits where user_id = $1) as rests
     from daily_share_counts where user_id = $1`,
    [userId],
  );
  expect(rows).toEqual([{ party: unknown.length, kinds: [1], rests: true }]);
});
