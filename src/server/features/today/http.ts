// Answers today's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { TodayFeature } from './today.ts';

export const todayHttp = (today: TodayFeature): Handlers<typeof routes.today, { id: string }> => ({
  read: ({ user }) => today.read(user.id),
  snooze: ({ user, kind, body }) => today.snooze(user.id, kind, body.days),
  wake: ({ user, kind }) => today.wake(user.id, kind),
  putOff: ({ user, step }) => today.putOff(user.id, step),
  putBack: ({ user, step }) => today.putBack(user.id, step),
});
