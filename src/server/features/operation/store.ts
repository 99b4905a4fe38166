// The SQL of the processes and of what they counted.
import type { HoldRecord, Installation } from '#contract/operation/operation.ts';
import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, isAny, listsOf, oneRow, rowsOf } from '../../sql.ts';

type ProcessTimes = { startedAt: Instant; seenAt: Instant };
export type ProcessRow = Omit<Installation['processes'][number], keyof ProcessTimes | 'isAlive' | 'disk'> &
  ProcessTimes;

export async function saveSign(tx: Queryable, id: string, process: ProcessRow): Promise<void> {
  const { role, version, host, startedAt, seenAt, bots, memoryMb, freeMb } = process;
  await tx.query(
    `insert into processes (id, role, version, host, started_at, seen_at, bots, memory_mb, free_mb)
     values ($1, $2, $3, $4, ${at(5)}, ${at(6)}, $7, $8, $9)
     on conflict (id) do update set seen_at = excluded.seen_at, bots = excluded.bots, memory_mb = excluded.memory_mb,
       free_mb = excluded.free_mb`,
    [id, role, version, host, startedAt, seenAt, bots, memoryMb, freeMb],
  );
}

/**
 * How many commits have waited for a synchronous standby for longer than a moment: those of Hangtag's role, because PostgreSQL
 * shows no others.
 */
export const countWaitingForStandby = async (db: Queryable): Promise<number> =>
  (await firstValue<number>(
    db,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '2 seconds'`,
  )) ?? 0;

export async function removeProcess(db: Queryable, id: string): Promise<void> {
  await db.query('delete from processes where id = $1', [id]);
}

export const findProcesses = (db: Queryable, since: Instant): Promise<ProcessRow[]> =>
  rowsOf(
    db,
    `select role, version, host, started_at as "startedAt", seen_at as "seenAt", bots, memory_mb as "memoryMb",
       free_mb as "freeMb"
     from processes where seen_at > ${at(1)} order by role, started_at, id`,
    [since],
  );

/** The processes with a heartbeat within this time, by the database's clock. */
export const findLiving = (db: Queryable, withinMs: number): Promise<{ role: string; host: string }[]> =>
  rowsOf(
    db,
    `select role, host from processes where seen_at > now() - $1 * interval '1 millisecond' order by role, host`,
    [withinMs],
  );

export async function addCounts(
  tx: Queryable,
  moment: Instant,
  counts: readonly { name: string; count: number }[],
): Promise<void> {
  if (counts.length === 0) return;
  await tx.query(
    `insert into operation_counts as c (at, name, count)
     select ${at(1)}, given.name, given.count from unnest($2::text[], $3::bigint[]) as given(name, count)
     on conflict (at, name) do update set count = c.count + excluded.count`,
    [moment, ...listsOf(counts, 'name', 'count')],
  );
}

/** The sums of what was counted after a moment, by name. */
export async function sumCounts(db: Queryable, after: Instant): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; count: number }>(
    `select name, sum(count)::float8 as count from operation_counts where at > ${at(1)} group by name`,
    [after],
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

export async function dropOld(db: Queryable, { before }: { before: Instant }): Promise<void> {
  await db.query(`delete from operation_counts where at < ${at(1)}`, [before]);
  await db.query(`delete from processes where seen_at < ${at(1)}`, [before]);
}

type DatabaseFacts = { version: string; bytes: number; connections: number; mostConnections: number };

export const readDatabaseFacts = (db: Queryable): Promise<DatabaseFacts> =>
  oneRow(
    db,
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
       current_setting('max_connections')::int as "mostConnections"`,
  );

type BotHealth = { running: number; overdue: number; unsettled: number };

export const readBotHealth = (db: Queryable): Promise<BotHealth> =>
  oneRow(db, 'select running, overdue, unsettled from bot_health');

export const countBots = (
  db: Queryable,
): Promise<{ state: BotState; pauseReason: PauseReason | null; bots: number }[]> =>
  rowsOf(
    db,
    `select state, case when state = 'paused' then pause_reason end as "pauseReason", count(*)::int as bots
     from bot_states group by 1, 2 order by 3 desc, 2`,
  );

type NewPause = { sellerId: string; reason: PauseReason; at: Instant; resumesAt: Instant | null };

export const findNewestPauses = (db: Queryable, limit: number): Promise<NewPause[]> =>
  rowsOf(
    db,
    `select user_id::text as "sellerId", pause_reason as reason, paused_at as at, resumes_at as "resumesAt"
     from bot_states where state = 'paused' and pause_reason is not null and paused_at is not null
     order by paused_at desc, user_id limit $1`,
    [limit],
  );

type CircuitRow = { practice: boolean; heldUntil: Instant | null; refusing: number };

export const readCircuits = (db: Queryable): Promise<CircuitRow[]> =>
  rowsOf(db, 'select practice, held_until as "heldUntil", refusing from marketplace_guards order by practice');

type BackupFile = { file: string; bytes: number; isEncrypted: boolean };
type BackupRow = BackupFile & { at: Instant; triedAt: Instant | null };

/** `takenAt`: as the file itself says, by which it is recognized later. */
export async function recordBackup(
  db: Queryable,
  { takenAt, file, bytes, isEncrypted }: BackupFile & { takenAt: string },
): Promise<void> {
  await db.query('insert into backups (taken_at, file, bytes, is_encrypted) values ($1, $2, $3, $4)', [
    takenAt,
    file,
    bytes,
    isEncrypted,
  ]);
  await db.query('delete from backups where id <= (select id from backups order by id desc offset 100 limit 1)');
}

/** A test restored this backup. Resolves to false if this installation did not make it. */
export const recordTrial = (db: Queryable, takenAt: string): Promise<boolean> =>
  isAny(db, 'update backups set tried_at = now() where taken_at = $1', [takenAt]);

export const findLastBackup = (db: Queryable): Promise<BackupRow | null> =>
  firstRow(
    db,
    `select taken_at as at, file, bytes::float8 as bytes, is_encrypted as "isEncrypted", tried_at as "triedAt"
     from backups order by id desc limit 1`,
  );

/** The newest backup that a test has restored. */
export const findLastTrial = (db: Queryable): Promise<Instant | null> =>
  firstValue(db, 'select max(tried_at) as at from backups');

export async function insertSession(db: Queryable, hash: string, expiresAt: Instant): Promise<void> {
  await db.query(`insert into operator_sessions (token_hash, expires_at) values ($1, ${at(2)})`, [hash, expiresAt]);
}

export const findSession = (db: Queryable, hash: string, now: Instant): Promise<Instant | null> =>
  firstValue(
    db,
    `select expires_at as "expiresAt" from operator_sessions where token_hash = $1 and expires_at > ${at(2)}`,
    [hash, now],
  );

export async function removeSession(db: Queryable, hash: string): Promise<void> {
  await db.query('delete from operator_sessions where token_hash = $1', [hash]);
}

export async function dropEndedSessions(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from operator_sessions where expires_at <= ${at(1)}`, [now]);
}

type HoldTimes = { at: Instant; until: Instant | null; releasedAt: Instant | null };
export type HoldRow = Omit<HoldRecord, keyof HoldTimes> & HoldTimes;
export type Holder = Pick<HoldRow, 'via' | 'who'>;

const columns = `at, until, reason, via, who, released_at as "releasedAt", released_via as "releasedVia",
  released_who as "releasedWho"`;

export const findHoldInForce = (db: Queryable, now: Instant): Promise<HoldRow | null> =>
  firstRow(db, `select ${columns} from holds where released_at is null and (until is null or until > ${at(1)})`, [now]);

/** Newest first. A hold that ran out shows its own end. */
export const findHolds = (db: Queryable, limit: number): Promise<HoldRow[]> =>
  rowsOf(db, `select ${columns} from holds order by id desc limit $1`, [limit]);

/** One change of the hold at a time. */
export async function lockHolds(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('holds', 0))`);
}

/** Resolves to whether a hold was in force. One whose time was over ends at that time. */
export const endHold = async (tx: Queryable, { via, who, now }: Holder & { now: Instant }): Promise<boolean> =>
  (await firstValue<boolean>(
    tx,
    `update holds set released_at = least(until, ${at(1)}),
       released_via = case when until <= ${at(1)} then 'time' else $2 end,
       released_who = case when until <= ${at(1)} then null else $3 end
     where released_at is null
     returning released_via <> 'time' as "wasInForce"`,
    [now, via, who],
  )) ?? false;

export async function insertHold(
  tx: Queryable,
  hold: Holder & { reason: string | null; until: Instant | null; now: Instant },
): Promise<void> {
  await tx.query(`insert into holds (at, until, reason, via, who) values (${at(1)}, ${at(2)}, $3, $4, $5)`, [
    hold.now,
    hold.until,
    hold.reason,
    hold.via,
    hold.who,
  ]);
}

/** Keeps the newest ones. */
export async function dropOldHolds(tx: Queryable, kept: number): Promise<void> {
  await tx.query('delete from holds where id <= (select id from holds order by id desc offset $1 limit 1)', [kept]);
}

/** For how long all bots were held since a moment. */
export const sumHeldMs = async (db: Queryable, { since, now }: { since: Instant; now: Instant }): Promise<number> =>
  (await firstValue<number>(
    db,
    `select coalesce(sum(extract(epoch from
         least(coalesce(released_at, until, ${at(2)}), ${at(2)}) - greatest(at, ${at(1)})) * 1000), 0)::float8 as ms
     from holds where coalesce(released_at, until, 'infinity') > ${at(1)}`,
    [since, now],
  )) ?? 0;
