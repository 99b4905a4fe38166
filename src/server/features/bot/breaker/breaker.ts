// The face of this room: holds all bots of a marketplace while it refuses many sellers at once.

import type { PauseReason } from '#domain/bot/bot.ts';
import { duration } from '#domain/bot/pause-messages.ts';
import { marketplaceName, startWith } from '#domain/closet.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { BotLog } from '../metrics.ts';
import { findHolds, saveHold, saveRefusal } from './store.ts';

export type Breaker = {
  /** Counts a pause with this reason, in its transaction. At the twentieth seller within ten minutes all bots are held. */
  note(tx: Queryable, refusal: { userId: string; practice: boolean; reason: PauseReason }): Promise<void>;
  /** Until when the bots of this marketplace are held; null: they are not. From memory, because each step asks. */
  heldUntil(practice: boolean): Instant | null;
  /** Reads what other processes found. */
  look(): Promise<void>;
};

/** One refusal is about its seller. So many at once are about this installation's address, or a change at the marketplace. */
const sellersToOpen = 20;
const withinMs = 10 * 60_000;
const holdMs = 15 * 60_000;

const refusals: readonly PauseReason[] = ['human_check', 'rate_limited', 'share_limit', 'marketplace_refused'];

export function createBreaker({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Pick<BotLog, 'warn'>;
}): Breaker {
  const holds = new Map<boolean, Instant>();
  return {
    async note(tx, { userId, practice, reason }) {
      if (!refusals.includes(reason)) return;
      const now = clock.now();
      const sellers = await saveRefusal(tx, { practice, userId, now, since: now - withinMs });
      if (sellers < sellersToOpen) return;
      const until = now + holdMs;
      if (!(await saveHold(tx, { practice, until, now }))) return;
      // If the transaction fails after this, this process holds its bots for no reason, for a quarter of an hour at most.
      holds.set(practice, until);
      log.warn({ practice, sellers, until }, 'Marketplace refuses many sellers, all bots are held for 15 minutes');
    },
    heldUntil(practice) {
      const until = holds.get(practice);
      return until !== undefined && until > clock.now() ? until : null;
    },
    async look() {
      for (const { practice, until } of await findHolds(database, clock.now())) holds.set(practice, until);
    },
  };
}

/** What the seller reads while all bots are held. */
export const heldMessage = (practice: boolean, waitMs: number): string =>
  `${startWith(marketplaceName(practice))} is refusing many sellers of this site right now. Sharing is paused for everyone, and Hangtag will try again in ${duration(waitMs)}. No action needed.`;
