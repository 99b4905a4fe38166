// Answers the experiment's rows of the route table.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Experiment } from './experiment.ts';

export const experimentHttp = (experiment: Experiment): Handlers<typeof routes.experiment, { id: string }> => ({
  read: ({ user }) => experiment.describe(user.id),
  start: ({ user, body }) => experiment.start(user.id, body),
  stop: ({ user }) => experiment.stop(user.id),
});
