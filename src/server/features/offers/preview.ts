// What would go out now by the saved rules, or by rules that aren't saved yet. Asks nothing of the marketplace.

import type { OfferPreview, OfferPreviewAsk } from '#contract/offers.ts';
import { withinDay } from '#domain/offers/preview.ts';
import { countOffers } from '../bot/bot.ts';
import { previewListings } from './listings/preview-listings.ts';
import type { OffersNeeds } from './needs/needs.ts';
import { findRules, rulesInForce } from './rules/rules.ts';

/** `percent` replaces the one of the bot's settings, which decides where there are no rules. */
export async function preview(
  { database, clock, bot }: OffersNeeds,
  userId: string,
  { percent, ...ask }: OfferPreviewAsk & { percent?: number },
): Promise<OfferPreview> {
  const now = clock.now();
  const [saved, offering] = await Promise.all([findRules(database, userId), bot.offering(userId)]);
  if (offering === null) return { offers: [], leftToday: 0, wait: 'not_running' };
  const { mostADay = saved.mostADay, rules = saved.rules } = ask;
  const leftToday = Math.max(0, mostADay - (await countOffers(database, userId, offering.day)));
  const inForce = rulesInForce(rules, percent ?? offering.percent);
  const offers = await previewListings(database, userId, { rules: inForce, now });
  return { offers: withinDay(offers, leftToday), leftToday, wait: offering.wait };
}
