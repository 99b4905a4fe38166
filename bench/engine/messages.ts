import { z } from 'zod';

/** What stands between a share and the marketplace in a run of the engine. */
export const ledgers = ['safe', 'none', 'one-commit'] as const;

/** What the measuring program tells the engine's process. Each ask gets one answer. */
export const Ask = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    /** Holds a password: it travels by the channel, never on a command line. */
    databaseUrl: z.string(),
    dataDir: z.string(),
    marketplace: z.string(),
    meanPauseMs: z.number(),
    ledger: z.enum(ledgers),
  }),
  z.object({ kind: z.literal('look') }),
  /** Counting starts now. `profile`: also find out what the processor does. */
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
    /** Reservations that were not given, by reason. */
    refused: Counts,
    /** ms after the moment a share was due: exact, for the product's clock counts whole ms. */
    lateness: z.object({ count: z.number(), p50: z.number(), p99: z.number(), max: z.number() }),
    ledgerCommits: z.number(),
    cpuSeconds: z.number(),
    /** Part of the time that the event loop was busy. */
    loopBusy: z.number(),
    /** Longest stretches of processor time by function, where a profile was asked for. */
    hot: z.array(z.object({ where: z.string(), part: z.number() })),
    warnings: Counts,
  }),
]);
export type Answer = z.infer<typeof Answer>;
export type Report = Extract<Answer, { kind: 'report' }>;
