// Loads a part of the app after the first view, and loads it again after a failure.
import { reloadFailedStyles } from './failed-styles.ts';
import { reloadWhereNothingIsTyped } from './reload.ts';
import { compareBuilds, type ServedBuild } from './served-build.ts';

export type LoadFailure = {
  /**
   * `unreachable`: another attempt may help. `updated`: the server has another build, so only a reload helps. `stuck`: the
   * server answers and has this build, but the part keeps failing; a reload clears the failure that the browser remembers.
   */
  reason: 'unreachable' | 'updated' | 'stuck';
  isRetrying: boolean;
  retry: () => void;
};

type LateState<Part> = { kind: 'waiting' } | { kind: 'ready'; part: Part } | { kind: 'failed'; failure: LoadFailure };

type LatePart<Part> = {
  state(): LateState<Part>;
  subscribe(listener: () => void): () => void;
  /** Loads ahead of time. A failure stays silent, because nobody waits for the part yet. */
  prefetch(): void;
  /** Loads the part, and retries after failures until the returned function is called. */
  want(): () => void;
};

type LoadContext = {
  compareBuilds(): Promise<ServedBuild>;
  /** Reloads the page if nothing would be lost. Returns false if it did not. */
  reload(): boolean;
  onOnline(listener: () => void): () => void;
  /** A part whose style sheet failed must not show without it. */
  reloadFailedStyles(): Promise<void>;
};

const browser: LoadContext = {
  compareBuilds,
  reload: reloadWhereNothingIsTyped,
  reloadFailedStyles,
  onOnline(listener) {
    addEventListener('online', listener);
    return () => removeEventListener('online', listener);
  },
};

const firstDelayMs = 5_000;
const longestDelayMs = 30_000;
/** After this many failures, while the server answers, a part counts as stuck. */
const failuresBeforeReload = 3;

type Loading<Part> = {
  readonly load: () => Promise<Part>;
  readonly context: LoadContext;
  readonly listeners: Set<() => void>;
  state: LateState<Part>;
  isLoading: boolean;
  /** How many places on screen wait for the part. */
  wantedBy: number;
  failures: number;
  timer: ReturnType<typeof setTimeout> | undefined;
};

export function createLatePart<Part>(load: () => Promise<Part>, context: LoadContext = browser): LatePart<Part> {
  const loading: Loading<Part> = {
    load,
    context,
    listeners: new Set(),
    state: { kind: 'waiting' },
    isLoading: false,
    wantedBy: 0,
    failures: 0,
    timer: undefined,
  };
  return {
    state: () => loading.state,
    subscribe(listener) {
      loading.listeners.add(listener);
      return () => loading.listeners.delete(listener);
    },
    prefetch: () => attempt(loading),
    want: () => want(loading),
  };
}

function want<Part>(loading: Loading<Part>): () => void {
  loading.wantedBy += 1;
  attempt(loading);
  const stopListening = loading.context.onOnline(() => attempt(loading));
  return () => {
    loading.wantedBy -= 1;
    stopListening();
    if (loading.wantedBy === 0) clearTimeout(loading.timer);
  };
}

function attempt<Part>(loading: Loading<Part>): void {
  const { load, context, state } = loading;
  if (loading.isLoading || state.kind === 'ready') return;
  clearTimeout(loading.timer);
  loading.isLoading = true;
  if (state.kind === 'failed') fail(loading, state.failure.reason, { isRetrying: true });
  void context
    .reloadFailedStyles()
    .then(load)
    .then(
      (part) => change(loading, { kind: 'ready', part }),
      () => explain(loading),
    )
    .finally(() => {
      loading.isLoading = false;
      planRetry(loading);
    });
}

async function explain<Part>(loading: Loading<Part>): Promise<void> {
  const { compareBuilds, reload } = loading.context;
  if (loading.wantedBy === 0) return change(loading, { kind: 'waiting' });
  loading.failures += 1;
  const served = await compareBuilds();
  // While the page reloads, the part keeps waiting instead of showing a failure for a moment.
  if (served === 'other' && reload()) return;
  const isStuck = served === 'same' && loading.failures >= failuresBeforeReload;
  fail(loading, served === 'other' ? 'updated' : isStuck ? 'stuck' : 'unreachable', { isRetrying: false });
}

function planRetry<Part>(loading: Loading<Part>): void {
  const { state, wantedBy, failures } = loading;
  if (state.kind !== 'failed' || wantedBy === 0) return;
  loading.timer = setTimeout(() => attempt(loading), Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs));
}

function fail<Part>(
  loading: Loading<Part>,
  reason: LoadFailure['reason'],
  { isRetrying }: Pick<LoadFailure, 'isRetrying'>,
): void {
  change(loading, { kind: 'failed', failure: { reason, isRetrying, retry: () => attempt(loading) } });
}

function change<Part>(loading: Loading<Part>, next: LateState<Part>): void {
  loading.state = next;
  for (const listener of loading.listeners) listener();
}
