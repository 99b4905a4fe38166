// A signed-in seller proves again who they are, so that a session left open is not enough for what matters most.

import type { z } from 'zod';
import type { Confirmation } from '#contract/schemas/account/security.ts';
import { confirmationLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import {
  type AnswerTools,
  checkAnswer,
  isAppCode,
  saveUse,
  spendCode,
  wrongCode,
} from '../second-factor/second-factor.ts';
import { codeTries, type Limits, type Passwords, passkeyTries, proveOwner } from '../user/check-password.ts';
import { findOwnSecrets } from '../user/store.ts';
import type { SessionUser } from './open-session.ts';
import { saveConfirmed } from './store.ts';

type ConfirmTools = AnswerTools & { passwords: Passwords; limits: Limits };

export function createConfirm(tools: ConfirmTools) {
  const { database, clock, passwords, limits } = tools;

  const byPassword = async (userId: string, given: string | undefined): Promise<void> => {
    const own = await findOwnSecrets(database, userId);
    if (own === null) throw new Failure('unauthenticated', 'Sign in to continue.');
    const { passwordHash } = own;
    await proveOwner({ passwords, limits, userId, passwordHash, given, field: 'password' });
  };

  const byCode = async (userId: string, code: string): Promise<void> => {
    const giveBack = await limits.take(`account.code:${userId}`, codeTries);
    // Recovery codes are for signing in. One that is used here would be gone.
    const isRight =
      isAppCode(code) && (await database.transaction((tx) => spendCode(tools, tx, { userId, code }))) === 'app';
    if (!isRight) throw wrongCode();
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
      throw new Failure('passkey_refused', 'That passkey didn’t work. Try again, or use your password.');
    await giveBack();
  };

  return {
    /** Throws `wrong_password`, `wrong_code`, `passkey_refused`. Resolves to when the confirmation ends. */
    async confirm(user: SessionUser, given: z.output<typeof Confirmation>): Promise<{ until: string }> {
      if (given.passkey !== undefined) await byPasskey(user.id, given.passkey);
      else if (given.code !== undefined) await byCode(user.id, given.code);
      else await byPassword(user.id, given.password);
      const now = clock.now();
      await saveConfirmed(database, user.sessionId, now);
      return { until: new Date(now + confirmationLifeMs).toISOString() };
    },
  };
}
