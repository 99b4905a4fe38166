// What every step of a share gets.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Closet } from '../../../closet/closet.ts';
import type { Listings } from '../../../listings/listings.ts';
import type { Breaker } from '../../breaker/breaker.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Measure } from '../../reports/metrics.ts';
import type { RunningBot } from '../../rounds/running-bot.ts';
import type { Pauses } from './pauses.ts';
import type { Sessions } from './sessions.ts';

export type SharingContext = {
  clock: Clock;
  random: () => number;
  meanPauseMs: number;
  workerId: () => string;
  /** Whether this worker may send for the bot: it isn't closing, its lease is valid, and it still owns the bot. */
  maySend: (bot: RunningBot) => boolean;
  /** The host's monotonic clock, which limits reservations. */
  monotonic: () => number;
  /** By how much the host's wall clock has moved more than the monotonic one since the lease was renewed. */
  driftMs: () => number;
  ledger: Ledger;
  sessions: Sessions;
  breaker: Pick<Breaker, 'answered'>;
  pauses: Pauses;
  closet: Pick<Closet, 'signInAgain'>;
  listings: Pick<Listings, 'markSold' | 'markGone' | 'markNotForSale' | 'markReserved'>;
  measure: Measure;
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
