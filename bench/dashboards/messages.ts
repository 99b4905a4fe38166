// The messages between the bench and the process that plays the browsers.

import { z } from 'zod';

/** The messages to the browsers' process. Each one gets one answer. */
export const Order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('open'),
    ports: z.array(z.number()),
    /** One session token per dashboard. */
    tokens: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('poll'),
    /** Polled for longer by `warmUpMs`, before that. */
    seconds: z.number(),
    warmUpMs: z.number(),
    everyMs: z.number(),
    /** Also reads the status when a live update says that the bot or its shares changed, as the app does. */
    isLive: z.boolean(),
  }),
]);
export type Order = z.infer<typeof Order>;

/** Milliseconds from when a poll was due to the last byte of its answer. */
const Latency = z.object({ count: z.number(), p50: z.number(), p99: z.number(), max: z.number() });

export const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), open: z.number() }),
  z.object({
    kind: z.literal('polled'),
    open: z.number(),
    seconds: z.number(),
    answers: z.record(z.string(), z.number()),
    /** Of those due while the server warmed up, and of those after that. */
    coldLatency: Latency,
    latency: Latency,
    events: z.number(),
    cpuSeconds: z.number(),
  }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type Outcome = z.infer<typeof Outcome>;
