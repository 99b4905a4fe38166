// The face of this room: the second step of a sign-in, with passkeys, an authenticator app, and recovery codes.

import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { ClientInfo } from '#contract/route.ts';
import { mostPasskeys, normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { CreatedPasskey } from '#domain/ports/passkeys.ts';
import { notifySeller } from '../mail/notify-seller.ts';
import {
  recoveryCodesMade,
  secondStepAdded,
  secondStepRemoved,
  secondStepRemovedByOperator,
} from '../mail/write-mail.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { codeTries } from '../user/check-password.ts';
import { findLogin } from '../user/store.ts';
import { keepQuestion, keyPlace, openKey, refuseWithoutPlace, takeChallenge, wrongCode } from './answers.ts';
import {
  type Changed,
  type Changes,
  createChanges,
  type Owner,
  refuseGuest,
  type SecondFactorTools,
} from './changes.ts';
import {
  findMethods,
  insertPasskey,
  listPasskeys,
  lockOwner,
  removeApp,
  removeEverything,
  removePasskey,
  saveKey,
  takeStep,
  turnAppOn,
} from './store.ts';
import { keyUri, newSecret, stepOfCode, toBase32 } from './totp.ts';

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

function createAuthenticatorApp(tools: SecondFactorTools, { describe, change, firstCodes, isLast }: Changes) {
  const { database, clock, limits, vault } = tools;

  return {
    /** A key for an app. It takes effect when the seller types a code from it. */
    async startApp(user: Owner): Promise<{ key: string; uri: string }> {
      refuseGuest(user);
      return await database.transaction(async (tx) => {
        const owner = await lockOwner(tx, user.id);
        if (owner === null) throw new Failure('unauthenticated', 'Sign in to continue.');
        const secret = newSecret();
        const sealed = await vault.seal(tx, keyPlace(user.id), secret.toString('base64url'));
        if (!(await saveKey(tx, { userId: user.id, secret: sealed, now: clock.now() }))) throw appIsOn();
        return { key: toBase32(secret), uri: keyUri(secret, owner.email) };
      });
    },

    /** Throws `wrong_code`. */
    async confirmApp(user: Owner, code: string, client: ClientInfo): Promise<Changed> {
      const giveBack = await limits.take(`account.code:${user.id}`, codeTries);
      const changed = await change(user.id, async (tx, record) => {
        const app = await openKey(tools, tx, user.id);
        if (app === null) throw new Failure('not_found', 'This key has expired. Start over.');
        if (app.isOn) throw appIsOn();
        const step = stepOfCode(app.secret, code, clock.now());
        if (step === null || !(await takeStep(tx, user.id, step)))
          throw wrongCode('That’s not the code. Check the time on your phone and enter the newest one.');
        const before = await findMethods(tx, user.id);
        await turnAppOn(tx, user.id, clock.now());
        await record('app_added', client, secondStepAdded('app'));
        const recoveryCodes = await firstCodes(tx, user.id, before);
        return { secondFactor: await describe(tx, user.id), recoveryCodes };
      });
      await giveBack();
      return changed;
    },

    async removeApp(user: Owner, client: ClientInfo): Promise<SecondFactor> {
      return await change(user.id, async (tx, record) => {
        if (await removeApp(tx, user.id))
          await record('app_removed', client, secondStepRemoved('app', await isLast(tx, user.id)));
        return await describe(tx, user.id);
      });
    },
  };
}

const appIsOn = (): Failure =>
  new Failure('forbidden', 'An authenticator app is already on. Turn it off before you set up another one.');

function createPasskeys(tools: SecondFactorTools, { describe, change, firstCodes, isLast }: Changes) {
  const { database, clock, passkeys } = tools;

  return {
    async askForNewPasskey(user: Owner): Promise<{ options: Record<string, unknown> }> {
      refuseGuest(user);
      refuseWithoutPlace(passkeys);
      const owner = await database.transaction((tx) => lockOwner(tx, user.id));
      if (owner === null) throw new Failure('unauthenticated', 'Sign in to continue.');
      const known = await listPasskeys(database, user.id);
      refuseMore(known.length);
      const question = await passkeys.askToCreate({ handle: owner.handle, name: owner.email, known });
      await keepQuestion(tools, { challenge: question.challenge, userId: user.id, purpose: 'create' });
      return { options: question.options };
    },

    async addPasskey(user: Owner, created: CreatedPasskey, client: ClientInfo): Promise<Changed> {
      refuseGuest(user);
      const { clientDataJSON } = created;
      const challenge = await takeChallenge(tools, { clientDataJSON, userId: user.id, purpose: 'create' });
      const passkey = challenge === null ? null : await passkeys.checkCreated(created, challenge);
      if (passkey === null) throw new Failure('passkey_refused', 'That passkey couldn’t be added. Try again.');
      return await change(user.id, async (tx, record) => {
        refuseMore((await listPasskeys(tx, user.id)).length);
        const before = await findMethods(tx, user.id);
        const { userAgent } = client;
        if (!(await insertPasskey(tx, { ...passkey, userId: user.id, userAgent, now: clock.now() })))
          throw new Failure('passkey_refused', 'This passkey already belongs to an account.');
        await record('passkey_added', client, secondStepAdded('passkey'));
        const recoveryCodes = await firstCodes(tx, user.id, before);
        return { secondFactor: await describe(tx, user.id), recoveryCodes };
      });
    },

    async removePasskey(user: Owner, id: string, client: ClientInfo): Promise<SecondFactor> {
      return await change(user.id, async (tx, record) => {
        if (!isId(id) || !(await removePasskey(tx, user.id, id)))
          throw new Failure('not_found', 'This passkey was already removed.');
        await record('passkey_removed', client, secondStepRemoved('passkey', await isLast(tx, user.id)));
        return await describe(tx, user.id);
      });
    },
  };
}

function refuseMore(present: number): void {
  if (present < mostPasskeys) return;
  throw new Failure('too_many_passkeys', `You have ${mostPasskeys} passkeys. Remove one of them first.`);
}
