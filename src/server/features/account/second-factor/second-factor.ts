// The face of this room: the second step of a sign-in, with passkeys, an authenticator app, and recovery codes.
import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { SecurityEvent } from '#contract/account/security.ts';
import type { ClientInfo } from '#contract/route.ts';
import { mostPasskeys, normalizeEmail } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { CreatedPasskey } from '#domain/ports/passkeys.ts';
import {
  logAndNotify,
  type NotifyTools,
  recoveryCodesMade,
  type SecurityNews,
  secondStepAdded,
  secondStepRemoved,
  secondStepRemovedByOperator,
} from '../user/notify-seller.ts';
import { findLogin } from '../user/store.ts';
import { codeTries, type Limits } from '../user/user.ts';
import {
  type AnswerTools,
  hashRecoveryCode,
  keepQuestion,
  keyPlace,
  newRecoveryCodes,
  openKey,
  refuseWithoutPlace,
  takeChallenge,
  wrongCode,
} from './answers.ts';
import {
  countRecoveryCodes,
  findApp,
  findMethods,
  insertPasskey,
  listPasskeys,
  lockOwner,
  removeApp,
  removeEverything,
  removePasskey,
  replaceRecoveryCodes,
  saveKey,
  takeStep,
  turnAppOn,
} from './store.ts';
import { keyUri, newSecret, stepOfCode, toBase32 } from './totp.ts';

export type SecondFactorTools = AnswerTools & NotifyTools & { limits: Limits };

type Owner = { id: string; isGuest: boolean };
type Note = (what: SecurityEvent, news: SecurityNews) => Promise<void>;

export function createSecondFactor(tools: SecondFactorTools) {
  const { database, clock, limits, passkeys, vault } = tools;

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

  const makeCodes = async (tx: Queryable, userId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => hashRecoveryCode(userId, code));
    await replaceRecoveryCodes(tx, { userId, hashes, now: clock.now() });
    return codes;
  };

  /** One change of an account's second step at a time, logged, with a notice to the seller. */
  const change = <T>(
    userId: string,
    client: ClientInfo,
    work: (tx: Queryable, record: Note) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      await mustLock(tx, userId);
      return work(tx, (what, news) => logAndNotify(tools, tx, { userId, what, client, news }));
    });

  /** `recoveryCodes` are shown once, if the account had no second step before. */
  const add = (
    { id }: Owner,
    client: ClientInfo,
    { kind, turnOn }: { kind: 'app' | 'passkey'; turnOn: (tx: Queryable) => Promise<void> },
  ): Promise<{ secondFactor: SecondFactor; recoveryCodes: string[] | null }> =>
    change(id, client, async (tx, record) => {
      const { hasApp, hasPasskey } = await findMethods(tx, id);
      await turnOn(tx);
      await record(`${kind}_added`, secondStepAdded(kind));
      const recoveryCodes = hasApp || hasPasskey ? null : await makeCodes(tx, id);
      return { secondFactor: await describe(tx, id), recoveryCodes };
    });

  /** With the last second step, the recovery codes go too: nothing asks for them, and the next second step makes new ones. */
  const remove = (
    { id }: Owner,
    client: ClientInfo,
    { kind, turnOff }: { kind: 'app' | 'passkey'; turnOff: (tx: Queryable) => Promise<boolean> },
  ): Promise<SecondFactor> =>
    change(id, client, async (tx, record) => {
      if (await turnOff(tx)) {
        const { hasApp, hasPasskey } = await findMethods(tx, id);
        const isLast = !hasApp && !hasPasskey;
        if (isLast) await removeEverything(tx, id);
        await record(`${kind}_removed`, secondStepRemoved(kind, isLast));
      }
      return await describe(tx, id);
    });

  return {
    secondFactor: (userId: string): Promise<SecondFactor> => describe(database, userId),

    async askForNewPasskey(user: Owner): Promise<{ options: Record<string, unknown> }> {
      refuseGuest(user);
      refuseWithoutPlace(passkeys);
      const owner = await database.transaction((tx) => mustLock(tx, user.id));
      const known = await listPasskeys(database, user.id);
      refuseMore(known.length);
      const question = await passkeys.askToCreate({ handle: owner.handle, name: owner.email, known });
      await keepQuestion(tools, { challenge: question.challenge, userId: user.id, purpose: 'create' });
      return { options: question.options };
    },

    async addPasskey(user: Owner, created: CreatedPasskey, client: ClientInfo) {
      refuseGuest(user);
      const { clientDataJSON } = created;
      const challenge = await takeChallenge(tools, { clientDataJSON, userId: user.id, purpose: 'create' });
      const passkey = challenge === null ? null : await passkeys.checkCreated(created, challenge);
      if (passkey === null) throw new Failure('passkey_refused', 'That passkey couldn’t be added. Try again.');
      return await add(user, client, {
        kind: 'passkey',
        async turnOn(tx) {
          refuseMore((await listPasskeys(tx, user.id)).length);
          const { userAgent } = client;
          if (!(await insertPasskey(tx, { ...passkey, userId: user.id, userAgent, now: clock.now() })))
            throw new Failure('passkey_refused', 'This passkey already belongs to an account.');
        },
      });
    },

    removePasskey: (user: Owner, id: string, client: ClientInfo): Promise<SecondFactor> =>
      remove(user, client, {
        kind: 'passkey',
        async turnOff(tx) {
          if (isId(id) && (await removePasskey(tx, user.id, id))) return true;
          throw new Failure('not_found', 'This passkey was already removed.');
        },
      }),

    /** A key for an app. It takes effect when the seller types a code from it. */
    async startApp(user: Owner): Promise<{ key: string; uri: string }> {
      refuseGuest(user);
      return await database.transaction(async (tx) => {
        const owner = await mustLock(tx, user.id);
        const secret = newSecret();
        const sealed = await vault.seal(tx, keyPlace(user.id), secret.toString('base64url'));
        if (!(await saveKey(tx, { userId: user.id, secret: sealed, now: clock.now() }))) throw appIsOn();
        return { key: toBase32(secret), uri: keyUri(secret, owner.email) };
      });
    },

    /** Throws `wrong_code`. */
    async confirmApp(user: Owner, code: string, client: ClientInfo) {
      const giveBack = await limits.take(`account.code:${user.id}`, codeTries);
      const changed = await add(user, client, {
        kind: 'app',
        async turnOn(tx) {
          const app = await openKey(tools, tx, user.id);
          if (app === null) throw new Failure('not_found', 'This key has expired. Start over.');
          if (app.isOn) throw appIsOn();
          const step = stepOfCode(app.secret, code, clock.now());
          if (step === null || !(await takeStep(tx, user.id, step)))
            throw wrongCode('That’s not the code. Check the time on your phone and enter the newest one.');
          await turnAppOn(tx, user.id, clock.now());
        },
      });
      await giveBack();
      return changed;
    },

    removeApp: (user: Owner, client: ClientInfo): Promise<SecondFactor> =>
      remove(user, client, { kind: 'app', turnOff: (tx) => removeApp(tx, user.id) }),

    makeRecoveryCodes: ({ id }: Owner, client: ClientInfo): Promise<string[]> =>
      change(id, client, async (tx, record) => {
        const { hasApp, hasPasskey } = await findMethods(tx, id);
        if (!hasApp && !hasPasskey) throw new Failure('not_found', 'Add a passkey or an authenticator app first.');
        await record('recovery_codes_made', recoveryCodesMade());
        return await makeCodes(tx, id);
      }),

    /** For the operator's commands: the password is enough again. */
    async removeSecondFactorByEmail(email: string): Promise<'removed' | 'none' | 'unknown'> {
      const found = await findLogin(database, normalizeEmail(email));
      if (found === null) return 'unknown';
      const { id: userId } = found;
      return await database.transaction(async (tx) => {
        await lockOwner(tx, userId);
        if (!(await removeEverything(tx, userId))) return 'none';
        const what = 'second_factor_removed_by_operator';
        await logAndNotify(tools, tx, { userId, what, client: null, news: secondStepRemovedByOperator() });
        return 'removed';
      });
    },
  };
}

async function mustLock(tx: Queryable, userId: string): Promise<{ email: string; handle: string }> {
  const owner = await lockOwner(tx, userId);
  if (owner === null) throw new Failure('unauthenticated', 'Sign in to continue.');
  return owner;
}

function refuseGuest({ isGuest }: Owner): void {
  if (isGuest) throw new Failure('forbidden', 'Demo accounts have no sign-in to protect. Register instead.');
}

const appIsOn = (): Failure =>
  new Failure('forbidden', 'An authenticator app is already on. Turn it off before you set up another one.');

function refuseMore(present: number): void {
  if (present < mostPasskeys) return;
  throw new Failure('too_many_passkeys', `You have ${mostPasskeys} passkeys. Remove one of them first.`);
}
