import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import type { Database } from '#domain/ports/database.ts';
import { isShareInFlight, releaseHold, renewHold, takeHold } from '../store.ts';

/** A share's own deadline is 10 s; what was reserved longer ago cannot arrive any more. */
const shareDeadlineMs = 12_000;
const lookAgainMs = 100;
/** A dead holder's hold ends within this time, and so does every honest one. */
const longestWaitMs = 75_000;

/** Runs `work` while nobody else talks to the marketplace for this user, on any machine. */
export type HoldAccount = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

/**
 * One call at a time an account (wire protocol 1), also across processes: inside this one a queue a user, between
 * processes `closets.locked_until` by the database's clock. No share is reserved while it is ahead, and one that is on its
 * way is waited for. Throws `closet_not_connected` where there is no row, `too_many_requests` where the wait is too long.
 */
export function createHold({
  database,
  holdMs = 60_000,
  renewEveryMs = 20_000,
}: {
  database: Database;
  /** How long a hold stands where its holder dies. It is renewed well before. */
  holdMs?: number;
  renewEveryMs?: number;
}): HoldAccount {
  const last = new Map<string, Promise<unknown>>();

  return (userId, work) => {
    const mine = (last.get(userId) ?? Promise.resolve()).then(() => holding(userId, work));
    const settled = mine.catch(() => {});
    last.set(userId, settled);
    void settled.then(() => {
      if (last.get(userId) === settled) last.delete(userId);
    });
    return mine;
  };

  async function holding<T>(userId: string, work: () => Promise<T>): Promise<T> {
    let hold = await waitForHold(userId);
    let renewing: Promise<unknown> = Promise.resolve();
    const renewal = setInterval(() => {
      renewing = renewHold(database, userId, hold, holdMs)
        .then((renewed) => {
          hold = renewed ?? hold;
        })
        // A missed renewal is tried again; the hold outlives two of them.
        .catch(() => {});
    }, renewEveryMs);
    try {
      await waitForShare(userId);
      return await work();
    } finally {
      clearInterval(renewal);
      // A renewal that is under way would outlive the release.
      await renewing;
      // Where the database is away, the hold ends by itself.
      await releaseHold(database, userId, hold).catch(() => {});
    }
  }

  /** None is reserved from here on, so whatever is on its way has arrived within its deadline. */
  async function waitForShare(userId: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < shareDeadlineMs; waitedMs += lookAgainMs) {
      if (!(await isShareInFlight(database, userId, shareDeadlineMs))) return;
      await sleep(lookAgainMs);
    }
  }

  async function waitForHold(userId: string): Promise<string> {
    for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += lookAgainMs) {
      const { exists, hold } = await takeHold(database, userId, holdMs);
      if (hold !== null) return hold;
      if (!exists) throw new Failure('closet_not_connected', 'No closet is linked yet. Link one to go on.');
      await sleep(lookAgainMs);
    }
    throw new Failure('too_many_requests', 'Something else is reading this closet right now. Please try again soon.', {
      retryAfterMs: holdMs,
    });
  }
}
