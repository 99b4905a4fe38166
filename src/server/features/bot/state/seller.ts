// The bot of one seller with what commands and screens need beside it (settings, warnings, zone, closet), and what follows from them.

import { type BotSettings, dailyLimit, standardSettings } from '#domain/bot/bot.ts';
import { type LimitInForce, limitInForce, lostShares } from '#domain/bot/limit/limit.ts';
import { type Backoff, readBackoff } from '#domain/bot/limit/warnings.ts';
import { roundId } from '#domain/bot/round.ts';
import type { Transport } from '#domain/companion.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type DateText, dayBounds, laterDay, shareDay } from '#domain/time.ts';
import { at } from '../../../sql.ts';
import { botColumns, changeLockedBot, makeBotRow, type StoredBot, toRow } from './bot-row.ts';
import type { BotEvent, BotRow } from './events.ts';

/** A seller who has never started the bot has a stopped one with the default settings. */
export type SellerBot = BotRow & {
  settings: BotSettings;
  backoff: Backoff;
  timezone: string;
  /** null if no closet was ever named. */
  practice: boolean | null;
  transport: Transport | null;
  /** Of a reading of a large closet that runs: how many listings it has seen, and of how many; 0 if nobody knows. */
  readingSeen: number | null;
  readingTotal: number | null;
  /** While the marketplace refuses many sellers: when a bot tries next. */
  nextTryAt: Instant | null;
  /** If this database was restored from a backup: since when, and up to when, shares may be missing. */
  restoredFrom: Instant | null;
  restoredAt: Instant | null;
  /** No share of the time that a status counts is in an earlier round. */
  firstRound: string;
};

/** As it is read: a seller may have no bot yet, and stored settings may lack what was added later. */
type StoredSeller = { [K in keyof StoredBot]: StoredBot[K] | null } & Omit<
  SellerBot,
  keyof BotRow | 'settings' | 'backoff' | 'firstRound'
> & {
    userId: string;
    settings: Partial<BotSettings> | null;
    backoff: Partial<Backoff> | null;
    firstRound: string | null;
  };

/** A share day has up to 25 hours, and a share that counts in it may have been made an hour before it began. */
export const countedMs = 26 * 3_600_000;
const dayMs = 86_400_000;

/**
 * Several bots by seller. A seller's rounds follow one another, so the first round that can have shares that count is the last one that
 * began before that time, unless it had ended by then. The search starts a day earlier, because the database's clock may have been set
 * back. Each day of rounds has a partition, and without this bound a status would open five weeks of them.
 */
export async function findBots(
  db: Queryable,
  userIds: readonly string[],
  now: Instant,
): Promise<Map<string, SellerBot>> {
  const dayBefore = now - countedMs - dayMs;
  const first = String(roundId(dayBefore, 0));
  const { rows } = await db.query<StoredSeller>(
    `/* prepared */ select u.user_id as "userId", ${botColumns}, b.settings, b.backoff, u.timezone, c.practice, c.transport,
       c.reading_seen as "readingSeen", c.reading_total as "readingTotal", m.held_until as "nextTryAt",
       k.restored_from as "restoredFrom", k.restored_at as "restoredAt", (
         select id from (
           select id, ended_at from rounds where user_id = u.user_id and id <= $2::bigint order by id desc limit 1
         ) r where ended_at is null or ended_at > ${at(3)}
       ) as "firstRound"
     from sellers u left join bots b on b.user_id = u.user_id left join closet_connections c on c.user_id = u.user_id
       left join open_circuits m on m.practice = c.practice and c.transport = 'server' left join known_timeline k on true
     where u.user_id = any($1::bigint[])`,
    [userIds, first, dayBefore],
  );
  return new Map(rows.map((stored) => [stored.userId, toSeller(stored, first)]));
}

const toSeller = (stored: StoredSeller, first: string): SellerBot => ({
  ...toRow({
    ...stored,
    epoch: stored.epoch ?? '0',
    revision: stored.revision ?? '0',
    state: stored.state ?? 'stopped',
    limitInForce: stored.limitInForce ?? dailyLimit.standard,
  }),
  settings: { ...standardSettings, ...stored.settings },
  backoff: readBackoff(stored.backoff ?? {}),
  firstRound: stored.firstRound ?? first,
});

/** null if there is no such user. */
export const findBot = async (db: Queryable, userId: string, now: Instant): Promise<SellerBot | null> =>
  (await findBots(db, [userId], now)).get(userId) ?? null;

/** Throws `not_found` if there is no such user. */
export async function findSeller(db: Queryable, userId: string, now: Instant): Promise<SellerBot> {
  const bot = await findBot(db, userId, now);
  if (bot === null) throw new Failure('not_found', 'This account no longer exists.');
  return bot;
}

/**
 * The bot of a seller, locked until the transaction ends; null if the seller has none yet. Locked first and read afterward, because a
 * statement that waits for a lock sees zone and closet as of before.
 */
export async function lockSeller(tx: Queryable, userId: string, now: Instant): Promise<SellerBot | null> {
  const { rows } = await tx.query('/* prepared */ select from bots where user_id = $1 for no key update', [userId]);
  return rows.length === 0 ? null : findSeller(tx, userId, now);
}

/** The same, but creates the bot if the seller has none yet. */
export async function lockOrMakeSeller(tx: Queryable, userId: string, now: Instant): Promise<SellerBot> {
  const locked = await lockSeller(tx, userId, now);
  if (locked !== null) return locked;
  await findSeller(tx, userId, now);
  await makeBotRow(tx, userId);
  const made = await lockSeller(tx, userId, now);
  if (made === null) throw new Error('A bot that was just made is gone.');
  return made;
}

/** Applies an event to a locked bot. Resolves to the bot as it is written; null if the event is impossible. */
export async function changeSeller(tx: Queryable, bot: SellerBot, event: BotEvent): Promise<SellerBot | null> {
  const done = await changeLockedBot(tx, bot, event);
  return done && { ...done.row, ...done.documents };
}

/** The seller's share day, which never moves backward. */
export const shareDayOf = ({ shareDay: kept, timezone }: SellerBot, now: Instant): DateText =>
  laterDay(kept, shareDay(now, timezone));

export const limitFor = ({ backoff }: SellerBot, dailyShareLimit: number, now: Instant): LimitInForce =>
  limitInForce({ dailyShareLimit, backoff, now });

/** The most shares of the day that a restore may have lost, if none of them is counted yet. */
export function lostSharesOf(
  { startedAt, restoredFrom, restoredAt, timezone }: SellerBot,
  { day, now, meanPauseMs }: { day: DateText; now: Instant; meanPauseMs: number },
): number {
  if (restoredFrom === null || restoredAt === null) return 0;
  const { startsAt: dayStartsAt } = dayBounds(day, timezone);
  return lostShares({ from: restoredFrom, until: restoredAt }, { startedAt, dayStartsAt, now, meanPauseMs });
}
