// The SQL of the security log.

import type { SecurityEvent } from '#contract/schemas/account/security.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

type LoggedEvent = { what: SecurityEvent; at: Instant; address: string | null; userAgent: string | null };
type ShownEvent = LoggedEvent & { signedInBrowser: string | null };

export async function insertEvent(
  tx: Queryable,
  userId: string,
  event: LoggedEvent & { browserId: string | null },
): Promise<void> {
  await tx.query(
    `insert into account_events (user_id, what, at, address, user_agent, browser_id)
     values ($1, $2, ${at(3)}, $4, $5, $6)`,
    [userId, event.what, event.at, event.address, event.userAgent, event.browserId],
  );
}

/** Newest first, for one of the user's sessions. */
export async function listEvents(
  db: Queryable,
  { userId, sessionId, now, most }: { userId: string; sessionId: string; now: Instant; most: number },
): Promise<ShownEvent[]> {
  const { rows } = await db.query<ShownEvent>(
    `select e.what, e.at, e.address, e.user_agent as "userAgent",
       case when e.what = 'new_browser' and exists (
         select from sessions s where s.user_id = $1 and s.browser_id = e.browser_id and s.expires_at > ${at(3)}
       ) and not exists (select from sessions own where own.id = $2 and own.browser_id = e.browser_id)
       then e.browser_id end as "signedInBrowser"
     from account_events e where e.user_id = $1 order by e.id desc limit $4`,
    [userId, sessionId, now, most],
  );
  return rows;
}
