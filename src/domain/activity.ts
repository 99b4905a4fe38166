// The kinds of entries in the activity log.

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
