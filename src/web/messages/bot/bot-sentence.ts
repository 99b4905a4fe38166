// The sentence of the bot band, from the bot's status.
import type { BotStatus } from '#contract/bot/bot.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import { type ConnectionState, type MarketplaceName, startWith } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { dayBounds, shareDay } from '#domain/time.ts';
import { count, counted, formatWhen, placedTime, shortDay, zoneNote } from '#web/format/format.ts';
import { atLimitMessages, loweredMessages } from './limit.ts';

export type SentenceFacts = {
  status: BotStatus;
  connection: ConnectionState;
  marketplace: MarketplaceName;
  /** Through what the closet is shared. The server, if it isn't said. */
  transport?: Transport | undefined;
  /** The server's time, in ms. */
  now: number;
  activeListings: number;
  /** The marketplace has asked for a human check. Only a share shows whether it is done. */
  hasOpenCheck?: boolean | undefined;
  /** Limit and schedule together make more shares a day than sellers report as safe, so something is to be done. */
  isRisky?: boolean | undefined;
  /** Today's forecast, if known. */
  forecast: { total: number; endsAt: string | null; isCut: boolean } | null;
};

/** What happened, what is next, and a note. Words between asterisks are bold. */
export type Sentence = { happened: string; next: string; note: string };

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

/** The sentence of the bot band: always what happened first, then what is next. */
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
        ? stopped(facts)
        : { ...stopped(facts), happened: `${readingCloset(status.reading)}.` };
  }
};

/** How far the reading of a large closet is. How many listings it has is known from the last one. */
export const readingCloset = ({ seen, total }: NonNullable<BotStatus['reading']>): string => {
  if (total === undefined) return `Reading your closet, ${count(seen)} so far`;
  return `Reading your closet, ${count(Math.min(seen, total))} of ${count(total)}`;
};

/** How sharing resumes, by why no paired browser carries the shares. */
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

/** Shares that a restored database may lack are no shares that anybody saw. */
const sharedToday = ({ sharesToday, assumedToday = 0 }: BotStatus): string => {
  const known = `${counted(sharesToday - assumedToday, 'share')} today`;
  return assumedToday === 0 ? known : `${known}, plus up to ${count(assumedToday)} more`;
};

const onHold = ({ status }: SentenceFacts): Sentence => ({
  happened: status.sharesToday === 0 ? 'On hold.' : `${sharedToday(status)}.`,
  next: 'Nothing is shared for now.',
  note: 'Your settings stay the same. You can stop the bot at any time.',
});

const nextRound = ({ status: { nextRoundTime, timezone }, now }: SentenceFacts): string | null =>
  nextRoundTime === null ? null : `Next round ${formatWhen(nextRoundTime, now, timezone)}.`;

const sharing = (facts: SentenceFacts): Sentence => {
  const { completedShares, totalListings } = facts.status.shareStatus;
  const { forecast, status } = facts;
  const following = totalListings > completedShares ? 'The next round follows.' : 'This round is done.';
  // The plan ends at the limit, and with it the rounds.
  const last = forecast?.isCut ? whatAtLimit(status) : following;
  return {
    happened: `${count(completedShares)} of ${count(totalListings)} shared this round.`,
    next: nextRound(facts) ?? last,
    note: `${sendingOffers(status)}${paceNote(facts)}`,
  };
};

const waiting = (facts: SentenceFacts): Sentence => {
  const { completedShares, totalListings } = facts.status.shareStatus;
  return {
    happened:
      totalListings === 0
        ? 'Waiting for the next round.'
        : `${count(completedShares)} of ${count(totalListings)} shared.`,
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
  const slow = status.slowUntil === undefined ? '' : `${slowNote(status, now)} `;
  const lowered = `${slow}${loweredNote(facts)}`;
  // A warning below the sentence asks for a lower limit.
  const noAction = facts.isRisky ? '' : noActionNeeded;
  if (forecast === null || forecast.endsAt === null || Date.parse(forecast.endsAt) <= now) {
    return `${lowered}*${sharedToday(status)}.*${noAction}`;
  }
  const by = placedTime(forecast.endsAt, status.timezone);
  if (forecast.isCut)
    return `${lowered}The bot reaches *${count(status.effectiveLimit)} around ${by}* and ${endAtLimit(status)}.${noAction}`;
  const left = status.effectiveLimit - forecast.total;
  const room = left * 2 >= status.effectiveLimit ? 'Well under' : `${count(left)} under`;
  return `${lowered}About *${counted(forecast.total, 'share')} by ${by}*. ${room} today’s limit.${noAction}`;
};

const slowNote = ({ slowUntil = '', timezone }: BotStatus, now: number): string =>
  loweredMessages.slow(formatWhen(slowUntil, now, timezone).replace(/^at /, ''));

const endAtLimit = ({ limitReason, settings }: BotStatus): string => {
  if (limitReason !== undefined) return atLimitMessages.pauses;
  return settings.resumeDaily ? atLimitMessages.stopsForToday : atLimitMessages.stops;
};

const notUntilStart = 'Nothing is shared until you press Start Bot.';

const stopped = (facts: SentenceFacts): Sentence => {
  const { status, connection, marketplace, transport, activeListings, hasOpenCheck, now } = facts;
  if (connection === 'setup_required' && status.totalShares > 0) {
    return { happened: 'Your closet isn’t connected.', next: 'Connect it to share again.', note: notUntilStart };
  }
  if (connection === 'setup_required') {
    return {
      happened: 'Your closet isn’t connected yet.',
      next: 'Connect it to get started.',
      note: `It takes a few minutes. ${notUntilStart}`,
    };
  }
  if (isAtLimit(status)) return atLimit(status, now);
  if (hasOpenCheck) {
    return {
      happened: `${startWith(marketplace)} wants to verify you’re human.`,
      next: 'The bot is stopped.',
      note: 'Complete the check there, then press Start Bot. Hangtag shares one listing first.',
    };
  }
  if (connection === 'connection_issue' && activeListings === 0 && status.totalShares === 0) {
    return {
      happened: 'Your closet isn’t connected yet.',
      next: 'One step is left.',
      note: `Finish connecting below. ${notUntilStart}`,
    };
  }
  if (connection === 'connection_issue' && transport === 'browser') {
    return {
      happened: 'Your browser needs you.',
      next: 'The bot is stopped.',
      note: `The marketplace panel below says what to do there. Nothing is sent to ${marketplace} until then.`,
    };
  }
  if (connection === 'connection_issue') {
    return {
      happened: 'Your closet needs reconnecting.',
      next: 'The bot is stopped.',
      note: `Reconnect your closet below. Nothing is sent to ${marketplace} until then.`,
    };
  }
  if (activeListings === 0 && status.startsAgainAt === undefined) return nothingToShare(status);
  if (status.totalShares === 0) {
    return {
      happened: `${counted(activeListings, 'listing')} ready to share.`,
      next: 'Ready when you are.',
      note: 'Check the settings, then press Start Bot. It stops at your daily limit.',
    };
  }
  return {
    happened: stoppedSoFar(status),
    next: startsAgain(status, now) ?? 'Ready when you are.',
    note: status.startsAgainAt === undefined ? notUntilStart : 'You can also start it now.',
  };
};

const stoppedSoFar = (status: BotStatus): string =>
  status.sharesToday === 0 ? 'The bot is stopped.' : `${sharedToday(status)}. Stopped.`;

/** Start Bot would be refused, so the sentence leads to what comes before it. */
const nothingToShare = (status: BotStatus): Sentence => {
  const { skippedListings: skipped, totalShares } = status;
  if (skipped > 0)
    return {
      happened: skipped === 1 ? 'Your listing skips sharing.' : `All ${count(skipped)} listings skip sharing.`,
      next: 'Nothing to share.',
      note: 'Turn sharing on for at least one in market analysis, then press Start Bot.',
    };
  return {
    happened: totalShares === 0 ? 'Your closet is connected.' : stoppedSoFar(status),
    next: totalShares === 0 ? 'No listings to share yet.' : 'No listings to share.',
    note: 'Press Sync Closet to import your active listings. If you have none, list an item first.',
  };
};

const startsAgain = ({ startsAgainAt, timezone }: BotStatus, now: number): string | null =>
  startsAgainAt === undefined ? null : `Starts again automatically ${formatWhen(startsAgainAt, now, timezone)}.`;

const atLimit = (status: BotStatus, now: number): Sentence => {
  const { timezone, limitReachedAt, limitFullUntil = status.now } = status;
  const fullUntil = Date.parse(limitFullUntil);
  const isMidnight = dayBounds(shareDay(fullUntil, timezone), timezone).startsAt === fullUntil;
  const tomorrow = isMidnight
    ? 'Start it again tomorrow.'
    : `You can start it again ${formatWhen(limitFullUntil, now, timezone)}.`;
  const stoppedAt =
    limitReachedAt === undefined
      ? 'You’ve used your daily limit.'
      : `Stopped at your daily limit *${formatWhen(limitReachedAt, now, timezone)}*.`;
  const dayBegins = isMidnight
    ? `Your next day begins at midnight${zoneNote(timezone)}.`
    : 'After a time zone change the limit also covers the last 24 hours.';
  if ((status.assumedToday ?? 0) > 0)
    return {
      happened: 'Today’s limit counts as used.',
      next: startsAgain(status, now) ?? tomorrow,
      note: `Your administrator restored Hangtag’s data, and some of today’s shares may be missing. They count toward your limit. ${dayBegins}`,
    };
  return {
    happened:
      status.sharesToday > status.dailyShareLimit
        ? `${count(status.sharesToday)} shared today.`
        : `${count(status.sharesToday)} of ${count(status.dailyShareLimit)} shared today.`,
    next: startsAgain(status, now) ?? tomorrow,
    note: `${stoppedAt} ${dayBegins}`,
  };
};

/** Whether today's limit is used up, and neither a new day nor a higher limit has come since. */
export const isAtLimit = ({ state, limitFullUntil }: Pick<BotStatus, 'state' | 'limitFullUntil'>): boolean =>
  state === 'stopped' && limitFullUntil !== undefined;

/** Whether nothing but the operator's pause of all bots keeps this bot from sharing. */
export const isOnHold = ({ state, heldByOperator }: Pick<BotStatus, 'state' | 'heldByOperator'>): boolean =>
  heldByOperator === true && (state === 'waiting' || state === 'sharing');

/** Why Start is disabled, for tooltips and screen readers; null if it is enabled. */
export const whyNoStart = ({
  status,
  connection,
  transport,
  hasOpenCheck,
  now,
}: Pick<SentenceFacts, 'status' | 'connection' | 'transport' | 'hasOpenCheck' | 'now'>): string | null => {
  if (status.isRunning)
    return status.state === 'paused' ? 'The bot is paused, not stopped' : 'The bot is already running';
  if (connection === 'setup_required') return 'Connect your closet to start the bot';
  if (connection === 'connection_issue' && !hasOpenCheck && transport === 'browser')
    return 'Do what the marketplace panel says in your browser first';
  if (connection === 'connection_issue' && !hasOpenCheck) return 'Reconnect your closet to start the bot';
  if (status.limitFullUntil !== undefined && isAtLimit(status) && (status.assumedToday ?? 0) > 0)
    return `Today’s limit counts as used. You can start again ${formatWhen(status.limitFullUntil, now, status.timezone)}`;
  if (status.limitFullUntil !== undefined && isAtLimit(status))
    return `You’ve used your limit of ${counted(status.dailyShareLimit, 'share')}. You can start again ${formatWhen(status.limitFullUntil, now, status.timezone)}`;
  return null;
};
