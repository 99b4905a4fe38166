// Stores when sessions were last used, for many at once.

import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { type Touch, touchSessions } from './store.ts';

/** With 10,000 open dashboards, 167 sessions a second are touched. Each commit of its own waits for the disk. */
const spacingMs = 1_000;

/**
 * How long a session that is used isn't stored again: from one to two minutes, and always the same for one session. After a restart,
 * all open dashboards come back within seconds. With the same minute for all, they would also be stored in the same seconds of each
 * minute, which made status calls wait up to 0.2 s.
 */
export const touchRestMs = (sessionId: string): number => 60_000 + Number(BigInt(sessionId) % 60n) * 1_000;

/**
 * With few sessions in use, a touch is stored at once, and resolves when it is. Those that come within a second of it, or before it
 * is stored, are stored together, and no call waits for them: if that fails, the session's next call touches it again.
 */
export function createTouches({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): (touch: Touch) => Promise<void> {
  let waiting: Touch[] = [];
  let storedAt: Instant = Number.NEGATIVE_INFINITY;
  let isStoring = false;

  const storeWaiting = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    storedAt = clock.now();
    isStoring = true;
    try {
      await touchSessions(database, taken);
    } finally {
      isStoring = false;
      if (waiting.length > 0) plan();
    }
  };
  const plan = () => clock.at(Math.max(clock.now(), storedAt + spacingMs), () => void storeWaiting().catch(() => {}));

  return async (touch) => {
    waiting.push(touch);
    if (isStoring || waiting.length > 1) return;
    if (Math.abs(clock.now() - storedAt) >= spacingMs) await storeWaiting();
    else plan();
  };
}
