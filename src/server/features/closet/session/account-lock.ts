// Lets one caller at a time call the marketplace for an account, across all machines.

import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import { oneAtATime } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { isLockHeld, isShareInFlight, pinLock, releaseLock, renewLock, takeLock, usualLockMs } from './lock-store.ts';

/** A share is given up after 10 s, so one that was reserved earlier can no longer arrive. */
const shareDeadlineMs = 12_000;
const retryMs = 100;
/** How long a call waits for others of the same account, such as a sync of a large closet. */
const longestWaitMs = 75_000;

/** An account lock while it is held. A holder that stalled for longer than the lock's lease has lost it. */
export type AccountLock = {
  /** The account. It refuses every call to the marketplace once the lock is lost. */
  guard(account: MarketAccount): MarketAccount;
  /**
   * Stores what the holder found out. Nobody takes the lock before it commits. Throws if the lock is lost. `first` runs before the
   * closet's row is locked, for a bot's row, which everybody locks before it.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, first?: (tx: Queryable) => Promise<void>): Promise<T>;
};

/** Runs `work` while nobody else calls the marketplace for this user. */
export type WithAccountLock = <T>(userId: string, work: (lock: AccountLock) => Promise<T>) => Promise<T>;

export class AccountLockLost extends Failure {
  constructor() {
    super('too_many_requests', 'This took too long, so Hangtag stopped it. Try again in a moment.', {
      retryAfterMs: 10_000,
    });
  }
}

/**
 * Allows one call at a time per account: by a queue per user in this process, and by
 * `closets.locked_until` between processes. While the account is locked no share is reserved; one in flight is waited for.
 * Throws `closet_not_connected` if there is no closet, `too_many_requests` if the wait takes too long.
 */
export function createAccountLock(needs: {
  database: Database;
  /**
   * How long a lock lasts if its holder dies. Until then its seller's bot doesn't share, and the seller's calls wait. It is renewed
   * well before. A call that the dead holder had sent may take longer, so prices and offers don't rely on the lock alone: each is
   * stored before it is sent.
   */
  lockMs?: number;
  renewEveryMs?: number;
}): WithAccountLock {
  const { database, lockMs = usualLockMs, renewEveryMs = 2_000 } = needs;
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

  async function holding<T>(userId: string, work: (lock: AccountLock) => Promise<T>): Promise<T> {
    const epoch = await waitForLock(userId);
    // A failed renewal is tried again, because the lock outlasts three of them. Every use of the lock checks the database anyway.
    const renew = oneAtATime(() => renewLock(database, userId, epoch, lockMs).catch(() => {}));
    const renewal = setInterval(() => void renew(), renewEveryMs);
    try {
      await waitForShare(userId);
      return await work(lockOf(database, userId, epoch));
    } finally {
      clearInterval(renewal);
      // If the database is unreachable, the lock expires on its own. A renewal after the release changes nothing.
      await releaseLock(database, userId, epoch).catch(() => {});
    }
  }

  /** No new share is reserved while the account is locked, so one in flight arrives within its deadline. */
  async function waitForShare(userId: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < shareDeadlineMs; waitedMs += retryMs) {
      if (!(await isShareInFlight(database, userId, shareDeadlineMs))) return;
      await sleep(retryMs);
    }
  }

  async function waitForLock(userId: string): Promise<string> {
    for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += retryMs) {
      const { exists, epoch } = await takeLock(database, userId, lockMs);
      if (epoch !== null) return epoch;
      if (!exists) throw new Failure('closet_not_connected', 'Connect your closet first.');
      await sleep(retryMs);
    }
    throw new Failure('too_many_requests', 'Hangtag is already reading this closet. Try again in a moment.', {
      retryAfterMs: lockMs,
    });
  }
}

function lockOf(database: Database, userId: string, epoch: string): AccountLock {
  const proveHeld = async (): Promise<void> => {
    if (!(await isLockHeld(database, userId, epoch))) throw new AccountLockLost();
  };
  /** A call may call back just before it writes to the marketplace, which is the last moment to refuse. */
  const guarded = (argument: unknown): unknown =>
    typeof argument === 'function'
      ? async (...args: unknown[]) => {
          await proveHeld();
          return Reflect.apply(argument, undefined, args);
        }
      : argument;
  return {
    guard: (account) =>
      new Proxy(account, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function') return member;
          if (name === 'session') return () => target.session();
          return async (...args: unknown[]) => {
            await proveHeld();
            return Reflect.apply(member, target, args.map(guarded));
          };
        },
      }),
    transaction: (work, first) =>
      database.transaction(async (tx) => {
        await first?.(tx);
        if (!(await pinLock(tx, userId, epoch))) throw new AccountLockLost();
        return work(tx);
      }),
  };
}
