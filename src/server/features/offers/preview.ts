// What would go out now by the saved rules, or by rules that aren’t saved yet. Asks nothing of the marketplace.

import type { OfferPreview, OfferPreviewAsk } from '#contract/offers/offers.ts';
import { offerMemoryMs } from '#domain/offers/offer.ts';
import { previewOffers, withinDay } from '#domain/offers/preview.ts';
import type { OfferRule } from '#domain/offers/rules.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { countOffers } from '../bot/bot.ts';
import { findRules, type OffersNeeds, rulesInForce } from './context.ts';
import { findListings, findLowestOffers } from './store.ts';

/**
 * Who has had which offer is read only for listings that would get one otherwise: for 5,000 listings with four offers to ten likers
 * each, reading all of it takes half a second.
 */
export async function previewListings(
  db: Queryable,
  userId: string,
  asked: { rules: readonly OfferRule[]; now: Instant },
): Promise<ReturnType<typeof previewOffers>> {
  const listings = await findListings(db, userId);
  const offers = previewOffers(listings, asked);
  const ready = new Set(offers.filter(({ blocked }) => blocked === null).map(({ listingId }) => listingId));
  const again = listings.filter(({ id, lastOfferAt }) => lastOfferAt !== null && ready.has(id));
  if (again.length === 0) return offers;
  const listingIds = again.map(({ id }) => id);
  const had = await findLowestOffers(db, { userId, listingIds, since: asked.now - offerMemoryMs });
  const withHad = previewOffers(
    again.map((listing) => ({ ...listing, had: had.get(listing.id) ?? [] })),
    asked,
  );
  const known = new Map(withHad.map((offer) => [offer.listingId, offer]));
  return offers.map((offer) => known.get(offer.listingId) ?? offer);
}

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
