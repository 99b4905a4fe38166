/** The SQL of closets: the link, the sealed secrets, the state of the connection. */
import type { ConnectionReason, ConnectionState } from '#domain/closet.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../sql-moment.ts';

/** A row of `closets`. The three secrets are sealed. */
export type ClosetRow = {
  userId: string;
  practice: boolean;
  username: string | null;
  handle: string | null;
  marketUserId: string | null;
  credentials: string | null;
  session: string | null;
  pending: string | null;
  pendingUntil: Instant | null;
  codeRequestedAt: Instant | null;
  state: ConnectionState;
  reason: ConnectionReason | null;
  message: string | null;
  revision: string;
  linkedAt: Instant;
  lastTestedAt: Instant | null;
  lastSyncedAt: Instant | null;
};

const columns = `user_id as "userId", practice, username, handle, market_user_id as "marketUserId", credentials, session,
  pending_sign_in as pending, pending_until as "pendingUntil", code_requested_at as "codeRequestedAt", state, reason,
  reason_message as message, revision, linked_at as "linkedAt", last_tested_at as "lastTestedAt",
  last_synced_at as "lastSyncedAt"`;

export async function findCloset(db: Queryable, userId: string): Promise<ClosetRow | null> {
  const { rows } = await db.query<ClosetRow & Row>(`select ${columns} from closets where user_id = $1`, [userId]);
  return rows[0] ?? null;
}

/** Makes the row that account locks and links need. An empty row means that nothing is linked. */
export async function ensureCloset(
  db: Queryable,
  { userId, practice, username, now }: { userId: string; practice: boolean; username?: string; now: Instant },
): Promise<void> {
  await db.query(
    `insert into closets (user_id, practice, state, linked_at, username)
     values ($1, $2, 'setup_required', ${at(3)}, $4)
     on conflict (user_id) do nothing`,
    [userId, practice, now, username ?? null],
  );
}

/** Stores a link whose session works, in place of what was linked before. */
export async function saveLinked(
  tx: Queryable,
  closet: {
    userId: string;
    practice: boolean;
    username: string;
    handle: string;
    marketUserId: string;
    credentials: string | null;
    session: string;
    now: Instant;
  },
): Promise<void> {
  await tx.query(
    `update closets set practice = $2, username = $3, handle = $4,
       last_synced_at = case when market_user_id = $5 and practice = $2 then last_synced_at end,
       market_user_id = $5, credentials = $6, session = $7,
       pending_sign_in = null, pending_until = null, code_requested_at = null,
       state = 'ready', reason = null, reason_message = null,
       revision = revision + 1, linked_at = ${at(8)}, last_tested_at = ${at(8)}
     where user_id = $1`,
    [
      closet.userId,
      closet.practice,
      closet.username,
      closet.handle,
      closet.marketUserId,
      closet.credentials,
      closet.session,
      closet.now,
    ],
  );
}

/**
 * Stores credentials whose sign-in has not succeeded. With `forgetSession` they belong to another closet than the stored
 * session, which is erased together with its identity.
 */
export async function saveUnproven(
  tx: Queryable,
  closet: {
    userId: string;
    practice: boolean;
    username: string;
    credentials: string | null;
    forgetSession: boolean;
    now: Instant;
  },
): Promise<void> {
  await tx.query(
    `update closets set practice = $2, username = $3, credentials = $4,
       session = case when $5 then null else session end,
       handle = case when $5 then null else handle end,
       market_user_id = case when $5 then null else market_user_id end,
       last_synced_at = case when $5 then null else last_synced_at end,
       pending_sign_in = null, pending_until = null, code_requested_at = null,
       state = 'connection_issue', reason = null, reason_message = null,
       revision = revision + 1, linked_at = ${at(6)}
     where user_id = $1`,
    [closet.userId, closet.practice, closet.username, closet.credentials, closet.forgetSession, closet.now],
  );
}

export async function savePending(
  tx: Queryable,
  { userId, pending, until }: { userId: string; pending: string; until: Instant },
): Promise<void> {
  await tx.query(`update closets set pending_sign_in = $2, pending_until = ${at(3)} where user_id = $1`, [
    userId,
    pending,
    until,
  ]);
}

/** Stores the marketplace's answer to a code request, if the same sign-in still waits. */
export async function renewPending(
  tx: Queryable,
  { userId, pending, before }: { userId: string; pending: string; before: string },
): Promise<void> {
  await tx.query('update closets set pending_sign_in = $2 where user_id = $1 and pending_sign_in = $3', [
    userId,
    pending,
    before,
  ]);
}

export async function clearPending(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update closets set pending_sign_in = null, pending_until = null, code_requested_at = null where user_id = $1`,
    [userId],
  );
}

/** Erases sign-ins whose ten minutes are over, with the password that waited with them. */
export async function dropStalePending(db: Queryable, now: Instant): Promise<number> {
  const { count } = await db.query(
    `update closets set pending_sign_in = null, pending_until = null, code_requested_at = null
     where pending_until <= ${at(1)}`,
    [now],
  );
  return count;
}

/** True at most once in `spacingMs`: that caller may ask for a code. */
export async function claimCodeRequest(
  db: Queryable,
  { userId, now, spacingMs }: { userId: string; now: Instant; spacingMs: number },
): Promise<boolean> {
  const { count } = await db.query(
    `update closets set code_requested_at = ${at(2)}
     where user_id = $1 and (code_requested_at is null or code_requested_at <= ${at(3)})`,
    [userId, now, now - spacingMs],
  );
  return count === 1;
}

/** With `revision`, only if that is still the stored one and nobody holds the account lock. Resolves to the new revision, or null. */
export async function saveSession(
  tx: Queryable,
  { userId, session, revision }: { userId: string; session: string; revision?: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ revision: string }>(
    `update closets set session = $2, revision = revision + 1
     where user_id = $1 and ($3::bigint is null or (revision = $3 and (locked_until is null or locked_until <= now())))
     returning revision`,
    [userId, session, revision ?? null],
  );
  return rows[0]?.revision ?? null;
}

export async function saveConnectionIssue(
  db: Queryable,
  { userId, reason, message }: { userId: string; reason: ConnectionReason; message: string },
): Promise<void> {
  await db.query(
    `update closets set state = 'connection_issue', reason = $2, reason_message = $3
     where user_id = $1 and (credentials is not null or session is not null or pending_sign_in is not null)`,
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

/** Updates handle and user id from a test or a new sign-in. */
export async function saveIdentity(
  db: Queryable,
  { userId, handle, marketUserId }: { userId: string; handle: string; marketUserId: string },
): Promise<void> {
  await db.query('update closets set handle = $2, market_user_id = $3 where user_id = $1', [
    userId,
    handle,
    marketUserId,
  ]);
}

export async function saveTested(db: Queryable, userId: string, now: Instant): Promise<void> {
  await db.query(`update closets set last_tested_at = ${at(2)} where user_id = $1`, [userId, now]);
}

export async function saveSynced(db: Queryable, userId: string, now: Instant): Promise<void> {
  await db.query(`update closets set last_synced_at = ${at(2)} where user_id = $1`, [userId, now]);
}

/** Credentials and session are erased with the row. */
export async function removeCloset(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from closets where user_id = $1', [userId]);
}

/** Other accounts of this installation that are linked to the same real closet. */
export async function findOthersOfCloset(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select other.user_id as id from closets own join closets other on other.market_user_id = own.market_user_id
     where own.user_id = $1 and other.user_id <> $1 and not own.practice and not other.practice`,
    [userId],
  );
  return rows.map(({ id }) => id);
}
