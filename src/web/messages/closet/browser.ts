// Texts of linking a closet through the seller's own browser, and of paired browsers.
import type { MarketplaceName } from '#domain/closet.ts';
import type { CompanionState } from '#domain/companion.ts';

export const browserLinkMessages = {
  tab: 'Your browser',
  reading: 'Loading your paired browsers',
  why: (name: MarketplaceName) =>
    `Hangtag shares through the browser where you’re signed in to ${name}. Your password and cookies stay there. Sharing waits while that browser is closed.`,
  onPhone:
    'This needs Chrome, Edge, or Firefox on a computer: open this page there. On this phone, connect with your username and password.',
  install: 'Download the companion, and see what it may do',
  address: 'Address',
  code: 'Pairing code',
  getCode: 'Show a pairing code',
  newCode: 'Show a new code',
  getting: 'One moment…',
  noCode: 'Couldn’t create a code. Try again in a moment.',
  timeLeft: (minutes: number, seconds: string) => `Works once, for ${minutes}:${seconds} more`,
  expired: 'That code has expired.',
  waiting: 'Waiting for your browser…',
  connecting: (browser: string) => `${browser} is paired. Connecting your closet…`,
  asleep: (browser: string) => `${browser} is paired, but closed or asleep. Open it to connect.`,
  paused: (browser: string) => `${browser} is paired, but you paused the companion. Click it there, then click Resume.`,
  notAllowed: (browser: string, name: MarketplaceName) =>
    `${browser} is paired. One more click: in the companion’s settings there, allow it to work on ${name}.`,
  signedOut: (browser: string, name: MarketplaceName) =>
    `${browser} is paired, but not signed in to ${name}. Sign in there, then connect.`,
  humanCheck: (browser: string, name: MarketplaceName) =>
    `${browser} is paired, but ${name} wants to verify you’re human. Do the check there, then connect.`,
  ready: (browser: string) => `${browser} is paired and open.`,
  another: 'If you use another browser, or have installed the companion again, pair it with a new code:',
  verb: 'Connect through your browser',
  pending: 'Connecting…',
  failed: 'Your closet couldn’t be connected through your browser. Try again in a moment.',
} as const;

const presence: Record<CompanionState | 'asleep', string> = {
  ready: 'open',
  asleep: 'closed or asleep',
  paused: 'paused',
  no_permission: 'needs you',
  signed_out: 'needs you',
  human_check: 'needs you',
};

export const sharingBrowserMessages = {
  none: 'No paired browser',
  of: (browser: string, state: CompanionState | 'asleep') => `${browser}, ${presence[state]}`,
} as const;

export const pairedMessages = {
  title: 'Paired browsers',
  text: 'A paired browser can share for you and renew your session. Remove one that you don’t use anymore.',
  none: 'No browser is paired. Pair one here to share from it, without giving Hangtag your password.',
  loading: 'Loading your paired browsers',
  standby: 'Standing by',
  paused: 'Paused',
  needsYou: 'Needs you',
  open: 'Open',
  away: 'Closed or asleep',
  neverSeen: 'Not seen yet',
  lastSeen: (ago: string) => `Last seen ${ago}`,
  since: (day: string) => `paired ${day}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removing: 'Removing…',
  removed: (name: string) => ({ title: 'Browser Removed', text: `${name} can’t do anything for you anymore.` }),
  notRemoved: { title: 'Not removed', text: 'The browser couldn’t be removed. Try again in a moment.' },
  renewal: (name: MarketplaceName) => ({
    title: 'Renew my session from a paired browser',
    text: `When ${name} signs Hangtag out, your browser sends it a new session without asking. Turn it on in the companion’s settings, too.`,
  }),
  renewalFailed: { title: 'Not changed', text: 'Your choice couldn’t be saved. Try again in a moment.' },
} as const;
