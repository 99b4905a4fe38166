// The SQL of the security log.

import { type Refusal, refusals, type SecurityLogEntry } from '#contract/account/security.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

type LoggedEvent = { what: SecurityLogEntry['what']; at: Instant; address: string | null; userAgent: string | null };
type ShownEvent = LoggedEvent & { times: number; signedInBrowser: string | null };

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

/** Erases all but the newest `most` of one kind. Leaves those that another transaction is erasing right now. */
export async function eraseSurplus(
  tx: Queryable,
  userId: string,
  { what, most }: { what: SecurityLogEntry['what']; most: number },
): Promise<void> {
  await tx.query(
    // The offset is in a subquery of its own, because rows that it skips would be locked, too.
    `delete from account_events where user_id = $1 and id in (
       select id from account_events where user_id = $1 and id in (
         select id from account_events where user_id = $1 and what = $2 order by id desc offset $3
       ) for update skip locked
     )`,
    [userId, what, most],
  );
}

/** Until the transaction ends, nobody else counts this account's refusals. */
export async function lockEvents(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('events ' || $1::text, 0))`, [userId]);
}

type FoundRefusal = { id: string; what: Refusal; at: Instant; address: string | null };

/** Newest first. */
export async function findRefusals(tx: Queryable, userId: string, since: Instant): Promise<FoundRefusal[]> {
  const { rows } = await tx.query<FoundRefusal>(
    `select id, what, at, address from account_events
     where user_id = $1 and what = any($2) and at > ${at(3)} order by id desc`,
    [userId, refusals, since],
  );
  return rows;
}

export async function countAgain(tx: Queryable, id: string): Promise<void> {
  await tx.query('update account_events set times = times + 1 where id = $1', [id]);
}

/** What anyone who knows the password can make happen any number of times. */
const comings: readonly SecurityLogEntry['what'][] = [
  'signed_in',
  'new_browser',
  'phone_signed_in',
  'session_ended',
  'browser_signed_out',
];

/**
 * Newest first, for one of the user's sessions. At most `most`, `mostRefusals` of them refusals, and `mostComings` of them sign-ins
 * and sign-outs.
 */
export async function listEvents(
  db: Queryable,
  given: {
    userId: string;
    sessionId: string;
    now: Instant;
    most: number;
    mostRefusals: number;
    mostComings: number;
  },
): Promise<ShownEvent[]> {
  const { userId, sessionId, now, most, mostRefusals, mostComings } = given;
  const { rows } = await db.query<ShownEvent>(
    `select e.what, e.at, e.address, e.user_agent as "userAgent", e.times,
       case when e.what in ('new_browser', 'phone_signed_in') and exists (
         select from sessions s where s.user_id = $1 and s.browser_id = e.browser_id and s.expires_at > ${at(3)}
       ) and not exists (select from sessions own where own.id = $2 and own.browser_id = e.browser_id)
       then e.browser_id end as "signedInBrowser"
     from (
       (select * from account_events where user_id = $1 and what <> all($5::text[] || $7::text[]) order by id desc limit $4)
       union all
       (select * from account_events where user_id = $1 and what = any($5::text[]) order by id desc limit $6)
       union all
       (select * from account_events where user_id = $1 and what = any($7::text[]) order by id desc limit $8)
     ) e order by e.id desc limit $4`,
    [userId, sessionId, now, most, refusals, mostRefusals, comings, mostComings],
  );
  return rows;
}

/** When something last happened to any account; null if nothing ever did. */
export async function newestEvent(db: Queryable): Promise<Instant | null> {
  const { rows } = await db.query<{ at: Instant }>('select at from account_events order by id desc limit 1');
  return rows[0]?.at ?? null;
}
