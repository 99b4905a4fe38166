/** Signs a seller in with email and password, and limits how often that is tried. */
import type { ClientInfo } from '#contract/route.ts';
import { normaliseEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { type Clock, pause } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { type Limits, minuteMs, type Passwords } from '../check-password.ts';
import { mustFind } from '../find-user.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { findLogin, pinPassword } from '../store.ts';
import { openSession, type SignedIn } from './open-session.ts';

export type SignInTools = { database: Database; clock: Clock; passwords: Passwords; limits: Limits };

const windowMs = 15 * minuteMs;
const ofOneAddress = { most: 10, withinMs: windowMs };
const ofOneClient = { most: 50, withinMs: windowMs };
/**
 * After this many failures for one email address, from any client, each try waits. This slows down guessing and locks nobody out.
 */
const slowedAfter = 20;
const slowedByMs = 1000;
/** Failures are counted up to this number. */
const mostCounted = { most: 200, withinMs: windowMs };

export function createSignIn({ database, clock, passwords, limits }: SignInTools) {
  const inTurn = createTurns();

  return {
    /**
     * Throws `invalid_credentials` with the same message, and after the same time, for an unknown address and a wrong
     * password. A try is counted before the password is checked, and uncounted if it was right, so that parallel tries can't pass
     * the limit.
     */
    signIn: (given: { email: string; password: string }, client: ClientInfo): Promise<SignedIn> =>
      inTurn(client.address, async () => {
        const email = normaliseEmail(given.email);
        const giveBackClient = await limits.take(`account.login:${client.address}`, ofOneClient);
        const giveBackAddress = await limits
          .take(`account.login:${client.address}:${email}`, ofOneAddress)
          .catch((error) => giveBackClient().then(() => Promise.reject(error)));
        const giveBack = () => Promise.all([giveBackClient(), giveBackAddress()]);

        const everywhere = `account.login-to:${email}`;
        if ((await limits.count(everywhere, windowMs)) >= slowedAfter) await pause(clock, slowedByMs);

        const login = await findLogin(database, email);
        const isRight = await (login === null
          ? passwords.verifyNothing(given.password).then(() => false)
          : passwords.verify(login.passwordHash, given.password)
        ).catch((error) => giveBack().then(() => Promise.reject(error)));
        if (!isRight || login === null) {
          await limits.take(everywhere, mostCounted).catch(ignoreFull);
          throw invalidCredentials();
        }
        await giveBack();
        return await database.transaction(async (tx) => {
          // Changed since it was checked: the change has ended every session, and must not miss this one.
          if (!(await pinPassword(tx, login.id, login.passwordHash))) throw invalidCredentials();
          const now = clock.now();
          const session = await openSession(tx, login.id, client, now);
          await logSecurity(tx, login.id, { what: 'signed_in', client, now });
          return { user: await mustFind(tx, login.id), session };
        });
      }),
  };
}

const invalidCredentials = (): Failure => new Failure('invalid_credentials', 'Invalid credentials. Please try again.');

function ignoreFull(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'too_many_requests')) throw error;
}

const mostWaiting = 100;

/** Runs one sign-in at a time per key, because tries are counted before the check: parallel correct ones would use up the limit. */
function createTurns() {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= mostWaiting) {
      throw new Failure('too_many_requests', 'Too many sign-ins at once. Try again in a moment.', {
        retryAfterMs: 2_000,
      });
    }
    queues.set(key, queue);
    queue.waiting++;
    const mine = queue.last.then(work, work);
    queue.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      queue.waiting--;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}
