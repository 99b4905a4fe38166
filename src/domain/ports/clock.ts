// Port: the time that rules, limits, and schedules use.

/** Milliseconds since the Unix epoch, in UTC. The only representation of time inside the product. */
export type Instant = number;

/**
 * In production it follows the database's clock and not the host's, so that a host whose clock jumps cannot start a second share
 * day. Tests set it by hand.
 */
export type Clock = {
  now(): Instant;
  /** Calls `run` once the clock reaches `instant` (at once if it already has). Returns a function that cancels it. */
  at(instant: Instant, run: () => void): () => void;
  /** Reads the time from its source now, if there is one. After the host slept, the clock is behind until it does. */
  sync?(): Promise<void>;
};

/**
 * The host's two clocks. No rule uses them. Together they show that the host slept: the wall clock moves on, and the monotonic
 * clock may stop.
 */
export type HostClocks = { wall(): Instant; monotonic(): number };

/** The part of an `AbortSignal` that `sleep` needs; the domain has no globals. */
type Abortable = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** Resolves after `ms` of the clock's time, or as soon as `signal` aborts. */
export function sleep(clock: Clock, ms: number, signal?: Abortable): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const cut = () => {
      cancel();
      resolve();
    };
    const cancel = clock.at(clock.now() + ms, () => {
      signal?.removeEventListener('abort', cut);
      resolve();
    });
    signal?.addEventListener('abort', cut, { once: true });
  });
}

/** For work that is started again and again: a call while it runs starts nothing, and ends with it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
