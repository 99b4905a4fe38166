// The clock used in production. It follows the database's clock.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { Log } from '../log/log.ts';
import { createCallbacks } from './callbacks.ts';

/** A reading is off by at most half the time it took. A slower reading than this counts only if the clock is off by more. */
const slowestReadingMs = 200;
/** Readings may differ by this much on a busy machine. A larger step back means that the database's clock was set back. */
const leastStepMs = 1_000;

/**
 * Returns the database's time at the last reading plus the time that the monotonic clock has counted since. It reads once before
 * it resolves, and then every `readEveryMs`. It never asks the host's wall clock, so jumps of that clock change nothing. Without
 * the database it continues by the monotonic clock.
 *
 * `now()` follows the database forward at once, but does not go back for the jitter of readings: it stops until the time has
 * caught up. If the database's clock was set back by more than a second, it follows that step once. Leases and limits use that
 * clock, and a program ahead of it would claim bots that are not due.
 */
export async function databaseClock({
  database,
  readEveryMs = 2_000,
  log,
}: {
  database: Queryable;
  readEveryMs?: number;
  log: Log;
}): Promise<Clock & { stop(): void }> {
  /** The database's time minus the monotonic time, in ms. */
  let offset = 0;
  let latest: Instant = Number.NEGATIVE_INFINITY;
  let isLost = false;
  let isStopped = false;

  const now = (): Instant => {
    latest = Math.max(latest, Math.floor(performance.now() + offset));
    return latest;
  };
  const callbacks = createCallbacks({ now, log });

  const read = async () => {
    const askedAt = performance.now();
    const { rows } = await database.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const answeredAt = performance.now();
    const ms = rows[0]?.ms;
    if (ms === undefined) return;
    const read = ms - (askedAt + answeredAt) / 2;
    const tookMs = answeredAt - askedAt;
    const isPrecise = tookMs <= slowestReadingMs || latest === Number.NEGATIVE_INFINITY;
    if (!isPrecise && Math.abs(read - offset) <= tookMs) return;
    if (read - offset < -leastStepMs) {
      log.warn({ stepMs: Math.round(read - offset) }, 'Database clock was set back');
      latest = Number.NEGATIVE_INFINITY;
    }
    offset = read;
    callbacks.clockMoved();
  };
  await read();
  now();

  const keepInStep = async () => {
    try {
      await read();
      if (isLost) log.info({}, 'Database clock is back');
      isLost = false;
    } catch (error) {
      if (!isLost && !isStopped) log.warn({ error }, 'Database clock does not answer, using the monotonic clock');
      isLost = true;
    }
    planReading();
  };
  let reading: NodeJS.Timeout | undefined;
  const planReading = () => {
    if (!isStopped) reading = setTimeout(keepInStep, readEveryMs).unref();
  };
  planReading();

  return {
    now,
    at: callbacks.at,
    sync: read,
    stop() {
      isStopped = true;
      clearTimeout(reading);
      callbacks.stop();
    },
  };
}
