// Answers the rows of the route table that guard an account.
import type { secondFactorRoutes } from '#contract/account/second-factor.ts';
import type { securityRoutes } from '#contract/account/security.ts';
import type { Handlers } from '#contract/route.ts';
import type { Account, SessionUser } from './account.ts';

export function securityHttp(
  account: Account,
): Handlers<typeof secondFactorRoutes & typeof securityRoutes, SessionUser> {
  return {
    askForPasskey: ({ user }) => account.askForPasskey(user?.id ?? null),
    async loginWithPasskey({ body, client }) {
      const { user, session } = await account.signInWithPasskey(body.passkey, client);
      return { reply: user, session };
    },
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
