// The circuit of a marketplace that refuses many sellers: when it opens, when it is tried, and when it closes.

import type { Instant } from '../ports/clock.ts';

export type Circuit = {
  isOpen: boolean;
  /** When a bot may try next. */
  heldUntil: Instant;
  /** How many refused tries came before. */
  failures: number;
  closedAt: Instant | null;
};

const minuteMs = 60_000;
/** How long nothing is sent: at first, after the first refused try, and after each later one. */
const holds = [15 * minuteMs, 30 * minuteMs, 60 * minuteMs];
/** Tries are at least this far apart. */
export const probeEveryMs = minuteMs;
/** A bot that may try sends its share within this time, so two tries are never closer together than 40 seconds. */
export const probeForMs = 20_000;
/** If the marketplace refuses many sellers again within this time, the next hold is longer. */
const rememberMs = 60 * minuteMs;

const heldFor = (failures: number, now: Instant): Pick<Circuit, 'heldUntil' | 'failures'> => ({
  heldUntil: now + (holds[Math.min(failures, holds.length - 1)] ?? 0),
  failures,
});

/** Many sellers were refused. `before` is null the first time. */
export function opened(before: Circuit | null, now: Instant): Circuit {
  if (before?.isOpen) return before;
  const isRecent = before !== null && before.closedAt !== null && now - before.closedAt < rememberMs;
  return { isOpen: true, ...heldFor(isRecent ? before.failures + 1 : 0, now), closedAt: null };
}

export const refusedAgain = (circuit: Circuit, now: Instant): Circuit =>
  circuit.isOpen ? { ...circuit, ...heldFor(circuit.failures + 1, now) } : circuit;

export const closed = (circuit: Circuit, now: Instant): Circuit =>
  circuit.isOpen ? { ...circuit, isOpen: false, closedAt: Math.max(now, circuit.heldUntil) } : circuit;

/** Lets one bot try; null if it is too early or needs no permission. */
export const probing = (circuit: Circuit, now: Instant): Circuit | null =>
  circuit.isOpen && now >= circuit.heldUntil ? { ...circuit, heldUntil: now + probeEveryMs } : null;
