// What every step of a share gets.

import type { Instant } from '#domain/ports/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BotContext } from '../../needs/needs.ts';
import type { RunningBot } from '../../rounds/running-bot.ts';
import type { Pauses } from './pauses.ts';
import type { Sessions } from './sessions.ts';

export type SharingContext = BotContext & {
  workerId: () => string;
  /** Whether this worker may send for the bot: it isn't closing, its lease is valid, and it still owns the bot. */
  maySend: (bot: RunningBot) => boolean;
  /** The host's monotonic clock, which limits reservations. */
  monotonic: () => number;
  /** By how much the host's wall clock has moved more than the monotonic one since the lease was renewed. */
  driftMs: () => number;
  ledger: Ledger;
  sessions: Sessions;
  pauses: Pauses;
  /** Resolves when the clock reaches a moment. */
  until: (instant: Instant) => Promise<void>;
  /** The time from a reservation to the last moment at which its share may arrive. */
  inFlightMs: number;
};

/** Makes the next step due at once, and reads the row again before it. */
export function readAgainNow({ clock }: SharingContext, bot: RunningBot): Instant {
  bot.isStale = true;
  return clock.now();
}
