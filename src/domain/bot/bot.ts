// The bot: its settings and their bounds, its states and pauses, and the decision what to do next.

import type { Instant } from '../ports/clock.ts';
import type { Weekday } from '../time.ts';
import { mayReserve } from './limit/limit.ts';
import { dueReading, dueVisit, nextVisitAt, type ReadingOfVisits, type Visit, type Visits } from './visits.ts';

export type { LimitReason } from './limit/limit.ts';

/** Bounds and defaults (specification 9). The form, the wire, and the database all use these. */
export const frequencyMinutes = { least: 1, most: 1440, standard: 240 } as const;
export const frequencyPresets = [30, 60, 120, 240, 480, 720, 1440] as const;
export const dailyLimit = { least: 50, most: 50_000, standard: 10_000, step: 50 } as const;
export const dailyLimitPresets = [
  { limit: 1000, name: 'Conservative' },
  { limit: 5000, name: 'Moderate' },
  { limit: 10_000, name: 'Recommended' },
  { limit: 20_000, name: 'Aggressive' },
] as const;
export const offerPercent = { least: 10, most: 50, standard: 10 } as const;
export const partyShares = { least: 1, most: 5000, standard: 200 } as const;
export const shareBacks = { least: 1, most: 200, standard: 50 } as const;

/** What a round shares: the closet, listings that match a party, or one listing each of people who shared the seller's. */
export const shareKinds = ['self', 'party', 'back'] as const;
export type ShareKind = (typeof shareKinds)[number];

/** Local times of the seller's zone, 'HH:MM'. An end before its start is after midnight; the slot belongs to the start day. */
export type ScheduledSlot = { startTime: string; endTime: string; enabled: boolean; daysOfWeek: Weekday[] };
export const newSlot: ScheduledSlot = {
  startTime: '09:00',
  endTime: '10:00',
  enabled: true,
  daysOfWeek: [1, 2, 3, 4, 5],
};

export type BotSettings = {
  /** Minutes between the starts of two rounds. */
  shareFrequency: number;
  scheduledSlots: ScheduledSlot[];
  useScheduledSlots: boolean;
  offerShippingDiscount: boolean;
  /** Percent below the price at which an offer to likers is made. */
  offerPercent: number;
  dailyShareLimit: number;
  /** At its daily limit the bot stops itself. With this it starts itself again on the next share day. */
  resumeDaily: boolean;
  /** Share listings that match a party while it is open. */
  partySharing: boolean;
  /** The most shares a day of each kind. All kinds together stay within the daily limit. */
  partySharesPerDay: number;
  /** Share one listing of each person who shared one of the seller's. */
  shareBack: boolean;
  shareBackPerDay: number;
};

export const standardSettings: BotSettings = {
  shareFrequency: frequencyMinutes.standard,
  dailyShareLimit: dailyLimit.standard,
  resumeDaily: false,
  useScheduledSlots: false,
  scheduledSlots: [],
  offerShippingDiscount: false,
  offerPercent: offerPercent.standard,
  partySharing: false,
  partySharesPerDay: partyShares.standard,
  shareBack: false,
  shareBackPerDay: shareBacks.standard,
};

export const settingNames = Object.keys(standardSettings) as (keyof BotSettings)[];

/** `waiting_for_browser`: a share was due, and no paired browser was awake to carry it. */
export const botStates = ['stopped', 'waiting', 'sharing', 'paused', 'waiting_for_browser'] as const;
export type BotState = (typeof botStates)[number];

export const pauseReasons = [
  'human_check',
  'code_required',
  'credentials_rejected',
  'session_expired',
  'rate_limited',
  'share_limit',
  'lowered_limit',
  'marketplace_refused',
  'marketplace_unavailable',
  'marketplace_changed',
  'account_blocked',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Pauses that end on their own at a known time. Every other pause needs the seller. */
export const waitingPauses: readonly PauseReason[] = [
  'rate_limited',
  'share_limit',
  'lowered_limit',
  'marketplace_unavailable',
];

/** Pauses that the marketplace asked for. Trying sooner would only make it worse, so the seller can't cut them short. */
export const restPauses: readonly PauseReason[] = ['rate_limited', 'share_limit', 'lowered_limit'];

/** A past or planned round, for the day rail. */
type RoundState = 'done' | 'running' | 'planned' | 'cut';
export type RoundSpan = {
  kind: ShareKind;
  /** The party's title. */
  party?: string;
  startsAt: Instant;
  endsAt: Instant;
  /** Confirmed shares, those without a clear answer, and those that the marketplace refused. */
  shares: number;
  notConfirmed: number;
  refused: number;
  planned: number;
  state: RoundState;
  /** Index of the slot it belongs to, in the settings' order. */
  slot?: number;
};

/** A round that may start. If `closesAt` is null, no slot ends it. */
export type NextRound = { startsAt: Instant; closesAt: Instant | null; slot?: number };

export type BotSituation = {
  stopAsked: boolean;
  /** Set while paused. If `resumesAt` is null, the pause needs the seller. */
  pause: { resumesAt: Instant | null } | null;
  /** The seller's own limit, from the settings. */
  dailyShareLimit: number;
  /** No share before this moment: the last share plus a pause, or a backoff. */
  nextShareAt: Instant;
  /** The current round with its remaining listings, in order. Otherwise `next` says when one starts; null if none ever will. */
  round: { cutsAt: Instant | null; remaining: readonly string[] } | null;
  next: NextRound | null;
  /** What is known of the closet is too old for a round to begin with. */
  isReadingDue: boolean;
  /** null: visits are off, or a warning turned them off. */
  visits: Visits | null;
};

export type ShareFacts = {
  now: Instant;
  /** Reservations of the share day: confirmed, unknown, and in flight. */
  sharedToday: number;
  /** Reservations of the last 24 hours, for a time after a move to another time zone; otherwise null. */
  shared24h: number | null;
  /** Today's limit: the seller's own, or a lower one after a warning. */
  limitInForce: number;
  /** When the share day ends. */
  dayEndsAt: Instant;
};

export type ShareDecision =
  | { kind: 'stop'; reason: 'asked' | 'limit_reached' }
  | { kind: 'pause'; reason: 'lowered_limit'; resumesAt: Instant }
  /** Decide again at `until`. If null, decide again when the seller has acted. */
  | { kind: 'wait'; until: Instant | null; for: 'resume' | 'share' | 'round' }
  /** The closet has to be read before the round that is due. Then decide again. */
  | { kind: 'read_closet' }
  | { kind: 'start_round'; round: NextRound }
  /** Parties or news have to be read. Then decide again. */
  | { kind: 'read_visits'; what: ReadingOfVisits }
  | { kind: 'start_visit'; visit: Visit; closesAt: Instant | null }
  | { kind: 'end_round'; state: 'done' | 'cut' }
  /** `dueAt` is when the share was due. Lateness is measured from it. */
  | { kind: 'share'; listing: string; dueAt: Instant };

/**
 * Decides what the bot does next. A stop comes first. A pause comes before the limit, so that a human check that needs the seller
 * stays visible. Then come the limit, which also applies between rounds, and the clock.
 * This decision does not permit a share: only a reservation in the ledger does.
 */
export function decideNextShare(bot: BotSituation, facts: ShareFacts): ShareDecision {
  const { now } = facts;
  if (bot.stopAsked) return { kind: 'stop', reason: 'asked' };

  if (bot.pause && (bot.pause.resumesAt === null || now < bot.pause.resumesAt))
    return { kind: 'wait', until: bot.pause.resumesAt, for: 'resume' };

  if (!mayReserve(bot.dailyShareLimit, facts)) return { kind: 'stop', reason: 'limit_reached' };
  if (!mayReserve(facts.limitInForce, facts))
    return { kind: 'pause', reason: 'lowered_limit', resumesAt: facts.dayEndsAt };

  const what = bot.visits && dueReading(bot.visits, now);
  if (what !== null) return { kind: 'read_visits', what };

  return bot.round ? decideInRound(bot.round, bot.nextShareAt, now) : decideBetweenRounds(bot, now);
}

/** A round that is due comes before a visit, except right after a round. */
function decideBetweenRounds({ next, visits, isReadingDue }: BotSituation, now: Instant): ShareDecision {
  const isDue = next !== null && now >= next.startsAt;
  const visit = visits && (visits.isTurn || !isDue) ? dueVisit(visits, now) : null;
  if (visits !== null && visit !== null) return { kind: 'start_visit', visit, closesAt: visits.closesAt };
  if (isDue) return isReadingDue ? { kind: 'read_closet' } : { kind: 'start_round', round: next };
  return { kind: 'wait', until: earlier(next?.startsAt ?? null, visits && nextVisitAt(visits, now)), for: 'round' };
}

export const earlier = (one: Instant | null, other: Instant | null): Instant | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

function decideInRound(round: NonNullable<BotSituation['round']>, dueAt: Instant, now: Instant): ShareDecision {
  const [listing] = round.remaining;
  if (listing === undefined) return { kind: 'end_round', state: 'done' };
  const cutsAt = round.cutsAt ?? Number.POSITIVE_INFINITY;
  if (now >= cutsAt) return { kind: 'end_round', state: 'cut' };
  if (now < dueAt) return { kind: 'wait', until: Math.min(dueAt, cutsAt), for: 'share' };
  return { kind: 'share', listing, dueAt };
}
