// Passkeys: adding and removing them.
import type { SecondFactor } from '#contract/account/second-factor.ts';
import type { ClientInfo } from '#contract/route.ts';
import { mostPasskeys } from '#domain/account.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { CreatedPasskey } from '#domain/ports/passkeys.ts';
import { secondStepAdded, secondStepRemoved } from '../mail/write-mail.ts';
import { keepQuestion, refuseWithoutPlace, takeChallenge } from './answers.ts';
import { type Changed, type Changes, type Owner, refuseGuest, type SecondFactorTools } from './changes.ts';
import { findMethods, insertPasskey, listPasskeys, lockOwner, removePasskey } from './store.ts';

export function createPasskeys(tools: SecondFactorTools, { describe, change, firstCodes, isLast }: Changes) {
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
