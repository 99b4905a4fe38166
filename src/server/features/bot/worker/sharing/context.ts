/** What every part of a share is given. */

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Closet } from '../../../closet/closet.ts';
import type { Listings } from '../../../listings/listings.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Measure } from '../../metrics.ts';
import type { RunningBot } from '../../rounds/running-bot.ts';
import type { Pauses } from '../pauses.ts';
import type { Sessions } from './sessions.ts';

export type SharingContext = {
  clock: Clock;
  random: () => number;
  meanPauseMs: number;
  workerId: () => string;
  /** Whether this worker may send for the bot at all: it isn't closing, its lease stands, and it still owns the bot. */
  maySend: (bot: RunningBot) => boolean;
  /** The host's monotonic clock, which reservations are limited by. */
  monotonic: () => number;
  /** How much further the host's wall clock has moved than the monotonic one since the lease was renewed. */
  driftMs: () => number;
  ledger: Ledger;
  sessions: Sessions;
  pauses: Pauses;
  closet: Pick<Closet, 'signInAgain'>;
  listings: Pick<Listings, 'markSold' | 'markGone' | 'markNotForSale'>;
  measure: Measure;
  /** Resolves at a moment of the clock. */
  until: (instant: Instant) => Promise<void>;
  /** From a reservation to the last moment at which its share may arrive. */
  inFlightMs: number;
};

/** The row is read again before the next step, which is due at once. */
export function readAgainNow({ clock }: SharingContext, bot: RunningBot): Instant {
  bot.isStale = true;
  return clock.now();
}
