import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { countShares } from '#server/features/listings/rows/store.ts';
import { ownDatabase, watching } from '#tests/database.ts';
import { stop } from '../commands/stop.ts';
import { alone } from '../needs/needs.fixture.ts';
import { recountRounds } from '../rounds/store.ts';
import { addSeller, addWorker, commandContext, openLedger } from '../tests/bot-database.fixture.ts';
import { readStatus } from './status.ts';
import { createStatusLookup } from './status-cache.ts';

const hourMs = 3_600_000;
const startsAt = Date.parse('2026-11-20T18:00:00Z');
const test = ownDatabase();
beforeAll(async () => {
  await test.database.query(`select ensure_share_partition('2026-11-22'::date - n) from generate_series(0, 4) n`);
});

/** A clock that can also be set back. */
function movedClock() {
  let now = startsAt;
  return { now: () => now, at: () => () => {}, advance: (ms: number) => (now += ms) };
}
type MovedClock = ReturnType<typeof movedClock>;

/** What one web process knows, with the number of statements that it has sent. */
function openProcess(clock: MovedClock) {
  const sent = { statements: 0 };
  const database = watching(test.database, () => {
    sent.statements += 1;
  });
  const lookUp = createStatusLookup({ ...alone, database, clock });
  const context = { ...alone, database, clock, lookUp, meanPauseMs: 2000, isWorkerAway: async () => false };
  return { sent, status: (userId: string) => readStatus(context, userId) };
}

/** A bot between two rounds. The last one had three shares: two confirmed and one refused, up to an hour ago. */
async function waitingSeller(state = 'waiting') {
  const clock = movedClock();
  const { database } = test;
  const { userId, listingIds } = await addSeller(database, { listings: 4, now: startsAt });
  const round = String((BigInt(startsAt - 2 * hourMs) << 20n) + BigInt(userId));
  await database.query(
    `insert into rounds (id, user_id, started_at, ended_at, state, plan, planned, shares, failed)
     values ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000) + interval '1 hour', 'done', '{}', 4, 2, 1)`,
    [round, userId, startsAt - 2 * hourMs],
  );
  await database.query(
    `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome)
     select $1, id, $2, '2026-11-20', to_timestamp($4::float8 / 1000) - n * interval '10 minutes', now(), case n when 3 then 2 else 1 end
     from unnest($3::bigint[]) with ordinality as l(id, n) where n <= 3`,
    [round, userId, listingIds, startsAt - hourMs],
  );
  await database.query(
    `insert into daily_share_counts (user_id, share_date, share_count) values ($1, '2026-11-20', 2)`,
    [userId],
  );
  await database.query(
    `insert into bots (user_id, state, settings, limit_in_force, last_round_at, share_day, round_id, due_at)
     values ($1, $4::text, '{}', 5000, to_timestamp($2::float8 / 1000), '2026-11-20', case when $4 = 'sharing' then $3::bigint end,
       case when $4 = 'stopped' then null else now() end)`,
    [userId, startsAt - 2 * hourMs, round, state],
  );
  return { clock, userId, listingIds, round };
}
type Seller = Awaited<ReturnType<typeof waitingSeller>>;
const sql = (text: string) => (seller: Seller) => test.database.query(text, text.includes('$1') ? [seller.userId] : []);

describe('a status', () => {
  it('that nothing has changed is answered after one statement, with the time of the question', async () => {
    const { clock, userId } = await waitingSeller();
    const { sent, status } = openProcess(clock);
    const first = await status(userId);
    expect(first).toMatchObject({ today: { confirmed: 2, notConfirmed: 0, refused: 1 }, totalShares: 0 });
    expect(sent.statements).toBe(3);
    clock.advance(60_000);
    expect(await status(userId)).toEqual({ ...first, now: new Date(startsAt + 60_000).toISOString() });
    expect(sent.statements).toBe(4);
  });

  it.each<[string, (seller: Seller) => Promise<unknown>]>([
    ['a stop', ({ userId, clock }) => stop(commandContext(test.database, clock), userId)],
    ['new settings', sql(`update bots set settings = '{"dailyShareLimit": 400}' where user_id = $1`)],
    [
      'a pause',
      sql(`update bots set state = 'paused', pause_reason = 'human_check', paused_at = now() where user_id = $1`),
    ],
    ['another time zone', sql(`update users set timezone = 'Asia/Tokyo' where id = $1`)],
    ['a lowered limit', sql(`update bots set backoff = '{"gentleUntil": 1795248000000}' where user_id = $1`)],
    ['a new title', sql(`update listings set title = 'Silk scarf' where user_id = $1`)],
    ['a new listing', ({ userId }) => addListing(userId)],
    ['a sold listing', sql(`update listings set availability = 'sold', is_active = false where user_id = $1`)],
    ['a listing left out of rounds', sql('update listings set skip_sharing = true where user_id = $1')],
    ['a new round', ({ userId }) => addRound(userId)],
    [
      'a share that a restore may have lost',
      sql(`update daily_share_counts set share_count = 3, assumed = 1 where user_id = $1`),
    ],
    ['a reading of parties', sql('insert into bot_visits (user_id, parties_read_at) values ($1, now())')],
    ['a disconnected closet', sql('update closets set practice = false where user_id = $1')],
    [
      'how far a reading of the closet is',
      sql(
        `update closets set reading_seen = 48, reading_total = 60, locked_until = now() + interval '1 minute' where user_id = $1`,
      ),
    ],
    ['counts of a round that came late', ({ userId, round }) => recountLate(userId, round)],
    [
      'a marketplace that refuses many sellers',
      sql(`insert into marketplace_breakers (practice, held_until) values (true, '2026-11-20 19:00:00+00')`),
    ],
    [
      'a promoted standby',
      sql(`create or replace function database_timeline() returns integer language sql as 'select 99'`),
    ],
    ['midnight', async ({ clock }) => clock.advance(7 * hourMs)],
    ['the end of 24 hours', async ({ clock }) => clock.advance(22.6 * hourMs)],
    ['a clock that was set back', async ({ clock }) => clock.advance(-1)],
    ['five minutes', async ({ clock }) => clock.advance(300_000)],
  ])('%s is in the next status, of whatever process', async (_, change) => {
    const seller = await waitingSeller();
    const [one, other] = [openProcess(seller.clock), openProcess(seller.clock)];
    await one.status(seller.userId);
    await other.status(seller.userId);
    await change(seller);
    const { statements } = one.sent;
    const after = await one.status(seller.userId);
    expect(after).toEqual(await openProcess(seller.clock).status(seller.userId));
    expect(await other.status(seller.userId)).toEqual(after);
    expect(one.sent.statements).toBeGreaterThan(statements + 1);
    await test.database.query('delete from marketplace_breakers');
  });

  it('is never cached while the bot is sharing, or a share is in flight', async () => {
    const { clock, userId, listingIds, round } = await waitingSeller('sharing');
    const { database } = test;
    const { sent, status } = openProcess(clock);
    const owner = randomUUID();
    await addWorker(database, owner);
    await database.query('update rounds set ended_at = null where id = $1', [round]);
    await database.query('update bots set owner = $2, epoch = 1, due_at = null where user_id = $1', [userId, owner]);
    const ledger = openLedger(database, clock);
    const listingId = listingIds[3] ?? 0;
    const [shareDay, revision, closetRevision] = ['2026-11-20', '1', '1'];
    await status(userId);
    expect(sent.statements).toBe(3);
    await status(userId);
    // The second time, no version is read.
    expect(sent.statements).toBe(5);
    await ledger.reserve({
      kind: 'self',
      mostOfKind: 0,
      userId,
      owner,
      epoch: '1',
      roundId: round,
      listingId,
      shareDay,
      revision,
      closetRevision,
    });
    expect((await status(userId)).shareStatus).toMatchObject({ completedShares: 2, left: 1 });
    await stop(commandContext(database, clock), userId);
    expect(await status(userId)).toMatchObject({ isRunning: false, today: { confirmed: 2 }, totalShares: 0 });
    await ledger.settle({ userId, roundId: round, listingId, outcome: 'shared', evidence: 'trace' });
    const settled = { isRunning: false, today: { confirmed: 3 }, totalShares: 1 };
    expect(await status(userId)).toMatchObject(settled);
    expect(await status(userId)).toMatchObject(settled);
    const { statements } = sent;
    expect(await status(userId)).toMatchObject(settled);
    expect(sent.statements).toBe(statements + 1);
  });

  it('of a deleted account is none, even if it was cached', async () => {
    const { clock, userId } = await waitingSeller();
    const { status } = openProcess(clock);
    await status(userId);
    await test.database.query('delete from share_attempts where user_id = $1', [userId]);
    await test.database.query('delete from users where id = $1', [userId]);
    await expect(status(userId)).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});

it('counting a share changes no listing’s version, and a sync changes it once', async () => {
  const { userId, listingIds } = await waitingSeller();
  const version = async () => {
    const { rows } = await test.database.query<{ version: string }>(
      'select version from listing_changes where user_id = $1',
      [userId],
    );
    return rows[0]?.version;
  };
  const before = await version();
  await countShares(test.database, [{ userId, listingId: listingIds[0] ?? 0, at: Date.now() }]);
  await test.database.query('update listings set title = title, is_active = is_active where user_id = $1', [userId]);
  expect(await version()).toBe(before);
  await test.database.query(`update listings set title = title || '!' where user_id = $1`, [userId]);
  expect(await version()).not.toBe(before);
});

const addListing = (userId: string) =>
  test.database.query(
    `insert into listings (user_id, poshmark_id, market_user_id, title, url, synced_at) values ($1, 'new', 'u', 'Boots', '', now())`,
    [userId],
  );

const addRound = (userId: string) =>
  test.database.query(
    `insert into rounds (id, user_id, started_at, plan, planned) values ($1, $2, to_timestamp($3::float8 / 1000), '{}', 4)`,
    [String((BigInt(startsAt) << 20n) + BigInt(userId)), userId, startsAt],
  );

async function recountLate(userId: string, round: string): Promise<void> {
  await test.database.query('update share_attempts set outcome = 3 where round_id = $1 and outcome = 2', [round]);
  await recountRounds(test.database, [{ userId, roundId: round }]);
}
