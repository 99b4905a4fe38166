// What a match says: parts that are left empty say nothing.
import type { Match } from '#domain/selling/match.ts';

/** A number that can't be read yet is NaN. */
const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** In one order, so that two of them can be compared as text. */
export const saidParts = (match: Match): Match =>
  Object.fromEntries(
    Object.entries(match)
      .filter(([, value]) => isSaid(value))
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** For a sentence: without numbers that can't be read. */
export const readableParts = (match: Match): Match =>
  Object.fromEntries(Object.entries(saidParts(match)).filter(([, value]) => !Number.isNaN(value)));
