// Answers the closet's rows of the route table.

import type { User } from '#contract/account/sign-in.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import { afterCommit } from '#domain/ports/database.ts';
import type { Closet } from './closet.ts';

/** What a reply says if the bot waited for what the seller has just done. */
const goesOn = 'Sharing continues.';

export function closetHttp(given: {
  closet: Closet;
  /** Lets a bot that is paused for a human check share one listing. Throws if the check is still open, or nobody can tell yet. */
  tryAfterCheck: (userId: string) => Promise<void>;
  userOf: (userId: string) => Promise<User>;
}): Handlers<typeof routes.closet, { id: string }> {
  const { closet, userOf, tryAfterCheck } = given;
  const linked = (message: string, isResuming = false) => ({
    message: isResuming ? `${message} ${goesOn}` : message,
    isAuthenticated: true as const,
  });

  return {
    authStatus: ({ user }) => closet.authStatus(user.id),

    async linkPractice({ user }) {
      const { handle, isResuming } = await closet.linkPractice(user.id);
      return linked(`Your practice closet ${handle} is connected. Hangtag is importing its listings.`, isResuming);
    },

    async importSession({ user, companion, body }) {
      const { handle, isResuming } = await closet.importSession(user.id, body.session, {
        isFromCompanion: companion !== null,
      });
      if (companion !== null && body.renewsSession !== undefined)
        await closet.chooseRenewal(user.id, body.renewsSession);
      return linked(`Your closet ${handle} is connected. Hangtag is importing its listings.`, isResuming);
    },

    async linkBrowser({ user }) {
      const { handle, isResuming } = await closet.linkBrowser(user.id);
      const message = `Your closet ${handle} is connected through your browser. Hangtag is importing its listings.`;
      return linked(message, isResuming);
    },

    async chooseRenewal({ user, body }) {
      await closet.chooseRenewal(user.id, body.renewsSession);
      return closet.authStatus(user.id);
    },

    async updateCredentials({ user, body }) {
      const keepPassword = body.keepPassword ?? true;
      const { handle, isResuming } = await closet.linkWithPassword(user.id, {
        username: body.poshmarkUsername,
        password: body.poshmarkPassword,
        keepPassword,
      });
      const kept = keepPassword ? 'Your password is stored encrypted.' : 'Your password isn’t stored.';
      return linked(`Your closet ${handle} is connected. ${kept}`, isResuming);
    },

    async requestCode({ user }) {
      const { destination, isConnected } = await closet.requestCode(user.id);
      if (isConnected)
        return { message: 'Your closet is connected again. No code was needed.', isAuthenticated: true as const };
      const where = destination === undefined ? '' : ` to ${destination}`;
      return { message: `A code was sent${where}. Enter it here within 10 minutes.` };
    },

    async verifyCode({ user, body }) {
      const { handle, isResuming } = await closet.verifyCode(user.id, body.code);
      return linked(`Your closet ${handle} is connected. Hangtag is importing its listings.`, isResuming);
    },

    async testAuth({ user }) {
      const { message, isCheckOpen, isResuming } = await closet.testAuth(user.id);
      if (isCheckOpen) await tryAfterCheck(user.id);
      return { message: isCheckOpen || isResuming ? `${message} ${goesOn}` : message };
    },

    test: ({ user }) => closet.runApiTest(user.id),

    async disconnect({ user }) {
      await closet.disconnect(user.id);
      return { user: await afterCommit(userOf(user.id)) };
    },
  };
}
