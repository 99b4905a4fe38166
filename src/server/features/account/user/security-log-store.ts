// Who did what to an account, from where.
import { type Refusal, refusals, type SecurityEvent, type SecurityLogEntry } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at, firstValue } from '../../../sql.ts';

type LoggedEvent = { what: SecurityLogEntry['what']; at: Instant; address: string | null; userAgent: string | null };

async function insertEvent(tx: Queryable, userId: string, event: LoggedEvent & { browserId?: string }): Promise<void> {
  await tx.query(
    `insert into account_events (user_id, what, at, address, user_agent, browser_id)
     values ($1, $2, ${at(3)}, $4, $5, $6)`,
    [userId, event.what, event.at, event.address, event.userAgent, event.browserId ?? null],
  );
}

/** Of each kind, for each account. Whoever knows the password can make some kinds happen several times a second. */
const mostKept = 1_000;

/** In the transaction that makes it true. `client` is null for what the operator did. */
export async function logSecurity(
  tx: Queryable,
  userId: string,
  given: { what: SecurityEvent; client: ClientInfo | null; now: Instant; browserId?: string },
): Promise<void> {
  const { client, now, ...event } = given;
  const { address = null, userAgent = null } = client ?? {};
  await insertEvent(tx, userId, { ...event, at: now, address, userAgent });
  // Leaves those that another transaction is erasing right now.
  await tx.query(
    // The offset is in a subquery of its own, because rows that it skips would be locked, too.
    `delete from account_events where user_id = $1 and id in (
       select id from account_events where user_id = $1 and id in (
         select id from account_events where user_id = $1 and what = $2 order by id desc offset $3
       ) for update skip locked
     )`,
    [userId, event.what, mostKept],
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Entries with an address, for each account in 24 hours. Guessing from many addresses must not fill its storage. */
const mostRefusals = 10;

/**
 * Counts a refused sign-in in one entry for each client, which covers the hour from its first one. Ten of these entries fit into
 * 24 hours. The refusals of further clients are counted together, in one entry without an address.
 */
export const logRefusal = (
  database: Database,
  userId: string,
  { what, client, now }: { what: Refusal; client: ClientInfo; now: Instant },
): Promise<void> =>
  database.transaction(async (tx) => {
    // Until the transaction ends, nobody else counts this account's refusals.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('events ' || $1::text, 0))`, [userId]);
    const { rows: lately } = await tx.query<{ id: string; what: Refusal; at: Instant; address: string | null }>(
      `select id, what, at, address from account_events
       where user_id = $1 and what = any($2) and at > ${at(3)} order by id desc`,
      [userId, refusals, now - dayMs],
    );
    const own = lately.find((one) => one.what === what && one.address === client.address && now - one.at < hourMs);
    const hasRoom = lately.filter(({ address }) => address !== null).length < mostRefusals;
    const counted = own ?? (hasRoom ? null : lately.find((one) => one.what === what && one.address === null));
    if (counted) await tx.query('update account_events set times = times + 1 where id = $1', [counted.id]);
    else {
      const { address, userAgent } = hasRoom ? client : { address: null, userAgent: null };
      await insertEvent(tx, userId, { what, at: now, address, userAgent });
    }
  });

const mostShown = 50;
/** At most this many of them are refusals, so that guessing does not push what really happened out of sight. */
const mostRefusalsShown = 10;
/** The same for what anyone who knows the password can make happen any number of times. */
const mostComingsShown = 20;
const comings: readonly SecurityLogEntry['what'][] = [
  'signed_in',
  'new_browser',
  'phone_signed_in',
  'session_ended',
  'browser_signed_out',
];

/** Newest first, for one of the user's sessions. */
export async function listEvents(
  db: Queryable,
  { id: userId, sessionId }: { id: string; sessionId: string },
  now: Instant,
): Promise<SecurityLogEntry[]> {
  const { rows } = await db.query<LoggedEvent & { times: number; signedInBrowser: string | null }>(
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
    [userId, sessionId, now, mostShown, refusals, mostRefusalsShown, comings, mostComingsShown],
  );
  return rows.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() }));
}

/** When something last happened to any account; null if nothing ever did. */
export const newestEvent = (db: Queryable): Promise<Instant | null> =>
  firstValue(db, 'select at from account_events order by id desc limit 1');
