// What the bot band says in one sentence: what happened, what is next, and a note.
import type { BotStatus } from '#contract/bot/bot.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import { startWith } from '#domain/closet.ts';
import { count, counted, formatWhen, placedTime, shortDay } from '#web/format/format.ts';
import { loweredMessages, roundSoFar, visitsOffNote } from './limit.ts';
import { type Sentence, type StoppedFacts, sharedToday, stoppedSentence } from './stopped-sentence.ts';

export type { Sentence } from './stopped-sentence.ts';

export type SentenceFacts = StoppedFacts & {
  /** Limit and schedule together make more shares a day than sellers report as safe, so something is to be done. */
  isRisky?: boolean | undefined;
  forecast: { total: number; endsAt: string | null; isCut: boolean } | null;
};

const pausedHead = (reason: PauseReason, { status, marketplace, transport }: SentenceFacts): string => {
  const name = startWith(marketplace);
  switch (reason) {
    case 'human_check':
      return `${name} wants to verify you’re human.`;
    case 'code_required':
      return `${name} needs a one-time code.`;
    case 'credentials_rejected':
      return marketplace === 'Poshmark' ? `${name} rejected your sign-in.` : `${name} doesn’t know your closet.`;
    case 'session_expired':
      return `${name} signed you out.`;
    case 'rate_limited':
      return `${name} asked Hangtag to slow down.`;
    case 'share_limit':
      return status.limitReason === 'rate_limited'
        ? `${name} asked Hangtag to slow down for the third time in 24 hours.`
        : `${name} temporarily blocked sharing (share jail).`;
    case 'lowered_limit':
      return `You’ve hit today’s reduced limit (${count(status.effectiveLimit)}).`;
    case 'marketplace_refused':
      return `${name} refused Hangtag’s requests.`;
    case 'marketplace_unavailable':
      return transport === 'browser'
        ? `Your browser can’t get an answer from ${marketplace}.`
        : `${name} is having problems.`;
    case 'marketplace_changed':
      return `${name} may have changed.`;
    case 'account_blocked':
      return `${name} suspended your account.`;
  }
};

export const botSentence = (facts: SentenceFacts): Sentence => {
  const { status } = facts;
  if (isOnHold(status)) return onHold(facts);
  switch (status.state) {
    case 'paused':
      return paused(facts);
    case 'sharing':
      return sharing(facts);
    case 'waiting':
      return status.reading === undefined
        ? waiting(facts)
        : { ...waiting(facts), happened: `${readingCloset(status.reading)}.`, next: 'The next round follows.' };
    case 'waiting_for_browser':
      return waitingForBrowser(facts);
    case 'stopped':
      return status.reading === undefined
        ? stoppedSentence(facts)
        : { ...stoppedSentence(facts), happened: `${readingCloset(status.reading)}.` };
  }
};

/** How far the reading of a large closet is. How many listings it has is known from the last one. */
export const readingCloset = ({ seen, total }: NonNullable<BotStatus['reading']>): string => {
  if (total === undefined) return `Reading your closet, ${count(seen)} so far`;
  return `Reading your closet, ${count(Math.min(seen, total))} of ${count(total)}`;
};

const forBrowser = {
  none: ['No browser is paired.', 'Pair one in the marketplace panel below.'],
  asleep: ['Your browser is closed or asleep.', 'Open it, and sharing continues on its own.'],
  paused: ['You paused Hangtag in your browser.', 'Press Resume in the companion there.'],
  no_permission: [
    'The companion isn’t allowed to open your closet.',
    'Click it in your browser’s toolbar and allow it again.',
  ],
} as const;

const waitingForBrowser = ({ status, now }: SentenceFacts): Sentence => {
  const [happened, next] = forBrowser[status.browserAway ?? 'asleep'];
  const { browserLostAt, timezone } = status;
  const since = browserLostAt === undefined ? '' : `A share was due ${formatWhen(browserLostAt, now, timezone)}. `;
  return { happened, next, note: `${since}Rounds that you miss are skipped.` };
};

const paused = (facts: SentenceFacts): Sentence => {
  const { status, now } = facts;
  const { pauseReason, pauseMessage, pausedAt, resumesAt, timezone } = status;
  const since = pausedAt === undefined ? 'Paused.' : `Paused ${formatWhen(pausedAt, now, timezone)}.`;
  const happened = pauseReason === undefined ? 'Sharing is paused.' : pausedHead(pauseReason, facts);
  return {
    happened,
    next: resumesAt === undefined ? since : `Resumes automatically ${formatWhen(resumesAt, now, timezone)}.`,
    // The head names the reduced limit already, and the steps say why it is lower.
    note: pauseReason === 'lowered_limit' ? `${loweredNote(facts)}${noAction}` : noteBelow(happened, pauseMessage),
  };
};

/** The log's message stands alone. Below the head and the time it leaves out what these say. */
const noteBelow = (head: string, message = ''): string => {
  const rest = message.replace(`${head} `, '').replace(/^Sharing is paused( and resumes automatically)?\. /, '');
  return rest === '' ? 'Nothing has been sent since.' : rest;
};

const noAction = 'No action needed.';
const noActionNeeded = ` ${noAction}`;

const onHold = ({ status }: SentenceFacts): Sentence => ({
  happened: status.sharesToday === 0 ? 'On hold.' : `${sharedToday(status)}.`,
  next: 'Nothing is shared for now.',
  note: 'Your settings stay the same. You can stop the bot at any time.',
});

const nextRound = ({ status: { nextRoundTime, timezone }, now }: SentenceFacts): string | null =>
  nextRoundTime === null ? null : `Next round ${formatWhen(nextRoundTime, now, timezone)}.`;

const sharing = (facts: SentenceFacts): Sentence => {
  const { forecast, status } = facts;
  const { completedShares, totalListings } = status.shareStatus;
  const following = totalListings > completedShares ? 'The next round follows.' : 'This round is done.';
  // The plan ends at the limit, and with it the rounds.
  const last = forecast?.isCut ? whatAtLimit(status) : following;
  return {
    happened: roundSoFar(status.shareStatus, ' this round'),
    next: nextRound(facts) ?? last,
    note: `${sendingOffers(status)}${paceNote(facts)}`,
  };
};

const waiting = (facts: SentenceFacts): Sentence => {
  const { shareStatus } = facts.status;
  return {
    happened: shareStatus.totalListings === 0 ? 'Waiting for the next round.' : roundSoFar(shareStatus, ''),
    next: nextRound(facts) ?? 'No slot is open. Check your slots.',
    note: `${sendingOffers(facts.status)}${paceNote(facts)}`,
  };
};

const sendingOffers = ({ offers }: BotStatus): string =>
  offers === undefined ? '' : `*Sending offers, ${count(offers.sent)} of ${count(offers.of)}.* `;

/** Only the seller's own limit stops the bot. One that a warning lowered makes it wait for the next day. */
const whatAtLimit = ({ effectiveLimit, limitReason, settings }: BotStatus): string => {
  if (limitReason !== undefined) return `Pauses at today’s limit of ${count(effectiveLimit)}.`;
  const until = settings.resumeDaily ? ' until your next day' : '';
  return `Stops at your limit of ${count(effectiveLimit)}${until}.`;
};

const loweredNote = ({ status, marketplace }: SentenceFacts): string => {
  const { limitReason, loweredUntil, effectiveLimit: limit, timezone } = status;
  if (limitReason === undefined || loweredUntil === undefined) return '';
  return `${loweredMessages.today({ limit, until: shortDay(loweredUntil, timezone), marketplace })} `;
};

const paceNote = (facts: SentenceFacts): string => {
  const { status, forecast, now } = facts;
  const slowUntil = status.slowUntil && formatWhen(status.slowUntil, now, status.timezone).replace(/^at /, '');
  const slow = slowUntil === undefined ? '' : `Pauses between shares are twice as long until ${slowUntil}. `;
  const lowered = `${slow}${loweredNote(facts)}${visitsOffNote(status)}`;
  // A warning below the sentence asks for a lower limit.
  const noAction = facts.isRisky ? '' : noActionNeeded;
  if (forecast === null || forecast.endsAt === null || Date.parse(forecast.endsAt) <= now)
    return `${lowered}*${sharedToday(status)}.*${noAction}`;
  const by = placedTime(forecast.endsAt, status.timezone);
  if (forecast.isCut)
    return `${lowered}The bot reaches *${count(status.effectiveLimit)} around ${by}* and ${endAtLimit(status)}.${noAction}`;
  const left = status.effectiveLimit - forecast.total;
  const room = left * 2 >= status.effectiveLimit ? 'Well under' : `${count(left)} under`;
  return `${lowered}About *${counted(forecast.total, 'share')} by ${by}*. ${room} today’s limit.${noAction}`;
};

const endAtLimit = ({ limitReason, settings }: BotStatus): string => {
  if (limitReason !== undefined) return 'pauses there until your next day';
  return settings.resumeDaily ? 'stops there until your next day' : 'stops there';
};

/** Whether nothing but the operator's pause of all bots keeps this bot from sharing. */
export const isOnHold = ({ state, heldByOperator }: Pick<BotStatus, 'state' | 'heldByOperator'>): boolean =>
  heldByOperator === true && (state === 'waiting' || state === 'sharing');
