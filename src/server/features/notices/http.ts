// Answers the notices' rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Notices } from './notices.ts';

/** Counts an event for `key`. Throws `too_many_requests` if there were `most` of them within the time. */
export type Limit = (key: string, bound: { most: number; withinMs: number }) => Promise<unknown>;

const hourMs = 3_600_000;
const changes = { most: 60, withinMs: hourMs };
/** Each test calls a push service. */
const tests = { most: 10, withinMs: hourMs };

/** Answers the notices' rows of the route table. */
export function noticesHttp({
  notices,
  limit,
}: {
  notices: Notices;
  limit: Limit;
}): Handlers<typeof routes.notices, { id: string; sessionId: string }> {
  return {
    overview: ({ user }) => notices.overview(user.id),

    async subscribe({ user, body, client }) {
      await limit(`notices.change:${user.id}`, changes);
      const { endpoint, keys, events, replaces } = body;
      return notices.subscribe(user, {
        target: { endpoint, ...keys },
        events,
        replaces,
        userAgent: client.userAgent,
      });
    },

    async choose({ user, id, body }) {
      await limit(`notices.change:${user.id}`, changes);
      return notices.choose(user.id, id, body.events);
    },

    async unsubscribe({ user, id }) {
      await notices.unsubscribe(user.id, id);
      return { message: 'That device won’t get notifications anymore.' };
    },

    async test({ user, id }) {
      await limit(`notices.test:${user.id}`, tests);
      await notices.test(user.id, id);
      return { message: 'The test notification was sent. It should appear in a moment.' };
    },

    async declineOffer({ user }) {
      await notices.declineOffer(user.id);
      return { message: 'You can turn this on later in your profile.' };
    },
  };
}
