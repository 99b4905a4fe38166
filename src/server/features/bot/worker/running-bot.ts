import { type Backoff, isGentle, readBackoff } from '#domain/bot/backoff.ts';
import type { BotAtWork, BotSettings, BotState, PauseReason, ShareFacts } from '#domain/bot/bot.ts';
import { limitInForce } from '#domain/bot/limit.ts';
import { cutAt, nextRound } from '#domain/bot/schedule.ts';
import type { Instant } from '#domain/ports/clock.ts';
import { dayBounds, laterDay, shareDay } from '#domain/time.ts';
import type { BotAccount } from '../../closet/closet.ts';
import type { SettleAsk } from '../ledger/store.ts';
import type { OpenAttempt, RunningRoundRow } from '../rounds/store.ts';
import type { BotRow, DayFacts } from '../state/worker-store.ts';

export type Pause = { reason: PauseReason; resumesAt: Instant | null; message: string };
/** A pause with all that is written down in the same breath: a kill between two of them would let one more share be tried. */
export type Halt = Pause & {
  /** What was learned from the answer that led to it. */
  backoff?: Backoff;
  /** The share whose answer it was. */
  settles?: SettleAsk;
};

/** What a step leads to: when to look at the bot again, or that it is out of this worker's hands. */
export type Next = Instant | 'gone';

/**
 * A bot in the hands of a worker: all that the next share needs, some 10 KB for a closet of 300 listings. While it waits
 * it is this and one entry in the clock's list of moments; no row is written.
 */
export type RunningBot = {
  readonly userId: string;
  readonly epoch: string;
  revision: string;
  closetRevision: string;
  state: BotState;
  settings: BotSettings;
  timezone: string;
  backoff: Backoff;
  /** As it stands in the row that reservations check. */
  limitInForce: number;
  storedShareDay: string | null;
  day: string;
  dayEndsAt: Instant;
  sharedToday: number;
  rollingUntil: Instant | null;
  shared24h: number | null;
  resumesAt: Instant | null;
  lastRoundAt: Instant | null;
  round: { id: string; cutsAt: Instant | null; plan: readonly number[]; next: number } | null;
  nextShareAt: Instant;
  /** The listing that is tried a second time, after its token or session was refused. */
  repeating: number | null;
  /** What an earlier owner reserved and did not settle. Nothing is sent before it can be under way no more. */
  open: readonly OpenAttempt[];
  account: BotAccount | null;
  /** The jar holds the token that every write needs. Asked for once: a session is copied whenever it is looked at. */
  hasToken: boolean;
  /** Of the jar, when it was last kept. */
  keptJar: number;
  /** The outcome of the last share, until it is durable: the next one is not reserved before, so that at most one is ever open. */
  settling: Promise<void> | null;
  /** A pause that was decided and is not written yet: nothing is sent before it is. */
  halt: Halt | null;
  /** The row has to be read again before the next step. */
  isStale: boolean;
  /** It is somebody else's now, or nobody's. */
  isGone: boolean;
  isStepping: boolean;
  /** Times in a row that a step went wrong by itself. */
  mishaps: number;
  disarm(): void;
};

export function runningBot({
  row,
  round,
  open,
  now,
}: {
  row: BotRow;
  round: RunningRoundRow | null;
  open: readonly OpenAttempt[];
  now: Instant;
}): RunningBot {
  const bot: RunningBot = {
    userId: row.userId,
    epoch: row.epoch,
    revision: row.revision,
    closetRevision: row.closetRevision ?? '',
    state: row.state,
    settings: row.settings,
    timezone: row.timezone,
    backoff: readBackoff(row.backoff),
    limitInForce: row.limitInForce,
    storedShareDay: row.shareDay,
    day: '',
    dayEndsAt: 0,
    sharedToday: 0,
    rollingUntil: row.rollingUntil,
    shared24h: null,
    resumesAt: row.resumesAt,
    lastRoundAt: row.lastRoundAt,
    round: round && { id: round.id, cutsAt: round.cutsAt, plan: round.remaining, next: 0 },
    nextShareAt: now,
    repeating: null,
    open,
    account: null,
    hasToken: false,
    keptJar: 0,
    settling: null,
    halt: null,
    isStale: false,
    isGone: false,
    isStepping: false,
    mishaps: 0,
    disarm() {},
  };
  turnDay(bot, now);
  return bot;
}

/** Takes over what was changed in the row. The plan of the round, and where the worker is in it, are its own. */
export function refresh(bot: RunningBot, row: BotRow): void {
  if (bot.closetRevision !== row.closetRevision) bot.account = null;
  bot.revision = row.revision;
  bot.closetRevision = row.closetRevision ?? '';
  bot.state = row.state;
  bot.settings = row.settings;
  bot.timezone = row.timezone;
  bot.backoff = readBackoff(row.backoff);
  bot.limitInForce = row.limitInForce;
  bot.storedShareDay = row.shareDay;
  bot.rollingUntil = row.rollingUntil;
  bot.resumesAt = row.resumesAt;
  bot.lastRoundAt = row.lastRoundAt;
  bot.dayEndsAt = 0;
  bot.isStale = false;
}

/** True where the share day is another than before: its count has to be read. */
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
}

export const remainingOf = ({ round }: RunningBot): number => (round === null ? 0 : round.plan.length - round.next);

/** What the rules want to know of it. */
export function atWork(bot: RunningBot, now: Instant): BotAtWork {
  const { round, settings, timezone, lastRoundAt } = bot;
  const listing = round?.plan[round.next];
  return {
    stopAsked: bot.state === 'stopped',
    pause: bot.state === 'paused' ? { resumesAt: bot.resumesAt } : null,
    dailyShareLimit: settings.dailyShareLimit,
    nextShareAt: bot.nextShareAt,
    round: round && { cutsAt: round.cutsAt, remaining: listing === undefined ? [] : [String(listing)] },
    next: round ? null : nextRound({ settings, timezone, now, lastRoundAt }),
  };
}

export const factsOf = (bot: RunningBot, now: Instant): ShareFacts => ({
  now,
  sharedToday: bot.sharedToday,
  shared24h: bot.rollingUntil !== null && now < bot.rollingUntil ? bot.shared24h : null,
  limitInForce: bot.limitInForce,
  dayEndsAt: bot.dayEndsAt,
});

export const rightLimit = (bot: RunningBot, now: Instant) =>
  limitInForce({ dailyShareLimit: bot.settings.dailyShareLimit, backoff: bot.backoff, day: bot.day, now });

export const rightCut = ({ settings, timezone }: RunningBot, now: Instant): Instant | null =>
  cutAt({ settings, timezone, now });

export const isGentleNow = (bot: RunningBot, now: Instant): boolean => isGentle(bot.backoff, now);
