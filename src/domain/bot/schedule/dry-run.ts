// Simulates the settings for the days ahead: which rounds and visits there will be, and how many shares each day has.

import type { Instant } from '../../ports/clock.ts';
import { type DateText, shareDay } from '../../time.ts';
import type { BotSettings, BotState, NextRound, RoundSpan, ShareKind } from '../bot.ts';
import {
  nextByFrequency,
  nextInWindows,
  nextPartyVisit,
  type PlannedParty,
  slotsOf,
  type Window,
  windowsBetween,
} from './schedule.ts';

export type TimelineDay = {
  date: DateText;
  startsAt: Instant;
  endsAt: Instant;
  /** Shares of the day so far. */
  shares: number;
  /** Shares at the end of the day: those so far, and those planned. */
  expected: number;
  limit: number;
  rounds: RoundSpan[];
};

type RunningRound = {
  kind: ShareKind;
  party?: string;
  startedAt: Instant;
  cutsAt: Instant | null;
  /** Shares made in it by outcome, shares planned, and listings left to try. */
  shares: number;
  notConfirmed: number;
  refused: number;
  planned: number;
  left: number;
  slot?: number;
};

export type TimelineFacts = {
  settings: Pick<
    BotSettings,
    'shareFrequency' | 'scheduledSlots' | 'useScheduledSlots' | 'dailyShareLimit' | 'resumeDaily'
  >;
  timezone: string;
  now: Instant;
  /** How many days to show, the last of which is today. */
  days: number;
  state: BotState;
  /** When a pause ends, if that is known. */
  resumesAt?: Instant | null;
  /** Of a stopped bot: Start is refused until then. */
  fullUntil?: Instant | null;
  /** When a stopped bot starts itself again, if it does. */
  startsAgainAt?: Instant | null;
  /** Rounds that are over, oldest first. */
  pastRounds: readonly RoundSpan[];
  /** Shares by date that count against the limit: confirmed ones, and those without a clear answer. */
  sharesByDate: Readonly<Record<DateText, number>>;
  /** Today's limit in force, and the limit of other days if it differs. */
  limit: number;
  limitByDate?: Readonly<Record<DateText, number>>;
  /** How many listings a round shares with today's closet. */
  activeListings: number;
  /** An experiment shares so many of them only in the first round of a day. `triedToday`: those that had theirs today. */
  onceADay?: { listings: number; triedToday: number };
  /** Mean pause between two shares, already doubled after a warning. */
  meanPauseMs: number;
  lastRoundAt: Instant | null;
  currentRound: RunningRound | null;
  /** No share before this moment. Default: now. */
  nextShareAt?: Instant;
  /** Left out if party shares and share-backs are off. */
  visits?: {
    parties: readonly PlannedParty[];
    /** Party shares that a day may have, and has had today. */
    partySharesPerDay: number;
    partyToday: number;
    /** The most shares to come back today, and on another day. */
    backLeftToday: number;
    backsPerDay: number;
    /** The last round was an ordinary one. */
    wasOrdinary: boolean;
  };
};

export type Calendar = { days: TimelineDay[]; dayAt(at: Instant): TimelineDay | undefined };

type Plan = { rounds: RoundSpan[]; sharesByDate: Map<DateText, number> };

/** Simulates the bot one round at a time, in the same order as the bot's own decisions, with equal pauses. */
export function dryRun(facts: TimelineFacts, calendar: Calendar, end: Instant): Plan {
  const plan: Plan = { rounds: [], sharesByDate: new Map() };
  const next = planner(facts, end);
  const isFresh = facts.state === 'stopped';
  let at = Math.max(facts.now, beginsAt(facts) ?? facts.now);
  // A limit that is used up allows no start.
  if (isFresh && facts.startsAgainAt == null && (isFull(facts) || isLimitUsed(facts, calendar.dayAt(at), plan)))
    return plan;
  let lastRoundAt = isFresh ? null : facts.lastRoundAt;
  let gate = Math.max(facts.nextShareAt ?? at, at);
  const without = leftOut(facts);

  if (facts.currentRound && !isFresh) {
    const { startedAt, cutsAt, left, slot, ...counts } = facts.currentRound;
    const run = shareAll({ from: gate, left, cutsAt, facts, calendar, plan });
    const span = { startsAt: startedAt, endsAt: Math.max(run.endsAt, startedAt), ...counts };
    plan.rounds.push({ ...span, state: 'running', ...slotOf({ slot }) });
    if (counts.kind === 'self') {
      lastRoundAt = Math.max(lastRoundAt ?? startedAt, startedAt);
      without.had(calendar.dayAt(facts.now));
    }
    at = Math.max(at, run.freeAt);
    gate = Math.max(run.nextShareAt, at);
    if (run.stopsBot) {
      if (!facts.settings.resumeDaily) return plan;
      lastRoundAt = null;
    }
  }
  if (facts.activeListings <= 0) return plan;

  const visits = visitPlanner(facts, calendar);
  let wasOrdinary = facts.currentRound ? facts.currentRound.kind === 'self' : visits.wasOrdinary;
  for (;;) {
    const round = next(at, lastRoundAt);
    const visit = visits.next(at);
    const isTurn = wasOrdinary && lastRoundAt !== null;
    const comesFirst = (startsAt: Instant): boolean =>
      round === null || startsAt < round.startsAt || (isTurn && startsAt === round.startsAt);
    if (visit !== null && visit.startsAt < end && comesFirst(visit.startsAt)) {
      const { party, startsAt, closesAt, room } = visit;
      const left = Math.min(party.left, room);
      const run = shareAll({ from: Math.max(startsAt, gate), left, cutsAt: closesAt, facts, calendar, plan });
      visits.made(party, startsAt, run.shares);
      at = Math.max(run.freeAt, startsAt);
      gate = run.nextShareAt;
      if (run.shares === 0) continue;
      wasOrdinary = false;
      plan.rounds.push(plannedRound(startsAt, run, { kind: 'party', party: party.title }));
      if (!run.stopsBot) continue;
      if (!facts.settings.resumeDaily) return plan;
      lastRoundAt = null;
      continue;
    }
    if (round === null || round.startsAt >= end) return plan;
    const startsAt = round.startsAt;
    const from = Math.max(startsAt, gate);
    const day = calendar.dayAt(from);
    const listings = facts.activeListings - without.of(day);
    const run = shareAll({ from, left: listings, cutsAt: round.closesAt, facts, calendar, plan });
    at = Math.max(run.freeAt, startsAt);
    gate = run.nextShareAt;
    // Otherwise no share fits into that day or slot anymore, so there is no round.
    if (run.shares > 0) {
      without.had(day);
      lastRoundAt = startsAt;
      wasOrdinary = true;
      plan.rounds.push(plannedRound(startsAt, run, { kind: 'self', ...slotOf(round) }));
    }
    if (!run.stopsBot) continue;
    if (!facts.settings.resumeDaily) return plan;
    lastRoundAt = null;
  }
}

const slotOf = ({ slot }: { slot?: number | undefined }) => (slot === undefined ? {} : { slot });

const plannedRound = (startsAt: Instant, run: Run, what: Pick<RoundSpan, 'kind' | 'party' | 'slot'>): RoundSpan => ({
  ...what,
  startsAt,
  endsAt: run.endsAt,
  ...{ shares: 0, notConfirmed: 0, refused: 0, planned: run.shares },
  state: run.state === 'cut' ? 'cut' : 'planned',
});

/** The visits to known parties, each with room in its day. */
function visitPlanner({ visits, settings, timezone, now }: TimelineFacts, calendar: Calendar) {
  const parties = (visits?.parties ?? []).map((party) => ({ ...party }));
  const slots = slotsOf(parties, { settings, timezone, now });
  const today = shareDay(now, timezone);
  const made = new Map<DateText, number>([[today, visits?.partyToday ?? 0]]);
  const dateOf = (at: Instant): DateText => calendar.dayAt(at)?.date ?? today;
  return {
    wasOrdinary: visits?.wasOrdinary ?? false,
    next(at: Instant) {
      // A party whose day is full has room again on the next one, if it lasts until then.
      for (let from = at; ; ) {
        const visit = nextPartyVisit(parties, slots, from);
        if (visit === null) return null;
        const room = (visits?.partySharesPerDay ?? 0) - (made.get(dateOf(visit.startsAt)) ?? 0);
        if (room > 0) return { ...visit, room };
        from = calendar.dayAt(visit.startsAt)?.endsAt ?? visit.party.endsAt;
      }
    },
    made(party: PlannedParty, startsAt: Instant, shares: number) {
      party.left -= shares;
      made.set(dateOf(startsAt), (made.get(dateOf(startsAt)) ?? 0) + shares);
    },
  };
}

/** How many listings a round of a day leaves out, because an experiment shares them once a day. */
function leftOut({ onceADay, timezone, now }: TimelineFacts) {
  const today = shareDay(now, timezone);
  const days = new Set<DateText>();
  return {
    had: (day: TimelineDay | undefined): void => void (day && days.add(day.date)),
    of(day: TimelineDay | undefined): number {
      if (day === undefined || onceADay === undefined) return 0;
      if (days.has(day.date)) return onceADay.listings;
      return day.date === today ? onceADay.triedToday : 0;
    },
  };
}

const beginsAt = ({ state, resumesAt, startsAgainAt }: TimelineFacts): Instant | null | undefined => {
  if (state === 'paused') return resumesAt;
  return state === 'stopped' ? startsAgainAt : null;
};

/** After a move to another time zone the limit also covers the last 24 hours, whichever days these are. */
const isFull = ({ fullUntil, now }: TimelineFacts): boolean => fullUntil != null && fullUntil > now;

/** Whether the seller's own limit is used up. A limit that a warning lowered only pauses the bot. */
const isLimitUsed = ({ settings }: TimelineFacts, day: TimelineDay | undefined, plan: Plan): boolean =>
  day !== undefined && day.shares + (plan.sharesByDate.get(day.date) ?? 0) >= settings.dailyShareLimit;

function planner({ settings, timezone, now }: TimelineFacts, end: Instant) {
  if (!settings.useScheduledSlots)
    return (at: Instant, lastRoundAt: Instant | null): NextRound => nextByFrequency(settings, at, lastRoundAt);
  let windows: Window[] = windowsBetween({ slots: settings.scheduledSlots, timezone, from: now, to: end });
  return (at: Instant, lastRoundAt: Instant | null): NextRound | null => {
    const open = windows.findIndex(({ closesAt }) => closesAt > at);
    windows = open < 0 ? [] : windows.slice(open);
    return nextInWindows(windows, settings, at, lastRoundAt);
  };
}

type Run = {
  shares: number;
  state: 'done' | 'cut';
  /** The end of the round: its last share, or the moment that cut it. */
  endsAt: Instant;
  /** When the next round may begin. */
  freeAt: Instant;
  nextShareAt: Instant;
  /** It used up the seller's own limit for the day. */
  stopsBot?: boolean;
};

/** Makes the shares of one round, day by day, until none is left, the slot closes, or the limit is reached. */
function shareAll(given: {
  from: Instant;
  left: number;
  cutsAt: Instant | null;
  facts: TimelineFacts;
  calendar: Calendar;
  plan: Plan;
}): Run {
  const { from, left, cutsAt, facts, calendar, plan } = given;
  const pause = facts.meanPauseMs;
  const closesAt = cutsAt ?? Number.POSITIVE_INFINITY;
  let at = from;
  let shares = 0;
  while (shares < left && at < closesAt) {
    const day = calendar.dayAt(at);
    if (!day) return { shares, state: 'done', endsAt: at, freeAt: at, nextShareAt: at };
    const planned = plan.sharesByDate.get(day.date) ?? 0;
    const room = Math.max(day.limit - day.shares - planned, 0);
    const fitting = pause > 0 ? Math.ceil((Math.min(day.endsAt, closesAt) - at) / pause) : left;
    const made = Math.min(left - shares, fitting, room);
    plan.sharesByDate.set(day.date, planned + made);
    shares += made;
    at += made * pause;
    if (made < room) continue;
    const fullAt = made > 0 ? at - pause : at;
    const state = shares === left ? 'done' : 'cut';
    const stopsBot = isLimitUsed(facts, day, plan);
    return { shares, state, endsAt: fullAt, freeAt: day.endsAt, nextShareAt: at, stopsBot };
  }
  if (shares < left) return { shares, state: 'cut', endsAt: closesAt, freeAt: closesAt, nextShareAt: at };
  const endsAt = shares > 0 ? at - pause : from;
  return { shares, state: 'done', endsAt, freeAt: endsAt, nextShareAt: at };
}
