// The face of this room: the operator's hold of all bots, which every process knows within seconds.
import type { HoldReader } from '#domain/bot/hold.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { Signals } from '#domain/ports/signals.ts';
import {
  dropOldHolds,
  endHold,
  findHoldInForce,
  findHolds,
  type Holder,
  type HoldRow,
  insertHold,
  lockHolds,
  sumHeldMs,
} from './store.ts';

export type { Holder, HoldRow } from './store.ts';

/** A signal may be lost, so the hold is also read this often. */
const refreshEveryMs = 5_000;
const topic = 'hold';
const shownHolds = 100;

export function createHold(needs: {
  database: Database;
  clock: Clock;
  signals: Signals;
  log: { warn(fields: object, message: string): void };
  /** BOTS_PAUSED holds this process, whatever the database says. */
  isPausedBySetting: boolean;
}) {
  const { database, clock, signals, log, isPausedBySetting } = needs;
  const startedAt = clock.now();
  /** The hold as this process knows it: read at the start, at every signal, and now and then. */
  let row: HoldRow | null = null;
  let reading: Promise<void> = Promise.resolve();
  let following: Promise<void> | null = null;
  let listening: ReturnType<Signals['listen']> | null = null;
  let isClosed = false;

  const inForceAt = (now: Instant): HoldRow | null =>
    row === null || (row.until !== null && row.until <= now) ? null : row;

  /** Every process says it, because each log has to explain why it shares nothing. */
  async function readOnce(): Promise<void> {
    const before = row;
    row = await findHoldInForce(database, clock.now());
    if (row?.at === before?.at) return;
    if (row === null) return log.warn({}, 'Hold ended, bots continue');
    const { via, until, reason } = row;
    const end = until === null ? {} : { until: new Date(until).toISOString() };
    log.warn({ kind: via, reason, ...end }, 'All bots on hold');
  }

  /** One after another: a process that places a hold also gets its own signal, and an older answer must not replace a newer one. */
  function refresh(): Promise<void> {
    reading = reading.catch(() => {}).then(readOnce);
    return reading;
  }

  /** While the database is away, the hold that was read last stays in force. */
  async function follow(): Promise<void> {
    while (!isClosed) {
      await listening?.next(refreshEveryMs);
      if (!isClosed) await refresh().catch((error: unknown) => log.warn({ error }, 'Hold not read'));
    }
  }

  const reader: HoldReader = {
    find() {
      return inForceAt(clock.now()) ?? (isPausedBySetting ? { until: null, reason: null } : null);
    },
    heldMsSince: (since) => sumHeldMs(database, { since, now: clock.now() }),
  };

  return {
    ...reader,
    /** For how long this process has held its bots; 0 while it doesn't. From memory. */
    heldMs(): number {
      const now = clock.now();
      const since = inForceAt(now)?.at ?? (isPausedBySetting ? startedAt : now);
      return Math.max(0, now - since);
    },

    /** Holds all bots, in place of the hold in force. `forMs` is null: until the release. */
    async place({ reason, forMs, by }: { reason: string | null; forMs: number | null; by: Holder }): Promise<void> {
      await database.transaction(async (tx) => {
        await lockHolds(tx);
        const now = clock.now();
        await endHold(tx, { ...by, now });
        await insertHold(tx, { ...by, reason, until: forMs === null ? null : now + forMs, now });
        await dropOldHolds(tx, shownHolds);
        await signals.send(tx, topic);
      });
      await refresh();
    },

    /** Resolves to false if there was no hold. */
    async release(by: Holder): Promise<boolean> {
      const wasHeld = await database.transaction(async (tx) => {
        await lockHolds(tx);
        const wasInForce = await endHold(tx, { ...by, now: clock.now() });
        await signals.send(tx, topic);
        return wasInForce;
      });
      await refresh();
      return wasHeld;
    },

    /** As the database has it. */
    read: () => findHoldInForce(database, clock.now()),
    history: () => findHolds(database, shownHolds),
    /** Reads the hold before anything runs. A process that can't know it must not share. */
    async open(): Promise<void> {
      listening = signals.listen(topic);
      await refresh();
      following = follow();
    },
    async close(): Promise<void> {
      isClosed = true;
      listening?.end();
      await following;
    },
  };
}

export type HoldSwitch = ReturnType<typeof createHold>;
