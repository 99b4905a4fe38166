// Runs the analyses of many listings, one after another, and says how far they are.
import type { QueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings/listings.ts';
import { type Analyzed, analyzeOne, createProgress, needsCall, type Tally } from './analyze-one.ts';
import type { createPace } from './pace.ts';

export type AnalysisRun = {
  kind: 'running' | 'done' | 'canceled' | 'stopped';
  done: number;
  of: number;
  tally: Tally;
  refused: readonly { title: string; message: string }[];
  /** Until when the server's limit makes us wait. */
  waitsUntil: number | null;
  /** When all are analyzed, by the pace and by how long the calls took so far. */
  endsAt: number | null;
  /** Not analyzed yet. */
  rest: readonly Analyzed[];
  /** Why it stopped. */
  reason: string | null;
};

const noTally: Tally = { raise: 0, lower: 0, keep: 0, unsure: 0 };

export type AnalyzeMany = {
  run: AnalysisRun | null;
  start: (listings: readonly Listing[]) => void;
  /** Analyzes the rest after a stop. */
  resume: () => void;
  cancel: () => void;
  dismiss: () => void;
};

export type Analyses = Omit<AnalyzeMany, 'run'> & {
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
  /** Cancels the run that works now. */
  stop: AbortController | undefined;
};

export const createAnalyses = (client: QueryClient, context: Context): Analyses => {
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
