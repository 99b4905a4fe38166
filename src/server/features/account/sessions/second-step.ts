// The second step where it is asked for: at a sign-in, and before what matters most.

import type { z } from 'zod';
import type { Confirmation } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import { confirmationLifeMs, refuseUnconfirmed } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { type AnswerTools, checkAnswer, isAppCode, spendCode, wrongCode } from '../second-factor/answers.ts';
import { countRecoveryCodes, findMethods, type Methods, saveUse } from '../second-factor/store.ts';
import { logAndNotify, recoveryCodeUsed } from '../user/notify-seller.ts';
import { findOwnSecrets } from '../user/store.ts';
import { codeTries, type Limits, type Passwords, passkeyTries, proveOwner } from '../user/user.ts';
import type { OpenTools, SessionUser } from './sessions.ts';
import { saveConfirmed } from './store.ts';

/** Whether the code is right. It is used up with the transaction, and the seller is notified of a recovery code. */
export async function takeCode(
  tools: AnswerTools & OpenTools,
  tx: Queryable,
  { userId, code, client }: { userId: string; code: string; client: ClientInfo },
): Promise<boolean> {
  const kind = await spendCode(tools, tx, { userId, code });
  if (kind !== 'recovery') return kind !== null;
  const { left } = await countRecoveryCodes(tx, userId);
  await logAndNotify(tools, tx, { userId, what: 'recovery_code_used', client, news: recoveryCodeUsed(left) });
  return true;
}

export const refusedCode = (code: string): Failure =>
  isAppCode(code) ? wrongCode() : wrongCode('That recovery code is wrong or was used already. Try another one.');

/** What the account's second step takes; null if it has none. */
export async function findSecondStep(db: Queryable, userId: string): Promise<Methods | null> {
  const methods = await findMethods(db, userId);
  return methods.hasApp || methods.hasPasskey ? methods : null;
}

/** `fields` names what the account takes: a code of its app, or a passkey. */
export function secondStepRequired({ hasApp, hasPasskey }: Methods): Failure {
  const message = hasApp ? 'Enter the code from your authenticator app.' : 'Use your passkey.';
  return new Failure('second_step_required', message, {
    fields: {
      ...(hasApp && { code: 'Enter the code from your authenticator app' }),
      ...(hasPasskey && { passkey: 'Use your passkey' }),
    },
  });
}

/** For changes that ask for the password: where a second step is on, the password is not enough. Throws `confirmation_required`. */
export async function refuseWithoutSecondStep(
  { database, clock }: Pick<AnswerTools, 'database' | 'clock'>,
  user: SessionUser,
): Promise<void> {
  if ((await findSecondStep(database, user.id)) !== null) refuseUnconfirmed(user, clock.now());
}

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
