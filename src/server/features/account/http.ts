// Answers the account's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Account, SessionUser } from './account.ts';

export function accountHttp(account: Account): Handlers<typeof routes.account, SessionUser> {
  const opened = async (signedIn: ReturnType<Account['signIn']>) => {
    const { user, session } = await signedIn;
    return { reply: user, session };
  };
  return {
    me: ({ user }) => account.describe(user.id),
    welcome: ({ client }) => account.welcome(client),
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
    askForPasskey: ({ user }) => account.askForPasskey(user?.id ?? null),
    loginWithPasskey: ({ body, client }) => opened(account.signInWithPasskey(body.passkey, client)),
    makePhoneLink: ({ user }) => account.makePhoneLink(user),
    phoneLink: ({ user, id }) => account.phoneLink(user.id, id),
    findPhoneLink: ({ body, client }) => account.findPhoneLink(body.token, client),
    loginWithPhoneLink: ({ body, client }) => opened(account.signInWithPhoneLink(body.token, client)),
    async sendEmailLink({ user }) {
      const { email } = await account.sendEmailLink(user.id);
      return { message: `Hangtag sent a link to ${email}. It works for 24 hours.` };
    },
    keepEmail: ({ user }) => account.keepEmail(user.id),
    async confirmEmail({ body, client, user }) {
      const { isNew } = await account.confirmEmail(body.token, client, user?.id ?? null);
      return { message: isNew ? 'Your account now uses this email address.' : 'Your email address is confirmed.' };
    },
    confirm: ({ user, body, client }) => account.confirm(user, body, client),
    secondFactor: ({ user }) => account.secondFactor(user.id),
    askForNewPasskey: ({ user }) => account.askForNewPasskey(user),
    addPasskey: ({ user, body, client }) => account.addPasskey(user, body, client),
    removePasskey: ({ user, id, client }) => account.removePasskey(user, id, client),
    startApp: ({ user }) => account.startApp(user),
    confirmApp: ({ user, body, client }) => account.confirmApp(user, body.code, client),
    removeApp: ({ user, client }) => account.removeApp(user, client),
    makeRecoveryCodes: async ({ user, client }) => ({
      recoveryCodes: await account.makeRecoveryCodes(user, client),
    }),
    securityLog: ({ user }) => account.securityLog(user),
    newBrowsers: ({ user }) => account.newBrowsers(user),
    async recognizeBrowser({ user, id }) {
      await account.recognizeBrowser(user, id);
      return { message: 'Hangtag knows this browser now.' };
    },
    async signOutBrowser({ user, id, client }) {
      await account.signOutBrowser(user, id, client);
      return { message: 'That browser was signed out.' };
    },
  };
}

const erased = 'Your account and everything in it were erased.';
const stillErasing = 'Your account is deleted. Hangtag is still erasing its data, which can take a few minutes.';
