// Runs the analyses of many listings, one after another, and says how far they are.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { wait } from '#web/lib/clock.ts';
import { failureMessage, isOutage } from '#web/lib/server/api.ts';
import { analysisQuery, pricingKeys } from '../queries.ts';
import { type KeptAnalysis, keptAnalysis } from './kept-bulk.ts';

/** `waitsUntil`: the server's limit makes us wait until then. */
export type AnalysisRun = KeptAnalysis & { waitsUntil: number | null; endsAt: number | null };
type Analyzed = KeptAnalysis['rest'][number];
type Seller = { id: string; isGuest: boolean };
type Analyses = ReturnType<typeof createAnalyses>;

/** One at a time leaves room for the analysis that the seller opens meanwhile. It continues behind other screens. */
export const useAnalyzeMany = (seller: Seller) => {
  const client = useQueryClient();
  const [held] = useState(
    () => client.getQueryData<Analyses>(pricingKeys.bulkAnalysis) ?? createAnalyses(client, seller),
  );
  return { ...held, run: useSyncExternalStore(held.subscribe, held.run, held.run) };
};

/** Kept in the query cache with the account's data, so that it is dropped when the seller signs out. */
export const createAnalyses = (client: QueryClient, { id: sellerId, isGuest }: Seller) => {
  const pace = createPace(isGuest ? analysisRate.guest : analysisRate.account);
  const listeners = new Set<() => void>();
  const kept = keptAnalysis.read(sellerId);
  let run: AnalysisRun | null = kept && {
    ...kept,
    kind: kept.kind === 'running' ? 'stopped' : kept.kind,
    waitsUntil: null,
    endsAt: null,
  };
  let stop: AbortController | undefined;

  const change = (next: AnalysisRun | null): void => {
    run = next;
    keptAnalysis.keep(sellerId, next);
    for (const listener of listeners) listener();
  };
  const work = async (from: AnalysisRun): Promise<void> => {
    stop?.abort();
    const own = new AbortController();
    const { signal } = own;
    stop = own;
    let now = from;
    const update = (next: Partial<AnalysisRun>) => {
      if (signal.aborted) return;
      now = { ...now, ...next };
      change(now);
    };
    /** How many calls are still to make, and how long those that were made took. */
    let [left, made, tookMs] = [from.rest.filter((listing) => needsCall(client, listing)).length, 0, 0];
    const endsAt = () => Date.now() + Math.max(pace.leftMs(left, Date.now()), made === 0 ? 0 : (left * tookMs) / made);
    update({ kind: 'running', reason: null, endsAt: endsAt() });
    for (const listing of from.rest) {
      const isCall = needsCall(client, listing);
      while (needsCall(client, listing) && !signal.aborted) {
        const waitMs = pace.take(Date.now());
        if (waitMs === 0) break;
        await wait(waitMs, signal);
      }
      const startedAt = Date.now();
      const outcome = await analyzeOne(client, listing, signal, (waitsUntil) => update({ waitsUntil }));
      if (isCall) [left, made, tookMs] = [Math.max(0, left - 1), made + 1, tookMs + Date.now() - startedAt];
      // The seller has signed out.
      if (client.getQueryData(pricingKeys.bulkAnalysis) !== analyses) own.abort();
      if (signal.aborted) return;
      if ('outage' in outcome) return update({ kind: 'stopped', reason: outcome.outage });
      const { tally, refused } = now;
      update({
        ...{ done: now.done + 1, waitsUntil: null, endsAt: endsAt(), rest: now.rest.slice(1) },
        ...('refused' in outcome
          ? { refused: [...refused, { title: listing.title, message: outcome.refused }] }
          : { tally: { ...tally, [outcome.advice]: tally[outcome.advice] + 1 } }),
      });
    }
    update({ kind: 'done' });
  };

  const analyses = {
    run: () => run,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (listings: readonly Listing[]) => {
      const rest = listings.map(({ id, title, price }) => ({ id, title, price }));
      const tally = { raise: 0, lower: 0, keep: 0, unsure: 0 };
      const begun = { kind: 'running' as const, done: 0, of: rest.length, tally, refused: [], rest, reason: null };
      void work({ ...begun, waitsUntil: null, endsAt: null });
    },
    resume: () => {
      if (run) void work(run);
    },
    cancel: () => {
      stop?.abort();
      // At once, although a request may still be on its way. Its answer is kept all the same.
      if (run) change({ ...run, kind: 'canceled', waitsUntil: null });
    },
    dismiss: () => change(null),
  };
  client.setQueryDefaults(pricingKeys.bulkAnalysis, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(pricingKeys.bulkAnalysis, analyses);
  return analyses;
};

const needsCall = (client: QueryClient, { id, price }: Analyzed): boolean =>
  price !== null && client.getQueryData(analysisQuery(id).queryKey) === undefined;

const usualWaitMs = 5_000;

type Outcome = { advice: keyof AnalysisRun['tally'] } | { refused: string } | { outage: string };

/** Waits as long as the server's limit asks for, and tries again. */
const analyzeOne = async (
  client: QueryClient,
  { id, price }: Analyzed,
  signal: AbortSignal,
  onWait: (until: number) => void,
): Promise<Outcome> => {
  if (price === null) return { refused: 'It has no price.' };
  while (!signal.aborted) {
    try {
      return { advice: adviceOf(await client.fetchQuery(analysisQuery(id))) };
    } catch (error) {
      const message = failureMessage(error, 'Couldn’t analyze this listing.');
      if (isOutage(error)) return { outage: message };
      // The server asks to wait, because of this seller or of others.
      if (!(error instanceof ApiFailure) || (error.status !== 429 && error.code !== 'busy'))
        return { refused: message };
      const waitMs = error.retryAfterMs ?? usualWaitMs;
      onWait(Date.now() + waitMs);
      await wait(waitMs, signal);
    }
  }
  return { refused: '' };
};

const adviceOf = ({ isAdvised, priceAdjustment: { direction } }: MarketAnalysis): keyof AnalysisRun['tally'] => {
  if (!isAdvised) return 'unsure';
  return direction === 'increase' ? 'raise' : direction === 'decrease' ? 'lower' : 'keep';
};

/** `burst` calls at once, and then one every `everyMs`. Calls that aren't made come back at that rate. */
type PaceRate = { burst: number; everyMs: number };

/**
 * Of the 60 analyses that the server answers in a minute, at most 50, and 40 after the first minute: the seller may open and hover
 * over listings meanwhile. Evenly, because the server estimates its minute from two fixed ones, and takes a rush at the end of
 * one for calls of the next. A guest has a quarter.
 */
export const analysisRate = {
  account: { burst: 10, everyMs: 1_500 },
  guest: { burst: 2, everyMs: 6_000 },
} as const satisfies Record<string, PaceRate>;

export const createPace = ({ burst, everyMs }: PaceRate) => {
  const aheadMs = (burst - 1) * everyMs;
  /** When the next call would be due if all of them were spaced evenly. */
  let dueAt = Number.NEGATIVE_INFINITY;
  return {
    /** Counts a call that is made now. Returns 0, or else how long to wait before asking again. */
    take(now: number): number {
      const from = Math.max(dueAt, now);
      if (from - now > aheadMs) return from - now - aheadMs;
      dueAt = from + everyMs;
      return 0;
    },
    leftMs: (calls: number, now: number): number =>
      calls === 0 ? 0 : Math.max(0, Math.max(dueAt, now) + (calls - 1) * everyMs - aheadMs - now),
  };
};
