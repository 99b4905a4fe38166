// What the listings get from the program.

import type { ActivityLog } from '#domain/activity.ts';
import type { HoldReader } from '#domain/bot/hold.ts';
import type { SyncCounts } from '#domain/closet.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketFailure } from '#domain/ports/marketplace.ts';
import type { Queue } from '#domain/ports/queue.ts';
import type { Closet } from '../../closet/closet.ts';
import type { NotifyDevices } from '../../notices/notices.ts';

export type ListingsNeeds = {
  database: Database;
  clock: Clock;
  closet: Closet;
  queue: Queue;
  activity: ActivityLog;
  notifyDevices: NotifyDevices;
  /** While the operator holds all bots, nothing is read and no price changes. */
  hold?: HoldReader | undefined;
  /** Runs in the transaction that stores what a reading found, for features that depend on the listings. */
  onSynced?: ((tx: Queryable, userId: string, found: SyncCounts) => Promise<void>) | undefined;
  /** Costs, SKUs, or shelves of these listings have changed. Runs in the transaction that changes them. */
  onCostsChanged?: ((tx: Queryable, userId: string, listingIds: readonly string[]) => Promise<void>) | undefined;
  /** A failure that concerns the whole account also pauses its bot. Runs in the transaction that shows why. */
  onMarketFailure: (tx: Queryable, userId: string, failure: MarketFailure, of?: 'reading') => Promise<void>;
  /** The mean pause between two shares, in ms. Price changes keep a pace that goes with it. */
  meanPauseMs: number;
  /** Other times, for tests: between two pages of a closet, between two price changes, and before one is tried again. */
  spacingMs?: number | undefined;
  writeSpacingMs?: number | undefined;
  retryMs?: readonly number[] | undefined;
};
