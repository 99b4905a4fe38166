// What the faults of a chaos run can reach, and how they choose where to strike.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Leg } from '../legs.ts';
import type { Seller, SellerNotes } from '../sellers.ts';
import type { Place, Role } from '../world/programs.ts';
import type { World } from '../world/world.ts';

export type Run = { random: () => number; say: (words: string) => void; signal?: AbortSignal };

/** What a leg runs on, and what faults can reach. */
export type Ground = World &
  Run & {
    leg: Leg;
    sellers: readonly Seller[];
    notes: SellerNotes;
    /** The programs that are struck. */
    targets: readonly Place[];
    /** It is the only fault of the run, so it strikes as its row of the table says: longer or harder than among others. */
    isAlone: boolean;
    /** Faults that leave a worker alive last for so many leases, so that others take its bots over; null for their usual time. */
    leases: readonly [number, number] | null;
    /** When a program was killed, or ordered to end, if that was later than the fault began. */
    struckAt: number;
    isOver: boolean;
    found: Found;
  };

/** What the faults of a run measured. */
type Found = {
  /** How long it took until everything worked again. */
  recoveriesMs: number[];
  /** The most that was seen of what may not exceed a limit, by the fault that measured it. */
  most: Record<string, number>;
};

/** Keeps the most that a fault has measured. */
export const measure = ({ found }: Ground, fault: string, value: number): void => {
  found.most[fault] = Math.max(found.most[fault] ?? Number.NEGATIVE_INFINITY, value);
};

export type Fault = {
  /** What it is called in the report and on the command line. */
  name: string;
  /** How often it is chosen, compared with others. */
  weight: number;
  /** It doesn't begin before its last time is over. */
  isOneAtATime?: true;
  /** Resolves when it has healed. False if there was nothing to strike. */
  run(ground: Ground): Promise<boolean>;
};

/** A worker's lease, in milliseconds. */
const leaseMs = 5_000;

/** How long a fault lasts. */
export const lasting = (ground: Ground, [least, most]: readonly [number, number]): number =>
  ground.leases ? leaseMs * between(ground, ...ground.leases) : between(ground, least, most);

/** A random number from `least` to `most`. */
export const between = ({ random }: Ground, least: number, most: number): number => least + random() * (most - least);

/** A fault of one program or its connections. No other fault is at work there meanwhile. */
export const at =
  (role: Role | null, run: (place: Place, ground: Ground) => Promise<unknown>): Fault['run'] =>
  async (ground) => {
    const free = ground.targets.filter(
      (place) => !place.isBusy && (role === null || place.role === role || place.role === 'all'),
    );
    const place = free[Math.floor(ground.random() * free.length)];
    if (place === undefined) return false;
    place.isBusy = true;
    try {
      await run(place, ground);
    } finally {
      place.isBusy = false;
    }
    return true;
  };

/** Bad weather on the way from a program to the database or the marketplace. */
export const weather = (
  role: Role | null,
  way: 'database' | 'marketplace',
  range: readonly [number, number],
  begin: (way: Place['database']) => void,
) =>
  at(role, async (place, ground) => {
    begin(place[way]);
    await sleep(lasting(ground, range));
    place[way].heal();
  });
