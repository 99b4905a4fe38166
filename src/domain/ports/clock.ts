/** The port that every rule, limit and schedule takes its time from. */

/** Milliseconds since the Unix epoch, in UTC. The one representation of a moment inside the product. */
export type Instant = number;

/**
 * The time that rules, limits and schedules go by. In production it follows the database's clock and never the host's wall
 * clock, so a host that jumps can't open a second share day. Tests move it by hand.
 */
export type Clock = {
  now(): Instant;
  /** Calls `run` once the clock shows `instant` (at once where it already does). Returns the cancellation. */
  at(instant: Instant, run: () => void): () => void;
  /** Asks the source of the time now, where there is one: after the host was asleep the clock is behind until then. */
  sync?(): Promise<void>;
};

/**
 * The host's own two clocks. No rule goes by them. Together they show that the host was asleep: the wall clock moves on, and
 * the monotonic one may stand still.
 */
export type HostClocks = { wall(): Instant; monotonic(): number };

/** The part of an `AbortSignal` that `pause` needs; the domain has no globals. */
type Abortable = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/** Resolves after `ms` of the clock's time, or as soon as `signal` aborts. */
export function pause(clock: Clock, ms: number, signal?: Abortable): Promise<void> {
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
