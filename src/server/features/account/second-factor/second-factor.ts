/** The face of this room: the second step of a sign-in, with passkeys, an authenticator app, and recovery codes. */
import type { ClientInfo } from '#contract/route.ts';
import type { SecondFactor, SecurityEvent } from '#contract/schemas/account/security.ts';
import { mostPasskeys, normaliseEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { CreatedPasskey } from '#domain/ports/passkeys.ts';
import type { Limits } from '../check-password.ts';
import { codeTries } from '../check-password.ts';
import { type NotifyTools, notifySeller } from '../notify-seller.ts';
import { logSecurity } from '../security-log/security-log.ts';
import { findLogin } from '../store.ts';
import {
  recoveryCodesMade,
  type SecurityNews,
  secondStepAdded,
  secondStepRemoved,
  secondStepRemovedByOperator,
} from '../write-mail.ts';
import {
  type AnswerTools,
  keepQuestion,
  keyPlace,
  openKey,
  refuseWithoutPlace,
  takeChallenge,
  wrongCode,
} from './answers.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  findApp,
  findMethods,
  insertPasskey,
  listPasskeys,
  lockOwner,
  type Methods,
  removeApp,
  removeEverything,
  removePasskey,
  replaceRecoveryCodes,
  saveKey,
  takeStep,
  turnAppOn,
} from './store.ts';
import { keyUri, newSecret, stepOfCode, toBase32 } from './totp.ts';

export { type AnswerTools, askForPasskey, checkAnswer, passkeyRefused, spendCode, wrongCode } from './answers.ts';
export { countRecoveryCodes, findMethods, type Methods, pruneQuestions, saveUse } from './store.ts';

export type SecondFactorTools = AnswerTools & NotifyTools & { limits: Limits };

type Owner = { id: string; isGuest: boolean };
type Changed = { secondFactor: SecondFactor; recoveryCodes: string[] | null };

export function createSecondFactor(tools: SecondFactorTools) {
  const { database, clock, limits, vault, passkeys } = tools;

  const describe = async (db: Queryable, userId: string): Promise<SecondFactor> => {
    const keys = await listPasskeys(db, userId);
    const app = await findApp(db, userId);
    const appSince = app?.confirmedAt ?? null;
    return {
      passkeys: keys.map(({ id, userAgent, isSynced, createdAt, lastUsedAt }) => ({
        id,
        userAgent,
        isSynced,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
      })),
      appSince: appSince === null ? null : new Date(appSince).toISOString(),
      recoveryCodes: keys.length > 0 || appSince !== null ? await countRecoveryCodes(db, userId) : null,
      passkeyPlace: passkeys.place,
    };
  };

  /** One change of an account's second step at a time, logged and told to the seller. */
  const change = async <T>(
    userId: string,
    work: (
      tx: Queryable,
      record: (what: SecurityEvent, client: ClientInfo, news: SecurityNews) => Promise<void>,
    ) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      if ((await lockOwner(tx, userId)) === null) throw new Failure('unauthenticated', 'Sign in to continue.');
      return work(tx, async (what, client, news) => {
        const now = clock.now();
        await logSecurity(tx, userId, { what, client, now });
        await notifySeller(tools, tx, { userId, news, now });
      });
    });

  /** Recovery codes for an account whose first second step is being turned on; null if it has one already. */
  const firstCodes = async (tx: Queryable, userId: string, before: Methods): Promise<string[] | null> =>
    before.hasApp || before.hasPasskey ? null : makeCodes(tx, userId);
  const makeCodes = async (tx: Queryable, userId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    await replaceRecoveryCodes(tx, { userId, hashes, now: clock.now() });
    return codes;
  };
  /** Without a second step nothing asks for recovery codes, and the next one brings new ones. */
  const isLast = async (tx: Queryable, userId: string): Promise<boolean> => {
    const { hasApp, hasPasskey } = await findMethods(tx, userId);
    if (!hasApp && !hasPasskey) await removeEverything(tx, userId);
    return !hasApp && !hasPasskey;
  };

  return {
    secondFactor: (userId: string): Promise<SecondFactor> => describe(database, userId),

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
          throw new Failure('passkey_refused', 'This passkey belongs to an account already.');
        await record('passkey_added', client, secondStepAdded('passkey'));
        const recoveryCodes = await firstCodes(tx, user.id, before);
        return { secondFactor: await describe(tx, user.id), recoveryCodes };
      });
    },

    async removePasskey(user: Owner, id: string, client: ClientInfo): Promise<SecondFactor> {
      return await change(user.id, async (tx, record) => {
        if (!isId(id) || !(await removePasskey(tx, user.id, id)))
          throw new Failure('not_found', 'This passkey was removed already.');
        await record('passkey_removed', client, secondStepRemoved('passkey', await isLast(tx, user.id)));
        return await describe(tx, user.id);
      });
    },

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
        if (app === null) throw new Failure('not_found', 'Start over: this key is no longer kept.');
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
      const found = await findLogin(database, normaliseEmail(email));
      if (found === null) return 'unknown';
      return await database.transaction(async (tx) => {
        await lockOwner(tx, found.id);
        if (!(await removeEverything(tx, found.id))) return 'none';
        const now = clock.now();
        await logSecurity(tx, found.id, { what: 'second_factor_removed_by_operator', client: null, now });
        await notifySeller(tools, tx, { userId: found.id, news: secondStepRemovedByOperator(), now });
        return 'removed';
      });
    },
  };
}

function refuseGuest({ isGuest }: Owner): void {
  if (isGuest) throw new Failure('forbidden', 'Demo accounts have no sign-in to protect. Register instead.');
}

function refuseMore(present: number): void {
  if (present < mostPasskeys) return;
  throw new Failure('too_many_passkeys', `You have ${mostPasskeys} passkeys. Remove one of them first.`);
}

const appIsOn = (): Failure =>
  new Failure('forbidden', 'An authenticator app is on already. Turn it off before you set up another one.');
