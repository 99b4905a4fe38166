// The messages between the measuring program and the engine's process.

import { z } from 'zod';

/** Which ledger a run of the engine uses. */
const ledgers = ['safe', 'none', 'one-commit'] as const;

/** Requests of the measuring program to the engine's process. Each gets one answer. */
export const Ask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    /** Contains a password, so it is sent over the channel and never on a command line. */
    databaseUrl: z.string(),
    dataDir: z.string(),
    marketplace: z.string(),
    meanPauseMs: z.number(),
    ledger: z.enum(ledgers),
  }),
  z.object({ kind: z.literal('look') }),
  /** Starts the counting. With `profile` it also profiles the processor time. */
  z.object({ kind: z.literal('measure'), profile: z.boolean() }),
  z.object({ kind: z.literal('report') }),
  z.object({ kind: z.literal('close') }),
]);
export type Ask = z.infer<typeof Ask>;

const Counts = z.record(z.string(), z.number());
export const Answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('look'), bots: z.number(), sent: z.number() }),
  z.object({
    kind: z.literal('report'),
    seconds: z.number(),
    /** Shares that were settled, by outcome. */
    settled: Counts,
    /** Reservations that were denied, by reason. */
    refused: Counts,
    /** Milliseconds after a share was due. Exact, because Hangtag's clock counts whole milliseconds. */
    lateness: z.object({ count: z.number(), p50: z.number(), p99: z.number(), max: z.number() }),
    ledgerCommits: z.number(),
    cpuSeconds: z.number(),
    /** The fraction of time that the event loop was busy. */
    loopBusy: z.number(),
    /** The functions with the most processor time, if a profile was requested. */
    hot: z.array(z.object({ where: z.string(), part: z.number() })),
    warnings: Counts,
  }),
]);
export type Answer = z.infer<typeof Answer>;
export type Report = Extract<Answer, { kind: 'report' }>;
