// What price drops work with: the program’s parts, and the listings of the linked closet on the seller’s day.

import type { ActivityLog } from '#domain/activity.ts';
import type { HoldReader } from '#domain/bot/hold.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import type { Closet } from '../closet/closet.ts';
import type { Prices } from '../listings/listings.ts';
import type { NotifyDevices } from '../notices/notices.ts';
import { findDropped, findListings } from './store.ts';

export type DropsContext = {
  database: Database;
  clock: Clock;
  queue: Queue;
  closet: Pick<Closet, 'summary' | 'wayOf' | 'whyNoWrites'>;
  prices: Pick<Prices, 'addDrops' | 'recordHistory' | 'refuseUnready'>;
  activity: ActivityLog;
  notifyDevices: NotifyDevices;
  hold: HoldReader;
  /** Whether the closet is treated more gently after a warning of the marketplace. */
  isGentle(userId: string): Promise<boolean>;
};

/** Without a linked closet, there are no listings. */
export async function readCloset(db: Queryable, clock: Clock, userId: string) {
  const now = clock.now();
  const zone = await findZone(db, userId);
  const today = shareDay(now, zone);
  const listings = await findListings(db, { userId, zone, now });
  return { listings, dropped: await findDropped(db, userId, today), today, zone, now };
}

export type ClosetToday = Awaited<ReturnType<typeof readCloset>>;
