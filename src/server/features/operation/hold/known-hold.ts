// The hold as this process knows it: read at the start, at every signal, and now and then.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Signals } from '#domain/ports/signals.ts';
import { findHoldInForce, type HoldRow } from './store.ts';

/** A signal may be lost, so the hold is also read this often. */
const refreshEveryMs = 5_000;
export const topic = 'hold';

export type HoldNeeds = {
  database: Database;
  clock: Clock;
  signals: Signals;
  log: { warn(fields: object, message: string): void };
};

type KnownHold = {
  readonly needs: HoldNeeds;
  row: HoldRow | null;
  /** The last of those that run one after another. */
  reading: Promise<void>;
  following: Promise<void> | null;
  listening: ReturnType<Signals['listen']> | null;
  isClosed: boolean;
};

export const unknownHold = (needs: HoldNeeds): KnownHold => ({
  needs,
  row: null,
  reading: Promise.resolve(),
  following: null,
  listening: null,
  isClosed: false,
});

export async function openKnown(known: KnownHold): Promise<void> {
  known.listening = known.needs.signals.listen(topic);
  await refresh(known);
  known.following = follow(known);
}

export async function closeKnown(known: KnownHold): Promise<void> {
  known.isClosed = true;
  known.listening?.end();
  await known.following;
}

/** While the database is away, the hold that was read last stays in force. */
async function follow(known: KnownHold): Promise<void> {
  while (!known.isClosed) {
    await known.listening?.next(refreshEveryMs);
    if (!known.isClosed)
      await refresh(known).catch((error: unknown) => known.needs.log.warn({ error }, 'Hold not read'));
  }
}

/** One after another: a process that places a hold also gets its own signal, and an older answer must not replace a newer one. */
export function refresh(known: KnownHold): Promise<void> {
  known.reading = known.reading.catch(() => {}).then(() => readOnce(known));
  return known.reading;
}

/** Every process says it, because each log has to explain why it shares nothing. */
async function readOnce(known: KnownHold): Promise<void> {
  const { database, clock, log } = known.needs;
  const before = known.row;
  const row = await findHoldInForce(database, clock.now());
  known.row = row;
  if (row?.at === before?.at) return;
  if (row === null) return log.warn({}, 'Hold ended, bots continue');
  const { via, until, reason } = row;
  const end = until === null ? {} : { until: new Date(until).toISOString() };
  log.warn({ kind: via, reason, ...end }, 'All bots on hold');
}

export const inForceAt = ({ row }: KnownHold, now: Instant): HoldRow | null =>
  row === null || (row.until !== null && row.until <= now) ? null : row;
