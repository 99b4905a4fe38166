import type { Notice } from '../notices.ts';
import type { Queryable } from './database.ts';

/** The rare background work of the product. Sharing is not among it: rounds run in process (decision 0003). */
export type Jobs = {
  'closet.link': { userId: string };
  'listings.sync': { userId: string };
  'listings.look-again': { userId: string };
  'listings.prices': { userId: string };
  'pricing.study': { userId: string; listingId?: string };
  'bot.offers': { userId: string };
  'mail.send': { to: string; subject: string; text: string; replyTo?: string };
  'push.send': { userId: string; deviceId: string; notice: Notice; tries: number };
  maintenance: { step: string };
};
export type JobName = keyof Jobs;

/** At least once: each handler is idempotent by its key. */
export type Queue = {
  /**
   * Puts one job. With `key`, at most one waiting job of that name and key stands at a time. With `tx`, it exists only if
   * that transaction commits.
   */
  put<N extends JobName>(
    name: N,
    payload: Jobs[N],
    options?: { key?: string; delayMs?: number; tx?: Queryable },
  ): Promise<void>;
  /** Registers the one handler of a job. A throw is retried with back-off. */
  work<N extends JobName>(name: N, handle: (payload: Jobs[N]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};
