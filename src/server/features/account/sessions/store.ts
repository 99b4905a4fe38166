import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

export async function insertSession(
  tx: Queryable,
  session: { userId: string; tokenHash: string; userAgent: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  await tx.query(
    `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, ${at(4)}, ${at(4)}, ${at(5)})`,
    [session.userId, session.tokenHash, session.userAgent, session.now, session.expiresAt],
  );
}

export type FoundSession = { id: string; userId: string; isGuest: boolean; createdAt: Instant; lastSeenAt: Instant };

/** The session behind a token while it lives; a guest's ends with the guest. */
export async function findSession(db: Queryable, tokenHash: string, now: Instant): Promise<FoundSession | null> {
  const { rows } = await db.query<FoundSession>(
    `/* prepared */ select s.id, s.user_id as "userId", u.guest_until is not null as "isGuest",
       s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
     from sessions s join users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > ${at(2)} and (u.guest_until is null or u.guest_until > ${at(2)})`,
    [tokenHash, now],
  );
  return rows[0] ?? null;
}

export async function touchSession(
  db: Queryable,
  session: { id: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  await db.query(`update sessions set last_seen_at = ${at(2)}, expires_at = ${at(3)} where id = $1`, [
    session.id,
    session.now,
    session.expiresAt,
  ]);
}

export type ListedSession = { id: string; createdAt: Instant; lastSeenAt: Instant; userAgent: string };

export async function listSessions(db: Queryable, userId: string, now: Instant): Promise<ListedSession[]> {
  const { rows } = await db.query<ListedSession>(
    `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", user_agent as "userAgent"
     from sessions where user_id = $1 and expires_at > ${at(2)} order by last_seen_at desc, id desc limit 200`,
    [userId, now],
  );
  return rows;
}

/**
 * A session that is signed out takes the device along that turned messages on with it. One that only ran out does not: the bot
 * may need a seller who has not looked in for a month.
 */
const andDevices = (sessions: string): string =>
  `with ended as (${sessions} returning id),
     silent as (delete from push_subscriptions where session_id in (select id from ended))
   select id from ended`;

/** Whether there was such a session of this user. */
export async function endSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const ended = andDevices('delete from sessions where user_id = $1 and id = $2');
  return (await db.query(ended, [userId, sessionId])).count > 0;
}

export async function endSessionOfToken(db: Queryable, tokenHash: string): Promise<void> {
  await db.query(andDevices('delete from sessions where token_hash = $1'), [tokenHash]);
}

/** All of a user's but the one that is named, and every device but the one that belongs to it. */
export async function endOtherSessions(tx: Queryable, userId: string, keptId: string | null): Promise<void> {
  await tx.query(
    `delete from push_subscriptions
     where user_id = $1 and ($2::bigint is null or session_id is distinct from $2::bigint)`,
    [userId, keptId],
  );
  await tx.query('delete from sessions where user_id = $1 and ($2::bigint is null or id <> $2)', [userId, keptId]);
}

export async function pruneSessions(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from sessions where expires_at <= ${at(1)}`, [now]);
}
