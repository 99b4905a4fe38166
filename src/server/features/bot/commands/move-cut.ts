// Moves the end of a round's window after a change of settings or time zone.

import type { BotSettings } from '#domain/bot/bot.ts';
import { cutAt } from '#domain/bot/schedule/schedule.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { saveCut } from '../rounds/store.ts';
import type { BotRow } from '../state/events.ts';

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
