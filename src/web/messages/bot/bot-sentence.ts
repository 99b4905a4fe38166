// The sentence of the bot band, from the bot's status.
import type { BotStatus } from '#contract/schemas/bot.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import type { ConnectionState } from '#domain/closet.ts';
import { count, counted, formatWhen, placedTime, zonePlace } from '#web/format/format.ts';

export type SentenceFacts = {
  status: BotStatus;
  connection: ConnectionState;
  /** The server's time, in ms. */
  now: number;
  activeListings: number;
  /** Today's forecast, if known. */
  forecast: { total: number; endsAt: string | null; isCut: boolean } | null;
};

/** What happened, what is next, and a note. Words between asterisks are bold. */
export type Sentence = { happened: string; next: string; note: string };

const pausedHeads: Record<PauseReason, string> = {
  human_check: 'The marketplace wants to see a person.',
  code_required: 'The marketplace asks for a code.',
  credentials_rejected: 'The marketplace refused the sign-in.',
  session_expired: 'The marketplace signed you out.',
  rate_limited: 'The marketplace asks us to slow down.',
  share_limit: 'The marketplace says: enough for now.',
  lowered_limit: 'Today’s lowered limit is used up.',
  marketplace_refused: 'The marketplace refuses our requests.',
  marketplace_unavailable: 'The marketplace does not answer.',
  marketplace_changed: 'The marketplace has changed.',
  account_blocked: 'The marketplace suspended this account.',
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
      return waiting(facts);
    case 'stopped':
      return stopped(facts);
  }
};

const paused = ({ status, now }: SentenceFacts): Sentence => {
  const { pauseReason, pauseMessage, pausedAt, resumesAt, timezone } = status;
  const since = pausedAt === undefined ? 'Paused.' : `Paused ${formatWhen(pausedAt, now, timezone)}.`;
  return {
    happened: pauseReason === undefined ? 'Sharing has paused.' : pausedHeads[pauseReason],
    next: resumesAt === undefined ? since : `Goes on by itself ${formatWhen(resumesAt, now, timezone)}.`,
    note: pauseMessage ?? 'Nothing has been sent since.',
  };
};

const onHold = ({ status }: SentenceFacts): Sentence => ({
  happened: status.sharesToday === 0 ? 'On the rail and on hold.' : `${counted(status.sharesToday, 'share')} today.`,
  next: 'Nothing is sent for now.',
  note: 'Your settings stay as they are. You may stop the bot at any time.',
});

const sharing = (facts: SentenceFacts): Sentence => {
  const { status, now } = facts;
  const { completedShares, totalListings } = status.shareStatus;
  const next =
    status.nextRoundTime === null
      ? 'Next round follows.'
      : `Next round ${formatWhen(status.nextRoundTime, now, status.timezone)}.`;
  return {
    happened: `${count(completedShares)} of ${count(totalListings)} shared this round.`,
    next: totalListings > completedShares || status.nextRoundTime !== null ? next : 'The round is done.',
    note: paceNote(facts),
  };
};

const waiting = (facts: SentenceFacts): Sentence => {
  const { status, now } = facts;
  const { completedShares, totalListings } = status.shareStatus;
  const next =
    status.nextRoundTime === null
      ? 'No slot opens. Check your slots.'
      : `Next round ${formatWhen(status.nextRoundTime, now, status.timezone)}.`;
  return {
    happened:
      totalListings === 0 ? 'On the rail and waiting.' : `${count(completedShares)} of ${count(totalListings)} shared.`,
    next,
    note: paceNote(facts),
  };
};

const paceNote = ({ status, forecast, now }: SentenceFacts): string => {
  const calm = 'Nothing needs you.';
  const lowered =
    status.limitReason === undefined
      ? ''
      : `Today’s limit is ${count(status.effectiveLimit)} after a warning of the marketplace. `;
  if (forecast === null || forecast.endsAt === null || Date.parse(forecast.endsAt) <= now) {
    return `${lowered}*${counted(status.sharesToday, 'share')} today.* ${calm}`;
  }
  const by = placedTime(forecast.endsAt, status.timezone);
  if (forecast.isCut)
    return `${lowered}At this pace it reaches *${count(status.effectiveLimit)} about ${by}* and stops by itself. ${calm}`;
  const left = status.effectiveLimit - forecast.total;
  return `${lowered}On pace for about *${counted(forecast.total, 'share')} by ${by}*, ${count(left)} under today’s limit. ${calm}`;
};

const stopped = ({ status, connection, activeListings, now }: SentenceFacts): Sentence => {
  if (connection === 'setup_required') {
    return {
      happened: 'Nothing on the rail yet.',
      next: 'Connect your closet to begin.',
      note: 'About two minutes. Nothing is shared until you press Start Bot.',
    };
  }
  if (isAtLimit(status) && status.limitReachedAt !== undefined) {
    const at = formatWhen(status.limitReachedAt, now, status.timezone);
    return {
      happened: `${count(status.sharesToday)} of ${count(status.effectiveLimit)} shared today.`,
      next: 'Start it again tomorrow.',
      note: `The bot stopped itself at its limit *${at}*. Your next day begins at midnight, ${zonePlace(status.timezone)} time.`,
    };
  }
  if (connection === 'connection_issue' && activeListings === 0 && status.totalShares === 0) {
    return {
      happened: 'Your closet is not connected yet.',
      next: 'See the marketplace panel.',
      note: 'One more step is needed there. Nothing is shared until you press Start Bot.',
    };
  }
  if (connection === 'connection_issue') {
    return {
      happened: 'Your closet needs connecting again.',
      next: 'See the marketplace panel.',
      note: 'The bot is stopped. Nothing is sent to the marketplace meanwhile.',
    };
  }
  if (status.totalShares === 0) {
    return {
      happened:
        activeListings === 0 ? 'Your closet is connected.' : `${counted(activeListings, 'listing')} on the rail.`,
      next: 'Ready when you are.',
      note: 'Look at the settings, then press Start Bot. It stops itself at your daily limit.',
    };
  }
  return {
    happened:
      status.sharesToday === 0 ? 'The bot is stopped.' : `${counted(status.sharesToday, 'share')} today. Stopped.`,
    next: 'Ready when you are.',
    note: 'Nothing is shared until you press Start Bot.',
  };
};

/** Whether the bot stopped at today's limit, and neither a new day nor a higher limit has come since. */
export const isAtLimit = ({ state, limitReachedAt, sharesToday, effectiveLimit }: BotStatus): boolean =>
  state === 'stopped' && limitReachedAt !== undefined && sharesToday >= effectiveLimit;

/** Whether nothing but the operator's pause of all bots keeps this bot from sharing. */
export const isOnHold = ({ state, heldByOperator }: Pick<BotStatus, 'state' | 'heldByOperator'>): boolean =>
  heldByOperator === true && (state === 'waiting' || state === 'sharing');

/** Why Start is disabled, for tooltips and screen readers; null if it is enabled. */
export const whyNoStart = ({ status, connection }: Pick<SentenceFacts, 'status' | 'connection'>): string | null => {
  if (status.isRunning)
    return status.state === 'paused' ? 'The bot is paused, not stopped' : 'The bot is running already';
  if (connection === 'setup_required') return 'Start Bot needs a connected closet';
  if (connection === 'connection_issue') return 'Start Bot needs a working connection: test it first';
  return null;
};
