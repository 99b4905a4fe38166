// Reads what drops are decided on: the listings of the linked closet, on the seller's day.

import type { DroppedToday } from '#domain/drops/choose-drops.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type DateText, shareDay } from '#domain/time.ts';
import { findZone } from '../account/account.ts';
import { type ClosetDrop, findDropped, findListings } from './store.ts';

export type ClosetToday = {
  listings: ClosetDrop[];
  dropped: DroppedToday;
  today: DateText;
  zone: string;
  now: Instant;
};

/** Without a linked closet, there are no listings. */
export async function readCloset(db: Queryable, clock: Clock, userId: string): Promise<ClosetToday> {
  const now = clock.now();
  const zone = await findZone(db, userId);
  const today = shareDay(now, zone);
  const listings = await findListings(db, { userId, zone, now });
  return { listings, dropped: await findDropped(db, userId, today), today, zone, now };
}
