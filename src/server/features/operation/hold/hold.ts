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

export type HoldSwitch = HoldReader & {
  /** Holds all bots, in place of the hold in force. `forMs` is null: until the release. */
  place(hold: { reason: string | null; forMs: number | null; by: Holder }): Promise<void>;
  /** Resolves to false if there was no hold. */
  release(by: Holder): Promise<boolean>;
  /** For how long this process has held its bots; 0 while it doesn't. From memory. */
  heldMs(): number;
  /** As the database has it. */
  read(): Promise<HoldRow | null>;
  history(): Promise<HoldRow[]>;
  /** Reads the hold before anything runs. A process that can't know it must not share. */
  open(): Promise<void>;
  close(): Promise<void>;
};

/** A signal may be lost, so the hold is also read this often. */
const refreshEveryMs = 5_000;
const kept = 100;
const topic = 'hold';

type HoldNeeds = {
  database: Database;
  clock: Clock;
  signals: Signals;
  log: { warn(fields: object, message: string): void };
};

export function createHold({
  isPausedBySetting,
  ...needs
}: HoldNeeds & {
  /** BOTS_PAUSED holds this process, whatever the database says. */
  isPausedBySetting: boolean;
}): HoldSwitch {
  const { database, clock, signals } = needs;
  const startedAt = clock.now();
  const known = createKnownHold(needs);

  return {
    find() {
      return known.inForce(clock.now()) ?? (isPausedBySetting ? { until: null, reason: null } : null);
    },
    heldMs() {
      const now = clock.now();
      const since = known.inForce(now)?.at ?? (isPausedBySetting ? startedAt : now);
      return Math.max(0, now - since);
    },
    heldMsSince: (since) => sumHeldMs(database, { since, now: clock.now() }),

    async place({ reason, forMs, by }) {
      await database.transaction(async (tx) => {
        await lockHolds(tx);
        const now = clock.now();
        await endHold(tx, { ...by, now });
        await insertHold(tx, { ...by, reason, until: forMs === null ? null : now + forMs, now });
        await dropOldHolds(tx, kept);
        await signals.send(tx, topic);
      });
      await known.refresh();
    },

    async release(by) {
      const wasHeld = await database.transaction(async (tx) => {
        await lockHolds(tx);
        const wasInForce = await endHold(tx, { ...by, now: clock.now() });
        await signals.send(tx, topic);
        return wasInForce;
      });
      await known.refresh();
      return wasHeld;
    },

    read: () => findHoldInForce(database, clock.now()),
    history: () => findHolds(database, kept),
    open: known.open,
    close: known.close,
  };
}

/** The hold as this process knows it: read at the start, at every signal, and now and then. */
function createKnownHold({ database, clock, signals, log }: HoldNeeds) {
  let known: HoldRow | null = null;
  let following: Promise<void> | null = null;
  let isClosed = false;
  let listening: ReturnType<Signals['listen']> | null = null;

  /** Every process says it, because each log has to explain why it shares nothing. */
  const readOnce = async (): Promise<void> => {
    const before = known;
    known = await findHoldInForce(database, clock.now());
    if (known?.at === before?.at) return;
    if (known === null) return log.warn({}, 'Hold ended, bots continue');
    const { via, until, reason } = known;
    const end = until === null ? {} : { until: new Date(until).toISOString() };
    log.warn({ kind: via, reason, ...end }, 'All bots on hold');
  };
  let reading: Promise<void> = Promise.resolve();
  /** One after another: a process that places a hold also gets its own signal, and an older answer must not replace a newer one. */
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readOnce);
    return reading;
  };

  /** While the database is away, the hold that was read last stays in force. */
  async function follow(): Promise<void> {
    while (!isClosed) {
      await listening?.next(refreshEveryMs);
      if (!isClosed) await refresh().catch((error: unknown) => log.warn({ error }, 'Hold not read'));
    }
  }

  return {
    refresh,
    inForce: (now: Instant): HoldRow | null =>
      known === null || (known.until !== null && known.until <= now) ? null : known,
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
