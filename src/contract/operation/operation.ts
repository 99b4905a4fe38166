// The operator page: the state of the whole installation, and the hold of all bots. It exists only with a token for it.
import { z } from 'zod';
import { botStates, pauseReasons } from '#domain/bot/bot.ts';
import { holdReasonLength, isHoldReason, longestHoldMs } from '#domain/bot/hold.ts';
import { type Cost, perMinute, publicWrites, reads } from '../cost.ts';
import { Message, Time, text, whole } from '../fields.ts';
import type { RouteTable } from '../route.ts';

const OperatorSignIn = z.strictObject({
  token: z.string({ error: 'Enter the operator token' }).min(1, 'Enter the operator token').max(500, 'Too long'),
});

const durationMessage = 'Choose from 1 minute to 30 days';
const HoldAsk = z.strictObject({
  /** Sellers read it. */
  reason: text(holdReasonLength)
    .refine((given) => given === '' || isHoldReason(given), 'Use one line of plain text')
    .optional(),
  /** Left out: until it is released. */
  minutes: whole({ least: 1, most: longestHoldMs / 60_000 }, durationMessage).optional(),
});

const holders = ['command', 'page'] as const;
const HoldRecord = z.object({
  at: Time,
  until: Time.nullable(),
  reason: z.string().nullable(),
  via: z.enum(holders),
  /** The user of the command line, or the address of the operator page's visitor. */
  who: z.string(),
  releasedAt: Time.nullable(),
  releasedVia: z.enum([...holders, 'time']).nullable(),
  releasedWho: z.string().nullable(),
});

const count = z.number().int();

const Process = z.object({
  role: z.string(),
  version: z.string(),
  host: z.string(),
  startedAt: Time,
  seenAt: Time,
  isAlive: z.boolean(),
  bots: count,
  memoryMb: count,
  freeMb: count.nullable(),
  disk: z.enum(['roomy', 'low', 'full', 'unknown']),
});

const Marketplace = z.object({
  kind: z.enum(['real', 'practice']),
  address: z.string(),
  /** While all bots of this marketplace are held: when one of them tries it next. If that is past, with its next share. */
  heldUntil: Time.nullable(),
  /** Sellers whom it refused in the last ten minutes. At 20, its bots are held. */
  refusing: count,
  /** The file of the profile in force, and when it was made; null: none. */
  profile: z.object({ file: z.string(), madeAt: Time }).nullable(),
});

const Job = z.object({
  name: z.string(),
  retrying: count,
  /** Given up within a day. */
  failed: count,
  /** The last failure within a day. */
  failedAt: Time.nullable(),
  error: z.string().nullable(),
  nextTryAt: Time.nullable(),
});

const Step = z.object({
  name: z.string(),
  okAt: Time.nullable(),
  failedAt: Time.nullable(),
  /** In a row. */
  failures: count,
  error: z.string().nullable(),
  nextRunAt: Time.nullable(),
});

const Installation = z.object({
  database: z.object({
    version: z.string(),
    migration: count,
    bytes: z.number(),
    connections: count,
    mostConnections: count,
    /** Of the embedded database, after a crash. */
    logDamagedAt: z.string().nullable(),
  }),
  hold: HoldRecord.nullable(),
  /** The last 100, newest first. */
  holds: z.array(HoldRecord),
  processes: z.array(Process),
  load: z.object({
    running: count,
    /** Bots whose share is due, and that no worker runs. */
    overdue: count,
    /** Shares without an outcome for more than five minutes. */
    unsettled: count,
    sharesLastMinute: count,
    sharesLastHour: count,
    notConfirmedLastHour: count,
    refusedLastHour: count,
    /** 99 % of the shares of the last five minutes were at most this late. null: there were none. */
    latenessMs: z.number().nullable(),
  }),
  marketplaces: z.array(Marketplace),
  /** What was used of the installation's budgets for calls to a marketplace. */
  budgets: z.array(z.object({ name: z.string(), used: count, most: count, withinMs: z.number() })),
  bots: z.object({
    byState: z.record(z.enum(botStates), count),
    paused: z.array(z.object({ reason: z.enum(pauseReasons), bots: count })),
    /** The newest pauses, by the ids of their sellers. */
    newest: z.array(
      z.object({ sellerId: z.string(), reason: z.enum(pauseReasons), at: Time, resumesAt: Time.nullable() }),
    ),
  }),
  jobs: z.array(Job),
  steps: z.array(Step),
  /** Calls that were refused within the hour, by call and budget. */
  refused: z.array(z.object({ call: z.string(), budget: z.string(), count })),
  backup: z
    .object({ at: Time, file: z.string(), bytes: z.number(), isEncrypted: z.boolean(), triedAt: Time.nullable() })
    .nullable(),
});

export const OperatorOverview = z.object({
  now: Time,
  version: z.string(),
  /** BOTS_PAUSED is set for the process that answers. */
  isPausedBySetting: z.boolean(),
  /** null: the database does not answer. */
  installation: Installation.nullable(),
});
export type OperatorOverview = z.output<typeof OperatorOverview>;
export type Installation = z.output<typeof Installation>;
export type HoldRecord = z.output<typeof HoldRecord>;

const operatorWrites: Cost = { ...publicWrites, budget: 'operator writes', client: perMinute(60) };

/** Of the operator, who has no account here. */
const operatorReads: Cost = { ...reads, budget: 'operator reads', account: null, client: perMinute(120) };

export const operationRoutes = {
  signIn: {
    method: 'POST',
    path: '/api/operator/session',
    summary: 'Open the operator page with its token',
    access: 'public',
    // As with `login`, the feature counts what fails.
    cost: operatorWrites,
    ofOperator: true,
    session: 'open',
    client: true,
    body: OperatorSignIn,
    reply: Message,
  },
  signOut: {
    method: 'DELETE',
    path: '/api/operator/session',
    summary: 'Close the operator page in this browser',
    access: 'operator',
    cost: operatorWrites,
    ofOperator: true,
    session: 'close',
    reply: Message,
  },
  overview: {
    method: 'GET',
    path: '/api/operator/overview',
    summary: 'The state of the whole installation',
    access: 'operator',
    cost: operatorReads,
    ofOperator: true,
    reply: OperatorOverview,
  },
  hold: {
    method: 'POST',
    path: '/api/operator/hold',
    summary: 'Hold all bots: shares, offers, price changes, and syncs. Replaces the hold in force',
    access: 'operator',
    cost: operatorWrites,
    ofOperator: true,
    client: true,
    body: HoldAsk,
    reply: OperatorOverview,
  },
  release: {
    method: 'DELETE',
    path: '/api/operator/hold',
    summary: 'Release the hold of all bots',
    access: 'operator',
    cost: operatorWrites,
    ofOperator: true,
    client: true,
    reply: OperatorOverview,
  },
  runStep: {
    method: 'POST',
    path: '/api/operator/steps/{step}',
    summary: 'Run a step of the maintenance now',
    access: 'operator',
    cost: operatorWrites,
    ofOperator: true,
    reply: Message,
  },
} as const satisfies RouteTable[string];
