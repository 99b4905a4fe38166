/** The SQL of the security log. */
import type { SecurityEvent } from '#contract/schemas/account.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

type LoggedEvent = { what: SecurityEvent; at: Instant; address: string | null; userAgent: string | null };

export async function insertEvent(tx: Queryable, userId: string, event: LoggedEvent): Promise<void> {
  await tx.query(
    `insert into account_events (user_id, what, at, address, user_agent) values ($1, $2, ${at(3)}, $4, $5)`,
    [userId, event.what, event.at, event.address, event.userAgent],
  );
}

/** Newest first. */
export async function listEvents(db: Queryable, userId: string, most: number): Promise<LoggedEvent[]> {
  const { rows } = await db.query<LoggedEvent>(
    `select what, at, address, user_agent as "userAgent" from account_events
     where user_id = $1 order by id desc limit $2`,
    [userId, most],
  );
  return rows;
}
