// Sentences of the companion's log, and its numbers and times.
import type { LogEntry, LogEvent, Outcome } from '../platform/log.ts';

/** What a call did, does, and couldn't do. */
// biome-ignore format: a table reads as a table
const calls: Record<string, readonly [did: string, doing: string, toDo: string]> = {
  page: ['Opened a page of Poshmark', 'Opening a page of Poshmark', 'open a page of Poshmark'],
  self: ['Checked that you’re signed in', 'Checking that you’re signed in', 'check that you’re signed in'],
  closet: ['Read a closet', 'Reading a closet', 'read a closet'],
  post: ['Read a listing', 'Reading a listing', 'read a listing'],
  likes: ['Counted the likes of a listing', 'Counting the likes of a listing', 'count the likes of a listing'],
  search: ['Searched for comps', 'Searching for comps', 'search for comps'],
  discounts: ['Read the shipping discounts', 'Reading the shipping discounts', 'read the shipping discounts'],
  sales: ['Read your sales', 'Reading your sales', 'read your sales'],
  party: ['Read the parties', 'Reading the parties', 'read the parties'],
  news: ['Read who shared your listings', 'Reading who shared your listings', 'read who shared your listings'],
  share: ['Shared a listing', 'Sharing a listing', 'share a listing'],
  update: ['Changed a price', 'Changing a price', 'change a price'],
  offer: ['Sent an offer to likers', 'Sending an offer to likers', 'send an offer to likers'],
};

const events: Record<LogEvent, string> = {
  paired: 'You paired this browser.',
  unpaired: 'You ended the pairing.',
  revoked: 'Your Hangtag ended the pairing.',
  paused: 'You paused the companion.',
  resumed: 'You resumed the companion.',
  signed_out: 'Poshmark asked for a sign-in. The companion showed you its tab.',
  human_check: 'Poshmark wanted to check that you’re human. The companion showed you its tab.',
  solved: 'Poshmark works again.',
  session_sent: 'You sent your Poshmark session to your Hangtag.',
  session_renewed: 'The companion renewed the session on your Hangtag.',
  session_refused: 'Your Poshmark session went to your Hangtag, which didn’t keep it.',
  session_unanswered: 'Your Poshmark session may have gone to your Hangtag. No answer came.',
  recorded: 'You recorded a visit to Poshmark.',
  recording_sent: 'You sent a recording to your Hangtag.',
  allowed: 'You allowed an unusual change, once.',
  denied: 'You said no to an unusual change.',
  log_cleared: 'You cleared the log.',
};

/** Events that need the seller, or that the seller may not expect. */
// biome-ignore format: one list
const noteworthy: ReadonlySet<LogEvent> = new Set(['revoked', 'signed_out', 'human_check', 'session_refused', 'session_unanswered']);

const refusals: Record<string, string> = {
  unknown_call: 'it isn’t something the companion does',
  unknown_parameter: 'it had a parameter that the companion doesn’t know',
  unknown_header: 'it had a header that the companion doesn’t know',
  wrong_body: 'it would have changed more than it may',
  too_many: 'it has made as many in a day as it may',
  denied: 'you said no to it',
};

const notSent: Record<string, string> = {
  no_tab: 'Poshmark couldn’t be reached',
  paused: 'the companion is paused',
  too_late: 'the request came too late',
};

export const callMessages = {
  doing: (call: string): string => calls[call]?.[1] ?? 'Looking at a request',
  did: (call: string): string => calls[call]?.[0] ?? 'A request',
};

/** `tone` marks what a seller should look at. */
type LogLine = { text: string; detail: string | null; tone: 'plain' | 'mind' | 'halt' };

const writes: ReadonlySet<string> = new Set(['share', 'update', 'offer']);
const unclear = 'Poshmark’s answer was unclear.';
const failedCall = (call: string): string => `Couldn’t ${calls[call]?.[2] ?? 'make a request'}`;
const unconfirmed = (call: string): string => {
  const doing = callMessages.doing(call);
  return `Not confirmed: ${doing.charAt(0).toLowerCase()}${doing.slice(1)}`;
};

function outcomeOf(call: string, target: string | null, outcome: Outcome): LogLine {
  const mind = (text: string, detail = target): LogLine => ({ text, detail, tone: 'mind' });
  switch (outcome.kind) {
    case 'answered': {
      const { status } = outcome;
      const hasError = status >= 400 || status === 302;
      const { isRefused = hasError, isClear = !hasError } = outcome;
      if (isClear) return { text: `${callMessages.did(call)}.`, detail: target, tone: 'plain' };
      // A page in place of an answer, such as one of maintenance, proves nothing. Neither does an error of a server in between.
      if (!isRefused && writes.has(call)) return mind(`${unconfirmed(call)}. ${unclear}`);
      const why = hasError ? `Poshmark answered with ${status}.` : isRefused ? 'Poshmark refused it.' : unclear;
      return mind(`${failedCall(call)}.`, `${why} ${target ?? ''}`.trim());
    }
    case 'refused': {
      const text = `Refused a request from your Hangtag: ${refusals[outcome.because] ?? 'it isn’t on the list'}.`;
      return { text, detail: target, tone: 'halt' };
    }
    case 'asked':
      return mind(`Asked you before ${callMessages.doing(call).toLowerCase()}.`);
    case 'not_sent':
      return mind(`${failedCall(call)}, because ${notSent[outcome.because]}.`);
    case 'cut':
      return mind(`${unconfirmed(call)}. No complete answer came, and the companion won’t try again.`);
    case 'too_large':
      return mind(`${unconfirmed(call)}. The answer was too large.`);
  }
}

export function logLine(entry: LogEntry): LogLine {
  if (entry.kind === 'call') return outcomeOf(entry.call, entry.target, entry.outcome);
  return { text: events[entry.event], detail: null, tone: noteworthy.has(entry.event) ? 'mind' : 'plain' };
}

const locale = 'en-US';
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const precise = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' });
const shortDay = new Intl.DateTimeFormat(locale, { weekday: 'short', month: 'short', day: 'numeric' });
const whole = new Intl.NumberFormat(locale);

/** Never broken before AM or PM. */
const timeText = (at: number): string => clock.format(at).replace(/\s/g, '\u00a0');
export const preciseTime = (at: number): string => precise.format(at);
export const dayText = (at: number): string => day.format(at);
export const countText = (count: number): string => whole.format(count);

const isSameDay = (one: number, other: number): boolean => day.format(one) === day.format(other);

/** "6:00 PM", or "Tomorrow, 6:00 PM", or "Fri, Mar 6, 6:00 PM" later. */
export const whenText = (at: number, now: number): string => {
  if (isSameDay(at, now)) return timeText(at);
  const tomorrow = new Date(now);
  tomorrow.setDate(tomorrow.getDate() + 1);
  return `${isSameDay(at, tomorrow.getTime()) ? 'Tomorrow' : shortDay.format(at)}, ${timeText(at)}`;
};

/** "9:58" of ten minutes. */
export const leftText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
