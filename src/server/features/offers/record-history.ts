// Gives a demo account rules for offers, and the offers that they have sent.

import type { OfferRules } from '#contract/offers/offers.ts';
import type { DemoOffers } from '#domain/demo/demo-selling.ts';
import { sensibleStart } from '#domain/offers/rules.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { OffersNeeds } from './needs/needs.ts';
import { replaceRulesIn } from './rules/rules.ts';
import { describeOffer } from './sending/make-offers.ts';
import { planOffer, settleOffer } from './sending/store.ts';

/** As the practice marketplace calls it. */
const discountLabel = '$4.99 Shipping';

export async function recordHistory(
  { activity }: OffersNeeds,
  tx: Queryable,
  { userId, history }: { userId: string; history: DemoOffers },
): Promise<void> {
  const { mostADay, offers } = history;
  const given = sensibleStart.map(({ id: _, ...rule }) => rule) as OfferRules['rules'];
  const { rules } = await replaceRulesIn(tx, userId, { mostADay, rules: given });
  for (const { listingId, title, at, price, likers, shippingCents, ruleIndex, ...offer } of offers) {
    const rule = rules[ruleIndex];
    const day = { date: offer.day, isRolling: false };
    const offerId = await planOffer(tx, {
      ...{ userId, listingId, ruleId: rule?.id ?? null, price, day, mostADay, now: at },
      ...{ discountLabel, discountCostCents: shippingCents },
      // Invented, so they belong to nobody.
      likers: Array.from({ length: likers }, (_, index) => `demo ${index}`),
    });
    if (offerId === null) continue;
    await settleOffer(tx, { offerId, userId, day, outcome: 'sent' });
    const discount = { label: discountLabel, sellerCostCents: shippingCents };
    const details = describeOffer({ title }, { price, likers, discount, ruleName: rule?.name ?? '' });
    await activity.record(tx, { userId, action: 'OFFER_SENT', details: `${details} (demo)`, listingId, at });
  }
}
