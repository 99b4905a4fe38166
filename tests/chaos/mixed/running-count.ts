// Counts shares, and for how long bots were to share, so that times with and without faults can be compared.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#domain/ports/database.ts';
import type { Accepted } from '../oracle/oracle.ts';
import type { Place } from './fleet.ts';

export type RunningCount = {
  seconds: number;
  /** What the marketplace accepted. */
  shares: number;
  /** The time in which bots were neither stopped nor paused, all bots together. */
  botSeconds: number;
  /** The most memory of one program. */
  mostMb: number;
};

const checkEveryMs = 1_000;

/** Counts for `ms`. While the database is away, the last number of running bots counts on. */
export async function countRunning({
  database,
  journal,
  places,
  ms,
  signal,
}: {
  database: Database;
  journal: { accepted: readonly Accepted[] };
  places: readonly Pick<Place, 'memoryMb'>[];
  ms: number;
  signal?: AbortSignal | undefined;
}): Promise<RunningCount> {
  const begunAt = performance.now();
  const sharesBefore = journal.accepted.length;
  let botSeconds = 0;
  let running = 0;
  let lookedAt = begunAt;
  let mostMb = 0;
  while (performance.now() - begunAt < ms) {
    const { rows } = await database
      .query<{ running: number }>(`select count(*)::int as running from bots where state not in ('stopped', 'paused')`)
      .catch(() => ({ rows: [] }));
    running = rows[0]?.running ?? running;
    await sleep(checkEveryMs, undefined, { signal });
    mostMb = Math.max(mostMb, ...places.map((place) => place.memoryMb()));
    const now = performance.now();
    botSeconds += (running * (now - lookedAt)) / 1_000;
    lookedAt = now;
  }
  const seconds = (performance.now() - begunAt) / 1_000;
  return { seconds, shares: journal.accepted.length - sharesBefore, botSeconds, mostMb };
}
