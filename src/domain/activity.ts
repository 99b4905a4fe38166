// The kinds of entries in the activity log.

import type { Instant } from './ports/clock.ts';
import type { Queryable } from './ports/database.ts';

/** One word per kind of event. Screens show the underscores as spaces. */
export const activityActions = [
  'SHARE',
  'SHARE_FAILED',
  'SHARE_UNKNOWN',
  'PARTY_SHARE',
  'SHARE_BACK',
  'ROUND_STARTED',
  'ROUND_FINISHED',
  'BOT_STARTED',
  'BOT_STOPPED',
  'LIMIT_REACHED',
  'LIMIT_RESTORED',
  'BOT_PAUSED',
  'BOT_RESUMED',
  'BROWSER_AWAY',
  'BROWSER_BACK',
  'SYNC',
  'PRICE_DROPS',
  'PRICE_UPDATE',
  'PRICE_REVERTED',
  'OFFER_SENT',
  'EXPERIMENT',
  'CLOSET_CONNECTED',
  'CLOSET_DISCONNECTED',
  'AUTH_TEST',
] as const;

export type ActivityAction = (typeof activityActions)[number];

/** What happened to a seller, as the seller reads it. */
export type ActivityLog = {
  /** Records one entry, in the transaction of the event. `at`: now, if it isn't given. */
  record(
    tx: Queryable,
    entry: { userId: string; action: ActivityAction; details?: string; listingId?: string; at?: Instant },
  ): Promise<void>;
};
