// The face of this room: every process says every ten seconds that it is alive, and what it counted since.

import { randomUUID } from 'node:crypto';
import { type Clock, type Instant, oneAtATime } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { addCounts, countWaitingForStandby, type ProcessRow, removeProcess, saveSign } from './store.ts';

const beatMs = 10_000;
/** After this a process counts as gone. */
export const aliveMs = 3.5 * beatMs;

export type ProcessFacts = Pick<ProcessRow, 'role' | 'version' | 'host'> & {
  /** Read at each beat. */
  now(): Pick<ProcessRow, 'bots' | 'memoryMb' | 'freeMb'>;
};

export function createLife(needs: {
  database: Database;
  clock: Clock;
  process: ProcessFacts;
  log: { warn(fields: object, message: string): void };
}) {
  const { database, clock, process, log } = needs;
  const id = randomUUID();
  const counts = createCounts();
  let startedAt: Instant | null = null;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const seenAt = clock.now();
    const taken = counts.take();
    if (startedAt === null && taken.length === 0) return;
    try {
      await database.transaction(async (tx) => {
        const { role, version, host } = process;
        if (startedAt !== null) await saveSign(tx, id, { role, version, host, startedAt, seenAt, ...process.now() });
        await addCounts(tx, Math.floor(seenAt / beatMs) * beatMs, taken);
      });
    } catch (error) {
      counts.giveBack(taken);
      throw error;
    }
  }
  const beat = (): Promise<void> => {
    const next = beating.catch(() => {}).then(write);
    beating = next;
    return next;
  };
  async function logMissed(error: unknown): Promise<void> {
    const count = await countWaitingForStandby(database).catch(() => 0);
    const message = 'Database stores nothing, because it waits for its standby';
    log.warn({ error }, count > 0 ? message : 'Heartbeat not written');
  }
  const tick = oneAtATime(() => beat().catch(logMissed));

  return {
    counts,
    /** Only for a process that stays. Commands and tests don't appear as processes. */
    begin(): void {
      startedAt = clock.now();
      void tick();
      // By the host's clock: a test that moves the product's clock by a day must not write thousands of heartbeats.
      timer = setInterval(tick, beatMs).unref();
    },
    /** Writes what was counted, and the heartbeat if this process has begun. */
    beat,
    async close(): Promise<void> {
      clearInterval(timer);
      await beat().catch(() => {});
      if (startedAt !== null) await removeProcess(database, id).catch(() => {});
    },
  };
}

/** In ms. A share later than all of them counts at the last one. */
const lateBounds = [10, 25, 50, 75, 100, 150, 250, 500, 1_000, 2_000, 5_000, 15_000, 60_000] as const;

function createCounts() {
  const counts = new Map<string, number>();
  const add = (name: string, count = 1): void => void counts.set(name, (counts.get(name) ?? 0) + count);
  const nameOfLateness = (ms: number): string => `late ${lateBounds.find((bound) => ms <= bound) ?? lateBounds.at(-1)}`;
  return {
    shareSettled: (outcome: string): void => add(`share ${outcome}`),
    late: (ms: number): void => add(nameOfLateness(ms)),
    refused: (call: string, budget: string): void => add(`refused ${call} ${budget}`),
    /** Everything since the last call. */
    take(): { name: string; count: number }[] {
      // Every process writes in the same order, so that no two of them wait for each other.
      const taken = [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
      counts.clear();
      return taken;
    },
    /** Counts again what could not be written. */
    giveBack(given: readonly { name: string; count: number }[]): void {
      for (const { name, count } of given) add(name, count);
    },
  };
}

export type Counts = ReturnType<typeof createCounts>;

/** The bound below which 99 % lie; null if there are none. */
export function latenessOf(counts: ReadonlyMap<string, number>): number | null {
  const numbers = lateBounds.map((bound) => counts.get(`late ${bound}`) ?? 0);
  const all = numbers.reduce((sum, number) => sum + number, 0);
  let below = 0;
  for (const [index, number] of numbers.entries()) {
    below += number;
    if (all > 0 && below >= all * 0.99) return lateBounds[index] ?? null;
  }
  return null;
}
