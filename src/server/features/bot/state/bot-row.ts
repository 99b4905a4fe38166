// Reads, locks, and writes rows of the table `bots`, and applies events to them. Nothing else in the program writes to that table.
//
// Every lock is `for no key update`, held up to the end of the transaction. Many rows are locked with `skip locked`, so
// no worker waits for a seller or for another worker: what is skipped comes up again with the next round of work.

import { type BotState, dailyLimit, type LimitReason, type PauseReason, standardSettings } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at } from '../../../sql.ts';
import type { BotEvent, BotRow, Changed, Documents, Phase } from './events.ts';
import { transition } from './transitions.ts';

/** The columns of a row but its seller, of `bots` under the name `b`. */
export const botColumns = `b.epoch, b.revision, b.owner, b.due_at as "dueAt", b.state, b.round_id as "roundId",
  b.pause_reason as "pauseReason", b.pause_message as "pauseMessage", b.paused_at as "pausedAt", b.resumes_at as "resumesAt",
  b.last_round_at as "lastRoundAt", b.limit_in_force as "limitInForce", b.limit_reason as "limitReason",
  b.limit_reached_at as "limitReachedAt", b.starts_again_at as "startsAgainAt", b.share_day as "shareDay",
  b.rolling_until as "rollingUntil", b.started_at as "startedAt", b.started_by_seller_at as "startedBySellerAt",
  b.consented_at as "consentedAt", b.browser_lost_at as "browserLostAt", b.browser_noticed_on as "browserNoticedOn"`;
const columns = `b.user_id as "userId", ${botColumns}`;

export type StoredBot = Omit<BotRow, 'phase'> & {
  state: BotState;
  roundId: string | null;
  pauseReason: PauseReason | null;
  pauseMessage: string | null;
  pausedAt: Instant | null;
  resumesAt: Instant | null;
  limitReason: LimitReason | null;
  browserLostAt: Instant | null;
};

/** In a row, the phase has these. */
type FieldsOfPhase = 'state' | 'roundId' | 'pauseReason' | 'pauseMessage' | 'pausedAt' | 'resumesAt' | 'browserLostAt';

/** Locks one bot, after waiting for its current lock. null if the seller has no bot yet. */
export async function lockBotRow(tx: Queryable, userId: string): Promise<BotRow | null> {
  const { rows } = await tx.query<StoredBot>(
    `/* prepared */ select ${columns} from bots b where user_id = $1 for no key update`,
    [userId],
  );
  return rows[0] === undefined ? null : toRow(rows[0]);
}

/** Creates a stopped bot with default settings, unless the seller has one. */
export async function makeBotRow(tx: Queryable, userId: string): Promise<void> {
  await tx.query('insert into bots (user_id, settings, limit_in_force) values ($1, $2, $3) on conflict do nothing', [
    userId,
    JSON.stringify(standardSettings),
    dailyLimit.standard,
  ]);
}

/** Those of these bots that no other transaction has locked. */
export const lockBotRows = (tx: Queryable, userIds: readonly string[]): Promise<BotRow[]> =>
  lockWhere(tx, 'user_id = any($1::bigint[])', [userIds]);

/** The bots that this worker may claim, the longest due first. None after its lease has ended. */
export async function lockDueBotRows(
  tx: Queryable,
  { workerId, dueBefore, limit }: { workerId: string; dueBefore: Instant; limit: number },
): Promise<BotRow[]> {
  // Locks the worker's row against deletion, so that no bot is claimed for a worker whose bots were already freed.
  const { rows } = await tx.query<StoredBot>(
    `/* prepared */ with own as materialized (
       select id from workers where id = $1 and lease_until > now() and timeline = database_timeline() for key share
     )
     select ${columns} from bots b
     where state <> 'stopped' and owner is null and due_at <= ${at(2)} and exists (select from own)
     order by due_at limit $3 for no key update of b skip locked`,
    [workerId, dueBefore, limit],
  );
  return rows.map(toRow);
}

export const lockRowsOfWorker = (tx: Queryable, workerId: string): Promise<BotRow[]> =>
  lockWhere(tx, 'owner = $1', [workerId]);

/** Bots that this worker owns and doesn't know of. */
export const lockRowsUnknownTo = (tx: Queryable, workerId: string, known: readonly string[]): Promise<BotRow[]> =>
  lockWhere(tx, 'owner = $1 and user_id <> all($2::bigint[])', [workerId, known]);

/** Running bots whose owner is no worker, or that have neither owner nor due time and don't wait for the seller. */
export const lockOrphanedRows = (tx: Queryable): Promise<BotRow[]> =>
  lockWhere(
    tx,
    `state <> 'stopped' and (
       (owner is not null and not exists (select from workers w where w.id = b.owner))
       or (owner is null and due_at is null and state <> 'waiting_for_browser'
         and not (state = 'paused' and resumes_at is null))
     )`,
    [],
  );

/** Bots that run or will start on their own. */
export const lockRunningRows = (tx: Queryable): Promise<BotRow[]> =>
  lockWhere(tx, `state <> 'stopped' or starts_again_at is not null`, []);

async function lockWhere(tx: Queryable, which: string, params: unknown[]): Promise<BotRow[]> {
  const { rows } = await tx.query<StoredBot>(
    `/* prepared */ select ${columns} from bots b where ${which} order by user_id for no key update skip locked`,
    params,
  );
  return rows.map(toRow);
}

async function writeBotRows(tx: Queryable, changes: readonly { row: BotRow; documents: Documents }[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `/* prepared */ update bots b set epoch = a.epoch, revision = a.revision, owner = a.owner, due_at = a.due_at,
       state = a.state, round_id = a.round_id, pause_reason = a.pause_reason, pause_message = a.pause_message,
       paused_at = a.paused_at, resumes_at = a.resumes_at, last_round_at = a.last_round_at,
       limit_in_force = a.limit_in_force, limit_reason = a.limit_reason, limit_reached_at = a.limit_reached_at,
       starts_again_at = a.starts_again_at,
       share_day = a.share_day, rolling_until = a.rolling_until, started_at = a.started_at,
       started_by_seller_at = a.started_by_seller_at,
       consented_at = a.consented_at, browser_lost_at = a.browser_lost_at,
       browser_noticed_on = a.browser_noticed_on, settings = coalesce(a.settings, b.settings),
       backoff = coalesce(a.backoff, b.backoff)
     from json_to_recordset($1::json) as a(user_id bigint, epoch bigint, revision bigint, owner uuid, due_at timestamptz,
       state text, round_id bigint, pause_reason text, pause_message text, paused_at timestamptz, resumes_at timestamptz,
       last_round_at timestamptz, limit_in_force int, limit_reason text, limit_reached_at timestamptz, starts_again_at timestamptz, share_day text,
       rolling_until timestamptz, started_at timestamptz, started_by_seller_at timestamptz, consented_at timestamptz, browser_lost_at timestamptz,
       browser_noticed_on text, settings jsonb, backoff jsonb)
     where b.user_id = a.user_id`,
    [JSON.stringify(changes.map(({ row, documents }) => toColumns(row, documents)))],
  );
}

export function toRow<S extends StoredBot>(stored: S): Omit<S, FieldsOfPhase> & { phase: Phase } {
  const { state, roundId, pauseReason, pauseMessage, pausedAt, resumesAt, browserLostAt, ...rest } = stored;
  return { ...rest, phase: phaseOf(stored) };
}

/**
 * A row that no transition could have written is read as the nearest safe one, because a single bad row must not stop a claim of
 * 200.
 */
function phaseOf({ state, roundId, pauseReason, pauseMessage, pausedAt, resumesAt, browserLostAt }: StoredBot): Phase {
  switch (state) {
    case 'stopped':
    case 'waiting':
      return { state };
    case 'sharing':
      return roundId === null ? { state: 'waiting' } : { state, roundId };
    case 'waiting_for_browser':
      return { state, roundId, lostAt: browserLostAt ?? 0 };
    case 'paused': {
      const reason = pauseReason ?? 'marketplace_changed';
      return { state, roundId, pause: { reason, message: pauseMessage ?? '', at: pausedAt ?? 0, resumesAt } };
    }
  }
}

function toColumns(row: BotRow, { settings, backoff }: Documents) {
  const { phase } = row;
  const pause = phase.state === 'paused' ? phase.pause : null;
  return {
    user_id: row.userId,
    epoch: row.epoch,
    revision: row.revision,
    owner: row.owner,
    due_at: timestamp(row.dueAt),
    state: phase.state,
    round_id: 'roundId' in phase ? phase.roundId : null,
    pause_reason: pause?.reason,
    pause_message: pause?.message,
    paused_at: timestamp(pause?.at ?? null),
    resumes_at: timestamp(pause?.resumesAt ?? null),
    last_round_at: timestamp(row.lastRoundAt),
    limit_in_force: row.limitInForce,
    limit_reason: row.limitReason,
    limit_reached_at: timestamp(row.limitReachedAt),
    starts_again_at: timestamp(row.startsAgainAt),
    share_day: row.shareDay,
    rolling_until: timestamp(row.rollingUntil),
    started_at: timestamp(row.startedAt),
    started_by_seller_at: timestamp(row.startedBySellerAt),
    consented_at: timestamp(row.consentedAt),
    browser_lost_at: phase.state === 'waiting_for_browser' ? timestamp(phase.lostAt) : null,
    browser_noticed_on: row.browserNoticedOn,
    settings,
    backoff,
  };
}

const timestamp = (instant: Instant | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

/** Applies an event to one bot. Resolves to null if the seller has none, or the event can't happen. */
export async function changeBot(db: Queryable, userId: string, event: BotEvent): Promise<Changed | null> {
  return inTransaction(db, async (tx) => {
    const row = await lockBotRow(tx, userId);
    return row && changeLockedBot(tx, row, event);
  });
}

/** The same for a row that this transaction has locked. */
export async function changeLockedBot<R extends BotRow>(
  tx: Queryable,
  row: R,
  event: BotEvent,
): Promise<Changed<R> | null> {
  const done = transition(row, event);
  if (done !== null) await writeBotRows(tx, [done]);
  return done;
}

/** Applies an event to each of many locked rows, in one statement. Rows for which it is impossible are left out. */
export async function changeLockedBots(
  tx: Queryable,
  rows: readonly BotRow[],
  eventOf: (row: BotRow) => BotEvent,
): Promise<BotRow[]> {
  const changes = rows.flatMap((row) => transition(row, eventOf(row)) ?? []);
  await writeBotRows(tx, changes);
  return changes.map(({ row }) => row);
}

/** Locks last as long as their transaction, so a caller without one gets one. */
export const inTransaction = <T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  isDatabase(db) ? db.transaction(work) : work(db);

const isDatabase = (db: Queryable): db is Database => 'transaction' in db;
