// The bot of one seller, locked with its settings, zone, and closet, and what follows from them.

import { readBackoff } from '#domain/bot/backoff.ts';
import { type LimitInForce, limitInForce } from '#domain/bot/limit/limit.ts';
import { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { laterDay, shareDay } from '#domain/time.ts';
import { lockBotRow, makeBotRow } from './bot-row.ts';
import type { BotRow } from './events.ts';
import { findBot, type SellerBot } from './store.ts';

/** The bot of a seller. Throws `not_found` if there is no such user. */
export async function findSeller(db: Queryable, userId: string): Promise<SellerBot> {
  const bot = await findBot(db, userId);
  if (bot === null) throw new Failure('not_found', 'This account no longer exists.');
  return bot;
}

export type LockedSeller = { row: BotRow; bot: SellerBot };

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
