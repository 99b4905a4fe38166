// The face of this room: the operator's hold of all bots, which every process knows within seconds.

import type { HoldReader } from '#domain/bot/hold.ts';
import { closeKnown, type HoldNeeds, inForceAt, openKnown, refresh, topic, unknownHold } from './known-hold.ts';
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

const kept = 100;

export function createHold({
  isPausedBySetting,
  ...needs
}: HoldNeeds & {
  /** BOTS_PAUSED holds this process, whatever the database says. */
  isPausedBySetting: boolean;
}): HoldSwitch {
  const { database, clock, signals } = needs;
  const startedAt = clock.now();
  const known = unknownHold(needs);

  return {
    find() {
      return inForceAt(known, clock.now()) ?? (isPausedBySetting ? { until: null, reason: null } : null);
    },
    heldMs() {
      const now = clock.now();
      const since = inForceAt(known, now)?.at ?? (isPausedBySetting ? startedAt : now);
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
      await refresh(known);
    },

    async release(by) {
      const wasHeld = await database.transaction(async (tx) => {
        await lockHolds(tx);
        const wasInForce = await endHold(tx, { ...by, now: clock.now() });
        await signals.send(tx, topic);
        return wasInForce;
      });
      await refresh(known);
      return wasHeld;
    },

    read: () => findHoldInForce(database, clock.now()),
    history: () => findHolds(database, kept),
    open: () => openKnown(known),
    close: () => closeKnown(known),
  };
}
