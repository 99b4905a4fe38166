// Settings, rate limits, and faults of the practice marketplace that its control plane can change.

import { z } from 'zod';
import { Profile } from '../profile/profile.ts';

const count = z.number().int().min(0).max(1_000_000);
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);
/** Settings that the control plane's `config` command may change. A limit of 0 means no limit. */
export const settingsSchema = z.object({
  minPrice: count,
  xsrf: z.enum(['strict', 'lenient']),
  moneyAs: z.enum(['string', 'number']),
  /** Of all prices. Writes in another one are refused. */
  currency: currencyCode,
  /** `auto`: bare without `app_version`, wrapped with it, as the marketplace does. */
  wrapPosts: z.union([z.enum(['auto', 'always', 'never']), z.boolean().transform((on) => (on ? 'always' : 'auto'))]),
  shareLimitPerDay: count,
  burstLimit: count,
  callLimit: count,
  humanCheckStyle: z.enum(['v2', 'legacy', 'page']),
  otpRequired: z.boolean(),
  latencyMs: z.number().int().min(0).max(600_000),
  /** Every call is answered with the maintenance page. */
  maintenance: z.boolean(),
  /** The marketplace to talk like; null: as the wire protocol says. */
  profile: Profile.nullable(),
});
export type Settings = z.output<typeof settingsSchema>;

export type LimitSet = 'demo' | 'off';

const limits: Record<LimitSet, Pick<Settings, 'shareLimitPerDay' | 'burstLimit' | 'callLimit'>> = {
  demo: { shareLimitPerDay: 5000, burstLimit: 40, callLimit: 120 },
  off: { shareLimitPerDay: 0, burstLimit: 0, callLimit: 0 },
};

export function defaultSettings(set: LimitSet): Settings {
  return {
    minPrice: 3,
    xsrf: 'strict',
    moneyAs: 'string',
    currency: 'USD',
    wrapPosts: 'auto',
    ...limits[set],
    humanCheckStyle: 'v2',
    otpRequired: false,
    latencyMs: 0,
    maintenance: false,
    profile: null,
  };
}

/** The settings with a profile in force, and what follows from it. Without a profile those settings go back to their defaults. */
export function talkingLike(settings: Settings, profile: Profile | null): Settings {
  const { minPrice, wrapPosts } = defaultSettings('off');
  return {
    ...settings,
    profile,
    minPrice: profile?.switches.minPrice ?? minPrice,
    // A bare listing has nothing around it that could be renamed.
    wrapPosts: profile?.calls.post?.receives === undefined ? wrapPosts : 'always',
  };
}

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
