// The SQL of contact messages.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, rowsOf } from '../../sql.ts';

export async function insertMessage(
  tx: Queryable,
  message: { userId: string | null; name: string; email: string; subject: string; message: string; at: Instant },
): Promise<void> {
  await tx.query(
    `insert into contact_messages (user_id, name, email, subject, message, created_at)
     values ($1, $2, $3, $4, $5, ${at(6)})`,
    [message.userId, message.name, message.email, message.subject, message.message, message.at],
  );
}

/** Keeps the newest `kept` of them. */
export async function removeOldestOfVisitors(tx: Queryable, kept: number): Promise<void> {
  await tx.query(
    `delete from contact_messages where user_id is null and id <= (
       select id from contact_messages where user_id is null order by id desc offset $1 limit 1
     )`,
    [kept],
  );
}

export async function removeMessages(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from contact_messages where user_id = $1', [userId]);
}

type StoredMessage = { at: Instant; name: string; email: string; subject: string; message: string };

/** The newest first. */
export const listMessages = (db: Queryable, limit: number): Promise<StoredMessage[]> =>
  rowsOf(db, 'select created_at as at, name, email, subject, message from contact_messages order by id desc limit $1', [
    limit,
  ]);
