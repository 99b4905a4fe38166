// The faults that the practice marketplace can inject, and which one applies to a call.

import { z } from 'zod';

/** The kinds of calls that a fault can name. `page` is an HTML page for people. */
// biome-ignore format: a table reads as a table
const operations = ['login', 'otp', 'entry', 'bootstrap', 'self', 'closet', 'post', 'share', 'party', 'update', 'discounts', 'offer', 'likes', 'search', 'sales', 'news', 'any'] as const;
export type Operation = (typeof operations)[number] | 'page' | 'unknown';

/** The error answers that `wire/errors.ts` writes. */
// biome-ignore format: a table reads as a table
export const errorCases = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'E7', 'E8a', 'E8b', 'E8c', 'E8d', 'E9', 'E10', 'E11', 'E12', 'E13', 'E14', 'E15', 'E16'] as const;
export type ErrorCase = (typeof errorCases)[number];

/**
 * Other faults. `timeout` and `reset` come after the effect, and their `-before` forms come without it. `noop` confirms and does
 * nothing. `ok` only delays. `stale` lets someone else change the listing just before an update. `same-cursor` and `empty` break
 * a closet page. `wall` is the bare 403 of a bot wall. `new-session` confirms a share with a
 * new session cookie, and the old one is worth nothing from then on.
 */
// biome-ignore format: a table reads as a table
const otherCases = ['timeout', 'timeout-before', 'reset', 'reset-before', 'noop', 'ok', 'stale', 'same-cursor', 'empty', 'wall', 'new-session'] as const;

/** A fault as the control plane takes it: which calls it applies to, and then what. */
export const faultSchema = z.object({
  id: z.string().min(1).max(100),
  when: z.object({
    op: z.enum(operations).default('any'),
    listingId: z.string().optional(),
    account: z.string().optional(),
    after: z.number().int().min(0).default(0),
    /** After those, it applies to one in this many calls. */
    every: z.number().int().min(1).default(1),
  }),
  // biome-ignore lint/suspicious/noThenProperty: the wire calls it so; nothing awaits it
  then: z.object({
    case: z.enum([...errorCases, ...otherCases]),
    /** How many times it applies; -1 means no limit. */
    times: z.number().int().min(-1).default(1),
    delayMs: z.number().int().min(0).max(600_000).default(0),
    /** Seconds, for E7 and E11. */
    retryAfter: z.number().int().min(0).optional(),
    /** Replaces the HTTP status. */
    status: z.number().int().min(200).max(599).optional(),
    /** Replaces the message of E1: a string, an object with `text`, or null. */
    userMessage: z.unknown().optional(),
  }),
});
export type FaultEffect = z.output<typeof faultSchema>['then'];

export type Fault = Pick<z.output<typeof faultSchema>, 'id' | 'when'> & {
  effect: FaultEffect;
  /** Matching calls so far, and how many of them it was applied to. */
  seen: number;
  fired: number;
};

export type Call = { op: Operation; account: { handle: string } | null; listingId: string | null };

/** Counts the call against every matching fault and returns the one that applies now, if any. */
export function strike(faults: readonly Fault[], call: Call): FaultEffect | null {
  let effect: FaultEffect | null = null;
  for (const fault of faults) {
    if (!matches(fault, call)) continue;
    fault.seen += 1;
    const { after, every } = fault.when;
    const isTurn = fault.seen > after && (fault.seen - after - 1) % every === 0;
    const isUsedUp = fault.effect.times >= 0 && fault.fired >= fault.effect.times;
    if (!isTurn || isUsedUp || effect !== null) continue;
    fault.fired += 1;
    effect = fault.effect;
  }
  return effect;
}

function matches({ when }: Fault, call: Call): boolean {
  if (when.op !== 'any' && when.op !== call.op) return false;
  if (when.listingId !== undefined && when.listingId !== call.listingId) return false;
  return when.account === undefined || when.account.toLowerCase() === call.account?.handle.toLowerCase();
}
