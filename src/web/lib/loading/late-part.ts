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

export function createLatePart<Part>(
  load: () => Promise<Part>,
  { compareBuilds: compare, reload, onOnline, reloadFailedStyles: reloadStyles }: LoadContext = browser,
): LatePart<Part> {
  const listeners = new Set<() => void>();
  let state: LateState<Part> = { kind: 'waiting' };
  let isLoading = false;
  let wantedBy = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (next: LateState<Part>) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const failed = (reason: LoadFailure['reason'], isRetrying: boolean): LateState<Part> => ({
    kind: 'failed',
    failure: { reason, isRetrying, retry: attempt },
  });

  const attempt = (): void => {
    if (isLoading || state.kind === 'ready') return;
    clearTimeout(timer);
    isLoading = true;
    if (state.kind === 'failed') change(failed(state.failure.reason, true));
    void reloadStyles()
      .then(load)
      .then((part) => change({ kind: 'ready', part }), explain)
      .finally(() => {
        isLoading = false;
        if (state.kind !== 'failed' || wantedBy === 0) return;
        timer = setTimeout(attempt, Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs));
      });
  };
  const explain = async (): Promise<void> => {
    if (wantedBy === 0) return change({ kind: 'waiting' });
    failures += 1;
    const served = await compare();
    // While the page reloads, the part keeps waiting instead of showing a failure for a moment.
    if (served === 'other' && reload()) return;
    const isStuck = served === 'same' && failures >= failuresBeforeReload;
    change(failed(served === 'other' ? 'updated' : isStuck ? 'stuck' : 'unreachable', false));
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    prefetch: attempt,
    want() {
      wantedBy += 1;
      attempt();
      const stopListening = onOnline(attempt);
      return () => {
        wantedBy -= 1;
        stopListening();
        if (wantedBy === 0) clearTimeout(timer);
      };
    },
  };
}
