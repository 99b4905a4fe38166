// Answers the activity's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Activity } from './activity.ts';

export function activityHttp(activity: Activity): Handlers<typeof routes.activity, { id: string }> {
  return {
    list: ({ user, query }) => activity.list({ userId: user.id, ...query }),
    shareCounts: async ({ user, query: { since } }) => ({
      since,
      ...(await activity.shareCounts({ userId: user.id, since: Date.parse(since) })),
    }),
  };
}
