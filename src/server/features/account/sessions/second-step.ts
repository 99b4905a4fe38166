// The second step where it is asked for: at a sign-in, and before what matters most.

import type { ClientInfo } from '#contract/route.ts';
import { refuseUnconfirmed } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { notifySeller } from '../mail/notify-seller.ts';
import { recoveryCodeUsed } from '../mail/write-mail.ts';
import {
  type AnswerTools,
  countRecoveryCodes,
  findMethods,
  isAppCode,
  type Methods,
  spendCode,
  wrongCode,
} from '../second-factor/second-factor.ts';
import { logSecurity } from '../security-log/security-log.ts';
import type { OpenTools, SessionUser } from './open-session.ts';

/** Whether the code is right. It is used up with the transaction, and the seller is notified of a recovery code. */
export async function takeCode(
  tools: AnswerTools & OpenTools,
  tx: Queryable,
  { userId, code, client }: { userId: string; code: string; client: ClientInfo },
): Promise<boolean> {
  const kind = await spendCode(tools, tx, { userId, code });
  if (kind !== 'recovery') return kind !== null;
  const now = tools.clock.now();
  await logSecurity(tx, userId, { what: 'recovery_code_used', client, now });
  const { left } = await countRecoveryCodes(tx, userId);
  await notifySeller(tools, tx, { userId, what: 'recovery_code_used', news: recoveryCodeUsed(left), now });
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
