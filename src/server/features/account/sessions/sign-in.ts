import type { Caller } from '#contract/route.ts';
import { normaliseEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { type Limits, minuteMs, type Passwords } from '../check-password.ts';
import { mustFind } from '../find-user.ts';
import { findLogin } from '../store.ts';
import { openSession, type SignedIn } from './open-session.ts';

export type SignInTools = { database: Database; clock: Clock; passwords: Passwords; limits: Limits };

const windowMs = 15 * minuteMs;
const ofOneAddress = { most: 10, withinMs: windowMs };
const ofOneClient = { most: 50, withinMs: windowMs };
/** Failures for one address from anywhere, after which each further try waits: guessing is slowed, nobody is locked out. */
const slowedAfter = 20;
const slowedByMs = 1000;
/** Counted no further than this. */
const mostCounted = { most: 200, withinMs: windowMs };

export function createSignIn({ database, clock, passwords, limits }: SignInTools) {
  const inTurn = createTurns();

  return {
    /**
     * Throws `invalid_credentials` in the same words and after the same work for an unknown address and a wrong password.
     * A try is counted before the password is looked at and taken back when it was right, so that tries side by side
     * cannot outrun the limit.
     */
    signIn: (given: { email: string; password: string }, client: Caller): Promise<SignedIn> =>
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
          throw new Failure('invalid_credentials', 'Invalid credentials. Please try again.');
        }
        await giveBack();
        const session = await openSession(database, login.id, client, clock.now());
        return { user: await mustFind(database, login.id), session };
      }),
  };
}

const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.at(clock.now() + ms, resolve);
  });

function ignoreFull(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'too_many_requests')) throw error;
}

const mostWaiting = 100;

/** One at a time for each key: what counts tries before they are known to fail must not count right ones side by side. */
function createTurns() {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= mostWaiting) {
      throw new Failure('too_many_requests', 'Too many sign-ins at once. Please try again in a moment.', {
        retryAfterMs: 2_000,
      });
    }
    lines.set(key, line);
    line.waiting++;
    const mine = line.last.then(work, work);
    line.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      line.waiting--;
      if (line.waiting === 0) lines.delete(key);
    }
  };
}
