// Counts events in a sliding time window, from the times of the last ones.

/** Whether the limit is reached: the last `limit` events are all inside the window. A limit of 0 means none. */
export const isFull = (
  times: readonly number[],
  { limit, windowMs, now }: { limit: number; windowMs: number; now: number },
): boolean => limit > 0 && times.length >= limit && now - (times[times.length - limit] ?? 0) < windowMs;

/** Adds one event. Keeps up to twice as many times as the limit needs, so that most events cost one push. */
export function countOne(times: number[], limit: number, now: number): void {
  times.push(now);
  if (times.length > limit * 2) times.splice(0, times.length - limit);
}
