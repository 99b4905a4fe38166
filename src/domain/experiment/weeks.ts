// The calendar of an experiment, in the seller's time zone, and which of its weeks count.

import type { Instant } from '../ports/clock.ts';
import { addDays, type DateText, dayBounds } from '../time.ts';

export const leastListings = 40;
export const [fewestWeeks, mostWeeks] = [4, 12];

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The midnight with which a week begins, and the one before it ends. The first week is 0. */
export const weekBegins = (firstDay: DateText, week: number, zone: string): Instant =>
  dayBounds(addDays(firstDay, 7 * week), zone).startsAt;

/** The week that a day is in; negative before the first. */
export const weekOf = (firstDay: DateText, day: DateText): number =>
  Math.floor((Date.parse(day) - Date.parse(firstDay)) / (7 * dayMs));

/** Likes of a moment come from the reading of the closet that is nearest to it. One that is further away says too little. */
const nearMs = 24 * hourMs;
export const isNear = (readAt: Instant | null, to: Instant): boolean =>
  readAt !== null && Math.abs(readAt - to) <= nearMs;

/** How long a week waits for a closet that can't be read, and how soon it is tried again. */
export const waitForReadingMs = 6 * hourMs;
export const tryAgainMs = hourMs / 2;
/** A week that couldn't begin by then is left out. */
export const isTooLate = (now: Instant, beganAt: Instant): boolean => now - beganAt > nearMs;
