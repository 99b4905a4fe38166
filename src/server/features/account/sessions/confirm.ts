// A signed-in seller proves again who they are, so that a session left open is not enough for what matters most.

import type { z } from 'zod';
import type { Confirmation } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import { confirmationLifeMs } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { type AnswerTools, checkAnswer, saveUse } from '../second-factor/second-factor.ts';
import { codeTries, type Limits, type Passwords, passkeyTries, proveOwner } from '../user/check-password.ts';
import { findOwnSecrets } from '../user/store.ts';
import type { OpenTools, SessionUser } from './open-session.ts';
import { findSecondStep, refusedCode, secondStepRequired, takeCode } from './second-step.ts';
import { saveConfirmed } from './store.ts';

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
