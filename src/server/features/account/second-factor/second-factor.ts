// The face of this room: the second step of a sign-in, with passkeys, an authenticator app, and recovery codes.

import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { ClientInfo } from '#contract/route.ts';
import { normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { notifySeller } from '../mail/notify-seller.ts';
import { recoveryCodesMade, secondStepRemovedByOperator } from '../mail/write-mail.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { findLogin } from '../user/store.ts';
import { createAuthenticatorApp } from './authenticator-app.ts';
import { createChanges, type Owner, type SecondFactorTools } from './changes.ts';
import { createPasskeys } from './passkeys.ts';
import { findMethods, lockOwner, removeEverything } from './store.ts';

export {
  type AnswerTools,
  askForPasskey,
  checkAnswer,
  isAppCode,
  passkeyRefused,
  spendCode,
  wrongCode,
} from './answers.ts';
export type { SecondFactorTools } from './changes.ts';
export {
  countRecoveryCodes,
  findMethods,
  type Methods,
  pruneQuestions,
  removeEverything as removeSecondStep,
  saveUse,
} from './store.ts';

export function createSecondFactor(tools: SecondFactorTools) {
  const { database, clock } = tools;
  const changes = createChanges(tools);
  const { describe, change, makeCodes } = changes;

  return {
    ...createPasskeys(tools, changes),
    ...createAuthenticatorApp(tools, changes),

    secondFactor: (userId: string): Promise<SecondFactor> => describe(database, userId),

    async makeRecoveryCodes(user: Owner, client: ClientInfo): Promise<string[]> {
      return await change(user.id, async (tx, record) => {
        const { hasApp, hasPasskey } = await findMethods(tx, user.id);
        if (!hasApp && !hasPasskey) throw new Failure('not_found', 'Add a passkey or an authenticator app first.');
        await record('recovery_codes_made', client, recoveryCodesMade());
        return await makeCodes(tx, user.id);
      });
    },

    /** For the operator's commands: the password is enough again. */
    async removeSecondFactorByEmail(email: string): Promise<'removed' | 'none' | 'unknown'> {
      const found = await findLogin(database, normalizeEmail(email));
      if (found === null) return 'unknown';
      return await database.transaction(async (tx) => {
        await lockOwner(tx, found.id);
        if (!(await removeEverything(tx, found.id))) return 'none';
        const now = clock.now();
        const what = 'second_factor_removed_by_operator';
        await logSecurity(tx, found.id, { what, client: null, now });
        await notifySeller(tools, tx, { userId: found.id, what, news: secondStepRemovedByOperator(), now });
        return 'removed';
      });
    },
  };
}
