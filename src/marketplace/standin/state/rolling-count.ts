// Counts events in a sliding time window.

/**
 * Counts the events of the last `windowMs` exactly and at constant cost: a ring buffer of the last `limit` times. The limit is
 * reached while the oldest of them is still inside the window.
 */
export type Rolling = {
  readonly limit: number;
  isFull(now: number): boolean;
  add(now: number): void;
  /** Times inside the window, oldest first. */
  moments(): number[];
};

export function rolling(limit: number, windowMs: number, past: readonly number[] = []): Rolling {
  let ring = new Float64Array(Math.min(limit, 64));
  let held = 0;
  let head = 0;
  const grow = () => {
    const larger = new Float64Array(Math.min(limit, ring.length * 2));
    for (let i = 0; i < held; i += 1) larger[i] = ring[(head + i) % ring.length] ?? 0;
    ring = larger;
    head = 0;
  };
  const add = (now: number) => {
    if (held === ring.length && held < limit) grow();
    if (held < ring.length) {
      ring[(head + held) % ring.length] = now;
      held += 1;
    } else {
      ring[head] = now;
      head = (head + 1) % ring.length;
    }
  };
  for (const moment of past.slice(-limit)) add(moment);
  return {
    limit,
    isFull: (now) => held >= limit && now - (ring[head] ?? 0) < windowMs,
    add,
    moments: () => Array.from({ length: held }, (_, i) => ring[(head + i) % ring.length] ?? 0),
  };
}
