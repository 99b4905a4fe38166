// Answers the rows of the route table about offers.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Offers } from './offers.ts';

export const offersHttp = (offers: Offers): Handlers<typeof routes.offers, { id: string }> => ({
  count: ({ user, query }) => offers.count(user.id, query.percent),
});
