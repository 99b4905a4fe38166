// What would go out now by the saved rules, or by rules that aren't saved yet. Asks nothing of the marketplace.

import type { OfferPreview, OfferPreviewAsk } from '#contract/offers/offers.ts';
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

/** Offers that their floor, or a cost that isn't known, holds back. */
const heldBack: readonly (string | null)[] = ['below_floor', 'below_profit', 'cost_unknown'];

/** What would go out now, for what to do today. A seller who has neither rules nor offers turned on is asked nothing. */
export async function readReady(needs: OffersNeeds, userId: string) {
  const [{ rules }, offering] = await Promise.all([findRules(needs.database, userId), needs.bot.offering(userId)]);
  if (offering === null || (offering.wait === 'turned_off' && rules.length === 0)) return null;
  const { offers, wait } = await preview(needs, userId, {});
  const ready = offers.filter(({ blocked }) => blocked === null);
  const profits = ready.flatMap(({ profitCents }) => profitCents ?? []);
  return {
    wait,
    listingIds: ready.map(({ listingId }) => listingId),
    profitCents: profits.length === 0 ? null : profits.reduce((sum, cents) => sum + cents, 0),
    withoutProfit: ready.length - profits.length,
    heldBack: offers.filter(({ blocked }) => heldBack.includes(blocked)).map(({ listingId }) => listingId),
  };
}
