// Answers the rows of the route table about parties.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Parties } from './parties.ts';

export const partiesHttp = (parties: Parties): Handlers<typeof routes.parties, { id: string }> => ({
  list: ({ user }) => parties.list(user.id),
});
