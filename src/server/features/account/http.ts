// Answers the account's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Account, SessionUser } from './account.ts';
import { securityHttp } from './security-http.ts';

export function accountHttp(account: Account): Handlers<typeof routes.account, SessionUser> {
  const opened = async (signedIn: ReturnType<Account['signIn']>) => {
    const { user, session } = await signedIn;
    return { reply: user, session };
  };
  return {
    me: ({ user }) => account.describe(user.id),
    register: ({ body, client }) => opened(account.register(body, client)),
    login: ({ body, client }) => opened(account.signIn(body, client)),
    demo: ({ body, client }) => opened(account.startDemo(body?.timezone ?? 'UTC', client)),
    async logout({ sessionToken }) {
      await account.signOut(sessionToken);
      return { message: 'You have been successfully logged out.' };
    },
    changeProfile: ({ user, body, client }) => account.changeProfile(user, body, client),
    forgotPassword: ({ body, client }) => account.forgotPassword(body, client),
    async resetPassword({ body, client }) {
      await account.resetPassword(body, client);
      return { message: 'Your password was changed. Sign in with the new one.' };
    },
    async sessions({ user }) {
      const sessions = await account.sessions(user.id);
      return sessions.map(({ id, createdAt, lastSeenAt, userAgent }) => ({
        id,
        current: id === user.sessionId,
        createdAt: new Date(createdAt).toISOString(),
        lastSeenAt: new Date(lastSeenAt).toISOString(),
        userAgent,
      }));
    },
    async endSession({ user, id, client }) {
      await account.endSession(user.id, id, client);
      return { message: 'That session was signed out.' };
    },
    export: ({ user, client }) => account.exportAll(user.id, client),
    async remove({ user, body }) {
      const isErased = await account.remove(user, body);
      return { message: isErased ? erased : stillErasing };
    },
    ...securityHttp(account),
  };
}

const erased = 'Your account and everything in it were erased.';
const stillErasing = 'Your account is deleted. Hangtag is still erasing its data, which can take a few minutes.';
