// The SQL of push subscriptions, of summaries by mail, and of the facts that a notice depends on.

import type { Device } from '#contract/notices/notices.ts';
import type { NoticeEvent } from '#domain/notices.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, firstValue, isAny, oneRow, rowsOf, valuesOf } from '../../sql.ts';

type DeviceTimes = { since: Instant; lastSuccessAt: Instant | null; lastFailureAt: Instant | null };
export type DeviceRow = Omit<Device, keyof DeviceTimes> & DeviceTimes;
const columns = `id, endpoint_hash as fingerprint, device, since, events, last_success_at as "lastSuccessAt",
  last_failure_at as "lastFailureAt"`;

/** Lets one transaction at a time add a device of this seller, so that the limit on devices holds. */
export async function lockDevices(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('devices ' || $1::text, 0))`, [userId]);
}

export const listDevices = (db: Queryable, userId: string): Promise<DeviceRow[]> =>
  rowsOf(db, `select ${columns} from push_subscriptions where user_id = $1 order by since, id`, [userId]);

/** Who has the device with this endpoint, and its sealed target; null: nobody. Locked until the transaction ends. */
export const lockDeviceOf = (tx: Queryable, fingerprint: string): Promise<{ userId: string; target: string } | null> =>
  firstRow(tx, 'select user_id as "userId", target from push_subscriptions where endpoint_hash = $1 for update', [
    fingerprint,
  ]);

/** A summary that is due and not sent yet stays due. `later` is null for a device that wants none. */
const earlierDue = (kept: string, later: string): string =>
  `case when ${later} is not null then least(${kept}, ${later}) end`;

/** A browser that another seller subscribed before belongs to this seller from now on. */
export const saveDevice = (
  tx: Queryable,
  device: {
    userId: string;
    sessionId: string;
    fingerprint: string;
    target: string;
    events: readonly NoticeEvent[];
    device: string;
    since: Instant;
    summaryDueAt: Instant | null;
  },
): Promise<DeviceRow> =>
  oneRow(
    tx,
    `insert into push_subscriptions (user_id, session_id, endpoint_hash, target, events, device, since, summary_due_at)
     values ($1, $2, $3, $4, $5, $6, ${at(7)}, ${at(8)})
     on conflict (endpoint_hash) do update set user_id = excluded.user_id, session_id = excluded.session_id,
       target = excluded.target, events = excluded.events, device = excluded.device, since = excluded.since,
       summary_due_at = case when push_subscriptions.user_id = excluded.user_id
         then ${earlierDue('push_subscriptions.summary_due_at', 'excluded.summary_due_at')} else excluded.summary_due_at end,
       last_success_at = case when push_subscriptions.user_id = excluded.user_id then push_subscriptions.last_success_at end,
       last_failure_at = null
     returning ${columns}`,
    [
      device.userId,
      device.sessionId,
      device.fingerprint,
      device.target,
      device.events,
      device.device,
      device.since,
      device.summaryDueAt,
    ],
  );

/** null if the seller has no such device. */
export const saveEvents = (
  db: Queryable,
  change: { userId: string; id: string; events: readonly NoticeEvent[]; summaryDueAt: Instant | null },
): Promise<DeviceRow | null> =>
  firstRow(
    db,
    `update push_subscriptions set events = $3, summary_due_at = ${earlierDue('summary_due_at', at(4))}
     where user_id = $1 and id = $2 returning ${columns}`,
    [change.userId, change.id, change.events, change.summaryDueAt],
  );

export const removeDevice = (db: Queryable, userId: string, id: string): Promise<boolean> =>
  isAny(db, 'delete from push_subscriptions where user_id = $1 and id = $2', [userId, id]);

export async function removeDevicesOf(tx: Queryable, sessionId: string): Promise<void> {
  await tx.query('delete from push_subscriptions where session_id = $1', [sessionId]);
}

export async function removeDevicesOfSellers(tx: Queryable, userIds: readonly string[]): Promise<number> {
  return (await tx.query('delete from push_subscriptions where user_id = any($1)', [userIds])).count;
}

export async function removeOtherDevices(tx: Queryable, userId: string, keptSessionId: string | null): Promise<void> {
  await tx.query(
    `delete from push_subscriptions
     where user_id = $1 and ($2::bigint is null or session_id is distinct from $2::bigint)`,
    [userId, keptSessionId],
  );
}

export const findTarget = (
  db: Queryable,
  userId: string,
  id: string,
): Promise<{ target: string; events: NoticeEvent[] } | null> =>
  firstRow(db, 'select target, events from push_subscriptions where user_id = $1 and id = $2', [userId, id]);

export const devicesFor = (db: Queryable, userId: string, event: NoticeEvent): Promise<string[]> =>
  valuesOf(db, 'select id from push_subscriptions where user_id = $1 and $2 = any(events) order by id', [
    userId,
    event,
  ]);

export async function noteTaken(db: Queryable, id: string, now: Instant): Promise<void> {
  await db.query(`update push_subscriptions set last_success_at = ${at(2)}, last_failure_at = null where id = $1`, [
    id,
    now,
  ]);
}

export async function noteNotTaken(db: Queryable, id: string, now: Instant): Promise<void> {
  await db.query(`update push_subscriptions set last_failure_at = ${at(2)} where id = $1`, [id, now]);
}

export type Seller = { timezone: string; hasDeclined: boolean; hasConfirmedEmail: boolean; mailsSummary: boolean };

export const findSeller = (db: Queryable, userId: string): Promise<Seller | null> =>
  firstRow(
    db,
    `select timezone, has_declined_push as "hasDeclined", has_confirmed_email as "hasConfirmedEmail",
       exists (select from summary_mails m where m.user_id = u.user_id) as "mailsSummary"
     from sellers u where user_id = $1`,
    [userId],
  );

/**
 * Whether the bot has needed its seller since this moment: the pause that began then lasts, or the bot that couldn't start on its
 * own then is still stopped. Such a bot had reached its limit before, and a start erases that.
 */
export const needsSellerSince = (db: Queryable, userId: string, since: Instant): Promise<boolean> =>
  isAny(
    db,
    `select 1 as one from bot_states where user_id = $1
       and (state = 'paused' and paused_at = ${at(2)} or state = 'stopped' and limit_reached_at < ${at(2)})`,
    [userId, since],
  );

/** Whether news from this moment that sharing stopped is out of date: the bot shares again, or it has stopped once more since. */
export const hasMovedOnSince = (db: Queryable, userId: string, since: Instant): Promise<boolean> =>
  isAny(
    db,
    `select 1 as one from bot_states where user_id = $1
       and (state in ('waiting', 'sharing') or state = 'paused' and paused_at > ${at(2)}
         or state = 'stopped' and limit_reached_at > ${at(2)})`,
    [userId, since],
  );

/** Up to seven days with shares before today, the latest first. */
export const latestShareDays = (db: Queryable, userId: string, today: string): Promise<string[]> =>
  valuesOf(
    db,
    `select share_date as day from share_days where user_id = $1 and share_date < $2
     order by share_date desc limit 7`,
    [userId, today],
  );

/** Whether shares were confirmed in this time, and the bot was not paused at its end. */
export const wentWell = async (
  db: Queryable,
  { userId, startsAt, endsAt }: { userId: string; startsAt: Instant; endsAt: Instant },
): Promise<boolean> =>
  (await firstValue<boolean>(
    db,
    `select exists (
         select from settled_shares
         where user_id = $1 and reserved_at >= ${at(2)} and reserved_at < ${at(3)} and outcome = 'shared'
       ) and coalesce((
         select action from bot_events where user_id = $1 and timestamp < ${at(3)}
         order by timestamp desc, id desc limit 1
       ), '') <> 'BOT_PAUSED' as "wentWell"`,
    [userId, startsAt, endsAt],
  )) ?? false;

type DueSummary = { id: string; userId: string; timezone: string };

/** Locked until the transaction ends, so that two workers never send the same summary. */
export const lockDueSummaries = (tx: Queryable, now: Instant): Promise<DueSummary[]> =>
  rowsOf(
    tx,
    `select p.id, p.user_id as "userId", u.timezone from push_subscriptions p join sellers u on u.user_id = p.user_id
     where p.summary_due_at <= ${at(1)} order by p.user_id, p.id limit 200 for update of p skip locked`,
    [now],
  );

export async function saveSummaryDue(tx: Queryable, id: string, dueAt: Instant): Promise<void> {
  await tx.query(`update push_subscriptions set summary_due_at = ${at(2)} where id = $1`, [id, dueAt]);
}

/** A mail that is due and not sent yet stays due. */
export async function turnOnSummaryMail(db: Queryable, userId: string, dueAt: Instant): Promise<void> {
  await db.query(`insert into summary_mails (user_id, due_at) values ($1, ${at(2)}) on conflict do nothing`, [
    userId,
    dueAt,
  ]);
}

export async function turnOffSummaryMail(db: Queryable, userId: string): Promise<void> {
  await db.query('delete from summary_mails where user_id = $1', [userId]);
}

/** Locked like the summaries of devices. `address` is null while the seller's address isn't confirmed. */
export const lockDueMails = (
  tx: Queryable,
  now: Instant,
): Promise<{ userId: string; timezone: string; address: string | null }[]> =>
  rowsOf(
    tx,
    `select m.user_id as "userId", u.timezone, case when u.has_confirmed_email then u.email end as address
     from summary_mails m join sellers u on u.user_id = m.user_id
     where m.due_at <= ${at(1)} order by m.user_id limit 200 for update of m skip locked`,
    [now],
  );

export async function saveMailDue(tx: Queryable, userId: string, dueAt: Instant): Promise<void> {
  await tx.query(`update summary_mails set due_at = ${at(2)} where user_id = $1`, [userId, dueAt]);
}

export const readDay = (
  db: Queryable,
  day: { userId: string; startsAt: Instant; endsAt: Instant; waitingPauses: readonly string[] },
): Promise<{ confirmed: number; refused: number; unknown: number; prices: number; isPaused: boolean }> =>
  oneRow(
    db,
    `select (count(*) filter (where outcome = 'shared'))::int as confirmed, (count(*) filter (where outcome = 'refused'))::int as refused,
       (count(*) filter (where outcome = 'unknown'))::int as unknown,
       (select count(*)::int from settled_price_writes
        where user_id = $1 and settled_at >= ${at(2)} and settled_at < ${at(3)} and state = 'updated') as prices,
       exists (select from bot_states where user_id = $1 and state = 'paused' and pause_reason <> all ($4)) as "isPaused"
     from settled_shares where user_id = $1 and reserved_at >= ${at(2)} and reserved_at < ${at(3)}`,
    [day.userId, day.startsAt, day.endsAt, day.waitingPauses],
  );
