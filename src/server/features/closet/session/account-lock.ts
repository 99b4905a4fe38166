/** Lets one caller at a time talk to the marketplace for an account, on whichever machine it runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#domain/failure.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import type { MarketAccount } from '#domain/ports/marketplace.ts';
import { isLockHeld, isShareInFlight, pinLock, releaseLock, renewLock, takeLock } from './lock-store.ts';

/** A share's own deadline is 10 s; what was reserved longer ago cannot arrive any more. */
const shareDeadlineMs = 12_000;
const lookAgainMs = 100;
/** Longer than a lock: by then a dead holder's has run out. */
const longestWaitMs = 75_000;

/** An account lock while it is held. A holder that stalled for longer than the lock's lease has lost it. */
export type AccountLock = {
  /** The account with every call to the marketplace refused once the lock is lost. */
  guard(account: MarketAccount): MarketAccount;
  /** Writes what the holder found out. Nobody takes the lock before it commits. Throws where the lock is lost. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
};

/** Runs `work` while nobody else talks to the marketplace for this user. */
export type WithAccountLock = <T>(userId: string, work: (lock: AccountLock) => Promise<T>) => Promise<T>;

/** Thrown to a holder whose lock has run out, or was taken by another since. */
export class AccountLockLost extends Failure {
  constructor() {
    super('too_many_requests', 'This took too long, so it was stopped. Please try again in a moment.', {
      retryAfterMs: 10_000,
    });
  }
}

/**
 * One call at a time an account (wire protocol 1): inside this process by a queue a user, between processes by
 * `closets.locked_until`. While that is ahead of the database's clock no share is reserved, and one that is on its way is
 * waited for. Throws `closet_not_connected` where there is no row, `too_many_requests` where the wait is too long.
 */
export function createAccountLock({
  database,
  lockMs = 60_000,
  renewEveryMs = 20_000,
}: {
  database: Database;
  /** How long a lock stands where its holder dies. It is renewed well before. */
  lockMs?: number;
  renewEveryMs?: number;
}): WithAccountLock {
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
    // A renewal that fails is tried again: the lock outlives two of them, and every use of it asks the database.
    const renewal = setInterval(() => void renewLock(database, userId, epoch, lockMs).catch(() => {}), renewEveryMs);
    try {
      await waitForShare(userId);
      return await work(lockOf(database, userId, epoch));
    } finally {
      clearInterval(renewal);
      // Where the database is away, the lock runs out by itself. A renewal that comes after the release finds none to renew.
      await releaseLock(database, userId, epoch).catch(() => {});
    }
  }

  /** None is reserved from here on, so whatever is on its way has arrived within its deadline. */
  async function waitForShare(userId: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < shareDeadlineMs; waitedMs += lookAgainMs) {
      if (!(await isShareInFlight(database, userId, shareDeadlineMs))) return;
      await sleep(lookAgainMs);
    }
  }

  async function waitForLock(userId: string): Promise<string> {
    for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += lookAgainMs) {
      const { exists, epoch } = await takeLock(database, userId, lockMs);
      if (epoch !== null) return epoch;
      if (!exists) throw new Failure('closet_not_connected', 'No closet is linked yet. Link one to go on.');
      await sleep(lookAgainMs);
    }
    throw new Failure('too_many_requests', 'Something else is reading this closet right now. Please try again soon.', {
      retryAfterMs: lockMs,
    });
  }
}

function lockOf(database: Database, userId: string, epoch: string): AccountLock {
  const proveHeld = async (): Promise<void> => {
    if (!(await isLockHeld(database, userId, epoch))) throw new AccountLockLost();
  };
  /** A call may ask back just before it writes: that is refused too. */
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
    transaction: (work) =>
      database.transaction(async (tx) => {
        if (!(await pinLock(tx, userId, epoch))) throw new AccountLockLost();
        return work(tx);
      }),
  };
}
