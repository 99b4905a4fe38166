// The face of this room: signing in and out, and who is signed in.

import type { z } from 'zod';
import type { Confirmation, NewBrowsers } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import { confirmationLifeMs, newBrowserShownMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import { findUnrecognized, removeBrowser, saveRecognized } from '../browsers/browsers.ts';
import { type AnswerTools, checkAnswer, saveUse } from '../second-factor/second-factor.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { codeTries, type Limits, type Passwords, passkeyTries, proveOwner } from '../user/check-password.ts';
import { findOwnSecrets, lockUser } from '../user/store.ts';
import { endSessionsOf, type SessionDevices } from './end-sessions.ts';
import type { OpenTools, SessionUser } from './open-session.ts';
import { findSecondStep, refusedCode, secondStepRequired, takeCode } from './second-step.ts';
import { browserOf, saveConfirmed } from './store.ts';

export { endOtherSessions, type SessionDevices } from './end-sessions.ts';
export {
  createSessions,
  openSession,
  type SessionTools,
  type SessionUser,
  type SignedIn,
} from './open-session.ts';
export { refuseWithoutSecondStep } from './second-step.ts';
export { createPasskeySignIn, createSignIn, type SignInTools } from './sign-in.ts';
export { pruneSessions } from './store.ts';

type ConfirmTools = AnswerTools & OpenTools & { passwords: Passwords; limits: Limits };

export function createConfirm(tools: ConfirmTools) {
  const { database, clock, passwords, limits } = tools;

  const byPassword = async (userId: string, given: string | undefined): Promise<void> => {
    const own = await findOwnSecrets(database, userId);
    if (own === null) throw new Failure('unauthenticated', 'Sign in to continue.');
    const secondStep = await findSecondStep(database, userId);
    if (secondStep !== null) throw secondStepRequired(secondStep);
    const { passwordHash } = own;
    await proveOwner({ passwords, limits, userId, passwordHash, given, field: 'password' });
  };

  const byCode = async (userId: string, code: string, client: ClientInfo): Promise<void> => {
    const giveBack = await limits.take(`account.code:${userId}`, codeTries);
    if (!(await database.transaction((tx) => takeCode(tools, tx, { userId, code, client })))) throw refusedCode(code);
    await giveBack();
  };

  const byPasskey = async (
    userId: string,
    used: NonNullable<z.output<typeof Confirmation>['passkey']>,
  ): Promise<void> => {
    const giveBack = await limits.take(`account.passkey-of:${userId}`, passkeyTries);
    const seen = await checkAnswer(tools, used, userId);
    const use = seen && { id: seen.passkey.id, counter: seen.counter, now: clock.now() };
    if (use === null || !(await saveUse(database, use)))
      throw new Failure('passkey_refused', 'That passkey didn’t work. Try again, or use a code.');
    await giveBack();
  };

  return {
    /**
     * Where a second step is on, it takes that step: a stolen password must not be enough to turn the step off. Throws
     * `second_step_required`, `wrong_password`, `wrong_code`, `passkey_refused`. Resolves to when the confirmation ends.
     */
    async confirm(
      user: SessionUser,
      given: z.output<typeof Confirmation>,
      client: ClientInfo,
    ): Promise<{ until: string }> {
      if (given.passkey !== undefined) await byPasskey(user.id, given.passkey);
      else if (given.code !== undefined) await byCode(user.id, given.code, client);
      else await byPassword(user.id, given.password);
      const now = clock.now();
      await saveConfirmed(database, user.sessionId, now);
      return { until: new Date(now + confirmationLifeMs).toISOString() };
    },
  };
}

export function createNewBrowsers(needs: { database: Database; clock: Clock; devices: SessionDevices }) {
  const { database, clock, devices } = needs;
  const find = ({ id: userId, sessionId }: SessionUser) => {
    const before = clock.now() - newBrowserShownMs;
    return findUnrecognized(database, { userId, sessionId, since: before, trustedBefore: before });
  };
  return {
    async newBrowsers(user: SessionUser): Promise<NewBrowsers> {
      return (await find(user)).map(({ at, ...browser }) => ({ ...browser, at: new Date(at).toISOString() }));
    },

    /** Also throws `not_found` in a browser that is new itself. */
    async recognizeBrowser(user: SessionUser, id: string): Promise<void> {
      if (!(await find(user)).some((browser) => browser.id === id)) throw unknownBrowser();
      await saveRecognized(database, user.id, id, clock.now());
    },

    /** If the browser signs in again, it counts as new. Throws `not_found`. */
    async signOutBrowser(user: SessionUser, id: string, client: ClientInfo): Promise<void> {
      await database.transaction(async (tx) => {
        if (!isId(id) || id === (await browserOf(tx, user.sessionId))) throw unknownBrowser();
        await lockUser(tx, user.id);
        await endSessionsOf(tx, devices, { userId: user.id, browserId: id });
        if (!(await removeBrowser(tx, user.id, id))) throw unknownBrowser();
        await logSecurity(tx, user.id, { what: 'browser_signed_out', client, now: clock.now() });
      });
    },
  };
}

const unknownBrowser = (): Failure => new Failure('not_found', 'This browser is already signed out.');
