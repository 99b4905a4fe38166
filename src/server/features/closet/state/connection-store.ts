// The SQL of a connection's state, as the connection panel shows it.

import type { ConnectionReason } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

export async function saveConnectionIssue(
  db: Queryable,
  { userId, reason, message }: { userId: string; reason: ConnectionReason; message: string },
): Promise<void> {
  await db.query(
    `update closets set state = 'connection_issue', reason = $2, reason_message = $3
     where user_id = $1 and (credentials is not null or session is not null or pending_sign_in is not null
       or transport = 'browser')`,
    [userId, reason, message],
  );
}

export async function saveReady(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update closets set state = 'ready', reason = null, reason_message = null
     where user_id = $1 and session is not null and state <> 'ready'`,
    [userId],
  );
}

/** Ready again if the connection issue was one of `reasons`; any other one stays. */
export async function endConnectionIssue(
  db: Queryable,
  userId: string,
  reasons: readonly ConnectionReason[],
): Promise<void> {
  await db.query(
    `update closets set state = 'ready', reason = null, reason_message = null
     where user_id = $1 and session is not null and reason = any($2::text[])`,
    [userId, reasons],
  );
}

export async function saveTested(db: Queryable, userId: string, now: Instant): Promise<void> {
  await db.query(`update closets set last_tested_at = ${at(2)} where user_id = $1`, [userId, now]);
}
