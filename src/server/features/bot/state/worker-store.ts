// SQL for workers: claims, the bots' data, and the events that workers cause. Every event goes through the table of transitions.

import { type BotSettings, standardSettings } from '#domain/bot/bot.ts';
import type { Backoff } from '#domain/bot/limit/warnings.ts';
import type { Transport } from '#domain/companion.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, listsOf } from '../../../sql.ts';
import {
  botColumns,
  changeBot,
  changeLockedBots,
  inTransaction,
  lockDueBotRows,
  lockOrphanedRows,
  lockRowsOfWorker,
  lockRowsUnknownTo,
  type StoredBot,
} from './bot-row.ts';
import type { BotEvent, BotRow, Claim } from './events.ts';

/** Releases all bots of a worker, to be claimed at once. */
export async function closeLease(tx: Queryable, workerId: string, now: Instant): Promise<void> {
  // Bots that are claimed or locked at this very moment are freed by another worker, which sees this lease as expired.
  await tx.query('update workers set lease_until = now() where id = $1', [workerId]);
  await endLease(tx, workerId, now);
  await dropLease(tx, workerId);
}

/**
 * Frees the bots of workers whose lease has run out by the database's clock; such a lease is never renewed. Bots that are locked
 * right now are freed with the next claim, because a worker's row stays as long as it owns a bot.
 */
export async function freeLostBots(db: Queryable, now: Instant): Promise<number> {
  const { rows } = await db.query<{ id: string }>('/* prepared */ select id from workers where lease_until < now()');
  if (rows.length === 0) return 0;
  return inTransaction(db, async (tx) => {
    let freed = 0;
    for (const { id } of rows) {
      freed += await endLease(tx, id, now);
      await dropLease(tx, id);
    }
    return freed;
  });
}

async function endLease(tx: Queryable, workerId: string, now: Instant): Promise<number> {
  const rows = await lockRowsOfWorker(tx, workerId);
  return (await changeLockedBots(tx, rows, () => ({ kind: 'lease_ended', workerId, now }))).length;
}

/**
 * Skips a row that a claim or another worker has locked. The next sweep finds it. Two statements, because each sees what was
 * committed before it began. With one statement, a claim that ends between the statement's beginning and its lock would leave
 * bots with an owner that has no lease.
 */
async function dropLease(tx: Queryable, workerId: string): Promise<void> {
  const { rows } = await tx.query('select from workers where id = $1 for update skip locked', [workerId]);
  if (rows.length > 0)
    await tx.query('delete from workers where id = $1 and not exists (select from bots where owner = $1)', [workerId]);
}

/** Frees orphaned bots: those whose owner is no worker, and running ones with neither owner nor due time. */
export const freeOrphanedBots = (db: Queryable, now: Instant): Promise<number> =>
  inTransaction(db, async (tx) => adoptAll(tx, await lockOrphanedRows(tx), now));

/** Frees bots that this worker owns and doesn't know of: it claimed them in a commit whose acknowledgment was lost. */
export const freeUnknownBots = (
  db: Queryable,
  { workerId, known, now }: { workerId: string; known: readonly string[]; now: Instant },
): Promise<number> => inTransaction(db, async (tx) => adoptAll(tx, await lockRowsUnknownTo(tx, workerId, known), now));

const adoptAll = async (tx: Queryable, rows: readonly BotRow[], now: Instant): Promise<number> =>
  (await changeLockedBots(tx, rows, () => ({ kind: 'orphaned', now }))).length;

/** A bot of a worker with what its shares need of its seller and closet. */
export type OwnBot = StoredBot & {
  settings: BotSettings;
  backoff: Partial<Backoff>;
  timezone: string;
  closetRevision: string | null;
  /** null if no closet is connected. */
  practice: boolean | null;
  transport: Transport | null;
  closetReadAt: Instant | null;
  closetShown: number | null;
};

/**
 * Claims bots that are due by `dueBefore`, the longest due first, at most `limit`. A previous owner can reserve nothing more for
 * them.
 */
export async function claimDue(
  tx: Queryable,
  { workerId, dueBefore, limit }: { workerId: string; dueBefore: Instant; limit: number },
): Promise<string[]> {
  const rows = await lockDueBotRows(tx, { workerId, dueBefore, limit });
  const claimed = await changeLockedBots(tx, rows, () => ({ kind: 'claimed', workerId, dueBefore }));
  return claimed.map(({ userId }) => userId);
}

export async function readOwnBots(db: Queryable, workerId: string, userIds: readonly string[]): Promise<OwnBot[]> {
  const { rows } = await db.query<OwnBot>(
    `/* prepared */ select b.user_id as "userId", ${botColumns}, b.settings, b.backoff, u.timezone, c.revision as "closetRevision",
       c.practice, c.transport, c.last_synced_at as "closetReadAt", c.shown_listings as "closetShown"
     from bots b join sellers u on u.user_id = b.user_id left join closet_connections c on c.user_id = b.user_id
     where b.user_id = any($2::bigint[]) and b.owner = $1`,
    [workerId, userIds],
  );
  // Stored settings may lack what was added later.
  return rows.map((row) => ({ ...row, settings: { ...standardSettings, ...row.settings } }));
}

export type DayFacts = { sharedToday: number; shared24h: number | null; visits: { party: number; back: number } };

/** The reservations of each bot's share day, and of the last 24 hours for a time after a move to another zone. */
export async function readDayFacts(
  db: Queryable,
  asks: readonly { userId: string; day: string; rollingUntil: Instant | null }[],
  now: Instant,
): Promise<Map<string, DayFacts>> {
  const { rows } = await db.query<{
    user_id: string;
    shared: number;
    party: number;
    back: number;
    shared24h: string | null;
  }>(
    `/* prepared */ select a.user_id, coalesce(d.share_count, 0) as shared, coalesce(d.party_count, 0) as party,
       coalesce(d.back_count, 0) as back, case when a.guarded then (
         select count(*) from share_attempts s
         where s.user_id = a.user_id and s.reserved_at > ${at(4)} - interval '24 hours' and s.outcome <> 2
       ) + (
         select coalesce(sum(c.assumed), 0) from daily_share_counts c
         where c.user_id = a.user_id and c.share_date::date >= (${at(4)} - interval '2 days')::date
       ) end as shared24h
     from unnest($1::bigint[], $2::text[], $3::boolean[]) as a(user_id, day, guarded)
     left join daily_share_counts d on d.user_id = a.user_id and d.share_date = a.day`,
    [
      ...listsOf(asks, 'userId', 'day'),
      asks.map(({ rollingUntil }) => rollingUntil !== null && rollingUntil > now),
      now,
    ],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        sharedToday: row.shared,
        shared24h: row.shared24h === null ? null : Number(row.shared24h),
        visits: { party: row.party, back: row.back },
      },
    ]),
  );
}

type OwnEvent<E extends BotEvent = BotEvent> = E extends { by: Claim } ? Omit<E, 'by'> : never;

/** What a worker does with its own bot. Resolves to false if it was impossible, usually because this worker no longer owns the bot. */
export async function changeOwn(
  db: Queryable,
  { userId, workerId, epoch }: { userId: string } & Claim,
  event: OwnEvent,
): Promise<boolean> {
  return (await changeBot(db, userId, { ...event, by: { workerId, epoch } } as BotEvent)) !== null;
}

/** What the limit after a warning follows from. */
export type WarningCounts = { confirmed24h: number; activeListings: number };

export async function readWarningCounts(db: Queryable, userId: string, now: Instant): Promise<WarningCounts> {
  const { rows } = await db.query<WarningCounts>(
    `select (
       select count(*)::int from share_attempts
       where user_id = $1 and outcome = 1 and reserved_at > ${at(2)} - interval '24 hours'
     ) as "confirmed24h", (
       select count(*)::int from listing_shares where user_id = $1 and (is_shareable or is_skipped)
     ) as "activeListings"`,
    [userId, now],
  );
  return rows[0] ?? { confirmed24h: 0, activeListings: 0 };
}
