// The face of this room: every process says every ten seconds that it is alive, and what it counted since.

import { randomUUID } from 'node:crypto';
import { type Clock, type Instant, oneAtATime } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { createCounts } from './counts.ts';
import { addCounts, countWaitingForStandby, removeProcess, saveSign } from './store.ts';

const beatMs = 10_000;
/** After this a process counts as gone. */
export const aliveMs = 3.5 * beatMs;

export type ProcessFacts = {
  role: string;
  version: string;
  host: string;
  /** Read at each beat. */
  now(): { bots: number; memoryMb: number; freeMb: number | null };
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
