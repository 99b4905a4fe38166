// Texts of the activity log and of account care.
import type { ActivityAction } from '#domain/activity.ts';
import { count, counted } from '#web/format/format.ts';

export const activityMessages = {
  title: 'Recent activity',
  live: 'Live',
  paused: 'Paused',
  pause: 'Pause',
  resume: 'Resume',
  pauseLabel: 'Pause the live feed',
  resumeLabel: 'Go on with the live feed',
  filter: 'Show',
  everything: 'Everything',
  reading: 'Reading the activity',
  empty: 'Nothing has happened yet. Every share, pause and change appears here.',
  emptyStep: { verb: 'Go to Start Bot', place: '#bot-title' },
  emptyKind: 'Nothing of this kind yet.',
  more: 'Show more',
  loadingMore: 'Reading…',
  less: 'Back to the latest',
  end: 'That is all there is.',
  when: 'When',
  listing: 'Listing',
  gone: 'It is not in your closet any more',
  open: 'Open at the marketplace',
  trace: 'Marketplace’s trace id',
  noTrace: 'It confirmed the share and gave no id',
  copy: 'Copy',
  copyTrace: 'Copy the trace id',
  copied: { title: 'Copied', text: 'The trace id is in your clipboard.' },
  notCopied: { title: 'Not copied', text: 'The browser did not allow it. Mark the id and copy it by hand.' },
} as const;

/** The text of an entry without details. */
export const plainDetails: Partial<Record<ActivityAction, string>> = {
  SHARE_UNKNOWN: 'No clear answer. It counts, and is not sent twice.',
  BOT_STARTED: 'You pressed Start Bot',
  BOT_STOPPED: 'You pressed Stop Bot',
  LIMIT_REACHED: 'The bot stopped itself at the daily limit',
};

/** What each kind of entry means, in one sentence. */
export const meanings: Record<ActivityAction, string> = {
  SHARE: 'The marketplace confirmed this share. It counts toward the day’s limit.',
  SHARE_FAILED: 'The marketplace said that this share was not done. It does not count.',
  SHARE_UNKNOWN:
    'The answer was lost on its way, so nobody can say whether the share was done. To stay under your limit it counts, and this listing waits for the next round.',
  ROUND_STARTED: 'A round shares every active listing once, from the longest unshared to the newest.',
  ROUND_FINISHED: 'The round came to its end.',
  BOT_STARTED: 'Started by you, with the settings of that moment.',
  BOT_STOPPED: 'Nothing is shared after this until Start Bot is pressed.',
  LIMIT_REACHED: 'The day’s limit is a promise: the bot stops itself there.',
  BOT_PAUSED: 'The bot holds still. It goes on by itself, or asks for you where it must.',
  BOT_RESUMED: 'The bot went on where it was.',
  SYNC: 'The whole closet was read. Nothing was changed at the marketplace.',
  PRICE_UPDATE: 'A price was changed at the marketplace, then here.',
  PRICE_REVERTED: 'A changed price was put back.',
  OFFER_SENT: 'An offer went to those who like the listing.',
  CLOSET_CONNECTED: 'The closet was linked.',
  CLOSET_DISCONNECTED: 'The closet was unlinked, and its stored sign-in erased.',
  AUTH_TEST: 'The connection was tested. Nothing was shared by it.',
};

export const careMessages = {
  title: 'Care of the account',
  calm: 'Calm',
  careful: 'Careful',
  warned: 'Near the line',
  reading: 'Counting the last 24 hours',
  confirmed: (shares: number) => `confirmed ${shares === 1 ? 'share' : 'shares'} in 24 hours`,
  meter: 'Confirmed shares of the last 24 hours against what sellers report',
  below: (left: number) => `${count(left)} below where sellers report “share jail”, a block on sharing.`,
  inside: 'Inside the range where sellers report “share jail”, a block on sharing. A lower limit is calmer.',
  above: 'Above the range where sellers report “share jail”. A lower limit is calmer.',
  range: (low: number, high: number) => `reported: ${count(low)} to ${count(high)}`,
  source: (low: number, high: number) =>
    `Nobody outside the marketplace knows the number. Sellers and makers of tools report blocks of 1 to 24 hours from about ${count(low)} to ${count(high)} shares in 24 hours, a few of them from about 4,000. These are reports, not rules.`,
  sourceTitle: 'Where does this range come from?',
  onlyConfirmed:
    'Only shares that the marketplace confirmed are counted here; each has its trace id under Recent activity.',
  unknown: (shares: number) =>
    `${counted(shares, 'share')} got no clear answer. ${shares === 1 ? 'It counts' : 'They count'} toward your limit, and ${shares === 1 ? 'is' : 'are'} not in this number.`,
  refused: (shares: number) => `${counted(shares, 'share')} ${shares === 1 ? 'was' : 'were'} refused and not done.`,
  warnings: (place: string) => `Warning signs, last 7 days, ${place} time`,
  noWarnings: 'No warning sign in the last 7 days.',
  gentle: (until: string) => `Gentle until ${until}: half your limit, twice the pause between shares.`,
  gentleWhy: 'A human check, or two warnings within a day, make the bot go easy for a week.',
  lowered: (limit: number, own: number) =>
    `Today’s limit is ${count(limit)} and not ${count(own)}: a warning lowered it until the day ends.`,
} as const;
