// What the bot band says about a stopped bot: what to do first, and why Start is refused.
import type { BotStatus } from '#contract/bot/bot.ts';
import { type ConnectionState, type MarketplaceName, startWith } from '#domain/closet.ts';
import type { Transport } from '#domain/companion.ts';
import { dayBounds, shareDay } from '#domain/time.ts';
import { count, counted, formatWhen, zoneNote } from '#web/format/format.ts';

export type StoppedFacts = {
  status: BotStatus;
  connection: ConnectionState;
  marketplace: MarketplaceName;
  transport?: Transport | undefined;
  now: number;
  activeListings: number;
  /** The marketplace has asked for a human check. Only a share or a price change shows whether it is done. */
  hasOpenCheck?: boolean | undefined;
};

/** What happened, what is next, and a note. Words between asterisks are bold. */
export type Sentence = { happened: string; next: string; note: string };

const notUntilStart = 'Nothing is shared until you press Start Bot.';

export const stoppedSentence = (facts: StoppedFacts): Sentence => {
  const { status, connection, marketplace, transport, activeListings, hasOpenCheck, now } = facts;
  if (connection === 'setup_required' && status.totalShares > 0)
    return { happened: 'Your closet isn’t connected.', next: 'Connect it to share again.', note: notUntilStart };
  if (connection === 'setup_required')
    return {
      happened: 'Your closet isn’t connected yet.',
      next: 'Connect it to get started.',
      note: `It takes a few minutes. ${notUntilStart}`,
    };
  if (isAtLimit(status)) return atLimit(status, now);
  if (hasOpenCheck)
    return {
      happened: `${startWith(marketplace)} wants to verify you’re human.`,
      next: 'The bot is stopped.',
      note: 'Complete the check there, then press Start Bot. Hangtag shares one listing first.',
    };
  if (connection === 'connection_issue' && activeListings === 0 && status.totalShares === 0)
    return {
      happened: 'Your closet isn’t connected yet.',
      next: 'One step is left.',
      note: `Finish connecting below. ${notUntilStart}`,
    };
  if (connection === 'connection_issue' && transport === 'browser')
    return {
      happened: 'Your browser needs you.',
      next: 'The bot is stopped.',
      note: `The marketplace panel below says what to do there. Nothing is sent to ${marketplace} until then.`,
    };
  if (connection === 'connection_issue')
    return {
      happened: 'Your closet needs reconnecting.',
      next: 'The bot is stopped.',
      note: `Reconnect your closet below. Nothing is sent to ${marketplace} until then.`,
    };
  if (activeListings === 0 && status.startsAgainAt === undefined) return nothingToShare(status);
  if (status.totalShares === 0)
    return {
      happened: `${counted(activeListings, 'listing')} ready to share.`,
      next: 'Ready when you are.',
      note: 'Check the settings, then press Start Bot. It stops at your daily limit.',
    };
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

/** Why Start is disabled, for tooltips and screen readers; null if it is enabled. */
export const whyNoStart = ({
  status,
  connection,
  transport,
  hasOpenCheck,
  now,
}: Pick<StoppedFacts, 'status' | 'connection' | 'transport' | 'hasOpenCheck' | 'now'>): string | null => {
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

/** Shares that a restored database may lack are no shares that anybody saw. */
export const sharedToday = ({ sharesToday, assumedToday = 0 }: BotStatus): string => {
  const known = `${counted(sharesToday - assumedToday, 'share')} today`;
  return assumedToday === 0 ? known : `${known}, plus up to ${count(assumedToday)} more`;
};
