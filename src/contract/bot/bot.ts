// The bot: its status, what it did and plans, and the calls that start, resume, and stop it.

import { z } from 'zod';
import { botStates, pauseReasons, shareKinds } from '#domain/bot/bot.ts';
import { browserAways } from '#domain/companion.ts';
import { type Cost, heavyReads, marketSignIns, perHour, reads, scarce, writes } from '../cost.ts';
import { Time, wholeOfQuery } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { BotSettings, BotSettingsChange, BotStart } from './settings.ts';

/** What a Stop may send that is tried again later. */
const BotStopQuery = z.strictObject({
  /** Leave the bot running if the seller started it at this moment or later, such as on another device. */
  startedBefore: Time.optional(),
});

/**
 * Shares by outcome. Confirmed: the marketplace said yes. Not confirmed: they may have arrived, so they count against the
 * limit. Refused: the marketplace said no, so they don't. A share in flight isn't in any of them yet.
 */
const ShareFigures = z.object({
  confirmed: z.number().int(),
  notConfirmed: z.number().int(),
  refused: z.number().int(),
});

export const BotStatus = z.object({
  isRunning: z.boolean(),
  state: z.enum(botStates),
  pauseReason: z.enum(pauseReasons).optional(),
  /** What Hangtag saw and what to do, in one or two sentences. */
  pauseMessage: z.string().optional(),
  pausedAt: Time.optional(),
  /** When sharing resumes automatically, if it does: after the pause, with room in the day, and inside a time slot. */
  resumesAt: Time.optional(),
  /** While the bot waits for a paired browser: since when, and why none carries its shares. */
  browserLostAt: Time.optional(),
  browserAway: z.enum(browserAways).optional(),
  /** While a large closet is read: how many listings were seen, and of how many, if the closet was read before. */
  reading: z.object({ seen: z.number().int(), total: z.number().int().optional() }).optional(),
  settings: BotSettings,
  /** Of the current round of any kind, or the last one. */
  shareStatus: z.object({
    kind: z.enum(shareKinds),
    /** The party's title, in a round of party shares. */
    party: z.string().optional(),
    /** When the current round started, or the last one. Left out before the first. */
    startedAt: Time.optional(),
    /** Whether that round continues, perhaps after a pause. */
    isUnderWay: z.boolean(),
    completedShares: z.number().int(),
    /** `completedShares`, `notConfirmed`, `refused`, and `left` together. */
    totalListings: z.number().int(),
    notConfirmed: z.number().int(),
    refused: z.number().int(),
    /** Listings that have not been tried. */
    left: z.number().int(),
    lastSharedItem: z.object({ title: z.string(), timestamp: Time }).nullable(),
  }),
  /** What a round shares now. */
  roundListings: z.number().int(),
  /** Mean pause between two shares, longer on gentle days. */
  meanPauseMs: z.number(),
  /** For sale, but left out of rounds by the seller. */
  skippedListings: z.number().int(),
  /** Of the seller's day. Every figure of the screens comes from here, so they always add up. */
  today: ShareFigures,
  /** Of the last 24 hours, for the account's health. */
  last24Hours: ShareFigures,
  /** What counts against the limit: `today.confirmed`, `today.notConfirmed`, and `assumedToday`. */
  sharesToday: z.number().int(),
  /** Adds up to `sharesToday`. `assumedToday` is in `self`. */
  sharesByKind: z.object({ self: z.number().int(), party: z.number().int(), back: z.number().int() }),
  /** The most shares of today that Hangtag may have lost with its database. They count until the next day begins. */
  assumedToday: z.number().int().optional(),
  /** `today.notConfirmed`. */
  unknownToday: z.number().int(),
  /** While offers to likers go out: how many were sent, and about how many there will be. */
  offers: z.object({ sent: z.number().int(), of: z.number().int() }).optional(),
  totalShares: z.number().int(),
  dailyShareLimit: z.number().int(),
  effectiveLimit: z.number().int(),
  /** Why `effectiveLimit` is below `dailyShareLimit`, and when it ends on its own. Left out unless it is. */
  limitReason: z.enum(['share_limit', 'rate_limited', 'gentle']).optional(),
  loweredUntil: Time.optional(),
  /** Until then the bot is gentle: double pauses, half limit, no offers. */
  gentleUntil: Time.optional(),
  /** A warning turned party shares and share-backs off until then. Left out unless the seller has turned one of them on. */
  visitsOffUntil: Time.optional(),
  /** Until then the pauses between shares are twice as long, because the marketplace asked for it. */
  slowUntil: Time.optional(),
  nextShareTime: Time.nullable(),
  /** When the next round starts, if none is running. */
  nextRoundTime: Time.nullable(),
  /** When the bot stopped because of the daily limit. */
  limitReachedAt: Time.optional(),
  /** For a stopped bot: the seller's limit is used up until then, and Start is refused. Left out if there is room. */
  limitFullUntil: Time.optional(),
  /** When it starts itself again after that, with `resumeDaily`. */
  startsAgainAt: Time.optional(),
  /** Nothing is sent, whatever the state says: the operator's hold, or what `heldBecause` says. */
  heldByOperator: z.literal(true).optional(),
  /** `marketplace`: it refuses many sellers, one share at a time tries it. `no_worker`: no process that shares is running. */
  heldBecause: z.enum(['disk', 'marketplace', 'no_worker']).optional(),
  /** When the operator's hold ends on its own, if it does, and the operator's words about it; or when the next share tries. */
  heldUntil: Time.optional(),
  holdReason: z.string().optional(),
  /** Whether Start still has to ask for consent. */
  consentNeeded: z.boolean(),
  timezone: z.string(),
  /** The server's time. Countdowns on screen use it. */
  now: Time,
});
export type BotStatus = z.output<typeof BotStatus>;

/** Each leaves up to four entries in the log, with those of its round and of the stop that comes after it. */
const botStarts: Cost = {
  ...scarce,
  stores: 'log',
  budget: 'bot starts',
  account: perHour(100),
  client: perHour(600),
  refusal: 'You started the bot many times just now.',
};

export const botRoutes = {
  status: {
    method: 'GET',
    path: '/api/bot/status',
    summary: 'The bot’s state, settings, and counts',
    access: 'user',
    cost: reads,
    reply: BotStatus,
  },
  start: {
    method: 'POST',
    path: '/api/bot/start',
    summary: 'Store the settings and start the bot',
    access: 'user',
    cost: botStarts,
    body: BotStart,
    reply: BotStatus,
  },
  resume: {
    method: 'POST',
    path: '/api/bot/resume',
    summary: 'Resume after a pause',
    access: 'user',
    cost: marketSignIns,
    reply: BotStatus,
  },
  stop: {
    method: 'POST',
    path: '/api/bot/stop',
    summary: 'Stop the bot before its next share',
    access: 'user',
    cost: writes,
    query: BotStopQuery,
    reply: BotStatus,
  },
  restoreLimit: {
    method: 'POST',
    path: '/api/bot/restore-limit',
    summary: 'Take back a limit that was lowered after a warning',
    access: 'user',
    cost: writes,
    reply: BotStatus,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/bot/settings',
    summary: 'Change the settings. They apply from the next share',
    access: 'user',
    cost: writes,
    body: BotSettingsChange,
    reply: BotStatus,
  },
} as const satisfies RouteTable[string];

const daysMessage = 'Days is a whole number from 1 to 14';
const TimelineQuery = z.strictObject({ days: wholeOfQuery({ least: 1, most: 14 }, daysMessage).default(1) });

export const Timeline = z.object({
  timezone: z.string(),
  days: z.array(
    z.object({
      /** The seller's calendar date, YYYY-MM-DD. */
      date: z.string(),
      startsAt: Time,
      endsAt: Time,
      shares: z.number().int(),
      /** Shares at the end of the day, if the plan holds; of a day that is over, `shares`. */
      expected: z.number().int(),
      limit: z.number().int(),
      rounds: z.array(
        z.object({
          kind: z.enum(shareKinds),
          /** The party's title, in a round of party shares. */
          party: z.string().optional(),
          startsAt: Time,
          endsAt: Time,
          shares: z.number().int(),
          notConfirmed: z.number().int(),
          refused: z.number().int(),
          planned: z.number().int(),
          state: z.enum(['done', 'running', 'planned', 'cut']),
          slot: z.number().int().optional(),
        }),
      ),
    }),
  ),
});
export type Timeline = z.output<typeof Timeline>;

const timelines: Cost = { ...heavyReads, budget: 'timelines' };

export const timelineRoutes = {
  timeline: {
    method: 'GET',
    path: '/api/bot/timeline',
    summary: 'Past rounds, and those that the current settings plan for the next seven days',
    access: 'user',
    // An open dashboard reads it once a minute, and once or twice after each change of the bot. A guest has a quarter: 15 a minute.
    cost: timelines,
    query: TimelineQuery,
    reply: Timeline,
  },
} as const satisfies RouteTable[string];
