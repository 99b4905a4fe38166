// Plans the daily reading of closets whose bots are stopped, at a random minute of their sellers' nights.

import { dueNightlyReading } from '#domain/bot/schedule/closet-reading.ts';
import { findBrowser } from '#domain/companion.ts';
import type { BotContext } from '../needs/needs.ts';
import { findUnreadClosets } from '../state/store.ts';

/** The maintenance runs about as often. */
const aheadMs = 5 * 60_000;
/** The minute of the night moves by up to four hours from one day to the next. */
const dailyMs = 20 * 3_600_000;

/**
 * A closet that couldn't be read at night, because its browser or this program wasn't running, is read later on the same day. The
 * closets of guests are gone within a day, so they are left out.
 */
export async function planNightlyReadings(context: BotContext): Promise<void> {
  const { database, clock, random, queue, findHold, isDiskFull, browserSeenAt } = context;
  if (findHold() !== null || isDiskFull()) return;
  const now = clock.now();
  const since = now - dailyMs;
  for (const seller of await findUnreadClosets(database, since)) {
    const { userId } = seller;
    const at = dueNightlyReading(seller, { now, aheadMs });
    if (at === null) continue;
    if (seller.isByBrowser && findBrowser(await browserSeenAt(userId), now).kind !== 'awake') continue;
    // Of those that are late, not all at once.
    const delayMs = at > now ? at - now : Math.floor(random() * aheadMs);
    await queue.put('listings.read', { userId, since }, { key: userId, delayMs });
  }
}
