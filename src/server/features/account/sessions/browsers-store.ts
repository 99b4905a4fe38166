// Which browsers an account was used in, by a cookie that each of them keeps.
import type { ClientInfo } from '#contract/route.ts';
import { knownBrowserLifeMs } from '#domain/account.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, isAny, oneRow, rowsOf } from '../../../sql.ts';
import { hashToken, newToken } from '../../make-token.ts';

/** `token` is for the browser's cookie: its own, if it had one. */
export type SeenBrowser = { id: string; token: string; isNew: boolean };

const mostBrowsers = 50;

/**
 * The first browser of an account counts as recognized, because there is no other one to ask. A later one doesn't, even if every
 * recognized one was signed out: a thief may have done that.
 */
export async function noteBrowser(
  tx: Queryable,
  userId: string,
  { browser, userAgent, address }: ClientInfo,
  now: Instant,
): Promise<SeenBrowser> {
  const token = browser ?? newToken();
  const seen = await oneRow<{ id: string; isNew: boolean }>(
    tx,
    `insert into known_browsers (user_id, token_hash, user_agent, address, first_seen_at, last_seen_at, recognized_at)
     values ($1, $2, $3, $4, ${at(5)}, ${at(5)},
       case when not exists (select from known_browsers where user_id = $1) then ${at(5)} end)
     on conflict (user_id, token_hash) do update set last_seen_at = excluded.last_seen_at, user_agent = excluded.user_agent
     returning id, xmax = 0 as "isNew"`,
    [userId, hashToken(token), userAgent, address, now],
  );
  // The browsers that were unused for longest go, and never the one in use. Recognized ones stay for longest, so that a thief's
  // browsers, however many, can't replace them.
  await tx.query(
    `delete from known_browsers where id in (
       select id from known_browsers where user_id = $1
       order by id = $3 desc, recognized_at is not null desc, last_seen_at desc, id desc offset $2
     )`,
    [userId, mostBrowsers, seen.id],
  );
  return { ...seen, token };
}

export const hasPhone = (db: Queryable, userId: string): Promise<boolean> =>
  isAny(db, `select 1 from known_browsers where user_id = $1 and user_agent ~ 'iPhone|iPad|iPod|Android' limit 1`, [
    userId,
  ]);

type FoundBrowser = { id: string; userAgent: string; address: string; at: Instant };

/**
 * Browsers that nobody has recognized, first seen since `since`. Only a session in a recognized browser, or in one older than that,
 * sees them, so that a thief can't recognize their own. A session whose browser was forgotten is as old as it is itself.
 */
export const findUnrecognized = (
  db: Queryable,
  ask: { userId: string; sessionId: string; since: Instant },
): Promise<FoundBrowser[]> =>
  rowsOf(
    db,
    `select b.id, b.user_agent as "userAgent", b.address, b.first_seen_at as at from known_browsers b
     where b.user_id = $1 and b.recognized_at is null and b.first_seen_at > ${at(3)} and exists (
       select from sessions s left join known_browsers own on own.id = s.browser_id
       where s.id = $2 and s.user_id = $1 and s.browser_id is distinct from b.id
         and (own.recognized_at is not null or coalesce(own.first_seen_at, s.created_at) < ${at(3)})
     ) order by b.first_seen_at desc limit 20`,
    [ask.userId, ask.sessionId, ask.since],
  );

/**
 * Whether the client is a browser of the seller, by its cookie. Its tries are counted apart, so that a stranger who uses up the
 * others doesn't lock the seller out.
 */
export async function isSellersBrowser(
  db: Queryable,
  account: { id: string } | { email: string },
  { browser }: ClientInfo,
): Promise<boolean> {
  if (typeof browser !== 'string') return false;
  const [column, value] = 'id' in account ? ['u.id', account.id] : ['u.email', account.email];
  return isAny(
    db,
    `select 1 from known_browsers b join users u on u.id = b.user_id
     where ${column} = $1 and b.token_hash = $2 and b.recognized_at is not null`,
    [value, hashToken(browser)],
  );
}

export async function saveRecognized(db: Queryable, userId: string, id: string, now: Instant): Promise<void> {
  await db.query(`update known_browsers set recognized_at = ${at(3)} where user_id = $1 and id = $2`, [
    userId,
    id,
    now,
  ]);
}

/** Resolves to false if this account has no such browser. */
export const removeBrowser = (tx: Queryable, userId: string, id: string): Promise<boolean> =>
  isAny(tx, 'delete from known_browsers where user_id = $1 and id = $2', [userId, id]);

export async function forgetBrowsers(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from known_browsers where user_id = $1', [userId]);
}

export async function forgetOldBrowsers(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from known_browsers where last_seen_at < ${at(1)}`, [now - knownBrowserLifeMs]);
}
