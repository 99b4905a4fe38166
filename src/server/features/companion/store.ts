// The SQL of paired browsers and their codes.
import type { CompanionSight, CompanionState } from '#domain/companion.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, isAny, rowsOf } from '../../sql.ts';

/** Replaces the seller's code. */
export async function saveCode(
  db: Queryable,
  { userId, codeHash, expiresAt }: { userId: string; codeHash: string; expiresAt: Instant },
): Promise<void> {
  await db.query(
    `insert into companion_codes (user_id, code_hash, expires_at) values ($1, $2, ${at(3)})
     on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [userId, codeHash, expiresAt],
  );
}

/** Uses a code up. Resolves to its seller, or null. Of two callers with one code, one gets the seller. */
export const takeCode = (tx: Queryable, codeHash: string, now: Instant): Promise<string | null> =>
  firstValue(
    tx,
    `delete from companion_codes where code_hash = $1 and expires_at > ${at(2)} returning user_id as "userId"`,
    [codeHash, now],
  );

export async function dropStaleCodes(db: Queryable, now: Instant): Promise<void> {
  await db.query(`delete from companion_codes where expires_at <= ${at(1)}`, [now]);
}

/** Lets one transaction at a time add a browser of this seller, so that the limit holds. */
export async function countCompanions(tx: Queryable, userId: string): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('companions ' || $1::text, 0))`, [userId]);
  return (await tx.query('select 1 from companions where user_id = $1', [userId])).count;
}

export async function insertCompanion(
  tx: Queryable,
  { userId, name, tokenHash, now }: { userId: string; name: string; tokenHash: string; now: Instant },
): Promise<void> {
  await tx.query(
    `insert into companions (user_id, name, token_hash, token_since, paired_at) values ($1, $2, $3, ${at(4)}, ${at(4)})`,
    [userId, name, tokenHash, now],
  );
}

type ListedCompanion = CompanionSight & { name: string; pairedAt: Instant };

export const listCompanions = (db: Queryable, userId: string): Promise<ListedCompanion[]> =>
  rowsOf(
    db,
    `select id, name, paired_at as "pairedAt", seen_at as "seenAt", state, is_working as "isWorking"
     from companions where user_id = $1 order by paired_at, id`,
    [userId],
  );

/** Resolves to false if there is no such browser. */
export const removeCompanion = (tx: Queryable, userId: string, id: string): Promise<boolean> =>
  isAny(tx, 'delete from companions where user_id = $1 and id = $2', [userId, id]);

export async function removeCompanions(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from companion_codes where user_id = $1', [userId]);
  await tx.query('delete from companions where user_id = $1', [userId]);
}

type TokenOwner = { id: string; userId: string; isGuest: boolean; isNextToken: boolean };

export const findByToken = (db: Queryable, tokenHash: string): Promise<TokenOwner | null> =>
  firstRow(
    db,
    `/* prepared */ select c.id, c.user_id as "userId", u.is_guest as "isGuest", c.token_hash <> $1 as "isNextToken"
     from companions c join sellers u on u.user_id = c.user_id
     where (c.token_hash = $1 or c.next_token_hash = $1) and not u.is_guest`,
    [tokenHash],
  );

/** Resolves to false if a newer poll of this browser has begun. */
export const saveNextToken = (
  db: Queryable,
  { id, poll, tokenHash }: { id: string; poll: string; tokenHash: string },
): Promise<boolean> =>
  isAny(db, 'update companions set next_token_hash = $3 where id = $1 and poll = $2', [id, poll, tokenHash]);

/** The browser has used its new token, so the old one ends. */
export async function promoteToken(db: Queryable, id: string, tokenHash: string, now: Instant): Promise<void> {
  await db.query(
    `update companions set token_hash = next_token_hash, next_token_hash = null, token_since = ${at(3)}
     where id = $1 and next_token_hash = $2`,
    [id, tokenHash, now],
  );
}

type LockedCompanion = CompanionSight & { tokenSince: Instant };

/** All browsers of a seller, locked, so that two of them can't both become the working one. */
export const lockCompanions = (tx: Queryable, userId: string): Promise<LockedCompanion[]> =>
  rowsOf(
    tx,
    `select id, state, seen_at as "seenAt", is_working as "isWorking", token_since as "tokenSince"
     from companions where user_id = $1 order by id for update`,
    [userId],
  );

export async function savePoll(
  tx: Queryable,
  poll: { id: string; poll: string; state: CompanionState; version: string; now: Instant },
): Promise<void> {
  await tx.query(`update companions set poll = $2, state = $3, version = $4, seen_at = ${at(5)} where id = $1`, [
    poll.id,
    poll.poll,
    poll.state,
    poll.version,
    poll.now,
  ]);
}

/** Changes nothing if a newer poll of this browser has begun. */
export async function saveReady(db: Queryable, { id, poll }: { id: string; poll: string }): Promise<void> {
  await db.query("update companions set state = 'ready' where id = $1 and poll = $2", [id, poll]);
}

/** In two statements, because the index that allows one working browser checks row by row. */
export async function makeWorking(tx: Queryable, userId: string, id: string): Promise<void> {
  await tx.query('update companions set is_working = false where user_id = $1 and is_working and id <> $2', [
    userId,
    id,
  ]);
  await tx.query('update companions set is_working = true where user_id = $1 and id = $2', [userId, id]);
}

/** Nobody works until one of them polls again. Without another browser that is awake and can carry calls, nothing changes. */
export async function letAnotherWork(db: Queryable, userId: string, awakeSince: Instant): Promise<void> {
  await db.query(
    `update companions set is_working = false
     where user_id = $1 and is_working and exists (
       select 1 from companions other
       where other.user_id = $1 and not other.is_working and other.seen_at > ${at(2)}
         and other.state in ('ready', 'signed_out', 'human_check'))`,
    [userId, awakeSince],
  );
}

export async function touchCompanion(db: Queryable, id: string, now: Instant): Promise<void> {
  await db.query(`update companions set seen_at = ${at(2)} where id = $1`, [id, now]);
}

/** null if the browser was removed. */
export const readPoll = (db: Queryable, id: string): Promise<string | null> =>
  firstValue(db, '/* prepared */ select poll from companions where id = $1', [id]);

/** When a browser that can carry calls was last seen. */
export const readSeenAt = (db: Queryable, userId: string): Promise<Instant | null> =>
  firstValue(
    db,
    `/* prepared */ select max(seen_at) as "seenAt" from companions
     where user_id = $1 and state in ('ready', 'signed_out', 'human_check')`,
    [userId],
  );

/**
 * One short text per seller, which changes when the popup shows something else than before: the bot's state, its settings and limit,
 * the way the closet is shared, and which browser works, and whether that one was seen since `awakeSince`.
 */
export async function readShown(
  db: Queryable,
  { userIds, awakeSince }: { userIds: readonly string[]; awakeSince: Instant },
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ userId: string; shown: string }>(
    `/* prepared */ select asked.id as "userId",
       concat_ws('/', b.state, b.revision, b.pause_reason, b.round_id, b.limit_in_force, extract(epoch from b.limit_reached_at),
         c.transport, c.state, c.handle, w.id, w.state, w.seen_at > ${at(2)}) as shown
     from unnest($1::bigint[]) as asked(id)
     left join bot_states b on b.user_id = asked.id
     left join closet_connections c on c.user_id = asked.id
     left join companions w on w.user_id = asked.id and w.is_working`,
    [userIds, awakeSince],
  );
  return new Map(rows.map(({ userId, shown }) => [userId, shown]));
}
