// Texts of the bot band, the day rail, the figures, and the settings.
import { mostOffersADay } from '#domain/bot/offer.ts';
import type { MarketplaceName } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { count, counted } from '#web/format/format.ts';

export const botMessages = {
  title: 'Bot Controls',
  retry: 'Try again',
  unread: {
    title: 'Couldn’t load the bot.',
    rail: 'An empty rail: the bot couldn’t be loaded',
  },
  reading: { title: 'Loading the bot.', note: 'One moment.', rail: 'An empty rail while the bot loads' },
  states: {
    stopped: 'Stopped',
    waiting: 'Waiting',
    sharing: 'Running',
    paused: 'Paused',
    waiting_for_browser: 'Waiting for browser',
  },
  stoppedAtLimit: 'Stopped at the limit',
  onHold: 'On hold',
  held: {
    title: 'Sharing is on hold.',
    text: (until: string | null) =>
      `Your administrator paused all bots${until === null ? '' : ` until ${until}`}. Yours will resume on its own.`,
    reason: (words: string) => `Reason given: “${words}”`,
    disk: 'The server’s disk is full. Your bot will resume on its own when your administrator has made room.',
    noWorker:
      'The part of Hangtag that shares isn’t running. Your bot will resume on its own when it’s back. If that takes long, tell your administrator that the worker is down.',
    marketplace: (name: string, triedAt: string | null) =>
      `${name} is refusing many sellers on this site right now. Hangtag ${triedAt === null ? 'is trying one share now' : `will try one share at ${triedAt}`}. Your bot will resume on its own once that works. No action needed.`,
  },
  inShort: 'Bot at a glance',
  inShortSharing: (done: number, total: number, next: string) => `${count(done)} of ${count(total)}. ${next}`,
  outage: 'Can’t reach the server.',
  /** The server's words without "Try again", because Hangtag does that. */
  refused: (message: string) => message.replace(/ Try again\b[^.]*\.$/, ''),
  outageSince: (time: string) => `Showing data from ${time}. Retrying…`,
  emptyRail: 'An empty rail. Nothing shared or planned today.',
  finishConnecting: 'Finish connecting',
} as const;

export const railMessages = {
  newDay: 'Loading the plan for the new day',
  zone: (place: string) => `${place} time`,
  sharesSoFar: (shares: number) => `${counted(shares, 'share')} so far today`,
  shared: 'Shared',
  thisRound: 'This round',
  planned: 'Planned',
  ifStarted: 'If you start now',
  pausedAt: (time: string) => `Paused ${time}`,
  awayAt: (time: string) => `Waiting since ${time}`,
  soFar: (shares: number) => `Shares today by time: ${counted(shares, 'share')} so far`,
  roundsPlanned: (rounds: number, first: string) => `${counted(rounds, 'round')} planned, the first at ${first}`,
  roundsIfStarted: (rounds: number, first: string) =>
    `${counted(rounds, 'round')} if you start now, the first at ${first}`,
  nothingPlanned: 'nothing more planned',
  slot: (letter: string, from: string, to: string) => `slot ${letter} from ${from} to ${to}`,
  now: (time: string) => `It is now ${time}.`,
} as const;

export const measureMessages = {
  rounds: { now: 'This round', first: 'First round', last: 'Last round' },
  progress: 'Listings shared this round',
  ofListings: (total: number) => `of ${counted(total, 'listing')}`,
  noRound: 'No round yet',
  allShared: 'Every listing shared once',
  /** What a round tried, but did not share for certain. It makes the round's numbers add up. */
  notShared: (refused: number, notConfirmed: number) =>
    [
      ...(refused > 0 ? [`${count(refused)} refused`] : []),
      ...(notConfirmed > 0 ? [`${count(notConfirmed)} not confirmed`] : []),
    ].join(', '),
  leftOver: (left: number) => `${count(left)} not shared this round`,
  toGo: (left: number, time: string | null) => `${count(left)} to go${time === null ? '' : `, ${time}`}`,
  limit: 'Today’s limit',
  limitUsed: 'Shares used of today’s limit',
  openSettings: 'Change settings',
  ofShares: (limit: number) => `of ${counted(limit, 'share')}`,
  forecast: (total: number, time: string) => `${count(total)} by ${time}`,
  shares: (shares: number) => (shares === 1 ? 'share' : 'shares'),
  overLimit: (limit: number) =>
    `That’s more than the limit of ${count(limit)} that applies now, so nothing more is shared today. `,
  unclear: (shares: number) =>
    `${counted(shares, 'share')} couldn’t be confirmed. ${
      shares === 1
        ? 'It counts toward your limit and won’t be sent again.'
        : 'They count toward your limit and won’t be sent again.'
    }`,
  assumed: (shares: number) =>
    ` Hangtag’s data was restored today, so up to ${counted(shares, 'share')} may be missing here. They count until your next day begins.`,
  last: 'Last shared',
  nothingYet: 'Nothing yet',
  firstAppears: 'Your first share will appear here.',
  next: 'Next share',
  none: 'None',
  untilMidnight: 'Your next day begins at midnight',
  startsAgain: (when: string) => `Starts again ${when}`,
  pressStart: 'Press Start Bot to begin',
  nothingToShare: 'No listings to share',
  waitsForYou: 'Waiting for you',
  waitsForBrowser: 'Waiting for your browser',
  resumes: (when: string) => `Resumes ${when}`,
  roundContinues: 'The round continues',
  onHold: 'All bots are on hold',
  nextRound: (when: string) => `Next round ${when}`,
} as const;

export const dailyMessages = {
  title: 'Daily shares',
  span: 'Last 14 days',
  reading: 'Loading daily shares',
  none: 'No shares yet. Each day with shares adds a bar here.',
  noneStep: { verb: 'Go to Start Bot', place: '#bot-title' },
  limit: (limit: number) => `Limit ${count(limit)}`,
  today: 'Today',
  drawing: (facts: { days: number; least: number; most: number; today: number; limit: number }) =>
    `Shares per day over ${counted(facts.days, 'day')}, from ${count(facts.least)} to ${count(facts.most)}; today ${count(facts.today)}. The limit is ${count(facts.limit)}.`,
  total: 'Total Shares',
  /** The total counts confirmed shares. If others count toward the limit too, it says which these are. */
  soFar: ({ confirmed, notConfirmed }: { confirmed: number; notConfirmed: number }) =>
    notConfirmed === 0
      ? `${count(confirmed)} today`
      : `${count(confirmed)} confirmed today, ${count(notConfirmed)} not confirmed`,
  unread: 'Couldn’t load',
  readingTotal: 'Loading',
  line: (days: number, least: number, most: number) =>
    `Shares per day, last ${days} days: ${count(least)} to ${count(most)}`,
} as const;

type WillMake = { every: string; isInSlots: boolean; rounds: number; shares: number };

const pauseText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'less than a second';
  return `about ${seconds === 2 ? 'two seconds' : counted(seconds, 'second')}`;
};

export const consentMessages = {
  title: 'Before the first share',
  agree: 'I understand, start the bot',
  starting: 'Starting…',
  notNow: 'Not now',
  does: 'What Hangtag does.',
  doesText: (pauseMs: number) =>
    `Hangtag shares your own listings for you, one at a time, ${pauseText(pauseMs)} apart.`,
  willMake: ({ every, isInSlots, rounds, shares }: WillMake) =>
    shares === 0
      ? 'With your settings it has nothing to share yet.'
      : `With your settings it starts a round ${every}${isInSlots ? ' inside your slots' : ''}. That’s up to ${counted(rounds, 'round')} and about ${counted(shares, 'share')} a day.`,
  stopsAt: (limit: number, resumesDaily: boolean) =>
    `It stops at your limit of ${counted(limit, 'share')} a day, ${resumesDaily ? 'and starts again on its own when your next day begins' : 'and stays stopped until you start it again'}.`,
  offers: 'Offers to likers.',
  offersText: (percent: number | null) =>
    percent === null
      ? 'Off. You can turn them on in the settings.'
      : `On. After each round, Hangtag sends likers an offer ${percent}% below the price, with the cheapest shipping discount that you pay for. At most ${mostOffersADay} a day, never below your floor prices.`,
  says: 'What Poshmark says.',
  saysText: (low: number, high: number) =>
    `Poshmark’s guidelines don’t allow automation. Poshmark may block sharing for a while (sellers report “share jail” from about ${count(low)} to ${count(high)} shares a day), ask you to verify you’re human, or suspend your account.`,
  gentle: 'How Hangtag keeps the risk low.',
  gentleText: (transport: Transport) =>
    `Uneven gaps between shares, a hard daily limit, and a full stop at any warning or check. It never solves or evades a check. ${transport === 'browser' ? 'It shares from your own browser, with your browser’s name.' : 'It identifies itself as Hangtag.'}`,
  kept: 'Hangtag will record your consent with today’s date. It’s your account and your choice.',
} as const;

export const stepMessages = {
  list: 'What to do',
  openMarketplace: (name: MarketplaceName) => `Open ${name}`,
  toPanel: 'Go to the marketplace panel',
  howToRecord: 'How to record',
  toCompanion: 'Get the companion',
  openSettings: 'Open settings',
  resume: 'Resume',
} as const;

export const settingsFormMessages = {
  form: 'Bot settings',
  title: 'Settings',
  reading: 'Loading settings',
  applies: (isRunning: boolean) => `Changes apply ${isRunning ? 'from the next share' : 'at the next start'}`,
  update: 'Update Settings',
  updating: 'Updating…',
  updated: 'Settings Updated',
  holdsRunning: 'Takes effect from the next share.',
  holdsStopped: 'Takes effect at the next start.',
  /** The day has more shares already than the limit that was saved. */
  stopsNow: (shares: number, resumesDaily: boolean) =>
    `You’ve already shared ${count(shares)} today, so the bot stops now${resumesDaily ? ' and starts again when your next day begins' : ''}.`,
  pausesNow: (shares: number, limit: number) =>
    `You’ve already shared ${count(shares)} today, and a warning lowered your limit to ${count(limit)}. Sharing pauses until your next day.`,
  failed: 'Update Failed',
  failedText: 'Failed to update settings',
  saved: 'All changes saved.',
  undo: 'Undo',
  frequency: 'Share frequency',
  custom: 'Custom',
  minutes: 'Minutes between rounds',
  minutesHint: (least: number, most: number) =>
    `${count(least)} to ${count(most)}. If a round runs long, the next one waits.`,
  limit: 'Daily share limit',
  limitBounds: (least: number, most: number) => `${count(least)} to ${count(most)}.`,
  planAllows: (isSlots: boolean, most: number) =>
    `Your ${isSlots ? 'slots allow' : 'schedule allows'} about ${count(most)} a day.`,
  /** "Recommended" is the name of a preset. For a large closet it is more than sellers report as safe. */
  recommended: 'Recommended',
  forThisCloset: (listings: number, limit: number) =>
    `For a closet of ${counted(listings, 'listing')} we recommend ${count(limit)} shares a day at most.`,
  lowerTo: (limit: number) => `Use ${count(limit)}`,
  offers: 'Offer shipping discount',
  offersText: `Sends likers an offer with discounted shipping after each round. One per listing per week, at most ${mostOffersADay} a day, never below your floor price.`,
  offersNow: (listings: number, leftToday: number) =>
    listings === 0
      ? 'No listing would get an offer now. Offers go out as your listings get likes.'
      : `About ${counted(listings, 'listing')} ${listings === 1 ? 'has' : 'have'} likers and would get an offer now${listings > leftToday ? `, ${count(leftToday)} of them today` : ''}.`,
  percent: 'Discount (%)',
  percentHint: (least: number, most: number) =>
    `${least} to ${most}. You cover the shipping discount. Each offer shows the cost.`,
} as const;

const inWords = (letters: readonly string[]): string =>
  letters.length === 2 ? letters.join(' and ') : `${letters.slice(0, -1).join(', ')}, and ${letters.at(-1)}`;

export const slotMessages = {
  title: 'Scheduled slots',
  text: (place: string) => `Share only inside your slots (${place} time). Off: share around the clock.`,
  list: (place: string) => `Slots, ${place} time`,
  week: (place: string) => `Week of scheduled slots, ${place} time`,
  block: (letter: string, from: string, to: string, isOn: boolean) =>
    `Slot ${letter}, ${from} to ${to}${isOn ? '' : ', off'}`,
  drawn: (from: string, to: string) => `${from} to ${to}`,
  draw: 'Drag across the week to draw a slot.',
  add: 'Add slot',
  full: 'Every hour of your week already has a slot.',
  overlap: (letters: readonly string[]) => `Slots ${inWords(letters)} overlap.`,
  countOnce: 'Hours that overlap count once.',
  merge: 'Merge slots',
  startTime: (letter: string) => `Slot ${letter} start`,
  to: 'to',
  endTime: (letter: string) => `Slot ${letter} end`,
  days: (letter: string) => `Slot ${letter} days`,
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  enabled: (letter: string) => `Slot ${letter} enabled`,
  remove: (letter: string) => `Remove slot ${letter}`,
} as const;

export const startMessages = {
  start: 'Start Bot',
  starting: 'Starting…',
  started: 'Bot started successfully',
  startedText: (when: string | null, transport: Transport) =>
    `${when === null ? 'The first round is starting.' : `The first round starts ${when}.`} You can close this page${transport === 'browser' ? ', but keep your browser open' : ''}.`,
  notStarted: 'Failed to start bot',
  lookAtSettings: 'Fix the highlighted settings first.',
  stop: 'Stop Bot',
  stopping: 'Stopping…',
  notStopped: 'Failed to stop bot',
  resuming: 'Resuming…',
  resumed: 'Resuming',
  resumedText: 'Hangtag shares one listing first. If that works, the round continues.',
  resumedLater: (when: string) => `The next round starts ${when}.`,
  stillPaused: 'The bot is still paused',
  notResumed: 'Failed to resume bot',
  error: 'Error',
} as const;

export const careRulesMessages = {
  list: 'What keeps your account safe',
  pace: 'Human pace',
  paceText: 'Uneven gaps, never a burst',
  limit: (limit: number) => `Stops at ${count(limit)} a day`,
  limitText: 'Your daily limit',
  lowered: (limit: number) => `At most ${count(limit)} a day`,
  loweredText: (until: string) => `Lowered after a warning, until ${until}`,
  inSlots: 'Only in your slots',
  anyHour: 'Around the clock',
  slotsOff: 'Scheduled slots are off',
  slots: (letters: readonly string[]) => {
    if (letters.length === 0) return 'No slot is on';
    if (letters.length === 1) return `Slot ${letters[0]} is on`;
    if (letters.length > 4) return `${letters.length} slots are on`;
    return `${letters.slice(0, -1).join(', ')}${letters.length > 2 ? ',' : ''} and ${letters.at(-1)} are on`;
  },
  check: 'Stops when challenged',
  checkText: 'A human check pauses sharing',
} as const;
