// When a closet is read again, so that what is shared, offered, and priced is the closet of today.

import type { Instant } from '../../ports/clock.ts';
import { type DateText, instantOf, shareDay } from '../../time.ts';

/** In minutes: how old a reading may be when a round begins. 0: every round reads the closet. */
export const closetMaxAge = { least: 0, most: 1440, standard: 60 } as const;

const pageSize = 48;
export const pageSpacingMs = 500;
/** A closet of up to so many pages is read in ten seconds. Readings of larger ones may be older: two minutes for each page. */
const largePages = 20;
const perPageMs = 2 * 60_000;

type LastReading = {
  /** null: it was never read. */
  readAt: Instant | null;
  shown: number;
};

export const pagesOf = (listings: number): number => Math.max(1, Math.ceil(listings / pageSize));

export function readingLastsMs(shown: number, maxAgeMs: number): number {
  const pages = pagesOf(shown);
  return maxAgeMs === 0 || pages <= largePages ? maxAgeMs : Math.max(maxAgeMs, pages * perPageMs);
}

/** The oldest reading that a round may begin with. After a start, it has to be newer than the start. */
export function readingNeededSince(
  { shown }: LastReading,
  { now, startedAt, maxAgeMs }: { now: Instant; startedAt: Instant | null; maxAgeMs: number },
): Instant {
  // With 0, a reading serves the round that begins with it, and no other.
  return Math.max(now - readingLastsMs(shown, maxAgeMs), startedAt ?? 0);
}

const firstNightMinute = 60;
const nightMinutes = 240;

/**
 * When the closet of a stopped bot is read on this date: at a minute between 1 and 5 in the morning in the seller's time zone, which
 * is another one for each seller and date.
 */
export function nightlyReadingAt(userId: string, date: DateText, timezone: string): Instant {
  let hash = 2_166_136_261;
  for (const letter of `${userId} ${date}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  const minute = firstNightMinute + (hash % nightMinutes);
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return instantOf(date, time, timezone);
}

/** Tonight's reading, up to `aheadMs` ahead, or later on the same day if it was missed; null if it isn't due or was tried. */
export function dueNightlyReading(
  { userId, timezone, triedAt }: { userId: string; timezone: string; triedAt: Instant | null },
  { now, aheadMs }: { now: Instant; aheadMs: number },
): Instant | null {
  const at = nightlyReadingAt(userId, shareDay(now, timezone), timezone);
  return at <= now + aheadMs && (triedAt ?? 0) < at - aheadMs ? at : null;
}
