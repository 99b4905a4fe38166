// The SQL of sessions.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstValue, listsOf, oneRow, rowsOf, valuesOf } from '../../../sql.ts';

export async function insertSession(
  tx: Queryable,
  session: {
    userId: string;
    tokenHash: string;
    userAgent: string;
    browserId: string;
    now: Instant;
    expiresAt: Instant;
    confirmedAt: Instant | null;
  },
): Promise<string> {
  const { id } = await oneRow<{ id: string }>(
    tx,
    `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, confirmed_at, expires_at, browser_id)
     values ($1, $2, $3, ${at(4)}, ${at(4)}, ${at(7)}, ${at(5)}, $6) returning id`,
    [
      session.userId,
      session.tokenHash,
      session.userAgent,
      session.now,
      session.expiresAt,
      session.browserId,
      session.confirmedAt,
    ],
  );
  return id;
}

/** Ends the sessions that were unused for longest, beyond `most`. Their devices stay, as after a session that ran out. */
export async function removeSurplusSessions(tx: Queryable, userId: string, most: number): Promise<void> {
  await tx.query(
    `delete from sessions where id in (
       select id from sessions where user_id = $1 order by last_seen_at desc, id desc offset $2
     )`,
    [userId, most],
  );
}

type FoundSession = {
  id: string;
  userId: string;
  isGuest: boolean;
  createdAt: Instant;
  lastSeenAt: Instant;
  confirmedAt: Instant | null;
};

/** The sessions of these tokens, by their hashes, unless they or their guests have expired. */
export async function findSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  now: Instant,
): Promise<Map<string, FoundSession>> {
  const { rows } = await db.query<FoundSession & { tokenHash: string }>(
    `/* prepared */ select s.token_hash as "tokenHash", s.id, s.user_id as "userId", u.guest_until is not null as "isGuest",
       s.created_at as "createdAt", s.last_seen_at as "lastSeenAt", s.confirmed_at as "confirmedAt"
     from sessions s join users u on u.id = s.user_id
     where s.token_hash = any($1::text[]) and s.expires_at > ${at(2)}
       and (u.guest_until is null or u.guest_until > ${at(2)})`,
    [tokenHashes, now],
  );
  return new Map(rows.map(({ tokenHash, ...session }) => [tokenHash, session]));
}

/** When a session was used, and until when it lasts now. */
export type Touch = { id: string; now: Instant; expiresAt: Instant };

/** A session that is changed at this moment is left out: it is being used as well, or it ends. */
export async function touchSessions(db: Queryable, touches: readonly Touch[]): Promise<void> {
  await db.query(
    `/* prepared */ with free as materialized (
       select id from sessions where id = any($1::bigint[]) order by id for no key update skip locked
     )
     update sessions s set last_seen_at = to_timestamp(t.now / 1000), expires_at = to_timestamp(t.expires_at / 1000)
     from unnest($1::bigint[], $2::double precision[], $3::double precision[]) as t(id, now, expires_at)
       join free using (id)
     where s.id = t.id`,
    listsOf(touches, 'id', 'now', 'expiresAt'),
  );
}

export async function saveConfirmed(db: Queryable, sessionId: string, now: Instant): Promise<void> {
  await db.query(`update sessions set confirmed_at = ${at(2)} where id = $1`, [sessionId, now]);
}

export const browserOf = (db: Queryable, sessionId: string): Promise<string | null> =>
  firstValue(db, 'select browser_id as id from sessions where id = $1', [sessionId]);

export type ListedSession = { id: string; createdAt: Instant; lastSeenAt: Instant; userAgent: string };

export const listSessions = (db: Queryable, userId: string, now: Instant): Promise<ListedSession[]> =>
  rowsOf(
    db,
    `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", user_agent as "userAgent"
     from sessions where user_id = $1 and expires_at > ${at(2)} order by last_seen_at desc, id desc limit 200`,
    [userId, now],
  );

/** Of these tokens, those without a session that still lasts. Asked about thousands every few seconds, and hardly any has ended. */
export const findEnded = (db: Queryable, tokenHashes: readonly string[], now: Instant): Promise<string[]> =>
  valuesOf(
    db,
    `/* prepared */ select asked.hash as "tokenHash" from unnest($1::text[]) as asked(hash) where not exists (
       select from sessions s join users u on u.id = s.user_id
       where s.token_hash = asked.hash and s.expires_at > ${at(2)} and (u.guest_until is null or u.guest_until > ${at(2)})
     )`,
    [tokenHashes, now],
  );

export async function pruneSessions(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from sessions where expires_at <= ${at(1)}`, [now]);
}

/** Those that a backup brought along, and its links. */
export async function endRestoredSessions(tx: Queryable): Promise<void> {
  await tx.query('delete from sessions');
  await tx.query('delete from password_resets');
  await tx.query('delete from passkey_challenges');
}

/**
 * Turns off the push messages of devices that subscribed in a session that is signed out. It runs before the session's row
 * is removed. A session that only expires keeps its devices: the bot may need a seller who has been away for a month.
 */
export type SessionDevices = {
  onSessionEnding(tx: Queryable, sessionId: string): Promise<void>;
  onOtherSessionsEnding(tx: Queryable, userId: string, keptSessionId: string | null): Promise<void>;
};

/** Signs sessions out, and turns off the push messages of their devices. Resolves to false if there was no such session. */
async function end(tx: Queryable, devices: SessionDevices, which: string, values: unknown[]): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from sessions where ${which} order by id for update`,
    values,
  );
  for (const { id } of rows) {
    await devices.onSessionEnding(tx, id);
    await tx.query('delete from sessions where id = $1', [id]);
  }
  return rows.length > 0;
}

export const endSession = (tx: Queryable, devices: SessionDevices, userId: string, id: string): Promise<boolean> =>
  end(tx, devices, 'user_id = $1 and id = $2', [userId, id]);

export const endSessionOfToken = (tx: Queryable, devices: SessionDevices, tokenHash: string): Promise<boolean> =>
  end(tx, devices, 'token_hash = $1', [tokenHash]);

export const endSessionsOf = (tx: Queryable, devices: SessionDevices, userId: string, browserId: string) =>
  end(tx, devices, 'user_id = $1 and browser_id = $2', [userId, browserId]);

export async function endOtherSessions(
  tx: Queryable,
  devices: SessionDevices,
  { userId, keptId }: { userId: string; keptId: string | null },
): Promise<void> {
  const which = 'user_id = $1 and ($2::bigint is null or id <> $2)';
  // In the same order as one session that ends.
  await tx.query(`select 1 from sessions where ${which} order by id for update`, [userId, keptId]);
  await devices.onOtherSessionsEnding(tx, userId, keptId);
  await tx.query(`delete from sessions where ${which}`, [userId, keptId]);
}
