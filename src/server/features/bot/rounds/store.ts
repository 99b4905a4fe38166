import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

export type StartAsk = {
  userId: string;
  workerId: string;
  epoch: string;
  revision: string;
  startsAt: Instant;
  slot: number | null;
  cutsAt: Instant | null;
  /** Listings in sharing order. */
  plan: readonly number[];
};

/** Rounds of several bots at once; null for a bot that was changed or lost meanwhile. The state must still be waiting. */
export async function startRounds(tx: Queryable, asks: StartAsk[]): Promise<(string | null)[]> {
  const { rows } = await tx.query<{ user_id: string; id: string }>(
    `/* prepared */ with asked as (
       select * from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::double precision[], $6::int[],
         $7::double precision[], $8::text[]) as a(user_id, owner, epoch, revision, starts, slot, cuts, plan)
     ), own as (
       select a.* from asked a join bots b on b.user_id = a.user_id
       where b.owner = a.owner and b.epoch = a.epoch and b.revision = a.revision and b.state = 'waiting'
       for no key update of b skip locked
     ), made as (
       insert into rounds (id, user_id, started_at, plan, planned, slot, cuts_at)
       select (floor(starts)::bigint << 20) + nextval('round_numbers'), user_id, to_timestamp(starts / 1000),
         plan::bigint[], cardinality(plan::bigint[]), slot, to_timestamp(cuts / 1000)
       from own
       returning id, user_id, started_at
     )
     update bots b set state = 'sharing', round_id = m.id, last_round_at = m.started_at
     from made m where b.user_id = m.user_id returning b.user_id, m.id`,
    [
      asks.map(({ userId }) => userId),
      asks.map(({ workerId }) => workerId),
      asks.map(({ epoch }) => epoch),
      asks.map(({ revision }) => revision),
      asks.map(({ startsAt }) => startsAt),
      asks.map(({ slot }) => slot),
      asks.map(({ cutsAt }) => cutsAt),
      asks.map(({ plan }) => `{${plan.join(',')}}`),
    ],
  );
  const made = new Map(rows.map((row) => [row.user_id, row.id]));
  return asks.map(({ userId }) => made.get(userId) ?? null);
}

export type FinishAsk = {
  userId: string;
  workerId: string;
  epoch: string;
  roundId: string;
  state: 'done' | 'cut';
  at: Instant;
  /** When the bot has to be looked at again. */
  dueAt: Instant | null;
  /** The worker keeps the bot: it goes on within moments. */
  keep: boolean;
};
export type RoundSums = { planned: number; shares: number; unknown: number; failed: number };

/** Ends rounds and lets their bots wait for the next; null for a bot that was lost meanwhile. */
export async function finishRounds(tx: Queryable, asks: FinishAsk[]): Promise<(RoundSums | null)[]> {
  const { rows } = await tx.query<{ user_id: string; round_id: string }>(
    `/* prepared */ update bots b set state = 'waiting', round_id = null,
       owner = case when a.keep then b.owner end, due_at = case when not a.keep then to_timestamp(a.due / 1000) end
     from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::double precision[], $6::boolean[])
       as a(user_id, owner, epoch, round_id, due, keep)
     where b.user_id = a.user_id and b.owner = a.owner and b.epoch = a.epoch and b.round_id = a.round_id
       and b.state = 'sharing'
     returning b.user_id, a.round_id`,
    [
      asks.map(({ userId }) => userId),
      asks.map(({ workerId }) => workerId),
      asks.map(({ epoch }) => epoch),
      asks.map(({ roundId }) => roundId),
      asks.map(({ dueAt }) => dueAt),
      asks.map(({ keep }) => keep),
    ],
  );
  const own = new Set(rows.map((row) => row.round_id));
  const ending = asks.filter(({ roundId }) => own.has(roundId));
  const sums = await endRounds(
    tx,
    ending.map(({ roundId, state, at: endedAt }) => ({ roundId, state, at: endedAt })),
  );
  return asks.map(({ roundId }) => sums.get(roundId) ?? null);
}

/** Closes rounds with the sums of their attempts. A round that is over keeps its end. */
export async function endRounds(
  tx: Queryable,
  ends: readonly { roundId: string; state: 'done' | 'cut' | 'stopped'; at: Instant }[],
): Promise<Map<string, RoundSums>> {
  if (ends.length === 0) return new Map();
  const { rows } = await tx.query<RoundSums & { id: string }>(
    `/* prepared */ update rounds r set ended_at = to_timestamp(a.at / 1000), state = a.state, plan = '{}',
       shares = c.shares, unknown = c.unknown, failed = c.failed
     from unnest($1::bigint[], $2::text[], $3::double precision[]) as a(id, state, at), lateral (
       select count(*) filter (where s.outcome = 1) as shares, count(*) filter (where s.outcome in (0, 3)) as unknown,
         count(*) filter (where s.outcome = 2) as failed
       from share_attempts s where s.round_id = a.id
     ) c
     where r.id = a.id and r.ended_at is null
     returning r.id, r.planned, r.shares, r.unknown, r.failed`,
    [ends.map(({ roundId }) => roundId), ends.map(({ state }) => state), ends.map((end) => end.at)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The sums of those of the rounds that are over, once more: a share that was on its way when one ended has been settled since. */
export async function recountRounds(db: Queryable, roundIds: string[]): Promise<void> {
  await recount(db, `r.id = any($1::bigint[])`, [roundIds]);
}

/** The same for rounds that the seller ended since `since`, with shares of unknown outcome or on their way. */
export async function recountStoppedRounds(db: Queryable, since: Instant): Promise<void> {
  const began = `r.id >= floor($1::double precision - 172800000)::bigint << 20`;
  await recount(db, `${began} and r.ended_at >= ${at(1)} and r.state = 'stopped' and r.unknown > 0`, [since]);
}

async function recount(db: Queryable, which: string, params: unknown[]): Promise<void> {
  await db.query(
    `update rounds set shares = c.shares, unknown = c.unknown, failed = c.failed
     from (
       select r.id, count(*) filter (where s.outcome = 1) as shares, count(*) filter (where s.outcome in (0, 3)) as unknown,
         count(*) filter (where s.outcome = 2) as failed
       from rounds r join share_attempts s on s.round_id = r.id where r.ended_at is not null and ${which} group by r.id
     ) c
     where rounds.id = c.id and (rounds.shares, rounds.unknown, rounds.failed) <> (c.shares, c.unknown, c.failed)`,
    params,
  );
}

export async function ensurePartition(db: Queryable, day: string): Promise<void> {
  await db.query('select ensure_share_partition($1::date)', [day]);
}

export type RunningRoundRow = {
  id: string;
  startedAt: Instant;
  cutsAt: Instant | null;
  slot: number | null;
  planned: number;
  /** Listings that have not been attempted, or may be tried once more, in sharing order. */
  remaining: number[];
  /** Of the last attempt that was reserved. */
  lastReservedAt: Instant | null;
};

/** Where running rounds stand. */
export async function readRunningRounds(db: Queryable, roundIds: readonly string[]): Promise<RunningRoundRow[]> {
  const { rows } = await db.query<Omit<RunningRoundRow, 'remaining'> & { remaining: string[] | null }>(
    `/* prepared */ select r.id, r.started_at as "startedAt", r.cuts_at as "cutsAt", r.slot, r.planned,
       (select array_agg(p.id order by p.place) from unnest(r.plan) with ordinality as p(id, place)
         where not exists (
           select 1 from share_attempts s where s.round_id = r.id and s.listing_id = p.id and not (
             s.outcome = 2 and s.tries = 1
               and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
           )
         )) as remaining,
       (select max(s.reserved_at) from share_attempts s where s.round_id = r.id) as "lastReservedAt"
     from rounds r where r.id = any($1::bigint[]) and r.ended_at is null`,
    [roundIds],
  );
  return rows.map((row) => ({ ...row, remaining: (row.remaining ?? []).map(Number) }));
}

export type OpenAttempt = { userId: string; roundId: string; listingId: number; reservedAt: Instant };

/** Attempts of these sellers that nobody has settled, of rounds that began after `since`. */
export async function readOpenAttempts(
  db: Queryable,
  userIds: readonly string[],
  since: Instant,
): Promise<OpenAttempt[]> {
  const { rows } = await db.query<Omit<OpenAttempt, 'listingId'> & { listingId: string }>(
    `/* prepared */ select s.user_id as "userId", s.round_id as "roundId", s.listing_id as "listingId",
       s.reserved_at as "reservedAt"
     from unnest($1::bigint[]) as a(user_id) cross join lateral (
       select * from share_attempts t
       where t.user_id = a.user_id and t.outcome = 0 and t.round_id >= floor($2::double precision)::bigint << 20
         and t.reserved_at >= ${at(2)}
     ) s`,
    [userIds, since],
  );
  return rows.map((row) => ({ ...row, listingId: Number(row.listingId) }));
}

/** Attempts that were reserved before `before` and never settled, of rounds that ended since `since`. */
export async function readForgottenAttempts(
  db: Queryable,
  { since, before }: { since: Instant; before: Instant },
): Promise<OpenAttempt[]> {
  const { rows } = await db.query<Omit<OpenAttempt, 'listingId'> & { listingId: string }>(
    `select s.user_id as "userId", s.round_id as "roundId", s.listing_id as "listingId", s.reserved_at as "reservedAt"
     from rounds r cross join lateral (
       select * from share_attempts t where t.round_id = r.id and t.outcome = 0 and t.reserved_at < ${at(2)}
     ) s
     where r.id >= floor($1::double precision - 172800000)::bigint << 20 and r.ended_at >= ${at(1)}
     limit 10000`,
    [since, before],
  );
  return rows.map((row) => ({ ...row, listingId: Number(row.listingId) }));
}

/** Where changed settings move the end of the window that a round runs in. */
export async function saveCut(db: Queryable, roundId: string, cutsAt: Instant | null): Promise<void> {
  await db.query(`update rounds set cuts_at = ${at(2)} where id = $1 and ended_at is null`, [roundId, cutsAt]);
}
