// Answers the rows of price drops in the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { DropsContext } from './context.ts';
import { runPlan } from './make-drops.ts';
import { readPlans, savePlans } from './plans.ts';
import { previewDrops, readCalendar } from './preview.ts';

export const dropsHttp = (drops: DropsContext): Handlers<typeof routes.drops, { id: string }> => ({
  plans: ({ user }) => readPlans(drops, user.id),
  savePlans: ({ user, body }) => savePlans(drops, user.id, body.plans),
  preview: ({ user, body }) => previewDrops(drops, user.id, body),
  run: ({ user, id }) => runPlan(drops, user.id, id),
  calendar: ({ user }) => readCalendar(drops, user.id),
});
