// The bot's entries in the activity log, and the notifications it sends.

import type { ActivityAction } from '#domain/activity.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

/** The part of the activity log that the bot writes. */
export type ActivityLog = {
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details?: string; listingId?: string },
  ): Promise<void>;
};

/** News about the bot: sharing stopped, paused, or didn't start on a new day, and when. */
export type BotNews = {
  reason: PauseReason | 'browser_lost' | 'limit_reached' | 'stopped_by_operator' | 'not_started';
  message: string;
  at: Instant;
};

/** Notifies the seller outside of the screens, inside the transaction that pauses or stops the bot. */
export type NotifySeller = (tx: Queryable, userId: string, news: BotNews) => Promise<void>;

export const counted = (listings: number): string => `${listings} ${listings === 1 ? 'listing' : 'listings'}`;

type RoundCounts = { planned: number; shares: number; unknown: number; failed: number };

/** The outcome of a round, as a line for the activity log. */
export function roundWords(
  state: 'done' | 'cut' | 'stopped',
  { planned, shares, unknown, failed }: RoundCounts,
): string {
  const parts = [`${shares} of ${counted(planned)} shared`];
  if (unknown > 0) parts.push(`${unknown} not confirmed`);
  if (failed > 0) parts.push(`${failed} refused`);
  if (state === 'cut') parts.push('ended with its time slot');
  if (state === 'stopped') parts.push('stopped');
  return parts.join(', ');
}
