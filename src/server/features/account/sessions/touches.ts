// Stores when sessions were last used, for many at once.

import type { Database } from '#domain/ports/database.ts';
import { type Touch, touchSessions } from './store.ts';

/**
 * The first touch is stored at once. Those that come meanwhile are stored together after it, because thousands of open screens
 * would otherwise make a commit each. Resolves once the touch is stored.
 */
export function createTouches(database: Database): (touch: Touch) => Promise<void> {
  let waiting: Touch[] = [];
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  const storeWaiting = (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    next = null;
    return touchSessions(database, taken);
  };
  return (touch) => {
    waiting.push(touch);
    if (next === null) {
      next = running.then(storeWaiting, storeWaiting);
      running = next;
    }
    return next;
  };
}
