// What the preview says about each listing.
import type { OfferPreview } from '#contract/offers/offers.ts';
import { inDollars } from '#domain/money.ts';
import { counted } from '#web/format/format.ts';
import { keptWords } from '#web/ui/sentence/preview-lists.tsx';

export type Offer = OfferPreview['offers'][number];
type Blocked = NonNullable<Offer['blocked']>;

/** “$36 to 4 likers: you keep $28.80, $12.30 after cost”. With a shipping discount, its cost is a guess. */
export function offerWords(offer: Offer, currency: string): string {
  const { priceCents, likers, earningsCents, profitCents, shippingCents } = offer;
  if (priceCents === null) return '';
  const money = (cents: number) => inDollars(cents, currency);
  const begin = likers === 0 ? money(priceCents) : `${money(priceCents)} to ${counted(likers, 'liker')}`;
  if (earningsCents === null) return begin;
  const isAbout = (shippingCents ?? 0) > 0;
  return `${begin}: ${keptWords({ earningsCents, profitCents, currency, isAbout })}`;
}

/** The heading of listings that are held back for the same reason, and what to do: what a rule or a cost can change comes first. */
export const blockedWords: Record<Blocked, { name: string; why: string }> = {
  below_profit: { name: 'Too little profit', why: 'The offer would leave less than the profit of its rule.' },
  below_floor: { name: 'Below the floor price', why: 'The offer would be below the listing’s floor price.' },
  cost_unknown: { name: 'Cost unknown', why: 'Its rule needs a profit. Add what you paid for these listings.' },
  fees_unknown: { name: 'Fees unknown', why: 'Its rule needs a profit, and Hangtag knows fees in US dollars only.' },
  below_minimum: { name: 'Too cheap', why: 'The offer would be below $3, the lowest price that Poshmark takes.' },
  too_soon: { name: 'Had one recently', why: 'The last offer is more recent than its rule allows.' },
  not_lower: {
    name: 'Nobody left to ask',
    why: 'Everyone who likes it had an offer that is hardly higher. Poshmark wants the next one to be 10% lower.',
  },
  day_full: { name: 'After today’s offers', why: 'They go out when a day has offers left, the most liked first.' },
  price_unknown: { name: 'Price unknown', why: 'Hangtag couldn’t read its price.' },
  unknown: { name: 'Missing facts', why: 'A rule needs a price, age, or condition that isn’t known.' },
  no_rule: { name: 'No rule', why: 'No rule that is on is for these listings.' },
  no_likers: { name: 'No likes yet', why: 'Offers go to people who like a listing.' },
};
