// Analyzes one of many listings, at their pace and as soon as the server's limit allows.
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { pause } from '#web/lib/pause.ts';
import { failureMessage, isOutage } from '#web/lib/server/api.ts';
import { bulkMessages } from '#web/messages/pricing/bulk.ts';
import { analysisQuery } from '../queries.ts';
import type { createPace } from './pace.ts';

const messages = bulkMessages.analysis;

export type Analyzed = Pick<Listing, 'id' | 'title' | 'price'>;
export type Tally = { raise: number; lower: number; keep: number; unsure: number };

/** If the server does not say how long to wait. */
const usualWaitMs = 5_000;

export const needsCall = (client: QueryClient, { id, price }: Analyzed): boolean =>
  price !== null && client.getQueryData(analysisQuery(id).queryKey) === undefined;

type Progress = ReturnType<typeof createProgress>;

/** `calls`: how many there are still to make. */
export const createProgress = (pace: ReturnType<typeof createPace>, calls: number) => {
  let [left, made, tookMs] = [calls, 0, 0];
  return {
    called(ms: number): void {
      left = Math.max(0, left - 1);
      made += 1;
      tookMs += ms;
    },
    endsAt: (now: number): number => now + Math.max(pace.leftMs(left, now), made === 0 ? 0 : (left * tookMs) / made),
  };
};

/** Waits for the pace. Also waits as long as the server's limit asks for, and tries again. */
export const analyzeOne = async (
  client: QueryClient,
  listing: Analyzed,
  {
    signal,
    onWait,
    pace,
    progress,
  }: {
    signal: AbortSignal;
    onWait: (until: number) => void;
    pace: ReturnType<typeof createPace>;
    progress: Progress;
  },
): Promise<Outcome> => {
  if (listing.price === null) return { kind: 'refused', message: 'It has no price.' };
  const query = analysisQuery(listing.id);
  const isCall = needsCall(client, listing);
  while (needsCall(client, listing) && !signal.aborted) {
    const waitMs = pace.take(Date.now());
    if (waitMs === 0) break;
    await pause(waitMs, signal);
  }
  const startedAt = Date.now();
  try {
    for (;;) {
      if (signal.aborted) return { kind: 'refused', message: '' };
      try {
        return { kind: 'analyzed', advice: adviceOf(await client.fetchQuery(query)) };
      } catch (error) {
        if (isOutage(error)) return { kind: 'outage', message: failureMessage(error, messages.failedFallback) };
        // The server asks to wait, because of this seller or of others.
        if (!(error instanceof ApiFailure) || (error.status !== 429 && error.code !== 'busy'))
          return { kind: 'refused', message: failureMessage(error, messages.failedFallback) };
        const waitMs = error.retryAfterMs ?? usualWaitMs;
        onWait(Date.now() + waitMs);
        await pause(waitMs, signal);
      }
    }
  } finally {
    if (isCall) progress.called(Date.now() - startedAt);
  }
};

type Outcome =
  | { kind: 'analyzed'; advice: keyof Tally }
  | { kind: 'refused'; message: string }
  | { kind: 'outage'; message: string };

const adviceOf = ({ isAdvised, priceAdjustment: { direction } }: MarketAnalysis): keyof Tally => {
  if (!isAdvised) return 'unsure';
  return direction === 'increase' ? 'raise' : direction === 'decrease' ? 'lower' : 'keep';
};
