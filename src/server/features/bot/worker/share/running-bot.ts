// A bot that a worker owns: what the worker remembers between two steps.

import type { PauseReason } from '#domain/bot/bot.ts';
import { type Backoff, readBackoff } from '#domain/bot/limit/warnings.ts';
import type { PartyAhead } from '#domain/bot/visits.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { dayBounds, laterDay, shareDay } from '#domain/time.ts';
import type { BotAccount } from '../../../closet/closet.ts';
import type { SettleAsk } from '../../ledger/store.ts';
import type { OpenAttempt } from '../../rounds/attempts-store.ts';
import type { RoundKind, RunningRound } from '../../rounds/store.ts';
import type { DayFacts, OwnBot, WarningCounts } from '../../state/worker-store.ts';

/**
 * A pause that was decided and isn't stored yet, with everything that is stored in the same transaction. After a kill between two
 * separate commits, the next owner would try one more share.
 */
export type PendingPause = {
  reason: PauseReason;
  resumesAt: Instant | null;
  message: string;
  /** The backoff after the answer that led to the pause. */
  backoff?: Backoff;
  /** After a warning: computes the backoff from what only the database counts. */
  backoffFor?: ((counts: WarningCounts) => Backoff) | undefined;
  /** The share whose answer it was. */
  settles?: SettleAsk;
};

/** The result of a step: when to look at the bot again, or that this worker has released it. */
export type Next = Instant | 'gone';

/** Somebody who shared one of the seller's listings, and when. */
export type Person = { id: string; name: string; at: Instant };

type RoundOfBot = RoundKind & {
  id: string;
  cutsAt: Instant | null;
  /** Listings; in a round of share-backs, indexes of `people`. */
  plan: readonly number[];
  next: number;
  /** Its next share begins with the page that has a new token, because nothing was sent in it yet or a token was refused. */
  needsPage: boolean;
  /** Whom to share back. */
  people: readonly Person[];
  /** What the next share-back is for, in the ledger and at the marketplace. */
  target: { listingId: number; marketId: string } | null;
};

/** What a bot with visits remembers of them. */
type BotVisits = {
  partiesReadAt: Instant | null;
  newsReadAt: Instant | null;
  /** A promoted or restored database may lack visits from before. */
  missedAt: Instant | null;
  parties: readonly PartyAhead[];
  /** Parties of which nothing was left to share when that was last found out. */
  emptied: Set<string>;
  people: readonly Person[];
  /** The last round was an ordinary one. */
  wasOrdinary: boolean;
};

type FoundBot = { row: OwnBot; round: RunningRound | null; open: readonly OpenAttempt[]; now: Instant };

/**
 * All that the next share needs, some 10 KB for a closet of 300 listings. While a bot waits it is this state and one entry
 * in the clock's due list; no row is written.
 */
const newBot = ({ row, round, open, now }: FoundBot) => ({
  userId: row.userId,
  epoch: row.epoch,
  ...fromRow(row),
  backoff: readBackoff(row.backoff),
  /** The backoff in memory is newer than the stored one. Save it before the next decision. */
  isBackoffUnsaved: false,
  day: '',
  sharedToday: 0,
  /** null: its seller has turned them off. */
  visits: null as BotVisits | null,
  /** How many of the day's shares are of these kinds. */
  visitsToday: { party: 0, back: 0 },
  shared24h: null as number | null,
  /** The closet was read, or that was tried, for the next round. */
  isReadForRound: false,
  /** The share day of the last notification that it waits for a browser. */
  browserNoticedOn: row.browserNoticedOn,
  round: round && withPlan(round),
  nextShareAt: now,
  /** It has waited because its marketplace refuses many sellers, and resumes a random while after that. */
  isHeldBack: false,
  /** The listing to try a second time, after its token or session was refused. */
  repeating: null as number | null,
  /** Shares that an earlier owner reserved and did not settle. They become unknown once they can no longer be in flight. */
  open,
  account: null as BotAccount | null,
  /** Whether the session has the token that every write needs. Kept here because reading a session copies it. */
  hasToken: false,
  /** The session has ended, and the next step signs in again. */
  needsSignIn: false,
  /** The account's revision when its session was last saved. */
  savedRevision: 0,
  /** Resolves once the last share's outcome is durable. The next share waits for it, so at most one is ever open. */
  settling: null as Promise<void> | null,
  /** Nothing is sent before it is stored. */
  pendingPause: null as PendingPause | null,
  /** Another worker owns the bot now, or nobody does. */
  isGone: false,
  isStepping: false,
  /** Ends with the step that was taken last. */
  step: Promise.resolve(),
  consecutiveErrors: 0,
  disarm() {},
});
export type RunningBot = ReturnType<typeof newBot>;

export function runningBot(found: FoundBot): RunningBot {
  const bot = newBot(found);
  turnDay(bot, found.now);
  return bot;
}

/** Only the earlier worker knew whom it had left to share back. One entry without a person keeps that round open until `cutBy` ends it. */
const withPlan = ({ remaining, ...round }: RunningRound): RoundOfBot => ({
  ...round,
  plan: round.kind === 'back' ? [0] : remaining,
  next: 0,
  needsPage: false,
  people: [],
  target: null,
});

/** Takes over changes of the row. The round's plan, and how far it is, belong to the worker. */
export function refresh(bot: RunningBot, row: OwnBot): void {
  if (bot.closetRevision !== row.closetRevision) bot.account = null;
  if (!bot.isBackoffUnsaved) bot.backoff = readBackoff(row.backoff);
  Object.assign(bot, fromRow(row));
}

/** The fields that always have the row's values. */
const fromRow = (row: OwnBot) => ({
  /** The revisions that reservations check: of the bot's row, and of the closet. */
  revision: row.revision,
  closetRevision: row.closetRevision ?? '',
  practice: row.practice === true,
  isByBrowser: row.transport === 'browser',
  state: row.state,
  settings: row.settings,
  timezone: row.timezone,
  /** As it is stored. Reservations check it. */
  limitInForce: row.limitInForce,
  storedShareDay: row.shareDay,
  rollingUntil: row.rollingUntil,
  resumesAt: row.resumesAt,
  lastRoundAt: row.lastRoundAt,
  startedAt: row.startedAt,
  /** When the closet was last read, and how many listings that showed. */
  closetRead: { readAt: row.closetReadAt, shown: row.closetShown ?? 0 },
  dayEndsAt: 0,
  /** The row has to be read again before the next step. */
  isStale: false,
});

/** True if a new share day has begun, so that its count must be read. */
export function turnDay(bot: RunningBot, now: Instant): boolean {
  if (now < bot.dayEndsAt) return false;
  const day = laterDay(bot.storedShareDay, shareDay(now, bot.timezone));
  const isNew = day !== bot.day;
  bot.day = day;
  bot.storedShareDay = day;
  bot.dayEndsAt = dayBounds(day, bot.timezone).endsAt;
  return isNew;
}

export function countDay(bot: RunningBot, facts: DayFacts | undefined): void {
  bot.sharedToday = facts?.sharedToday ?? 0;
  bot.shared24h = facts?.shared24h ?? null;
  bot.visitsToday = facts?.visits ?? { party: 0, back: 0 };
}

export function moveOn(bot: RunningBot): void {
  bot.repeating = null;
  if (bot.round === null) return;
  bot.round.next += 1;
  bot.round.target = null;
}

/** A share was reserved. */
export function count(bot: RunningBot, sharesToday: number): void {
  bot.sharedToday = sharesToday;
  if (bot.shared24h !== null) bot.shared24h += 1;
  if (bot.round !== null && bot.round.kind !== 'self') bot.visitsToday[bot.round.kind] += 1;
}

/** A reservation was given back. */
export function uncount(bot: RunningBot): void {
  if (bot.round !== null && bot.round.kind !== 'self') bot.visitsToday[bot.round.kind] -= 1;
  bot.sharedToday = Math.max(0, bot.sharedToday - 1);
  if (bot.shared24h !== null) bot.shared24h = Math.max(0, bot.shared24h - 1);
}
