// Texts of the activity log and of account health.
import type { ActivityAction } from '#domain/activity.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { count } from '#web/format/format.ts';

export const activityMessages = {
  emptyStep: { verb: 'Go to Start Bot', place: '#bot-title' },
  more: 'Show more',
} as const;

/** An entry's name: its action with spaces instead of underscores, as the specification requires. The list shows it in capitals. */
export const activityName = (action: ActivityAction): string =>
  `${action.charAt(0)}${action.slice(1).replaceAll('_', ' ').toLowerCase()}`;

/** The text of an entry without details. */
export const plainDetails: Partial<Record<ActivityAction, string>> = {
  SHARE_UNKNOWN: 'Not confirmed. Counts toward your limit.',
  BOT_STARTED: 'You pressed Start Bot',
  BOT_STOPPED: 'You pressed Stop Bot',
  LIMIT_REACHED: 'The bot stopped at your daily limit',
  BROWSER_AWAY: 'Your paired browser was closed or asleep',
  BROWSER_BACK: 'Sharing continued',
};

/** What each kind of entry means, in one sentence. */
export const meaningOf = (action: ActivityAction, marketplace: MarketplaceName): string => {
  const name = startWith(marketplace);
  switch (action) {
    case 'SHARE':
      return `${name} confirmed this share. It counts toward your daily limit.`;
    case 'SHARE_FAILED':
      return `${name} refused this share, so it doesn’t count toward your limit.`;
    case 'SHARE_UNKNOWN':
      return `${name}’s reply was lost, so Hangtag can’t tell if this share went through. It counts toward your limit, and Hangtag won’t share this listing again until the next round.`;
    case 'ROUND_STARTED':
      return 'A round shares every active listing once. The most recently shared goes last.';
    case 'ROUND_FINISHED':
      return 'The round ended.';
    case 'BOT_STARTED':
      return 'You started the bot with these settings.';
    case 'BOT_STOPPED':
      return 'Nothing is shared until you press Start Bot.';
    case 'LIMIT_REACHED':
      return 'The bot never goes over your daily limit.';
    case 'LIMIT_RESTORED':
      return 'You took back the limit that a warning had lowered. The bot shares up to your own limit again.';
    case 'BOT_PAUSED':
      return 'The bot paused. It resumes automatically, or tells you what to do first.';
    case 'BROWSER_AWAY':
      return 'A share was due, and none of your paired browsers was open. Hangtag sent nothing, and waited for one.';
    case 'BROWSER_BACK':
      return 'A paired browser was open again, and sharing continued. Rounds that were missed are skipped.';
    case 'BOT_RESUMED':
      return 'The bot continued where it paused.';
    case 'SYNC':
      return `Hangtag read your whole closet. Nothing on ${marketplace} changed.`;
    case 'PRICE_UPDATE':
      return `Hangtag changed a price on ${marketplace}.`;
    case 'PRICE_REVERTED':
      return 'Hangtag restored the old price.';
    case 'OFFER_SENT':
      return 'Hangtag sent an offer to the people who like this listing.';
    case 'CLOSET_CONNECTED':
      return 'You connected your closet.';
    case 'CLOSET_DISCONNECTED':
      return 'Hangtag erased the closet’s saved sign-in. Nothing is shared until you connect a closet again.';
    case 'AUTH_TEST':
      return 'Hangtag tested the connection. Nothing was shared.';
  }
};

export const careMessages = {
  counts: {
    today: 'Today',
    day: 'Last 24 hours',
    confirmed: 'Confirmed',
    notConfirmed: 'Not confirmed',
    refused: 'Refused',
  },
  range: (low: number, high: number) => `reported: ${count(low)} to ${count(high)}`,
} as const;
