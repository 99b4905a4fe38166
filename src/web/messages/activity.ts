// Texts of the activity log and of account health.
import type { ActivityAction } from '#domain/activity.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { count, counted } from '#web/format/format.ts';

export const activityMessages = {
  title: 'Recent activity',
  live: 'Live',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  pauseLabel: 'Pause live feed',
  resumeLabel: 'Resume live feed',
  filter: 'Show',
  everything: 'Everything',
  reading: 'Loading activity',
  empty: 'Nothing yet. Shares, pauses, and price changes appear here.',
  emptyStep: { verb: 'Go to Start Bot', place: '#bot-title' },
  emptyKind: 'No entries of this kind yet.',
  more: 'Show more',
  loadingMore: 'Loading…',
  less: 'Back to latest',
  end: 'No older entries.',
  when: 'When',
  listing: 'Listing',
  gone: 'No longer in your closet',
  open: (name: MarketplaceName) => `Open on ${name}`,
  trace: 'Trace ID',
  noTrace: 'Share confirmed without an ID',
  copy: 'Copy',
  copyTrace: 'Copy the trace ID',
  copied: { title: 'Copied', text: 'The trace ID is on your clipboard.' },
  notCopied: { title: 'Not copied', text: 'Your browser didn’t allow it. Select the ID and copy it manually.' },
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
  title: 'Account health',
  calm: 'Healthy',
  careful: 'Caution',
  warned: 'At risk',
  reading: 'Counting the last 24 hours',
  confirmed: (shares: number) => `confirmed ${shares === 1 ? 'share' : 'shares'} in 24 hours`,
  meter: 'Confirmed shares in the last 24 hours, against the range where sellers report share jail',
  below: (low: number) => `Share jail, a temporary block on sharing, has been reported from ${count(low)}.`,
  inside: 'Sellers have reported share jail, a temporary block on sharing, at this level. Lower your daily limit.',
  above: 'Most reports of share jail, a temporary block on sharing, are below this level. Lower your daily limit.',
  nothingToDo: 'No action needed.',
  paused: 'Your bot is paused and needs you. Follow the steps at the top of this page.',
  lower: { verb: 'Open settings', place: '#settings' },
  counts: {
    today: 'Today',
    day: 'Last 24 hours',
    confirmed: 'Confirmed',
    notConfirmed: 'Not confirmed',
    refused: 'Refused',
  },
  range: (low: number, high: number) => `reported: ${count(low)} to ${count(high)}`,
  source: (low: number, high: number) =>
    `Poshmark doesn’t publish a number. Sellers and tool makers report blocks of 1 to 24 hours at about ${count(low)} to ${count(high)} shares in 24 hours. These are reports, not rules.`,
  sourceTitle: 'Where does this range come from?',
  onlyConfirmed: 'This counts confirmed shares only. Recent activity shows the trace ID of each.',
  unknown: (shares: number) =>
    `${counted(shares, 'share')} couldn’t be confirmed. ${shares === 1 ? 'It counts' : 'They count'} toward your limit, but not here.`,
  warnings: (place: string) => `Warnings, last 7 days, ${place} time`,
  noWarnings: 'No warnings in the last 7 days.',
  gentle: (until: string, limit: number) =>
    `Slow mode until ${until}: at most ${count(limit)} a day, double the pauses, and no offers.`,
  gentleWhy: 'It follows a human check, or two share limits within a day.',
} as const;
