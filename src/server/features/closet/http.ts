// Answers the closet's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { User } from '#contract/schemas/account.ts';
import { afterCommit } from '#domain/ports/database.ts';
import type { Closet } from './closet.ts';

export function closetHttp({
  closet,
  userOf,
  onRenewed = async () => {},
}: {
  closet: Closet;
  /** A paired browser has renewed the session: a bot that paused for it resumes. */
  onRenewed?: (userId: string) => Promise<unknown>;
  userOf: (userId: string) => Promise<User>;
}): Handlers<typeof routes.closet, { id: string }> {
  const linked = (message: string) => ({ message, isAuthenticated: true as const });

  return {
    authStatus: ({ user }) => closet.authStatus(user.id),

    async linkPractice({ user }) {
      const { handle } = await closet.linkPractice(user.id);
      return linked(`Your practice closet ${handle} is connected. Hangtag is importing its listings.`);
    },

    async importSession({ user, companion, body }) {
      const { handle } = await closet.importSession(user.id, body.session, {
        isFromCompanion: companion !== null,
      });
      if (companion !== null) {
        if (body.renewsSession !== undefined) await closet.chooseRenewal(user.id, body.renewsSession);
        await onRenewed(user.id);
      }
      return linked(`Your closet ${handle} is connected. Hangtag is importing its listings.`);
    },

    async linkBrowser({ user }) {
      const { handle } = await closet.linkBrowser(user.id);
      return linked(`Your closet ${handle} is connected through your browser. Hangtag is importing its listings.`);
    },

    async chooseRenewal({ user, body }) {
      await closet.chooseRenewal(user.id, body.renewsSession);
      return closet.authStatus(user.id);
    },

    async updateCredentials({ user, body }) {
      const keepPassword = body.keepPassword ?? true;
      const { handle } = await closet.linkWithPassword(user.id, {
        username: body.poshmarkUsername,
        password: body.poshmarkPassword,
        keepPassword,
      });
      const kept = keepPassword ? 'Your password is stored encrypted.' : 'Your password isn’t stored.';
      return linked(`Your closet ${handle} is connected. ${kept}`);
    },

    async requestCode({ user }) {
      const { destination, isConnected } = await closet.requestCode(user.id);
      if (isConnected)
        return { message: 'Your closet is connected again. No code was needed.', isAuthenticated: true as const };
      const where = destination === undefined ? '' : ` to ${destination}`;
      return { message: `A code was sent${where}. Enter it here within 10 minutes.` };
    },

    async verifyCode({ user, body }) {
      const { handle } = await closet.verifyCode(user.id, body.code);
      return linked(`Your closet ${handle} is connected. Hangtag is importing its listings.`);
    },

    async testAuth({ user }) {
      return { message: await closet.testAuth(user.id) };
    },

    test: ({ user }) => closet.runApiTest(user.id),

    async disconnect({ user }) {
      await closet.disconnect(user.id);
      return { user: await afterCommit(userOf(user.id)) };
    },
  };
}
