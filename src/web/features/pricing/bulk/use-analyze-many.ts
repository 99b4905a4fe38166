// Analyzes many listings, one after another.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/schemas/listings.ts';
import type { MarketAnalysis } from '#contract/schemas/pricing.ts';
import { failureMessage, isOutage } from '#web/lib/server/api.ts';
import { bulkMessages } from '#web/messages/pricing/bulk.ts';
import { analysisQuery } from '../queries.ts';

const messages = bulkMessages.analysis;

export type Tally = { raise: number; lower: number; keep: number; unsure: number };
export type AnalysisRun = {
  kind: 'running' | 'done' | 'canceled' | 'stopped';
  done: number;
  of: number;
  tally: Tally;
  refused: readonly { title: string; message: string }[];
  /** Until when the server's limit makes us wait. */
  waitsUntil: number | null;
  /** Not analyzed yet. */
  rest: readonly Listing[];
  /** Why it stopped. */
  reason: string | null;
};

const noTally: Tally = { raise: 0, lower: 0, keep: 0, unsure: 0 };
/** If the server does not say how long to wait. */
const usualWaitMs = 5_000;

type AnalyzeMany = {
  run: AnalysisRun | null;
  start: (listings: readonly Listing[]) => void;
  /** Analyzes the rest after a stop. */
  goOn: () => void;
  cancel: () => void;
  dismiss: () => void;
};

/** One at a time leaves room for the analysis that the seller opens meanwhile. It ends when the seller leaves the screen. */
export const useAnalyzeMany = (): AnalyzeMany => {
  const client = useQueryClient();
  const [run, setRun] = useState<AnalysisRun | null>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const work = async (from: AnalysisRun) => {
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    let now: AnalysisRun = { ...from, kind: 'running', reason: null };
    const change = (next: Partial<AnalysisRun>) => {
      now = { ...now, ...next };
      setRun(now);
    };
    change({});
    for (const listing of from.rest) {
      const outcome = await analyze(listing, own.signal, (waitsUntil) => change({ waitsUntil }));
      if (own.signal.aborted) return;
      if (outcome.kind === 'outage') {
        change({ kind: 'stopped', reason: outcome.message });
        return;
      }
      change({
        done: now.done + 1,
        waitsUntil: null,
        rest: now.rest.slice(1),
        ...(outcome.kind === 'refused'
          ? { refused: [...now.refused, { title: listing.title, message: outcome.message }] }
          : { tally: { ...now.tally, [outcome.advice]: now.tally[outcome.advice] + 1 } }),
      });
    }
    change({ kind: 'done' });
  };

  const analyze = async (listing: Listing, signal: AbortSignal, onWait: (until: number) => void): Promise<Outcome> => {
    if (listing.price === null) return { kind: 'refused', message: messages.noPrice };
    for (;;) {
      try {
        return { kind: 'analyzed', advice: adviceOf(await client.fetchQuery(analysisQuery(listing.id))) };
      } catch (error) {
        if (isOutage(error)) return { kind: 'outage', message: failureMessage(error, messages.failedFallback) };
        // The server asks to wait, because of this seller or of others.
        if (!(error instanceof ApiFailure) || (error.status !== 429 && error.code !== 'busy'))
          return { kind: 'refused', message: failureMessage(error, messages.failedFallback) };
        const waitMs = error.retryAfterMs ?? usualWaitMs;
        onWait(Date.now() + waitMs);
        await rest(waitMs, signal);
      }
      if (signal.aborted) return { kind: 'refused', message: '' };
    }
  };

  return {
    run,
    start: (listings) =>
      void work({
        kind: 'running',
        done: 0,
        of: listings.length,
        tally: noTally,
        refused: [],
        waitsUntil: null,
        rest: listings,
        reason: null,
      }),
    goOn: () => {
      if (run) void work(run);
    },
    cancel: () => {
      stop.current?.abort();
      // At once, although a request may still be on its way. Its answer is kept all the same.
      setRun((last) => last && { ...last, kind: 'canceled', waitsUntil: null });
    },
    dismiss: () => setRun(null),
  };
};

type Outcome =
  | { kind: 'analyzed'; advice: keyof Tally }
  | { kind: 'refused'; message: string }
  | { kind: 'outage'; message: string };

const adviceOf = ({ estimate, priceAdjustment: { direction } }: MarketAnalysis): keyof Tally => {
  if (estimate === null) return 'unsure';
  return direction === 'increase' ? 'raise' : direction === 'decrease' ? 'lower' : 'keep';
};

/** Waits, or until it is canceled. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
