// Answers the notices' rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Notices } from './notices.ts';

export function noticesHttp(given: {
  notices: Notices;
}): Handlers<typeof routes.notices, { id: string; sessionId: string }> {
  const { notices } = given;
  return {
    overview: ({ user }) => notices.overview(user.id),

    async subscribe({ user, body, client }) {
      const { endpoint, keys, events, replaces } = body;
      return notices.subscribe(user, {
        target: { endpoint, ...keys },
        events,
        replaces,
        userAgent: client.userAgent,
      });
    },

    choose: ({ user, id, body }) => notices.choose(user.id, id, body.events),

    async unsubscribe({ user, id }) {
      await notices.unsubscribe(user.id, id);
      return { message: 'That device won’t get notifications anymore.' };
    },

    async test({ user, id }) {
      await notices.test(user.id, id);
      return { message: 'The test notification was sent. It should appear in a moment.' };
    },

    async mailSummary({ user, body }) {
      await notices.mailSummary(user.id, body.mailsSummary);
      return body;
    },

    async declineOffer({ user }) {
      await notices.declineOffer(user.id);
      return { message: 'You can turn this on later in your profile.' };
    },
  };
}
