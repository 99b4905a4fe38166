// The authenticator app: setting it up, turning it on with a code, turning it off.
import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { ClientInfo } from '#contract/route.ts';
import { Failure } from '#domain/failure.ts';
import { secondStepAdded, secondStepRemoved } from '../mail/write-mail.ts';
import { codeTries } from '../user/check-password.ts';
import { keyPlace, openKey, wrongCode } from './answers.ts';
import { type Changed, type Changes, type Owner, refuseGuest, type SecondFactorTools } from './changes.ts';
import { findMethods, lockOwner, removeApp, saveKey, takeStep, turnAppOn } from './store.ts';
import { keyUri, newSecret, stepOfCode, toBase32 } from './totp.ts';

export function createAuthenticatorApp(tools: SecondFactorTools, { describe, change, firstCodes, isLast }: Changes) {
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
