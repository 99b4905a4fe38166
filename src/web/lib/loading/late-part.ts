// Loads a part of the app after the first view, and loads it again after a failure.

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

type LoadContext = {
  compareBuilds(): Promise<ServedBuild>;
  /** Reloads the page if nothing would be lost. Returns false if it did not. */
  reload(): boolean;
  onOnline(listener: () => void): () => void;
  /** A part whose style sheet failed must not show without it. */
  reloadFailedStyles(): Promise<void>;
};

const firstDelayMs = 5_000;
const longestDelayMs = 30_000;
/** After this many failures, while the server answers, a part counts as stuck. */
const failuresBeforeReload = 3;

export function createLatePart<Part>(load: () => Promise<Part>, context: LoadContext = browser) {
  const listeners = new Set<() => void>();
  let state: LateState<Part> = { kind: 'waiting' };
  let isLoading = false;
  /** How many places on screen wait for the part. */
  let wantedBy = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const change = (next: LateState<Part>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const fail = (reason: LoadFailure['reason'], isRetrying: boolean): void =>
    change({ kind: 'failed', failure: { reason, isRetrying, retry: attempt } });

  const explain = async (): Promise<void> => {
    if (wantedBy === 0) return change({ kind: 'waiting' });
    failures += 1;
    const served = await context.compareBuilds();
    // While the page reloads, the part keeps waiting instead of showing a failure for a moment.
    if (served === 'other' && context.reload()) return;
    const isStuck = served === 'same' && failures >= failuresBeforeReload;
    fail(served === 'other' ? 'updated' : isStuck ? 'stuck' : 'unreachable', false);
  };

  function attempt(): void {
    if (isLoading || state.kind === 'ready') return;
    clearTimeout(timer);
    isLoading = true;
    if (state.kind === 'failed') fail(state.failure.reason, true);
    void context
      .reloadFailedStyles()
      .then(load)
      .then((part) => change({ kind: 'ready', part }), explain)
      .finally(() => {
        isLoading = false;
        if (state.kind === 'failed' && wantedBy > 0)
          timer = setTimeout(attempt, Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs));
      });
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads ahead of time. A failure stays silent, because nobody waits for the part yet. */
    prefetch: attempt,
    /** Loads the part, and retries after failures until the returned function is called. */
    want: () => {
      wantedBy += 1;
      attempt();
      const stopListening = context.onOnline(attempt);
      return () => {
        wantedBy -= 1;
        stopListening();
        if (wantedBy === 0) clearTimeout(timer);
      };
    },
  };
}

export type ServedBuild = 'same' | 'other' | 'no answer';

/** The app's entry script in a page's HTML. Its name contains a hash of its content. */
const entryOf = (html: string): string | undefined => /<script[^>]*\ssrc="(\/assets\/app-[^"]+\.js)"/.exec(html)?.[1];

/** Finds out whether the server still serves the build that this page runs. */
const compareBuilds = async (): Promise<ServedBuild> => {
  const own = entryOf(document.documentElement.innerHTML);
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
    const served = answer.ok ? entryOf(await answer.text()) : undefined;
    // A page without our script comes from a proxy, not from our server.
    if (served === undefined) return 'no answer';
    return served === own ? 'same' : 'other';
  } catch {
    return 'no answer';
  }
};

const failed = new Set<string>();

/** Notes every style sheet that fails and removes its element, so that the next attempt starts with a fresh one. */
export const watchStyles = (): void => {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      failed.add(target.href);
      target.remove();
    },
    { capture: true },
  );
};

/** The bundler tries each style sheet only once, so a part that loads on a second attempt would have no styles. */
const reloadFailedStyles = async (): Promise<void> => {
  await Promise.all(
    [...failed].map(async (href) => {
      await loadStyle(href);
      failed.delete(href);
    }),
  );
};

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Style sheet failed to load: ${href}`)));
    document.head.append(link);
  });

const keptAs = 'reloaded-at';
/** At most one automatic reload in this time. Two servers with different builds could otherwise cause an endless loop. */
const spacingMs = 60_000;

let hasTyped = false;

/** Notes the first input anywhere on the page. Saving does not clear the note, because other fields may still be unsaved. */
export const watchTyping = (): void => {
  const note = () => {
    hasTyped = true;
  };
  // Choosing a photo is input too.
  addEventListener('input', note, { capture: true, once: true });
};

/** Returns false if something was typed, a dialog is open, or the page reloaded on its own a moment ago. */
const reloadWhereNothingIsTyped = (): boolean => {
  if (hasTyped || document.querySelector('dialog:modal') !== null) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(keptAs) ?? 0) < spacingMs) return false;
    sessionStorage.setItem(keptAs, String(Date.now()));
  } catch {
    // Without storage for the time of this reload, nothing would prevent a second one.
    return false;
  }
  location.reload();
  return true;
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
