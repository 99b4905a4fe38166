// What a demo account has done to sell more, invented by its own rules: a week of offers, and one run of a plan of price drops.

import { nextDueAt, type Plan, type StoredPlan, sensiblePlan, spanOn } from '../drops/plan.ts';
import { type Cents, fromDollars, toDollars, usDollars } from '../money.ts';
import { type OfferListing, previewOffers, withinDay } from '../offers/preview.ts';
import { sensibleStart } from '../offers/rules.ts';
import type { Instant } from '../ports/clock.ts';
import { addDays, type DateText, instantOf, shareDay } from '../time.ts';
import type { DemoListing, DemoPrices } from './demo-history.ts';

/** Prices in whole dollars. */
type DemoOffer = {
  listingId: string;
  title: string;
  at: Instant;
  day: DateText;
  price: number;
  likers: number;
  shippingCents: Cents;
  /** Its index in `sensibleStart`. */
  ruleIndex: number;
};
export type DemoOffers = { mostADay: number; offers: DemoOffer[] };
export type DemoDrops = { plan: Plan; day: DateText; nextAt: Instant | null; prices: DemoPrices };
type DemoSelling = { offers: DemoOffers; drops: DemoDrops };

/** The seller tried offers for a week, and has switched them off since. */
const offerDaysAgo = { first: 8, last: 2 };
/** After the first round of the day, and before prices drop. */
const offersAt = '08:20';
const offersADay = 5;
const offerEveryMs = 40_000;
const droppedDaysAgo = 4;
/** So few that next week still has some to drop. */
const dropsADay = 12;

type Facts = { listings: readonly DemoListing[]; timezone: string; now: Instant; repriced: readonly string[] };

/** `repriced`: listings whose price changed shortly before. */
export function inventSelling(facts: Facts): DemoSelling {
  const drops = inventDrops(facts);
  return { drops, offers: inventOffers(facts, drops.prices.changes) };
}

/** The prices of today are those after the run: before it, they were the lowest that drop to these. */
function inventDrops({ listings, timezone, now, repriced }: Facts): DemoDrops {
  const today = shareDay(now, timezone);
  const day = addDays(today, -droppedDaysAgo);
  const plan: StoredPlan = { ...sensiblePlan, mostADay: dropsADay, id: '', firstDay: day };
  const { startsAt, endsAt } = spanOn(plan, day, timezone);
  const listedBefore = startsAt - (plan.match.minAgeDays ?? 0) * 86_400_000;
  const dropped = listings
    .filter(({ id, listedAt }) => listedAt !== null && listedAt <= listedBefore && !repriced.includes(id))
    .toSorted((one, other) => other.likes - one.likes || (one.listedAt ?? 0) - (other.listedAt ?? 0))
    .flatMap(({ price, ...listing }) => (price === null ? [] : [{ ...listing, price }]))
    .slice(0, dropsADay);
  const changes = dropped.map(({ id, title, price }, index) => ({
    listingId: id,
    title,
    at: startsAt + Math.floor(((endsAt - startsAt) / dropped.length) * index),
    oldPrice: Math.ceil((price * 100) / (100 - plan.percent)),
    newPrice: price,
  }));
  const { id: _, firstDay: __, ...saved } = plan;
  return {
    ...{ plan: saved, day, nextAt: nextDueAt(plan, today, timezone) },
    prices: { source: 'drop', appliedAt: startsAt, undoneAt: null, changes },
  };
}

/** Day by day, what the rules would have sent then. One like in ten has come since. */
function inventOffers({ listings, timezone, now }: Facts, drops: DemoPrices['changes']): DemoOffers {
  const today = shareDay(now, timezone);
  const offers: DemoOffer[] = [];
  for (let ago = offerDaysAgo.first; ago >= offerDaysAgo.last; ago -= 1) {
    const day = addDays(today, -ago);
    const startsAt = instantOf(day, offersAt, timezone);
    const then = listings.map((listing) => asOf(startsAt, { listing, drops, offers }));
    const sent = withinDay(previewOffers(then, { rules: sensibleStart, now: startsAt }), offersADay);
    for (const { listingId, priceCents, likers, shippingCents, ruleIndex, blocked } of sent) {
      if (blocked !== null || priceCents === null || shippingCents === null || ruleIndex === null) continue;
      const title = listings.find(({ id }) => id === listingId)?.title ?? '';
      const at = startsAt + (offers.filter((offer) => offer.day === day).length + 1) * offerEveryMs;
      offers.push({ listingId, title, at, day, price: toDollars(priceCents), likers, shippingCents, ruleIndex });
    }
  }
  return { mostADay: offersADay, offers };
}

function asOf(
  moment: Instant,
  { listing, drops, offers }: { listing: DemoListing; drops: DemoPrices['changes']; offers: readonly DemoOffer[] },
): OfferListing {
  const { id, title, listedAt, costCents } = listing;
  const isListed = listedAt === null || listedAt <= moment;
  const price = drops.find(({ listingId, at }) => listingId === id && at > moment)?.oldPrice ?? listing.price;
  const had = offers.filter(({ listingId }) => listingId === id);
  return {
    ...{ id, title, listedAt, costCents, floorCents: null, currency: usDollars },
    ...{ brand: null, department: null, category: null, subcategory: null, condition: null, shelf: null },
    priceCents: price === null ? null : fromDollars(price),
    likes: isListed ? listing.likes - Math.floor(listing.likes / 10) : 0,
    lastOfferAt: had.at(-1)?.at ?? null,
    earlier: had.length,
    had: had.map((offer) => ({ priceCents: fromDollars(offer.price), likers: offer.likers })),
  };
}
