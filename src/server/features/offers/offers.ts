// The face of the offers feature: sends offers to likers by the seller's rules, and says which would go out.

import type { OfferCount } from '#contract/bot/settings.ts';
import type { OfferPreviewAsk, OfferRules } from '#contract/offers/offers.ts';
import type { Handlers } from '#contract/route.ts';
import type { routes } from '#contract/routes.ts';
import type { DemoOffers } from '#domain/demo/demo-history.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { findRules, type OffersNeeds, replaceRules } from './context.ts';
import { makeOffers, recordHistory } from './make-offers.ts';
import { preview, readReady } from './preview.ts';

export function createOffers(needs: OffersNeeds) {
  return {
    /** The job `bot.offers`. */
    send: (userId: string) => makeOffers(needs, userId),
    /** For a demo account. */
    recordHistory: (tx: Queryable, userId: string, history: DemoOffers) =>
      recordHistory(needs, tx, { userId, history }),
    rules: (userId: string) => findRules(needs.database, userId),
    changeRules: (userId: string, rules: OfferRules) =>
      needs.database.transaction((tx) => replaceRules(tx, userId, rules)),
    preview: (userId: string, ask: OfferPreviewAsk = {}) => preview(needs, userId, ask),
    ready: (userId: string) => readReady(needs, userId),
    /** How many listings would get an offer now, and how many offers today has left. `percent` decides where there are no rules. */
    async count(userId: string, percent: number): Promise<OfferCount> {
      const { rules } = await findRules(needs.database, userId);
      const { offers, leftToday } = await preview(needs, userId, { percent });
      const ready = offers.filter(({ blocked }) => blocked === null || blocked === 'day_full');
      return { listings: ready.length, leftToday, rules: rules.length };
    },
  };
}

export type Offers = ReturnType<typeof createOffers>;

export const offersHttp = (offers: Offers): Handlers<typeof routes.offers, { id: string }> => ({
  rules: ({ user }) => offers.rules(user.id),
  changeRules: ({ user, body }) => offers.changeRules(user.id, body),
  preview: ({ user, body }) => offers.preview(user.id, body),
  count: ({ user, query }) => offers.count(user.id, query.percent),
});
