// Texts of the bot band, the day rail, the figures, and the settings.
import { count, counted } from '#web/format/format.ts';

export const botMessages = {
  title: 'Bot Controls',
  retry: 'Try again',
  unread: {
    title: 'The rail could not be read.',
    rail: 'An empty rail: nothing could be read',
  },
  reading: { title: 'Reading the rail.', note: 'One moment.', rail: 'An empty rail, while it is being read' },
  states: { stopped: 'Stopped', waiting: 'Waiting', sharing: 'Running', paused: 'Paused' },
  stoppedAtLimit: 'Stopped at the limit',
  onHold: 'On hold',
  held: {
    title: 'All bots are on hold.',
    text: 'Whoever runs this installation holds them: nothing is shared and no offer is sent meanwhile. A started bot goes on by itself afterwards.',
  },
  inShort: 'Bot, in short',
  inShortSharing: (done: number, total: number, next: string) => `${count(done)} of ${count(total)}. ${next}`,
  outage: 'The server does not answer.',
  outageSince: (time: string) => `This is how it stood at ${time}. We keep trying by ourselves.`,
  emptyRail: 'An empty rail. Nothing shared or planned today.',
} as const;

export const railMessages = {
  newDay: 'The plan of the new day is being drawn',
  zone: (place: string) => `${place} time`,
  stillCount: (shares: number) => `${counted(shares, 'share')} today still count`,
  shared: 'Shared',
  thisRound: 'This round',
  planned: 'Planned',
  pausedAt: (time: string) => `Paused ${time}`,
  soFar: (shares: number) => `Shares today by time: ${counted(shares, 'share')} so far`,
  roundsPlanned: (rounds: number, first: string) => `${counted(rounds, 'round')} planned, the first at ${first}`,
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
  leftOver: (left: number) => `${count(left)} left for the next one`,
  toGo: (left: number, time: string | null) => `${count(left)} to go${time === null ? '' : `, ${time}`}`,
  limit: 'Today’s limit',
  limitUsed: 'Shares used of today’s limit',
  ofShares: (limit: number) => `of ${counted(limit, 'share')}`,
  forecast: (total: number, time: string) => `${count(total)} by ${time}`,
  loweredFrom: (own: number) => `Your own limit is ${count(own)}; a warning lowered it for now. `,
  unclear: (shares: number) =>
    `${counted(shares, 'share')} got no clear answer. ${shares === 1 ? 'It counts' : 'They count'}, and nothing is sent twice.`,
  last: 'Last shared',
  nothingYet: 'Nothing yet',
  firstAppears: 'The first share appears here.',
  next: 'Next share',
  none: 'None',
  untilMidnight: 'The limit holds until midnight',
  pressStart: 'Press Start Bot to begin',
  waitsForYou: 'Waits for you',
  goesOn: (when: string) => `Goes on ${when}`,
  roundGoesOn: 'The round goes on',
  onHold: 'All bots are on hold',
  nextRound: (when: string) => `Next round ${when}`,
} as const;

export const dailyMessages = {
  title: 'Daily shares',
  span: 'Last 14 days',
  reading: 'Reading the last days',
  none: 'No shares yet. The first day draws the first bar.',
  noneStep: { verb: 'Go to Start Bot', place: '#bot-title' },
  limit: (limit: number) => `Limit ${count(limit)}`,
  today: 'Today',
  drawing: (facts: { days: number; least: number; most: number; today: number; limit: number }) =>
    `Shares a day for ${counted(facts.days, 'day')}, between ${count(facts.least)} and ${count(facts.most)}; today ${count(facts.today)}. The limit is ${count(facts.limit)}.`,
  total: 'Total Shares',
  soFar: (shares: number) => `${count(shares)} today`,
  unread: 'Could not be read',
  readingTotal: 'Reading',
  line: (days: number, least: number, most: number) =>
    `Shares a day, last ${days} days: ${count(least)} to ${count(most)}`,
} as const;

export const consentMessages = {
  title: 'Before the first share',
  agree: 'I understand, start the bot',
  starting: 'Starting…',
  notNow: 'Not now',
  does: 'What it does.',
  doesText: (limit: number) =>
    `Hangtag shares your own listings for you, one after the other, about two seconds apart, up to ${count(limit)} a day.`,
  willMake: (rounds: number, shares: number) =>
    `With your settings that is up to ${counted(rounds, 'round')} and about ${counted(shares, 'share')} a day.`,
  says: 'What the marketplace says.',
  saysText: (low: number, high: number) =>
    `Its guidelines do not allow automation. It may limit sharing for a while (sellers report “share jail” from about ${count(low)} to ${count(high)} shares a day), ask for a human check, or suspend the account.`,
  gentle: 'How it stays gentle.',
  gentleText:
    'Uneven gaps, a hard daily cap, and a full stop at any warning or check. It never solves or hides from a check, and it says honestly what it is.',
  kept: 'Your answer is kept with its date. It is your account and your choice.',
} as const;

export const stepMessages = {
  list: 'What to do',
  openMarketplace: 'Open the marketplace',
  toPanel: 'Go to the marketplace panel',
  openSettings: 'Open settings',
  resume: 'Resume',
} as const;

export const settingsFormMessages = {
  form: 'Bot settings',
  title: 'Settings',
  reading: 'Reading the settings',
  applies: 'Changes apply from the next share',
  update: 'Update Settings',
  updating: 'Updating…',
  updated: 'Settings Updated',
  holdsRunning: 'They hold from the next share on.',
  holdsStopped: 'They hold from the next start on.',
  failed: 'Update Failed',
  failedText: 'Failed to update settings',
  saved: 'All saved.',
  undo: 'Undo',
  frequency: 'Share frequency',
  recommended: 'Recommended',
  custom: 'Custom',
  minutes: 'Minutes between rounds',
  minutesHint: (most: number) => `1 to ${most}. A round that lasts longer is followed by the next without overlap.`,
  limit: 'Daily share limit',
  limitBounds: (least: number, most: number) => `${count(least)} to ${count(most)}.`,
  planAllows: (isSlots: boolean, most: number) =>
    `Your ${isSlots ? 'slots allow' : 'schedule allows'} about ${count(most)} a day.`,
  offers: 'Offer shipping discount',
  offersText:
    'Sends offers with a shipping discount to likers, at most one a listing in seven days, never below its floor price.',
  percent: 'Percent below the price',
  percentHint: (least: number, most: number) =>
    `${least} to ${most}. You pay for the discount on shipping; each offer says what it costs you.`,
} as const;

export const slotMessages = {
  title: 'Scheduled slots',
  text: (place: string) => `Share only inside the slots below, ${place} time. Off means all day, every day.`,
  list: (place: string) => `Slots, ${place} time`,
  week: (place: string) => `Week of scheduled slots, ${place} time`,
  add: 'Add slot',
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
  startedText: 'Your closet is on the rail. You can close this page.',
  notStarted: 'Failed to start bot',
  lookAtSettings: 'Something in the settings needs a look first.',
  stop: 'Stop Bot',
  stopping: 'Stopping…',
  notStopped: 'Failed to stop bot',
  resuming: 'Resuming…',
  resumed: 'Bot resumed',
  resumedText: 'One share first, then the round goes on.',
  notResumed: 'The bot could not go on.',
  error: 'Error',
} as const;

export const careStripMessages = {
  list: 'What keeps your account safe',
  pace: 'Human pace',
  paceText: 'Uneven gaps, never a burst',
  limit: (limit: number) => `Stops at ${count(limit)} a day`,
  limitText: 'The bot stops itself',
  inSlots: 'Only in your slots',
  anyHour: 'At any hour',
  slotsOff: 'Scheduled slots are off',
  slots: (letters: readonly string[]) => {
    if (letters.length === 0) return 'No slot is on';
    if (letters.length === 1) return `Slot ${letters[0]} is on`;
    if (letters.length > 4) return `${letters.length} slots are on`;
    return `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)} are on`;
  },
  check: 'Never past a check',
  checkText: 'A human check pauses everything',
} as const;
