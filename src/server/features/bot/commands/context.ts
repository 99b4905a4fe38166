// What every command of a seller gets, and the steps that several commands share.

import { readBackoff } from '#domain/bot/backoff.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { type LimitInForce, limitInForce } from '#domain/bot/limit/limit.ts';
import { cutAt } from '#domain/bot/schedule/schedule.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { laterDay, shareDay } from '#domain/time.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import type { Breaker } from '../breaker/breaker.ts';
import type { ActivityLog } from '../reports/activity-entries.ts';
import type { NotifySeller } from '../reports/notify-seller.ts';
import { saveCut } from '../rounds/store.ts';
import { lockBotRow, makeBotRow } from '../state/bot-row.ts';
import type { BotRow } from '../state/events.ts';
import { findBot, type SellerBot } from '../state/store.ts';

export type CommandContext = {
  database: Database;
  clock: Clock;
  /** Mean of the pause between two shares, in ms. */
  meanPauseMs: number;
  closet: Pick<Closet, 'summary' | 'othersWithSameCloset' | 'withLiveAccount' | 'failureOf' | 'noteReady'>;
  listings: Pick<Listings, 'roundSize' | 'sync'>;
  activity: ActivityLog;
  notifySeller: NotifySeller;
  breaker: Pick<Breaker, 'note'>;
  /** Makes the workers of this process look for due bots at once. */
  wakeWorkers(): void;
};

/** The bot of a seller. Throws `not_found` if there is no such user. */
export async function findSeller(db: Queryable, userId: string): Promise<SellerBot> {
  const bot = await findBot(db, userId);
  if (bot === null) throw new Failure('not_found', 'This account no longer exists.');
  return bot;
}

type LockedSeller = { row: BotRow; bot: SellerBot };

/** The bot of a seller, locked until the transaction ends; null if the seller has none yet. */
export async function lockSeller(tx: Queryable, userId: string): Promise<LockedSeller | null> {
  const row = await lockBotRow(tx, userId);
  return row && { row, bot: await findSeller(tx, userId) };
}

/** The same, but creates the bot if the seller has none yet. */
export async function lockOrMakeSeller(tx: Queryable, userId: string): Promise<LockedSeller> {
  const locked = await lockSeller(tx, userId);
  if (locked !== null) return locked;
  await findSeller(tx, userId);
  const row = await makeBotRow(tx, userId);
  return { row, bot: await findSeller(tx, userId) };
}

/** The seller's share day, which never moves backward. */
export const shareDayOf = ({ shareDay: kept, timezone }: SellerBot, now: Instant): string =>
  laterDay(kept, shareDay(now, timezone));

/** The limit in force, given the seller's own limit. */
export const limitFor = (bot: SellerBot, dailyShareLimit: number, now: Instant): LimitInForce =>
  limitInForce({ dailyShareLimit, backoff: readBackoff(bot.backoff), now });

/**
 * Moves the end of the window that a round runs in to what settings and time zone say now. A worker that owns the bot does this
 * itself. A paused or due bot has no owner, and the worker that claims it reads the round's row.
 */
export async function moveCut(
  tx: Queryable,
  { userId, phase }: BotRow,
  { settings, timezone, now }: { settings: BotSettings; timezone: string; now: Instant },
): Promise<void> {
  if ('roundId' in phase && phase.roundId !== null)
    await saveCut(tx, { userId, roundId: phase.roundId }, cutAt({ settings, timezone, now }));
}
