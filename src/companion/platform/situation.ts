// The states of the popup and of the switch that renews the session, which one they show, and the marketplace's name in them.
import { openQuestions } from '../allow/bounds.ts';
import type { Remembered } from './memory.ts';

/** A state of the popup: what the stamp says, the sentence, and what it means. */
export type Situation = {
  stamp: { kind: 'run' | 'go' | 'off' | 'mind' | 'halt' | 'none'; text: string };
  first: string;
  second: string;
  note: string;
};

const of = (
  ...[kind, text, first, second, note]: [Situation['stamp']['kind'], string, string, string, string]
): Situation => ({ stamp: { kind, text }, first, second, note });

// biome-ignore format: a table reads as a table
export const situations = {
  notPaired: of('none', 'Not paired', 'Share from', 'this browser.', 'Pair it with your own Hangtag. Your Poshmark password and cookies stay here.'),
  revoked: of('halt', 'Not paired', 'No longer paired.', 'Nothing is shared from here.', 'Your Hangtag ended the pairing. Get a new code there to pair again.'),
  connecting: of('none', 'Connecting', 'Connecting…', '', 'Asking your Hangtag what to do.'),
  oldCompanion: of('halt', 'Update needed', 'This extension', 'is too old.', 'Your Hangtag has a newer version. Install the companion from your Hangtag again. After that, sharing continues on its own.'),
  oldServer: of('halt', 'Update needed', 'Your Hangtag', 'is too old.', 'Ask your administrator to update it.'),
  asks: of('mind', 'Asks you', 'Your Hangtag wants', 'an unusual change.', 'If you didn’t ask for it there, say no: someone else may be using your Hangtag.'),
  paused: of('mind', 'Paused', 'Paused.', 'Nothing goes to Poshmark.', 'This works even when your Hangtag can’t be reached. Your bot waits until you resume.'),
  signedOut: of('mind', 'Needs you', 'Sign in to Poshmark.', 'Sharing waits.', 'Poshmark wants you to sign in again. After that, sharing continues on its own.'),
  humanCheck: of('mind', 'Needs you', 'Poshmark wants', 'to verify you’re human.', 'Do the check in its tab. Sharing then continues on its own. The companion never answers a check for you.'),
  noPermission: of('mind', 'Needs you', 'One more click.', 'Allow Poshmark.', 'Your browser asks which sites the companion may use. It needs this one and your Hangtag, and no other.'),
  unreachable: of('mind', 'Offline', 'Can’t reach', 'your Hangtag.', 'Nothing is shared until your Hangtag answers.'),
  refused: of('halt', 'Problem', 'Your Hangtag', 'refused the companion.', 'If this doesn’t go away, pair this browser again.'),
  serverWorks: of('go', 'Connected', 'Nothing to do here.', 'Your Hangtag shares on its own.', 'To share from this browser instead, choose it in the marketplace panel on your dashboard.'),
  standingBy: of('off', 'Standing by', 'Standing by.', 'Another browser is sharing.', 'This one takes over when the other one is closed.'),
  botPaused: of('mind', 'Bot paused', 'Your bot is paused.', 'Nothing is shared.', 'Open Hangtag to see why, and what to do.'),
  stopped: of('off', 'Bot stopped', 'Your bot is stopped.', 'Start it in Hangtag.', 'This browser is ready.'),
  onHold: of('mind', 'On hold', 'Sharing is on hold.', 'No action needed.', 'Yours will resume on its own. Open Hangtag to see why, and until when.'),
  sharing: of('run', 'Sharing', 'Sharing your closet', 'from this browser.', 'Use Poshmark yourself meanwhile. Leave one of its tabs open, or the companion opens its own.'),
  waiting: of('go', 'Ready', 'All shared for now.', 'Ready for the next round.', 'Keep this browser open. The companion opens a Poshmark tab when it’s time.'),
} as const satisfies Record<string, Situation>;
export type SituationName = keyof typeof situations;

/** The most important first: what stops everything, what needs the seller, and then what is in progress. */
export function situationOf(known: Remembered, mayUseMarket: boolean, now: number): SituationName {
  const { asked, attention, contact, doing, isPaused, pairing, server, unpaired } = known;
  if (pairing === undefined) return unpaired?.because === 'revoked' ? 'revoked' : 'notPaired';
  if (contact?.kind === 'other_version') return contact.older === 'server' ? 'oldServer' : 'oldCompanion';
  if (isPaused) return 'paused';
  if (openQuestions(asked, now).length > 0) return 'asks';
  if (!mayUseMarket) return 'noPermission';
  if (attention !== undefined) return attention.kind === 'signed_out' ? 'signedOut' : 'humanCheck';
  if (contact?.kind === 'unreachable') return 'unreachable';
  if (contact?.kind === 'refused') return 'refused';
  if (contact === undefined || server === undefined) return 'connecting';
  // During a hold, neither the server nor another browser shares. A bot that doesn't run has a reason of its own.
  if (server.isOnHold && server.bot !== 'paused' && server.bot !== 'stopped') return 'onHold';
  if (server.transport === 'server') return 'serverWorks';
  if (server.isStandingBy) return 'standingBy';
  if (server.bot === 'paused') return 'botPaused';
  if (server.bot === 'stopped') return 'stopped';
  return server.bot === 'sharing' || doing?.call === 'share' ? 'sharing' : 'waiting';
}

/**
 * `in_hangtag`: on in this browser, off in Hangtag. `no_cookies`: the browser no longer lets the companion read cookies. `nothing`: on,
 * but the closet is shared from this browser, so the server has no session to renew.
 */
export type Renewal = 'on' | 'off' | 'in_hangtag' | 'no_cookies' | 'nothing';

export function renewalOf(
  { renewsSession, server }: Pick<Remembered, 'renewsSession' | 'server'>,
  mayReadCookies: boolean,
): Renewal {
  if (renewsSession !== true) return 'off';
  if (!mayReadCookies) return 'no_cookies';
  if (server?.transport === 'browser') return 'nothing';
  return server?.renewsSession === false ? 'in_hangtag' : 'on';
}

/** `https://poshmark.com` is Poshmark. Every other marketplace is for practice. */
export const marketName = (origin: string | undefined): string =>
  origin === undefined || /(^|\.)poshmark\.com$/.test(new URL(origin).hostname)
    ? 'Poshmark'
    : 'the practice marketplace';

export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const inPlace = (text: string, origin: string | undefined): string => {
  const name = marketName(origin);
  if (name === 'Poshmark') return text;
  return text
    .replace(/\b([Yy]our|[Aa]) Poshmark\b/g, '$1 practice')
    .replace(/\b([Tt]he) Poshmark\b/g, '$1 practice marketplace')
    .replace(/(^|[.!] )Poshmark/g, `$1${capitalized(name)}`)
    .replaceAll('Poshmark', name);
};

/** The button that makes the browser ask for its permission to use the marketplace's site. */
export const allowText = (origin: string): string =>
  `Allow ${marketName(origin) === 'Poshmark' ? 'poshmark.com' : new URL(origin).host}`;
export const deniedText = 'Your browser didn’t allow it. Nothing is shared from here until you do.';
