// What a paired browser (the companion) and the server say to each other.
import { z } from 'zod';
import { botStates, pauseReasons } from '#domain/bot/bot.ts';
import { companionStates, transports } from '#domain/companion.ts';
import { type Cost, perHour, perMinute, perQuarterHour, scarce, writes } from '../cost.ts';
import { Message, PairingCode, Time, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';

export { companionStates };

/** Both sides name it in every call. A side that meets another number says so, and does nothing else. */
export const companionProtocol = 1;
/** A call without a number is of this version. */
const Protocol = z.int().default(companionProtocol);

/** The largest answer that a companion sends back, in characters. */
export const largestAnswer = 2 * 1024 * 1024;
/** How long `next` may stay open, in ms. */
export const longestPollMs = 25_000;

const nameMessage = 'Give this browser a name of at most 60 characters';

export const CompanionPair = z.strictObject({
  protocol: Protocol,
  code: PairingCode,
  name: typed(nameMessage).min(1, nameMessage).max(60, nameMessage),
});

export const CompanionPaired = z.object({
  token: z.string(),
  /** Host name of the server, for the popup. */
  serverName: z.string(),
  /** The closet's user name at the marketplace, or null before one is linked. */
  closet: z.string().nullable(),
  /** The only origin, beside the server's own, that the companion talks to. */
  marketplace: z.string(),
});

/** A call to the marketplace that a paired browser is asked to make. */
export const RelayedRequest = z.object({
  id: z.string(),
  method: z.enum(['GET', 'POST', 'PUT']),
  /** Path with query, from the root. */
  path: z.string(),
  /** Names in lower case. Cookies are the browser's own. */
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  /** Time left for the whole call, in ms. */
  deadlineMs: z.int(),
});

export const CompanionNext = z.strictObject({
  protocol: Protocol,
  version: z.string().max(40).default(''),
  state: z.enum(companionStates).default('ready'),
});

export const CompanionNextReply = z.object({
  protocol: z.int(),
  request: RelayedRequest.nullable(),
  /** How long the server kept the poll open. A reply that took longer than that was held up on its way, or by a sleep. */
  waitedMs: z.int().min(0),
  /** A new token, once every 30 days. The old one works until this one was used. */
  token: z.string().optional(),
  state: z.object({
    serverName: z.string(),
    closet: z.string().nullable(),
    marketplace: z.string(),
    /** `server`: this browser has nothing to carry, and can still import its session. */
    transport: z.enum(transports),
    /** Another paired browser does the work. */
    isStandingBy: z.boolean(),
    bot: z.enum(botStates),
    pauseReason: z.enum(pauseReasons).nullable(),
    /** The operator holds all bots. A server of an earlier version doesn't say. */
    isOnHold: z.boolean().default(false),
    nextShareAt: Time.nullable(),
    sharesToday: z.int(),
    dailyShareLimit: z.int(),
    /** The server's session has ended, and the seller allowed the companion to renew it. */
    wantsSession: z.boolean(),
    /** The seller lets a browser renew the server's session. A server of an earlier version doesn't say. */
    renewsSession: z.boolean().optional(),
  }),
});

const RequestId = z.string().max(64);
/** Which call is answered. In the address, the server knows it before it reads the answer. Without it, the body names it. */
const CompanionAnswered = z.strictObject({ requestId: RequestId.optional() });

/** The connector reads four of them. */
const mostHeaders = 20;

export const CompanionAnswer = z.strictObject({
  protocol: Protocol,
  requestId: RequestId.optional(),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('answered'),
      status: z.int().min(100).max(599),
      /** Path after redirects. */
      path: z.string().max(2_000),
      /** Only those on the companion's list. Names in lower case. */
      headers: z
        .record(z.string().max(100), z.string().max(8_000))
        .refine((headers) => Object.keys(headers).length <= mostHeaders),
      body: z.string().max(largestAnswer),
    }),
    z.strictObject({ kind: z.literal('too_large') }),
    /** Proof that nothing was sent. */
    z.strictObject({
      kind: z.literal('not_sent'),
      /** `asks_seller`: the companion makes it only after the seller has agreed there. */
      reason: z.enum(['not_allowed', 'asks_seller', 'no_tab', 'paused', 'too_late']),
    }),
    /** The browser began to send, and got no complete answer. */
    z.strictObject({ kind: z.literal('cut') }),
  ]),
});

/** `isTaken` is false if nobody waits for it anymore: it came late or twice. There is nothing to do about it. */
const CompanionAnswerTaken = z.object({ isTaken: z.boolean() });

const CompanionUnpair = z.strictObject({ protocol: Protocol });

/** A recording of the marketplace, as the companion saves it. The server checks it, compares it, and doesn't store it. */
export const CompanionRecording = z.strictObject({ protocol: Protocol, recording: z.unknown() });

export const ComparedRecording = z.object({
  confirmed: z.int(),
  different: z.int(),
  notSeen: z.int(),
  /** The comparison in words, as `hangtag drift` prints it. */
  report: z.string(),
});

const pairings: Cost = {
  ...scarce,
  budget: 'pairings',
  account: null,
  client: perQuarterHour(10),
  burst: perMinute(4),
  installation: perHour(1_000),
  refusal: 'Too many codes were tried.',
};

/** A browser asks again after each call that it carried, and reading a large closet takes a hundred calls in a row. */
const polls: Cost = {
  ...writes,
  isApart: true,
  budget: 'companion polls',
  account: perMinute(1_200),
  client: perMinute(2_400),
};

/** A page of the marketplace has up to 2 MB. It is read only if the browser has a call to answer, one for each account. */
const carriedAnswers: Cost = {
  ...polls,
  budget: 'carried answers',
  body: { most: 6_000_000, leastPerSecond: 20_000, mostValues: 100 },
  concurrency: { atOnce: 24, ofAccount: 1, waiting: 200, waitingOfAccount: 2, longestMs: 5_000 },
};

/** Ten minutes of clicks. Comparing them takes a few milliseconds for each hundred entries, and 0.3 s at the most. */
const recordings: Cost = {
  ...scarce,
  budget: 'recordings',
  account: perHour(10),
  client: perHour(30),
  body: { most: 4_000_000, leastPerSecond: 20_000, mostValues: 150_000 },
  refusal: 'You sent several recordings just now.',
};

export const extensionRoutes = {
  pair: {
    method: 'POST',
    path: '/api/companion/pair',
    summary: 'Pair this browser with a code',
    access: 'public',
    cost: pairings,
    fromExtension: true,
    protocol: companionProtocol,
    client: true,
    body: CompanionPair,
    reply: CompanionPaired,
    status: 201,
  },
  next: {
    method: 'POST',
    path: '/api/companion/next',
    summary: 'Wait up to 25 seconds for a call to carry',
    access: 'companion',
    cost: polls,
    fromExtension: true,
    protocol: companionProtocol,
    waits: true,
    body: CompanionNext,
    reply: CompanionNextReply,
  },
  answer: {
    method: 'POST',
    path: '/api/companion/answer',
    summary: 'How a carried call ended',
    access: 'companion',
    cost: carriedAnswers,
    fromExtension: true,
    protocol: companionProtocol,
    query: CompanionAnswered,
    lateBody: true,
    body: CompanionAnswer,
    reply: CompanionAnswerTaken,
  },
  recording: {
    method: 'POST',
    path: '/api/companion/recording',
    summary: 'Compare a recording of the marketplace with what Hangtag expects. Hangtag doesn’t store it',
    access: 'companion',
    cost: recordings,
    fromExtension: true,
    protocol: companionProtocol,
    lateBody: true,
    body: CompanionRecording,
    reply: ComparedRecording,
  },
  unpair: {
    method: 'POST',
    path: '/api/companion/unpair',
    summary: 'End this browser’s pairing',
    access: 'companion',
    cost: writes,
    fromExtension: true,
    protocol: companionProtocol,
    client: true,
    body: CompanionUnpair,
    reply: Message,
  },
} as const satisfies RouteTable[string];
