// Runs the analyses of many listings, one after another, and says how far they are.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import type { Listing } from '#contract/listings/listings.ts';
import type { MarketAnalysis } from '#contract/pricing/advice.ts';
import { wait } from '#web/lib/clock.ts';
import { failureMessage, isOutage } from '#web/lib/server/api.ts';
import { analysisQuery, pricingKeys } from '../queries.ts';
import { keptAnalysis } from './kept-bulk.ts';

export type AnalysisRun = {
  kind: 'running' | 'done' | 'canceled' | 'stopped';
  done: number;
  of: number;
  tally: Tally;
  refused: readonly { title: string; message: string }[];
  /** Until when the server's limit makes us wait. */
  waitsUntil: number | null;
  endsAt: number | null;
  rest: readonly Analyzed[];
  reason: string | null;
};

const noTally: Tally = { raise: 0, lower: 0, keep: 0, unsure: 0 };

type AnalyzeMany = {
  run: AnalysisRun | null;
  start: (listings: readonly Listing[]) => void;
  resume: () => void;
  cancel: () => void;
  dismiss: () => void;
};

type Analyses = Omit<AnalyzeMany, 'run'> & {
  run: () => AnalysisRun | null;
  subscribe: (listener: () => void) => () => void;
};

type Context = {
  pace: ReturnType<typeof createPace>;
  kept: AnalysisRun | null;
  keep: (run: AnalysisRun | null) => void;
  /** False once the seller has signed out. */
  isWanted: () => boolean;
};

type State = Context & {
  readonly client: QueryClient;
  readonly listeners: Set<() => void>;
  run: AnalysisRun | null;
  stop: AbortController | undefined;
};

const createAnalyses = (client: QueryClient, context: Context): Analyses => {
  const state: State = { ...context, client, listeners: new Set(), run: context.kept, stop: undefined };
  return {
    run: () => state.run,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    start: (listings) => void work(state, unstarted(listings)),
    resume: () => {
      if (state.run) void work(state, state.run);
    },
    cancel: () => {
      state.stop?.abort();
      // At once, although a request may still be on its way. Its answer is kept all the same.
      if (state.run) change(state, { ...state.run, kind: 'canceled', waitsUntil: null });
    },
    dismiss: () => change(state, null),
  };
};

const unstarted = (listings: readonly Analyzed[]): AnalysisRun => ({
  kind: 'running',
  done: 0,
  of: listings.length,
  tally: noTally,
  refused: [],
  waitsUntil: null,
  endsAt: null,
  rest: listings,
  reason: null,
});

const change = (state: State, next: AnalysisRun | null): void => {
  state.run = next;
  state.keep(next);
  for (const listener of state.listeners) listener();
};

const work = async (state: State, from: AnalysisRun): Promise<void> => {
  const { client, pace, isWanted } = state;
  state.stop?.abort();
  const own = new AbortController();
  state.stop = own;
  let now: AnalysisRun = { ...from, kind: 'running', reason: null };
  const update = (next: Partial<AnalysisRun>) => {
    now = { ...now, ...next };
    change(state, now);
  };
  const progress = createProgress(pace, from.rest.filter((listing) => needsCall(client, listing)).length);
  update({ endsAt: progress.endsAt(Date.now()) });
  for (const listing of from.rest) {
    const outcome = await analyzeOne(client, listing, {
      signal: own.signal,
      onWait: (waitsUntil) => update({ waitsUntil }),
      pace,
      progress,
    });
    if (!isWanted()) own.abort();
    if (own.signal.aborted) return;
    if (outcome.kind === 'outage') {
      update({ kind: 'stopped', reason: outcome.message });
      return;
    }
    update({
      done: now.done + 1,
      waitsUntil: null,
      endsAt: progress.endsAt(Date.now()),
      rest: now.rest.slice(1),
      ...(outcome.kind === 'refused'
        ? { refused: [...now.refused, { title: listing.title, message: outcome.message }] }
        : { tally: { ...now.tally, [outcome.advice]: now.tally[outcome.advice] + 1 } }),
    });
  }
  update({ kind: 'done' });
};

type Analyzed = Pick<Listing, 'id' | 'title' | 'price'>;
type Tally = { raise: number; lower: number; keep: number; unsure: number };

const usualWaitMs = 5_000;

const needsCall = (client: QueryClient, { id, price }: Analyzed): boolean =>
  price !== null && client.getQueryData(analysisQuery(id).queryKey) === undefined;

type Progress = ReturnType<typeof createProgress>;

/** `calls`: how many there are still to make. */
const createProgress = (pace: ReturnType<typeof createPace>, calls: number) => {
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
const analyzeOne = async (
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
    await wait(waitMs, signal);
  }
  const startedAt = Date.now();
  try {
    for (;;) {
      if (signal.aborted) return { kind: 'refused', message: '' };
      try {
        return { kind: 'analyzed', advice: adviceOf(await client.fetchQuery(query)) };
      } catch (error) {
        if (isOutage(error))
          return { kind: 'outage', message: failureMessage(error, 'Couldn’t analyze this listing.') };
        // The server asks to wait, because of this seller or of others.
        if (!(error instanceof ApiFailure) || (error.status !== 429 && error.code !== 'busy'))
          return { kind: 'refused', message: failureMessage(error, 'Couldn’t analyze this listing.') };
        const waitMs = error.retryAfterMs ?? usualWaitMs;
        onWait(Date.now() + waitMs);
        await wait(waitMs, signal);
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

type Seller = { id: string; isGuest: boolean };

/**
 * One at a time leaves room for the analysis that the seller opens meanwhile. It continues while the seller looks at other
 * screens. If the page was closed, the rest can be analyzed later.
 */
export const useAnalyzeMany = (seller: Seller): AnalyzeMany => {
  const client = useQueryClient();
  const [held] = useState(() => heldAnalyses(client, seller));
  return { ...held, run: useSyncExternalStore(held.subscribe, held.run, held.run) };
};

/** Kept in the query cache with the account's data, so that it is dropped when the seller signs out. */
const heldAnalyses = (client: QueryClient, { id: sellerId, isGuest }: Seller): Analyses => {
  const held = client.getQueryData<Analyses>(pricingKeys.bulkAnalysis);
  if (held !== undefined) return held;
  const analyses = createAnalyses(client, {
    pace: createPace(isGuest ? analysisRate.guest : analysisRate.account),
    kept: restored(sellerId),
    keep: (run) => keptAnalysis.keep(sellerId, run && { ...run, refused: [...run.refused], rest: run.rest.map(facts) }),
    isWanted: () => client.getQueryData(pricingKeys.bulkAnalysis) === analyses,
  });
  client.setQueryDefaults(pricingKeys.bulkAnalysis, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(pricingKeys.bulkAnalysis, analyses);
  return analyses;
};

const facts = ({ id, title, price }: Analyzed): Analyzed => ({ id, title, price });

const restored = (sellerId: string): AnalysisRun | null => {
  const kept = keptAnalysis.read(sellerId);
  return kept && { ...kept, kind: kept.kind === 'running' ? 'stopped' : kept.kind, waitsUntil: null, endsAt: null };
};

type Pace = {
  /** Counts a call that is made now. Returns 0, or else how long to wait before asking again. */
  take(now: number): number;
  leftMs(calls: number, now: number): number;
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

export const createPace = ({ burst, everyMs }: PaceRate): Pace => {
  const aheadMs = (burst - 1) * everyMs;
  /** When the next call would be due if all of them were spaced evenly. */
  let dueAt = Number.NEGATIVE_INFINITY;
  return {
    take(now) {
      const from = Math.max(dueAt, now);
      if (from - now > aheadMs) return from - now - aheadMs;
      dueAt = from + everyMs;
      return 0;
    },
    leftMs: (calls, now) =>
      calls === 0 ? 0 : Math.max(0, Math.max(dueAt, now) + (calls - 1) * everyMs - aheadMs - now),
  };
};
