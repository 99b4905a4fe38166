// Visits: rounds of party shares and of share-backs, which come between the ordinary rounds.

import type { Instant } from '../ports/clock.ts';
import { type Backoff, isGentle } from './limit/warnings.ts';

export type PartyAhead = { id: string; title: string; startsAt: Instant; endsAt: Instant };
export type Visit = { kind: 'party'; party: PartyAhead } | { kind: 'back' };

const minuteMs = 60_000;
const readEveryMs = { parties: 15 * minuteMs, news: 30 * minuteMs } as const;
export type ReadingOfVisits = keyof typeof readEveryMs;
/** Who shared a listing of the seller is shared back within this time. */
export const newsLastMs = 86_400_000;

/** What a bot knows of its visits. */
export type Visits = {
  /** When parties and news are read next. null: never, because their switch is off. */
  readAt: { parties: Instant | null; news: Instant | null };
  /** Parties that aren't over and may have listings left to share, the one that ends first first. */
  parties: readonly PartyAhead[];
  /** Whether there is somebody to share back. */
  hasPeople: boolean;
  /** Until when the bot may share; null: without an end. Not after now: outside of its time slots. */
  closesAt: Instant | null;
  /** The last round was an ordinary one. Then a visit comes before the next, so that rounds without a break leave room for visits. */
  isTurn: boolean;
};

/** When they are read next, if they were read or tried at `readAt`. At a start they are read again. */
export function nextReadingAt(
  what: ReadingOfVisits,
  { readAt, startedAt }: { readAt: Instant | null; startedAt: Instant | null },
): Instant {
  return readAt === null || readAt < (startedAt ?? 0) ? 0 : readAt + readEveryMs[what];
}

export const dueReading = ({ readAt }: Visits, now: Instant): ReadingOfVisits | null => {
  const isDue = (what: ReadingOfVisits): boolean => (readAt[what] ?? Number.POSITIVE_INFINITY) <= now;
  if (isDue('parties')) return 'parties';
  return isDue('news') ? 'news' : null;
};

/** The visit that may begin now. Parties end, so they come first. */
export function dueVisit({ parties, hasPeople, closesAt }: Visits, now: Instant): Visit | null {
  if (closesAt !== null && closesAt <= now) return null;
  const party = parties.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
  if (party !== undefined) return { kind: 'party', party };
  return hasPeople ? { kind: 'back' } : null;
}

/** When there is something to do between rounds at the latest; null if never. A slot opens with a round, so it needs no look here. */
export function nextVisitAt(visits: Visits, now: Instant): Instant | null {
  if (dueVisit(visits, now) !== null) return now;
  const { readAt, parties } = visits;
  const starts = parties.flatMap(({ startsAt }) => (startsAt > now ? [startsAt] : []));
  const moments = [readAt.parties, readAt.news, ...starts].filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.max(now, Math.min(...moments));
}

/** After a warning from the marketplace, a bot makes only its ordinary shares. null: no warning stands. */
export function visitsOffUntil(backoff: Backoff, now: Instant): Instant | null {
  const { gentleUntil, lowered } = backoff;
  const until = Math.max(isGentle(backoff, now) ? (gentleUntil ?? 0) : 0, lowered?.until ?? 0);
  return until > now ? until : null;
}

/**
 * Until when visits rest after a promotion or a restore: whatever the database may lack was then in a party that is over, or of a
 * share that is no news anymore. null: they don't rest.
 */
export const visitsRestUntil = (missedAt: Instant | null, now: Instant): Instant | null =>
  missedAt !== null && now < missedAt + newsLastMs ? missedAt + newsLastMs : null;

/** The kinds of visits that are on. */
export const wantsVisits = ({ partySharing, shareBack }: { partySharing: boolean; shareBack: boolean }): boolean =>
  partySharing || shareBack;
