// The SQL of rounds.

import type { ShareKind } from '#domain/bot/bot.ts';
import { roundId } from '#domain/bot/round.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, listsOf } from '../../../sql.ts';
import { kindNumbers } from '../ledger/store.ts';
import { changeLockedBots, lockBotRows } from '../state/bot-row.ts';
import type { BotEvent } from '../state/events.ts';

/** What a round shares. */
export type RoundKind = { kind: Exclude<ShareKind, 'party'>; party: null } | { kind: 'party'; party: Party };
type Party = { id: string; title: string; endsAt: Instant };

/** The same from the columns of a row. */
export type KindColumns = {
  kind: number;
  partyId: string | null;
  partyTitle: string | null;
  partyEndsAt: Instant | null;
};
export const kindColumns = `r.kind, r.party_id as "partyId", r.party_title as "partyTitle", r.party_ends_at as "partyEndsAt"`;
export function kindOf({ kind, partyId, partyTitle, partyEndsAt }: KindColumns): RoundKind {
  if (kind !== kindNumbers.party) return { kind: kind === kindNumbers.back ? 'back' : 'self', party: null };
  return { kind: 'party', party: { id: partyId ?? '', title: partyTitle ?? '', endsAt: partyEndsAt ?? 0 } };
}

export type StartAsk = RoundKind & {
  userId: string;
  workerId: string;
  epoch: string;
  revision: string;
  startsAt: Instant;
  slot: number | null;
  cutsAt: Instant | null;
  /** Listings in sharing order. Whom a round shares back is known to its worker alone. */
  plan: readonly number[];
  planned: number;
  missed?: number | null;
};

/**
 * Starts rounds of several bots at once; null for a bot that was changed or lost in the meantime. The state must still be
 * `waiting`.
 */
export async function startRounds(tx: Queryable, asks: StartAsk[]): Promise<(string | null)[]> {
  const numbers = await takeRoundNumbers(tx, asks.length);
  const numbered = asks.map((ask, index) => ({ ...ask, id: String(roundId(ask.startsAt, numbers[index] ?? 0)) }));
  const started = await changeBotsOf(tx, numbered, ({ workerId, epoch, revision, startsAt, id, kind }) => {
    const isVisit = kind !== 'self';
    return { kind: 'round_started', by: { workerId, epoch }, revision, roundId: id, at: startsAt, isVisit };
  });
  const rounds = numbered.filter(({ userId }) => started.has(userId));
  if (rounds.length > 0)
    await tx.query(
      `/* prepared */ insert into rounds
         (id, user_id, started_at, plan, planned, slot, cuts_at, kind, party_id, party_title, party_ends_at, missed)
       select id, user_id, to_timestamp(starts / 1000), plan::bigint[], planned, slot, to_timestamp(cuts / 1000), kind,
         party_id, party_title, to_timestamp(party_ends / 1000), missed
       from unnest($1::bigint[], $2::bigint[], $3::double precision[], $4::int[], $5::double precision[], $6::int[],
           $7::text[], $8::smallint[], $9::text[], $10::text[], $11::double precision[], $12::int[])
         as a(id, user_id, starts, slot, cuts, planned, plan, kind, party_id, party_title, party_ends, missed)`,
      [
        ...listsOf(rounds, 'id', 'userId', 'startsAt', 'slot', 'cutsAt', 'planned'),
        rounds.map(({ plan }) => `{${plan.join(',')}}`),
        rounds.map(({ kind }) => kindNumbers[kind]),
        rounds.map(({ party }) => party?.id ?? null),
        rounds.map(({ party }) => party?.title ?? null),
        rounds.map(({ party }) => party?.endsAt ?? null),
        rounds.map(({ missed }) => missed ?? null),
      ],
    );
  return numbered.map(({ userId, id }) => (started.has(userId) ? id : null));
}

/** How many rounds were missed since then, as far as that is known. */
export async function sumMissed(db: Queryable, userId: string, since: Instant): Promise<number> {
  const { rows } = await db.query<{ missed: number }>(
    'select coalesce(sum(missed), 0)::int as missed from rounds where user_id = $1 and id >= $2',
    [userId, String(roundId(since, 0))],
  );
  return rows[0]?.missed ?? 0;
}

/** Applies an event to the bot of each request. Resolves to those sellers whose bots it changed. */
async function changeBotsOf<Ask extends { userId: string }>(
  tx: Queryable,
  asks: readonly Ask[],
  eventOf: (ask: Ask) => BotEvent,
): Promise<Set<string>> {
  const byUser = new Map(asks.map((ask) => [ask.userId, ask]));
  const rows = await lockBotRows(tx, [...byUser.keys()]);
  const changed = await changeLockedBots(tx, rows, ({ userId }) => eventOf(byUser.get(userId) as Ask));
  return new Set(changed.map(({ userId }) => userId));
}

export async function takeRoundNumbers(tx: Queryable, count: number): Promise<number[]> {
  const { rows } = await tx.query<{ number: number }>(
    `/* prepared */ select nextval('round_numbers')::int as number from generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ number }) => number);
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
  /** The worker keeps the bot, because it continues within moments. */
  keep: boolean;
};
/** `inFlight`: the shares whose outcome isn't known yet. The round's row counts them as unknown until they are settled. */
export type RoundSums = RoundKind & {
  planned: number;
  shares: number;
  inFlight: number;
  unknown: number;
  failed: number;
};

/** Ends rounds, after which their bots wait for the next one; null for a bot that was lost in the meantime. */
export async function finishRounds(tx: Queryable, asks: FinishAsk[]): Promise<(RoundSums | null)[]> {
  const finished = await changeBotsOf(tx, asks, ({ workerId, epoch, roundId: id, keep, dueAt }) => {
    return { kind: 'round_finished', by: { workerId, epoch }, roundId: id, keep, dueAt };
  });
  const sums = await endRounds(
    tx,
    asks.filter(({ userId }) => finished.has(userId)),
  );
  return asks.map(({ roundId: id }) => sums.get(id) ?? null);
}

export type RoundKey = { userId: string; roundId: string };

/** Closes rounds with the totals of their attempts. A round that has already ended keeps its end. */
export async function endRounds(
  tx: Queryable,
  ends: readonly (RoundKey & { state: 'done' | 'cut' | 'stopped'; at: Instant })[],
): Promise<Map<string, RoundSums>> {
  if (ends.length === 0) return new Map();
  const { rows } = await tx.query<Omit<RoundSums, keyof RoundKind> & KindColumns & { id: string }>(
    `/* prepared */ update rounds r set ended_at = to_timestamp(a.at / 1000), state = a.state, plan = '{}',
       shares = c.shares, unknown = c.unknown, failed = c.failed
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::double precision[]) as a(user_id, id, state, at), lateral (
       select count(*) filter (where s.outcome = 1) as shares, count(*) filter (where s.outcome in (0, 3)) as unknown,
         count(*) filter (where s.outcome = 2) as failed, (count(*) filter (where s.outcome = 0))::int as in_flight
       from share_attempts s where s.user_id = a.user_id and s.round_id = a.id
     ) c
     where r.user_id = a.user_id and r.id = a.id and r.ended_at is null
     returning r.id, r.planned, r.shares, c.in_flight as "inFlight", r.unknown - c.in_flight as unknown, r.failed, ${kindColumns}`,
    [...listsOf(ends, 'userId', 'roundId', 'state'), ends.map((end) => end.at)],
  );
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, ...kindOf(row) }]));
}

/** Counts ended rounds again: a share that was in flight when one of them ended has been settled since. */
export async function recountRounds(db: Queryable, rounds: readonly RoundKey[]): Promise<void> {
  if (rounds.length === 0) return;
  await recount(db, '(r.user_id, r.id) in (select * from unnest($1::bigint[], $2::bigint[]))', [
    ...listsOf(rounds, 'userId', 'roundId'),
  ]);
}

/** The same for rounds that the seller ended since `since`, with shares of unknown outcome or in flight. */
export async function recountStoppedRounds(db: Queryable, since: Instant): Promise<void> {
  const began = `r.id >= floor($1::double precision - 172800000)::bigint << 20`;
  await recount(db, `${began} and r.ended_at >= ${at(1)} and r.state = 'stopped' and r.unknown > 0`, [since]);
}

async function recount(db: Queryable, which: string, params: unknown[]): Promise<void> {
  await db.query(
    `update rounds set shares = c.shares, unknown = c.unknown, failed = c.failed
     from (
       select r.user_id, r.id, count(*) filter (where s.outcome = 1) as shares,
         count(*) filter (where s.outcome in (0, 3)) as unknown, count(*) filter (where s.outcome = 2) as failed
       from rounds r left join share_attempts s on s.user_id = r.user_id and s.round_id = r.id
       where r.ended_at is not null and ${which} group by r.user_id, r.id
     ) c
     where rounds.user_id = c.user_id and rounds.id = c.id and (rounds.shares, rounds.unknown, rounds.failed) <> (c.shares, c.unknown, c.failed)`,
    params,
  );
}

/** No round shares for longer. */
const longestRoundMs = 3 * 86_400_000;

/** Which of these listings had an attempt on a share day that may have been made. */
export async function readTried(
  db: Queryable,
  { userId, day, listingIds, now }: { userId: string; day: string; listingIds: readonly number[]; now: Instant },
): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `/* prepared */ select distinct s.listing_id as id from share_attempts s
     where s.user_id = $1 and s.share_date = $2::date and s.outcome <> 2 and s.listing_id = any($3::bigint[])
       and s.round_id >= floor($4::double precision)::bigint << 20 and s.reserved_at >= ${at(4)}`,
    [userId, day, listingIds, now - longestRoundMs],
  );
  return rows.map(({ id }) => Number(id));
}

export async function ensurePartition(db: Queryable, day: string): Promise<void> {
  await db.query('select ensure_share_partition($1::date)', [day]);
}

export type RunningRound = RoundKind & {
  id: string;
  cutsAt: Instant | null;
  /** Listings that have not been attempted, or may be tried once more, in sharing order. */
  remaining: number[];
};

export async function readRunningRounds(db: Queryable, rounds: readonly RoundKey[]): Promise<RunningRound[]> {
  const { rows } = await db.query<KindColumns & { id: string; cutsAt: Instant | null; remaining: string[] | null }>(
    `/* prepared */ select r.id, r.cuts_at as "cutsAt", ${kindColumns},
       (select array_agg(p.id order by p.ordinal) from unnest(r.plan) with ordinality as p(id, ordinal)
         where not exists (
           select 1 from share_attempts s
           where s.user_id = r.user_id and s.round_id = r.id and s.listing_id = p.id and not (
             s.outcome = 2 and s.tries = 1
               and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
           )
         )) as remaining
     from unnest($1::bigint[], $2::bigint[]) as a(user_id, id)
     join rounds r on r.user_id = a.user_id and r.id = a.id and r.ended_at is null`,
    [rounds.map(({ userId }) => userId), rounds.map(({ roundId: id }) => id)],
  );
  return rows.map((row) => ({
    id: row.id,
    cutsAt: row.cutsAt,
    ...kindOf(row),
    remaining: (row.remaining ?? []).map(Number),
  }));
}

/** Moves the end of a round's window after a change of settings. A party's own end stays. */
export async function saveCut(db: Queryable, { userId, roundId: id }: RoundKey, cutsAt: Instant | null): Promise<void> {
  await db.query(
    `update rounds set cuts_at = least(${at(3)}, party_ends_at) where user_id = $1 and id = $2 and ended_at is null`,
    [userId, id, cutsAt],
  );
}
