// Signs a seller in with a passkey alone. It is two factors in one: the device, and what unlocks it.
import type { ClientInfo } from '#contract/route.ts';
import type { UsedPasskey } from '#domain/ports/passkeys.ts';
import {
  type AnswerTools,
  askForPasskey,
  checkAnswer,
  passkeyRefused,
  saveUse,
} from '../second-factor/second-factor.ts';
import { type Limits, passkeyTries } from '../user/check-password.ts';
import { mustFind } from '../user/find-user.ts';
import { lockUser } from '../user/store.ts';
import { type OpenTools, openSignedIn, type SignedIn } from './open-session.ts';

type PasskeySignInTools = AnswerTools & OpenTools & { limits: Limits };

export function createPasskeySignIn(tools: PasskeySignInTools) {
  const { database, clock, limits } = tools;
  return {
    /** For a signed-in user, the question is for their own passkeys. */
    askForPasskey: (userId: string | null) => askForPasskey(tools, userId),

    /** Throws `passkey_refused`. */
    async signInWithPasskey(used: UsedPasskey, client: ClientInfo): Promise<SignedIn> {
      const giveBack = await limits.take(`account.passkey:${client.address}`, passkeyTries);
      const seen = await checkAnswer(tools, used, null);
      if (seen === null) throw passkeyRefused();
      await giveBack();
      const { passkey, counter } = seen;
      return await database.transaction(async (tx) => {
        const now = clock.now();
        await lockUser(tx, passkey.userId);
        if (!(await saveUse(tx, { id: passkey.id, counter, now }))) throw passkeyRefused();
        const session = await openSignedIn(tools, tx, { userId: passkey.userId, client, now });
        return { user: await mustFind(tx, passkey.userId, tools), session };
      });
    },
  };
}
