// What every command of a seller gets, and the steps that several commands share.

import type { BotSettings } from '#domain/bot/bot.ts';
import { cutAt } from '#domain/bot/schedule/schedule.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Closet } from '../../closet/closet.ts';
import type { Listings } from '../../listings/listings.ts';
import type { Breaker } from '../breaker/breaker.ts';
import type { ActivityLog } from '../reports/activity-entries.ts';
import type { NotifySeller } from '../reports/notify-seller.ts';
import { saveCut } from '../rounds/store.ts';
import type { BotRow } from '../state/events.ts';

export type CommandContext = {
  database: Database;
  clock: Clock;
  /** Mean of the pause between two shares, in ms. */
  meanPauseMs: number;
  closet: Pick<
    Closet,
    'summary' | 'othersWithSameCloset' | 'withLiveAccount' | 'failureOf' | 'noteSignedIn' | 'noteCheckSaidDone'
  >;
  listings: Pick<Listings, 'roundSize' | 'sync'>;
  activity: ActivityLog;
  notifySeller: NotifySeller;
  breaker: Pick<Breaker, 'note'>;
  /** Makes the workers of this process look for due bots at once. */
  wakeWorkers(): void;
};

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
