// Port: the job queue for occasional background work.

import type { Notice } from '../notices.ts';
import type { Instant } from './clock.ts';
import type { Queryable } from './database.ts';

/** Payloads of all jobs. Sharing is not a job: rounds run in process (decision 0003). */
export type Jobs = {
  'closet.link': { userId: string };
  'listings.sync': { userId: string };
  'listings.look-again': { userId: string };
  'listings.read': { userId: string; since: Instant };
  'listings.prices': { userId: string };
  'drops.make': { userId: string };
  'sales.read': { userId: string };
  'pricing.study': { userId: string; listingId?: string };
  'bot.offers': { userId: string };
  'bot.resume': { userId: string };
  'experiment.week': { userId: string };
  'mail.send': { to: string; subject: string; text: string; replyTo?: string };
  'push.send': { userId: string; deviceId: string; notice: Notice; tries: number };
  maintenance: { step: string };
};
export type JobName = keyof Jobs;

/** Delivers each job at least once, so every handler is idempotent by its key. */
export type Queue = {
  /**
   * Queues a job. With `key`, at most one job of that name and key waits at a time. With `tx`, the job exists only if that
   * transaction commits.
   */
  put<N extends JobName>(
    name: N,
    payload: Jobs[N],
    options?: { key?: string; delayMs?: number; tx?: Queryable },
  ): Promise<void>;
  /** Registers the handler of a job. If it throws, the job is retried with backoff. */
  work<N extends JobName>(name: N, handle: (payload: Jobs[N]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};
