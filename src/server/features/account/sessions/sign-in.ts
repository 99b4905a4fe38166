// Signs a seller in with email and password or with a passkey, and limits how often that is tried.
import type { ClientInfo } from '#contract/route.ts';
import { normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { type Instant, sleep } from '#domain/ports/clock.ts';
import type { UsedPasskey } from '#domain/ports/passkeys.ts';
import { type AnswerTools, askForPasskey, checkAnswer, passkeyRefused } from '../second-factor/answers.ts';
import { saveUse } from '../second-factor/store.ts';
import type { LateWork } from '../user/late-work.ts';
import { logRefusal } from '../user/security-log-store.ts';
import { findLogin, lockPassword, lockUser } from '../user/store.ts';
import { codeTries, type Limits, minuteMs, mustFind, type Passwords, passkeyTries } from '../user/user.ts';
import { isSellersBrowser } from './browsers-store.ts';
import { findSecondStep, refusedCode, secondStepRequired, takeCode } from './second-step.ts';
import { type OpenTools, openSignedIn, type SignedIn } from './sessions.ts';

export type SignInTools = AnswerTools &
  OpenTools & { passwords: Passwords; limits: Limits; late: Pick<LateWork, 'start'> };

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

type StoredPassword = { id: string; passwordHash: string };

type Credentials = { email: string; password: string; code?: string | undefined };

export function createSignIn(tools: SignInTools) {
  const inTurn = createTurns();
  return {
    /**
     * Throws `invalid_credentials` with the same message, and after the same time, for an unknown address and a wrong
     * password. A try is counted before the password is checked, and uncounted if it was right, so that parallel tries can't pass
     * the limit. Throws `second_step_required` and `wrong_code` after the right password only. A wrong code counts like a wrong
     * password, and for the account as well.
     */
    signIn: (given: Credentials, client: ClientInfo): Promise<SignedIn> =>
      inTurn(client.address, (stepAside) => signIn({ ...tools, stepAside }, given, client)),
  };
}

async function signIn(
  tools: SignInTools & { stepAside: StepAside },
  given: Credentials,
  client: ClientInfo,
): Promise<SignedIn> {
  const { database, clock, passwords, limits, late, stepAside } = tools;
  const email = normalizeEmail(given.email);
  // Together, so that a refused try of a flood costs one read and no write.
  const giveBack = await limits.takeAll([
    { key: `account.login:${client.address}`, bound: ofOneClient },
    { key: `account.login:${client.address}:${email}`, bound: ofOneAddress },
  ]);

  const everywhere = `account.login-to:${email}`;
  if ((await limits.count(everywhere, windowMs)) >= slowedAfter) await stepAside(sleep(clock, slowedByMs));

  const login = await findLogin(database, email);
  const isRight = await (login === null
    ? passwords.verifyNothing(given.password).then(() => false)
    : passwords.verify(login.passwordHash, given.password)
  ).catch((error) => giveBack().then(() => Promise.reject(error)));
  if (!isRight || login === null) {
    await limits.take(everywhere, mostCounted).catch(ignoreFull);
    const now = clock.now();
    late.start(() => recordRefused(tools, { email, client, now }));
    throw invalidCredentials();
  }
  const secondStep = await findSecondStep(database, login.id);
  if (secondStep !== null && given.code === undefined) {
    await giveBack();
    throw secondStepRequired(secondStep);
  }
  const code = secondStep === null ? null : (given.code ?? null);
  const giveBackCode = code === null ? null : await takeTry(tools, login.id, client);
  const signedIn = await enter(tools, login, code, client);
  if (signedIn === null) {
    await limits.take(everywhere, mostCounted).catch(ignoreFull);
    await logRefusal(database, login.id, { what: 'code_refused', client, now: clock.now() });
    throw refusedCode(code ?? '');
  }
  await giveBack();
  await giveBackCode?.();
  return signedIn;
}

/** Counts a code. Those of the seller's own browsers are counted apart from those of strangers. */
async function takeTry({ database, limits }: SignInTools, userId: string, client: ClientInfo) {
  const isOwn = await isSellersBrowser(database, { id: userId }, client);
  return limits.take(isOwn ? `account.own-code:${userId}` : `account.code:${userId}`, codeTries);
}

/** Asks again whose the address is: the reply must not depend on it. */
async function recordRefused(
  { database }: SignInTools,
  { email, client, now }: { email: string; client: ClientInfo; now: Instant },
): Promise<void> {
  const login = await findLogin(database, email);
  if (login !== null) await logRefusal(database, login.id, { what: 'password_refused', client, now });
}

/** After the right password. Resolves to null if the code is wrong. */
const enter = (
  tools: SignInTools,
  login: StoredPassword,
  code: string | null,
  client: ClientInfo,
): Promise<SignedIn | null> =>
  tools.database.transaction(async (tx) => {
    // Changed since it was checked: the change has ended every session, and must not miss this one.
    if (!(await lockPassword(tx, login.id, login.passwordHash))) throw invalidCredentials();
    if (code !== null && !(await takeCode(tools, tx, { userId: login.id, code, client }))) return null;
    const session = await openSignedIn(tools, tx, { userId: login.id, client, now: tools.clock.now() });
    return { user: await mustFind(tx, login.id, tools), session };
  });

const invalidCredentials = (): Failure => new Failure('invalid_credentials', 'Invalid credentials. Please try again.');

function ignoreFull(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'too_many_requests')) throw error;
}

const mostWaiting = 100;
/**
 * Clients that sign in at the same time: about as many as fit into the queue for hashing passwords. Without this, a flood of 200
 * sign-ins a second waited for the database instead, for more than 20 s, because each try is counted there first.
 */
const mostClients = 64;

/** A sign-in that only waits leaves its slot to other clients until then. */
type StepAside = (wait: Promise<void>) => Promise<void>;

/** Runs one sign-in at a time per key, because tries are counted before the check: parallel correct ones would use up the limit. */
function createTurns() {
  const queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  let aside = 0;
  const stepAside: StepAside = async (wait) => {
    aside++;
    await wait.finally(() => aside--);
  };
  return async <T>(key: string, work: (stepAside: StepAside) => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    const isFull = queue.waiting === 0 ? queues.size - aside >= mostClients : queue.waiting >= mostWaiting;
    if (isFull) {
      throw new Failure('too_many_requests', 'Too many sign-ins at once. Try again in a moment.', {
        retryAfterMs: 2_000,
      });
    }
    queues.set(key, queue);
    queue.waiting++;
    const mine = queue.last.then(() => work(stepAside));
    queue.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      queue.waiting--;
      if (queue.waiting === 0) queues.delete(key);
    }
  };
}

type PasskeySignInTools = AnswerTools & OpenTools & { limits: Limits };

/** A passkey alone is two factors in one: the device, and what unlocks it. */
export function createPasskeySignIn(tools: PasskeySignInTools) {
  const { database, clock, limits } = tools;
  return {
    /** For a signed-in user, the question is for their own passkeys. */
    askForPasskey: (userId: string | null) => askForPasskey(tools, userId),

    /** Throws `passkey_refused`. */
    async signInWithPasskey(used: UsedPasskey, client: ClientInfo): Promise<SignedIn> {
      const giveBack = await limits.take(`account.passkey:${client.address}`, passkeyTries);
      const seen = await checkAnswer(tools, used, null);
      if (seen === null) throw passkeyRefused();
      await giveBack();
      const { passkey, counter } = seen;
      return await database.transaction(async (tx) => {
        const now = clock.now();
        await lockUser(tx, passkey.userId);
        if (!(await saveUse(tx, { id: passkey.id, counter, now }))) throw passkeyRefused();
        const session = await openSignedIn(tools, tx, { userId: passkey.userId, client, now });
        return { user: await mustFind(tx, passkey.userId, tools), session };
      });
    },
  };
}
