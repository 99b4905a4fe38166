// The SQL of links that sign a phone in.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

/** Replaces the account's link before. Resolves to the new one's id. */
export async function saveLink(
  tx: Queryable,
  link: { userId: string; sessionId: string; tokenHash: string; expiresAt: Instant },
): Promise<string> {
  await tx.query('delete from phone_links where user_id = $1', [link.userId]);
  const { rows } = await tx.query<{ id: string }>(
    `insert into phone_links (user_id, session_id, token_hash, expires_at) values ($1, $2, $3, ${at(4)}) returning id`,
    [link.userId, link.sessionId, link.tokenHash, link.expiresAt],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('A new link got no id.');
  return id;
}

/** `isOver`: it has expired, or the session that made it has ended. */
type FoundLink = {
  userId: string;
  firstName: string;
  email: string;
  expiresAt: Instant;
  isUsed: boolean;
  isOver: boolean;
};

export async function findLink(db: Queryable, tokenHash: string, now: Instant): Promise<FoundLink | null> {
  const { rows } = await db.query<FoundLink>(
    `select l.user_id as "userId", u.first_name as "firstName", u.email, l.expires_at as "expiresAt",
       l.used_at is not null as "isUsed",
       l.expires_at <= ${at(2)} or not exists (
         select from sessions s where s.id = l.session_id and s.expires_at > ${at(2)}
       ) as "isOver"
     from phone_links l join users u on u.id = l.user_id where l.token_hash = $1`,
    [tokenHash, now],
  );
  return rows[0] ?? null;
}

/** Resolves to false if another device was faster. */
export async function useLink(tx: Queryable, tokenHash: string, now: Instant): Promise<boolean> {
  const { count } = await tx.query(
    `update phone_links set used_at = ${at(2)} where token_hash = $1 and used_at is null`,
    [tokenHash, now],
  );
  return count === 1;
}

export async function saveUser(
  tx: Queryable,
  { tokenHash, sessionId, userAgent, address }: Record<'tokenHash' | 'sessionId' | 'userAgent' | 'address', string>,
): Promise<void> {
  await tx.query(
    'update phone_links set used_session_id = $2, used_by_agent = $3, used_by_address = $4 where token_hash = $1',
    [tokenHash, sessionId, userAgent, address],
  );
}

type LinkUse = {
  expiresAt: Instant;
  usedAt: Instant | null;
  sessionId: string | null;
  userAgent: string | null;
  address: string | null;
  isSignedIn: boolean;
};

export async function findUse(
  db: Queryable,
  { userId, id, now }: { userId: string; id: string; now: Instant },
): Promise<LinkUse | null> {
  const { rows } = await db.query<LinkUse>(
    `select l.expires_at as "expiresAt", l.used_at as "usedAt", l.used_session_id as "sessionId",
       l.used_by_agent as "userAgent", l.used_by_address as address,
       exists (select from sessions s where s.id = l.used_session_id and s.expires_at > ${at(3)}) as "isSignedIn"
     from phone_links l where l.user_id = $1 and l.id = $2`,
    [userId, id, now],
  );
  return rows[0] ?? null;
}

export async function pruneLinks(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from phone_links where expires_at < ${at(1)}`, [before]);
}
