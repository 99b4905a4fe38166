// Applies events to bots: locks their rows, looks up the transitions, and writes the results.

import type { Database, Queryable } from '#domain/ports/database.ts';
import { lockBotRow, writeBotRows } from './bot-row.ts';
import type { BotEvent, BotRow, Changed } from './events.ts';
import { transition } from './transitions.ts';

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
