// The SQL of browsers that an account was used in.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../../sql.ts';

/**
 * The first browser of an account counts as recognized, because there is no other one to ask. A later one doesn't, even if every
 * recognized one was signed out: a thief may have done that.
 */
export async function saveBrowser(
  tx: Queryable,
  browser: { userId: string; tokenHash: string; userAgent: string; address: string; now: Instant },
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await tx.query<{ id: string; isNew: boolean }>(
    `insert into known_browsers (user_id, token_hash, user_agent, address, first_seen_at, last_seen_at, recognized_at)
     values ($1, $2, $3, $4, ${at(5)}, ${at(5)},
       case when not exists (select from known_browsers where user_id = $1) then ${at(5)} end)
     on conflict (user_id, token_hash) do update set last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent
     returning id, xmax = 0 as "isNew"`,
    [browser.userId, browser.tokenHash, browser.userAgent, browser.address, browser.now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The browser was not written.');
  return row;
}

/**
 * Forgets the browsers that were unused for longest, beyond `most`, and never the one in use. Recognized ones stay for longest, so
 * that a thief's browsers, however many, can't replace them.
 */
export async function removeSurplusBrowsers(
  tx: Queryable,
  userId: string,
  { most, usedId }: { most: number; usedId: string },
): Promise<void> {
  await tx.query(
    `delete from known_browsers where id in (
       select id from known_browsers where user_id = $1
       order by id = $3 desc, recognized_at is not null desc, last_seen_at desc, id desc offset $2
     )`,
    [userId, most, usedId],
  );
}

export const hasPhone = async (db: Queryable, userId: string): Promise<boolean> => {
  const { count } = await db.query(
    `select 1 from known_browsers where user_id = $1 and user_agent ~ 'iPhone|iPad|iPod|Android' limit 1`,
    [userId],
  );
  return count > 0;
};

type FoundBrowser = { id: string; userAgent: string; address: string; at: Instant };

/**
 * Browsers that nobody has recognized. Only a session in a recognized browser, or one older than `trustedBefore`, sees them, so
 * that a thief can't recognize their own. A session whose browser was forgotten is as old as it is itself.
 */
export async function findUnrecognized(
  db: Queryable,
  ask: { userId: string; sessionId: string; since: Instant; trustedBefore: Instant },
): Promise<FoundBrowser[]> {
  const { rows } = await db.query<FoundBrowser>(
    `select b.id, b.user_agent as "userAgent", b.address, b.first_seen_at as at from known_browsers b
     where b.user_id = $1 and b.recognized_at is null and b.first_seen_at > ${at(3)} and exists (
       select from sessions s left join known_browsers own on own.id = s.browser_id
       where s.id = $2 and s.user_id = $1 and s.browser_id is distinct from b.id
         and (own.recognized_at is not null or coalesce(own.first_seen_at, s.created_at) < ${at(4)})
     ) order by b.first_seen_at desc limit 20`,
    [ask.userId, ask.sessionId, ask.since, ask.trustedBefore],
  );
  return rows;
}

export async function isRecognized(
  db: Queryable,
  browser: { tokenHash: string } & ({ id: string } | { email: string }),
): Promise<boolean> {
  const [column, value] = 'id' in browser ? ['u.id', browser.id] : ['u.email', browser.email];
  const { count } = await db.query(
    `select 1 from known_browsers b join users u on u.id = b.user_id
     where ${column} = $1 and b.token_hash = $2 and b.recognized_at is not null`,
    [value, browser.tokenHash],
  );
  return count > 0;
}

export async function saveRecognized(db: Queryable, userId: string, id: string, now: Instant): Promise<void> {
  await db.query(`update known_browsers set recognized_at = ${at(3)} where user_id = $1 and id = $2`, [
    userId,
    id,
    now,
  ]);
}

/** Resolves to false if this account has no such browser. */
export async function removeBrowser(tx: Queryable, userId: string, id: string): Promise<boolean> {
  return (await tx.query('delete from known_browsers where user_id = $1 and id = $2', [userId, id])).count > 0;
}

export async function forgetBrowsers(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from known_browsers where user_id = $1', [userId]);
}

export async function pruneBrowsers(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from known_browsers where last_seen_at < ${at(1)}`, [before]);
}
