// What a demo account has in the past: shares, prices, rules with their offers, and a plan of price drops.

import { pauseMs } from '../bot/pace.ts';
import { nextDueAt, type Plan, type StoredPlan, sensiblePlan, spanOn } from '../drops/plan.ts';
import { type Cents, fromDollars, toDollars, usDollars } from '../money.ts';
import { type OfferListing, previewOffers, withinDay } from '../offers/preview.ts';
import { sensibleStart } from '../offers/rules.ts';
import type { Instant } from '../ports/clock.ts';
import { addDays, type DateText, dayBounds, instantOf, shareDay } from '../time.ts';

/** In sharing order. Prices are whole dollars. */
export type DemoListing = {
  id: string;
  title: string;
  price: number | null;
  costCents: Cents | null;
  likes: number;
  listedAt: Instant | null;
};

type DemoShare = { listingId: string; at: Instant; day: DateText; outcome: 'shared' | 'refused' | 'unknown' };
/** `visit`: a round of party shares, or of share-backs, whose shares name the index of a person instead of a listing. */
export type DemoRound = {
  startsAt: Instant;
  endsAt: Instant;
  shares: DemoShare[];
  visit?: { kind: 'party'; title: string } | { kind: 'back'; names: readonly string[] };
};
export type DemoPrices = {
  source: 'optimizer' | 'drop';
  appliedAt: Instant;
  /** null: the prices are still those of the batch. */
  undoneAt: Instant | null;
  changes: { listingId: string; title: string; at: Instant; oldPrice: number; newPrice: number }[];
};
export type DemoHistory = {
  /** Oldest first. */
  rounds: DemoRound[];
  /** One warning from the marketplace, so long ago that the limit is back to normal. */
  pause: { startsAt: Instant; endsAt: Instant };
  prices: DemoPrices;
};

const daysBack = 13;
const roundTimes = ['07:30', '11:30', '15:30', '19:30'] as const;
const pausedDaysAgo = 9;
const pricedDaysAgo = 5;
const minuteMs = 60_000;
const meanPauseMs = 2000;
const pausesForMs = 16 * minuteMs;
/** Shares before the pause. */
const sharesBeforePause = 11;
const mostPrices = 6;
const leastPrice = 15;

/** Two short visits in the quiet time between two rounds. */
const visitTimes = { party: '13:10', back: '17:20' } as const;
const partyTitles = ['Denim Days', 'Best in Shoes', 'Everyday Dresses', 'Cozy Knits'] as const;
const mostForParty = 18;
const people = ['thrift_tess', 'closetbymaya', 'vintage_june', 'retro_rae', 'sunny_finds', 'nora_restyles'] as const;

type Facts = { listings: readonly DemoListing[]; timezone: string; now: Instant; random: () => number };

/** Everything is before `now`, and today has at least one round, however early it is. */
export function inventHistory(facts: Facts): DemoHistory {
  const { timezone, now, random } = facts;
  const today = shareDay(now, timezone);
  const rounds: DemoRound[] = [];
  let pause = { startsAt: now, endsAt: now };
  for (let ago = daysBack; ago >= 0; ago -= 1) {
    const date = addDays(today, -ago);
    for (const [index, time] of roundTimes.entries()) {
      const startsAt = instantOf(date, time, timezone) + Math.floor(random() * 12 * minuteMs);
      const isPaused = ago === pausedDaysAgo && index === 1;
      // On some days the seller did not share.
      if (ago > 0 && index > 0 && !isPaused && random() < 0.12) continue;
      const round = inventRound(facts, { startsAt, pausesAfter: isPaused ? sharesBeforePause : null });
      if (round.endsAt >= now - minuteMs || round.shares.length === 0) continue;
      rounds.push(round);
      if (isPaused) pause = pauseIn(round);
    }
    if (ago > 0) rounds.push(...inventVisits(facts, date));
  }
  if (!rounds.some(({ startsAt }) => startsAt >= dayBounds(today, timezone).startsAt))
    rounds.push(roundUntil(facts, now));
  return { rounds: rounds.filter(({ shares }) => shares.length > 0), pause, prices: inventPrices(facts, today) };
}

function inventRound(
  given: Pick<Facts, 'timezone' | 'random'> & { listings: readonly Pick<DemoListing, 'id' | 'listedAt'>[] },
  { startsAt, pausesAfter }: { startsAt: Instant; pausesAfter: number | null },
): DemoRound {
  const { listings, timezone, random } = given;
  const shares: DemoShare[] = [];
  let at = startsAt;
  for (const { id, listedAt } of listings) {
    if (listedAt !== null && listedAt > startsAt) continue;
    at += pauseMs(meanPauseMs, random);
    const isRefused = shares.length === pausesAfter;
    const chance = random();
    const outcome = isRefused || chance < 0.005 ? 'refused' : chance < 0.01 ? 'unknown' : 'shared';
    shares.push({ listingId: id, at, day: shareDay(at, timezone), outcome });
    if (isRefused) at += pausesForMs;
  }
  return { startsAt, endsAt: at, shares };
}

/** A party every other day or so, and a few people who shared the closet. */
function inventVisits(facts: Facts, date: DateText): DemoRound[] {
  const { listings, timezone, random } = facts;
  const from = Math.floor(random() * Math.max(1, listings.length - mostForParty));
  const startsAt = instantOf(date, visitTimes.party, timezone);
  const party = inventRound(
    { ...facts, listings: listings.slice(from, from + mostForParty) },
    { startsAt, pausesAfter: null },
  );
  const title = partyTitles[Math.floor(random() * partyTitles.length)] ?? '';
  const names = people.filter(() => random() < 0.5);
  const persons = names.map((_, index) => ({ id: `${index}`, listedAt: null }));
  const backAt = instantOf(date, visitTimes.back, timezone);
  const back = inventRound({ ...facts, listings: persons }, { startsAt: backAt, pausesAfter: null });
  return [
    ...(random() < 0.6 ? [{ ...party, visit: { kind: 'party', title } as const }] : []),
    { ...back, visit: { kind: 'back', names } as const },
  ];
}

/** The pause begins with the share that was refused, and ends shortly before the next one. */
function pauseIn({ shares }: DemoRound): DemoHistory['pause'] {
  const [last, next] = [shares[sharesBeforePause], shares[sharesBeforePause + 1]];
  const startsAt = last?.at ?? 0;
  return { startsAt, endsAt: (next?.at ?? startsAt + pausesForMs) - 1 };
}

/** A round of today that has just ended. It has fewer listings if the day is younger than a round. */
function roundUntil(facts: Facts, now: Instant): DemoRound {
  const { startsAt: dayStartsAt } = dayBounds(shareDay(now, facts.timezone), facts.timezone);
  const startsAt = Math.max(now - facts.listings.length * meanPauseMs - 2 * minuteMs, dayStartsAt);
  const { shares } = inventRound(facts, { startsAt, pausesAfter: null });
  const over = shares.filter(({ at }) => at < now - 1000);
  return { startsAt, endsAt: over.at(-1)?.at ?? startsAt, shares: over };
}

/** Lowers some prices by a tenth one evening, and restores them the next morning. */
function inventPrices({ listings, timezone }: Facts, today: DateText): DemoPrices {
  const date = addDays(today, -pricedDaysAgo);
  const appliedAt = instantOf(date, '20:05', timezone);
  const changes = listings.flatMap(({ id, title, price }) =>
    price !== null && price >= leastPrice
      ? [{ listingId: id, title, at: appliedAt, oldPrice: price, newPrice: Math.round(price * 0.9) }]
      : [],
  );
  return {
    source: 'optimizer',
    appliedAt,
    undoneAt: instantOf(addDays(date, 1), '08:10', timezone),
    changes: changes.slice(0, mostPrices),
  };
}

/** What resellers pay at thrift stores and yard sales. */
const thriftPrices: readonly Cents[] = [100, 200, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000, 3000];

/** What a seller paid for something with this price; null: the seller noted none. */
export function inventCost(price: Cents, random: () => number): Cents | null {
  if (random() < 0.12) return null;
  const likely = thriftPrices.filter((cost) => cost >= price * 0.06 && cost <= price * 0.4);
  return likely[Math.floor(random() * likely.length)] ?? thriftPrices.findLast((cost) => cost <= price * 0.4) ?? null;
}

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

type SellingFacts = Omit<Facts, 'random'> & { repriced: readonly string[] };

/** `repriced`: listings whose price changed shortly before. */
export function inventSelling(facts: SellingFacts): DemoSelling {
  const drops = inventDrops(facts);
  return { drops, offers: inventOffers(facts, drops.prices.changes) };
}

/** The prices of today are those after the run: before it, they were the lowest that drop to these. */
function inventDrops({ listings, timezone, now, repriced }: SellingFacts): DemoDrops {
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
function inventOffers({ listings, timezone, now }: SellingFacts, drops: DemoPrices['changes']): DemoOffers {
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
