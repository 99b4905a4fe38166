// Answers the rows of the route table about offers.

import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { Offers } from './offers.ts';

export const offersHttp = (offers: Offers): Handlers<typeof routes.offers, { id: string }> => ({
  rules: ({ user }) => offers.rules(user.id),
  changeRules: ({ user, body }) => offers.changeRules(user.id, body),
  preview: ({ user, body }) => offers.preview(user.id, body),
  count: ({ user, query }) => offers.count(user.id, query.percent),
});
