// Texts of the companion's popup, settings, and pairing.

import { fromDollars, inDollars } from '#domain/money.ts';
import type { Wish } from '../allow/bounds.ts';

/** `https://poshmark.com` is Poshmark. Every other marketplace is for practice. */
export const marketName = (origin: string | undefined): string =>
  origin === undefined || /(^|\.)poshmark\.com$/.test(new URL(origin).hostname)
    ? 'Poshmark'
    : 'the practice marketplace';

/** Texts are written for Poshmark. */
export const inPlace = (text: string, origin: string | undefined): string => {
  const name = marketName(origin);
  if (name === 'Poshmark') return text;
  return text
    .replace(/\b([Yy]our|[Aa]) Poshmark\b/g, '$1 practice')
    .replace(/\b([Tt]he) Poshmark\b/g, '$1 practice marketplace')
    .replace(/(^|[.!] )Poshmark/g, `$1${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    .replaceAll('Poshmark', name);
};

export const screenMessages = {
  brand: 'Hangtag',
  title: 'Hangtag companion',
  today: 'Today',
  /** The server can't be asked now, so the count may be older. */
  lastKnown: 'Last known',
  ofLimit: (limit: string): string => `of ${limit} shares`,
  nextShare: 'Next share',
  noNextShare: 'None planned',
  /** Where the time that the server gave is not true anymore. */
  nextShareWaits: {
    paused: 'When you resume',
    hold: 'After the hold',
    you: 'When that’s done',
    server: 'Not known now',
  },
  connections: 'Connections',
  yourHangtag: 'Your Hangtag',
  now: 'Right now',
  idle: 'Waiting for the next share',
  /** Sharing is done elsewhere, or not at all. */
  idleHere: 'Nothing',
  idleWaits: {
    paused: 'Nothing',
    hold: 'Nothing',
    you: 'Waiting for you',
    server: 'Trying again',
  },
  getNew: 'Get the new version',
  pause: 'Pause',
  resume: 'Resume',
  open: 'Open Hangtag',
  openMarket: 'Open Poshmark',
  log: 'Log',
  settings: 'Settings',
  record: 'Record',
  pair: 'Pair this browser',
  pairAgain: 'Pair again',
  allow: (host: string): string => `Allow ${host}`,
  denied: 'Your browser didn’t allow it. Nothing is shared from here until you do.',
  more: 'More',
  connecting: 'Connecting',
  connected: 'Connected',
  noConnection: 'No connection',
  refused: 'Refused',
  otherVersion: 'Other version',
  ready: 'Ready',
  notAllowed: 'Not allowed yet',
  signed_out: 'Signed out',
  human_check: 'Human check',
  question: ({ call, title, price, to, currency }: Wish): string =>
    call === 'update'
      ? `Change the price of “${title}” from ${inDollars(fromDollars(price), currency)} to ${inDollars(fromDollars(to), currency)}?`
      : `Send likers of “${title}” an offer of ${inDollars(fromDollars(to), currency)}? It costs ${inDollars(fromDollars(price), currency)}.`,
  why: {
    far_below: 'That’s less than half of what it cost at some time this week.',
    far_above: 'That’s more than three times what it cost at some time this week.',
    many: 'That’s more changes than usual.',
  },
  yesOnce:
    'Your yes is for exactly this, once, within a day. If Hangtag isn’t waiting for it anymore, do it again there.',
  yes: { update: 'Yes, change it', offer: 'Yes, send it' },
  no: 'No',
  moreQuestions: (count: number): string =>
    count === 1 ? 'One more question after this.' : `${count} more questions after this.`,
} as const;

/** A state of the popup: what the stamp says, the sentence, and what it means. */
export type Situation = {
  stamp: { kind: 'run' | 'go' | 'off' | 'mind' | 'halt' | 'none'; text: string };
  first: string;
  second: string;
  note: string;
};

const of = (kind: Situation['stamp']['kind'], text: string, rest: Omit<Situation, 'stamp'>): Situation => ({
  stamp: { kind, text },
  ...rest,
});

export const situations = {
  notPaired: of('none', 'Not paired', {
    first: 'Share from',
    second: 'this browser.',
    note: 'Pair it with your own Hangtag. Your Poshmark password and cookies stay here.',
  }),
  revoked: of('halt', 'Not paired', {
    first: 'No longer paired.',
    second: 'Nothing is shared from here.',
    note: 'Your Hangtag ended the pairing. Get a new code there to pair this browser again.',
  }),
  connecting: of('none', 'Connecting', {
    first: 'Connecting…',
    second: '',
    note: 'Asking your Hangtag what to do.',
  }),
  oldCompanion: of('halt', 'Update needed', {
    first: 'This extension',
    second: 'is too old.',
    note: 'Your Hangtag has a newer version. Install the companion from your Hangtag again. After that, sharing continues on its own.',
  }),
  oldServer: of('halt', 'Update needed', {
    first: 'Your Hangtag',
    second: 'is too old.',
    note: 'Ask your administrator to update it. After that, sharing continues on its own.',
  }),
  asks: of('mind', 'Asks you', {
    first: 'Your Hangtag wants',
    second: 'an unusual change.',
    note: 'If you didn’t ask for it there, say no: someone else may be using your Hangtag.',
  }),
  paused: of('mind', 'Paused', {
    first: 'Paused.',
    second: 'Nothing goes to Poshmark.',
    note: 'This works even when your Hangtag can’t be reached. Your bot waits until you resume.',
  }),
  signedOut: of('mind', 'Needs you', {
    first: 'Sign in to Poshmark.',
    second: 'Sharing waits.',
    note: 'Poshmark wants you to sign in again. After that, sharing continues on its own.',
  }),
  humanCheck: of('mind', 'Needs you', {
    first: 'Poshmark wants',
    second: 'to verify you’re human.',
    note: 'Do the check in its tab. Sharing then continues on its own. The companion never answers a check for you.',
  }),
  noPermission: of('mind', 'Needs you', {
    first: 'One more click.',
    second: 'Allow Poshmark.',
    note: 'Your browser asks which sites the companion may use. It needs this one and your Hangtag, and no other.',
  }),
  unreachable: of('mind', 'Offline', {
    first: 'Can’t reach',
    second: 'your Hangtag.',
    note: 'Nothing is shared from this browser until your Hangtag answers. The companion keeps trying.',
  }),
  refused: of('halt', 'Problem', {
    first: 'Your Hangtag',
    second: 'refused the companion.',
    note: 'The companion keeps trying. If this doesn’t go away, pair this browser again.',
  }),
  serverWorks: of('go', 'Connected', {
    first: 'Nothing to do here.',
    second: 'Your Hangtag shares on its own.',
    note: 'To share from this browser instead, choose it in the marketplace panel on your dashboard.',
  }),
  standingBy: of('off', 'Standing by', {
    first: 'Standing by.',
    second: 'Another browser is sharing.',
    note: 'This one takes over when the other one is closed.',
  }),
  botPaused: of('mind', 'Bot paused', {
    first: 'Your bot is paused.',
    second: 'Nothing is shared.',
    note: 'Open Hangtag to see why, and what to do.',
  }),
  stopped: of('off', 'Bot stopped', {
    first: 'Your bot is stopped.',
    second: 'Start it in Hangtag.',
    note: 'This browser is ready.',
  }),
  onHold: of('mind', 'On hold', {
    first: 'Sharing is on hold.',
    second: 'No action needed.',
    note: 'All bots are waiting for now, and yours will resume on its own. Open Hangtag to see why, and until when.',
  }),
  sharing: of('run', 'Sharing', {
    first: 'Sharing your closet',
    second: 'from this browser.',
    note: 'You can use Poshmark yourself meanwhile. Leave one of its tabs open, or the companion opens its own.',
  }),
  waiting: of('go', 'Ready', {
    first: 'All shared for now.',
    second: 'Ready for the next round.',
    note: 'Keep this browser running. The companion opens a Poshmark tab when it’s time.',
  }),
} as const satisfies Record<string, Situation>;

export const optionMessages = {
  pairTitle: 'Pair this browser',
  pairLead:
    'In Hangtag, open the marketplace panel on your dashboard, choose “Your browser”, and click “Show a pairing code”. The code works for 10 minutes.',
  address: 'Address of your Hangtag',
  addressHint: 'As you type it in the address bar, for example https://hangtag.example',
  code: 'Pairing code',
  codeHint: '8 letters and digits',
  name: 'Name of this browser',
  nameHint: 'Your Hangtag shows it beside its other browsers.',
  submit: 'Pair',
  pairing: 'Pairing…',
  noAddress: 'Enter the address of your Hangtag.',
  plainHttp: 'Use https:// for this address. Plain http:// works only on this computer or in your own network.',
  noCode: 'Enter the 8 letters and digits that Hangtag shows.',
  noName: 'Give this browser a name.',
  notAllowed: 'Your browser asked whether the companion may talk to that address. Choose Allow to pair it.',
  unreachable: 'Can’t reach a Hangtag at this address. Check the address, and open it in a tab to see if it works.',
  codeRejected:
    'That code doesn’t work. It’s mistyped, already used, or older than 10 minutes. Check it, or get a new one in Hangtag.',
  noHangtag: 'Something other than Hangtag answered at this address.',
  oldServer: 'That Hangtag is older than this companion. Update it first.',
  oldCompanion: 'That Hangtag is newer than this companion. Install the companion from it again.',
  pairedTitle: 'This browser',
  server: 'Your Hangtag',
  closet: 'Closet',
  noCloset: 'None connected yet',
  browserName: 'Name',
  pairedSince: 'Paired since',
  version: 'Version',
  unpair: 'End the pairing',
  unpairAsk: 'End the pairing? Nothing is shared from this browser after that.',
  unpairYes: 'End it',
  unpairNo: 'Keep it',
  stepTwo: 'Allow the companion to work on Poshmark',
  stepTwoText: 'Your browser asks you once. The companion can use this site and your Hangtag, and no other.',
  logTitle: 'What it did',
  logLead: 'Every request of the last 7 days. This log stays in this browser.',
  logEmpty: 'Nothing yet.',
  logMore: (count: number): string => `Show ${count} more`,
  logClear: 'Clear the log',
  logClearAsk: 'Clear the log? You can’t get it back. Sharing isn’t affected.',
  logClearYes: 'Clear it',
  logClearNo: 'Keep it',
  sessionTitle: 'Let your Hangtag work while this computer is off',
  sessionLead:
    'Your Hangtag can use your Poshmark session itself. The companion reads a few cookies of Poshmark, once, and sends them to your Hangtag, which stores them encrypted. You don’t need this to share from this browser.',
  sessionAsk: 'Use my session on the server',
  sessionReading: 'Reading…',
  sessionWhich: (server: string): string => `Send these cookies to ${server}?`,
  sessionOthers: 'All other cookies stay in this browser.',
  sessionNone: 'You aren’t signed in to Poshmark in this browser. Sign in there first.',
  sessionDenied: 'Your browser didn’t allow the companion to read cookies. Nothing was sent.',
  sessionSend: 'Send them',
  sessionSending: 'Sending…',
  sessionCancel: 'Don’t send',
  sessionSent: 'Sent. Your Hangtag uses this session now.',
  sessionFailed: (why: string): string => `Your Hangtag didn’t keep this session. ${why}`.trim(),
  sessionTryLater: 'Can’t reach your Hangtag. Try again in a moment.',
  renewTitle: 'Renew it automatically',
  renewText: 'When the session on your Hangtag ends, the companion sends it the current one, at most once an hour.',
  /** Why the switch does nothing now. */
  renewOff: {
    in_hangtag: 'This is off in your Hangtag. Turn it on here to let this browser renew the session again.',
    no_cookies: 'Your browser doesn’t let the companion read cookies anymore. Turn this on to be asked again.',
  },
  renewNothing: 'Your Hangtag has no session of its own now, so there is nothing to renew.',
  renewDenied: 'Your browser didn’t allow the companion to read cookies, so it can’t renew the session.',
  renewFailed: (why: string): string => `Not turned on. ${why}`,
  cookieOf: {
    jwt: 'your session',
    ui: 'your closet name',
    _csrf: 'the token for changes',
    __ssid: 'this visit',
    esid: 'your session’s number',
    ses_exp: 'when the session ends',
    max_auth_exp: 'when the sign-in ends',
  } as Record<string, string>,
  mayTitle: 'What it may do',
  mayLead:
    'This list is built into the companion. If your Hangtag asks for anything else, the companion refuses and shows it in the log.',
  may: [
    'Check who is signed in, and load your feed or the page for a new listing',
    'Read a closet, a listing, its likes, and its shipping discounts',
    'Search for comps',
    'Share a listing',
    'Change the price of a listing, after checking that nothing else would change',
    'Send an offer to the people who like a listing',
    'Below half the price, or after 500 price changes or 200 offers in a day, only after you say yes here',
  ],
  mayNotTitle: 'It can’t',
  mayNot: [
    'delete or create listings, or change anything else in them',
    'read your messages, orders, or payments',
    'buy, follow, or comment',
    'see other tabs or your history',
  ],
  recordTitle: 'Record a visit to Poshmark',
  recordLead:
    'If Poshmark changes, ten minutes of your own clicks show your Hangtag how. Everything personal is removed first.',
  recordOpen: 'Open the recorder',
} as const;
