// Answers the closet's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { User } from '#contract/schemas/account.ts';
import type { Closet } from './closet.ts';

/** Counts an event for `key`. Throws `too_many_requests` if there were `most` of them within the time. */
export type Limit = (key: string, bound: { most: number; withinMs: number }) => Promise<unknown>;

const quarterHourMs = 15 * 60_000;
/** Each of these may send a password to the marketplace, which locks accounts that try too often. */
const signIns = { most: 10, withinMs: quarterHourMs };
/** Six digits must not be guessed through us. */
const codes = { most: 10, withinMs: quarterHourMs };

/** Answers the closet's rows of the route table. */
export function closetHttp({
  closet,
  limit,
  userOf,
}: {
  closet: Closet;
  limit: Limit;
  userOf: (userId: string) => Promise<User>;
}): Handlers<typeof routes.closet, { id: string }> {
  const linked = (message: string) => ({ message, isAuthenticated: true as const });

  return {
    authStatus: ({ user }) => closet.authStatus(user.id),

    async linkPractice({ user }) {
      await limit(`closet.practice:${user.id}`, signIns);
      const { handle } = await closet.linkPractice(user.id);
      return linked(`Your practice closet ${handle} is connected. Hangtag is importing its listings.`);
    },

    async importSession({ user, body }) {
      await limit(`closet.sign-in:${user.id}`, signIns);
      const { handle } = await closet.importSession(user.id, body.session);
      return linked(`Your closet ${handle} is connected. Hangtag is importing its listings.`);
    },

    async updateCredentials({ user, body }) {
      await limit(`closet.sign-in:${user.id}`, signIns);
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
      const { destination } = await closet.requestCode(user.id);
      const where = destination === undefined ? '' : ` to ${destination}`;
      return { message: `A code was sent${where}. Enter it here within 10 minutes.` };
    },

    async verifyCode({ user, body }) {
      await limit(`closet.code:${user.id}`, codes);
      const { handle } = await closet.verifyCode(user.id, body.code);
      return linked(`Your closet ${handle} is connected. Hangtag is importing its listings.`);
    },

    async testAuth({ user }) {
      await limit(`closet.sign-in:${user.id}`, signIns);
      return { message: await closet.testAuth(user.id) };
    },

    test: ({ user }) => closet.runApiTest(user.id),

    async disconnect({ user }) {
      await closet.disconnect(user.id);
      return { user: await userOf(user.id) };
    },
  };
}
