// Reads, locks, and writes rows of the table `bots`, and applies events to them. Nothing else in the program writes to that table.
//
// Every lock is `for no key update`, held up to the end of the transaction. Many rows are locked with `skip locked`, so
// no worker waits for a seller or for another worker: what is skipped comes up again with the next round of work.

import { type BotState, dailyLimit, type LimitReason, type PauseReason, standardSettings } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at } from '../../../sql.ts';
import { type BotEvent, type BotRow, type Changed, type Documents, type Phase, roundOf } from './events.ts';
import { transition } from './transitions.ts';

/** The columns of a row but its seller, with their types. */
const types = {
  epoch: 'bigint',
  revision: 'bigint',
  owner: 'uuid',
  dueAt: 'timestamptz',
  state: 'text',
  roundId: 'bigint',
  pauseReason: 'text',
  pauseMessage: 'text',
  pausedAt: 'timestamptz',
  resumesAt: 'timestamptz',
  lastRoundAt: 'timestamptz',
  limitInForce: 'int',
  limitReason: 'text',
  limitReachedAt: 'timestamptz',
  startsAgainAt: 'timestamptz',
  shareDay: 'text',
  rollingUntil: 'timestamptz',
  startedAt: 'timestamptz',
  startedBySellerAt: 'timestamptz',
  consentedAt: 'timestamptz',
  browserLostAt: 'timestamptz',
  browserNoticedOn: 'text',
} satisfies Record<Exclude<keyof StoredBot, 'userId'>, string>;
const fields = Object.entries(types) as [keyof typeof types, string][];
/** `dueAt` is stored in `due_at`. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const listed = (write: (field: string, type: string) => string): string =>
  fields.map(([field, type]) => write(field, type)).join(', ');

/** The same in a statement, of `bots` under the name `b`. */
export const botColumns = listed((field) => `b.${columnOf(field)} as "${field}"`);
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
    `/* prepared */ update bots b set ${listed((field) => `${columnOf(field)} = a."${field}"`)},
       settings = coalesce(a.settings, b.settings), backoff = coalesce(a.backoff, b.backoff)
     from json_to_recordset($1::json) as a("userId" bigint, ${listed((field, type) => `"${field}" ${type}`)}, settings jsonb, backoff jsonb)
     where b.user_id = a."userId"`,
    [JSON.stringify(changes.map(toStored))],
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

/** `settings` and `backoff` of a row that was read with them are not written, only those of an event. */
function toStored({ row, documents }: { row: BotRow; documents: Documents }) {
  const { phase, userId } = row;
  const pause = phase.state === 'paused' ? phase.pause : null;
  const stored: StoredBot = {
    ...row,
    state: phase.state,
    roundId: roundOf(phase),
    pauseReason: pause?.reason ?? null,
    pauseMessage: pause?.message ?? null,
    pausedAt: pause?.at ?? null,
    resumesAt: pause?.resumesAt ?? null,
    browserLostAt: phase.state === 'waiting_for_browser' ? phase.lostAt : null,
  };
  const values = fields.map(([field, type]) => {
    const value = stored[field];
    return [field, type === 'timestamptz' && value !== null ? new Date(value).toISOString() : value];
  });
  return { userId, ...documents, ...Object.fromEntries(values) };
}

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
