import { describe, expect, it } from 'vitest';
import { fitPricing, type PricingFit } from '../fit/fit.ts';
import { seededRandom, syntheticMarket } from '../synthetic-market.fixture.ts';
import { advise } from './advice.ts';
import { chooseListings, strategies } from './choose-listings.ts';
import type { Direction } from './decide.ts';
import { type Attention, type Demand, judgeDemand } from './demand.ts';

const dayMs = 86_400_000;
const now = 1_000 * dayMs;

/** Listings whose prices follow the same rule as those of all other sellers, with likes that follow price and age. */
function closetAtTheMarket(seed: number) {
  const roll = seededRandom(seed * 31 + 1);
  const exact = syntheticMarket({ rows: 80, seed: seed + 500, soldShare: 0, noise: 0 });
  return syntheticMarket({ rows: 80, seed: seed + 500, soldShare: 0 }).map(({ price, ...item }, at) => {
    const usual = exact[at]?.price ?? price;
    const ageDays = Math.floor(-Math.log(1 - roll()) * 75);
    const appeal = Math.exp((roll() + roll() + roll() - 1.5) * 1.2) * (usual / price) ** 1.4;
    return {
      id: `${at}`,
      item,
      usual,
      price: Math.max(300, Math.round(price / 100) * 100),
      likeCount: Math.floor(0.85 * appeal * ageDays ** 0.62 + roll() * 0.8),
      shareCount: Math.floor(roll() * 40),
      lastShared: now - roll() * 3 * dayMs,
      listedAt: now - ageDays * dayMs,
      ageDays,
    };
  });
}
type Listed = ReturnType<typeof closetAtTheMarket>[number];

const attention = ({ likeCount, shareCount, ageDays }: Listed): Attention => ({
  likes: likeCount,
  shares: shareCount,
  ageDays,
});

const demandFor = (listing: Listed, closet: readonly Listed[]): Demand =>
  judgeDemand(
    attention(listing),
    closet.filter(({ id, item }) => id !== listing.id && item.category === listing.item.category).map(attention),
  );

const adviceOn = (fit: PricingFit, listing: Listed, closet: readonly Listed[]) =>
  advise({
    listing: { ...listing, likes: listing.likeCount, floorPrice: null, cost: null, changed: null },
    value: { sale: fit.estimate(listing.item), ask: fit.estimate(listing.item, 'ask') },
    demand: demandFor(listing, closet),
  });

describe('a closet priced like all others', () => {
  const tally = () => ({ increase: 0, decrease: 0, maintain: 0 });
  const counts = { engagement: tally(), underperforming: tally(), recent: tally(), random: tally(), whole: tally() };
  const cutsAboveTheUsual: boolean[] = [];
  const underperforming: { direction: Direction; isDear: boolean; demand: Demand['level'] }[] = [];
  for (let seed = 1; seed <= 24; seed++) {
    const fit = fitPricing(syntheticMarket({ rows: 500, seed }));
    const closet = closetAtTheMarket(seed);
    const advised = new Map(closet.map((listing) => [listing.id, adviceOn(fit, listing, closet)]));
    const roll = seededRandom(seed);
    for (const { direction } of advised.values()) counts.whole[direction] += 1;
    for (const strategy of strategies)
      for (const { id } of chooseListings(closet, { strategy, limit: 20, now, random: roll }))
        counts[strategy][advised.get(id)?.direction ?? 'maintain'] += 1;
    for (const listing of chooseListings(closet, { strategy: 'underperforming', limit: 20, now, random: roll }))
      underperforming.push({
        direction: advised.get(listing.id)?.direction ?? 'maintain',
        isDear: listing.price > listing.usual,
        demand: demandFor(listing, closet).level,
      });
    for (const { id, item, price } of closet) {
      const ask = fit.estimate(item, 'ask');
      if (advised.get(id)?.direction === 'decrease' && ask.kind === 'estimate')
        cutsAboveTheUsual.push(price > ask.half.high);
    }
  }
  const shareOfCuts = (name: keyof typeof counts): number => {
    const { increase, decrease } = counts[name];
    return decrease / (increase + decrease);
  };

  it.each(['whole', 'engagement', 'recent', 'random'] as const)('gets about as many cuts as raises (%s)', (name) => {
    expect(shareOfCuts(name)).toBeGreaterThanOrEqual(0.35);
    expect(shareOfCuts(name)).toBeLessThanOrEqual(0.65);
  });

  // Nearly all of its changes are cuts, which is right: what few like is not raised, and few like it because it costs more.
  it('gets cuts among the least liked only if the price is really above the usual, and keeps most of them', () => {
    const shareOf = (part: readonly unknown[], all: readonly unknown[]): number => part.length / all.length;
    const changed = underperforming.filter(({ direction }) => direction !== 'maintain');
    const cut = changed.filter(({ direction }) => direction === 'decrease');
    expect(shareOf(cut, changed)).toBeGreaterThan(0.95);
    expect(shareOf(cut, underperforming)).toBeLessThan(0.5);
    expect(
      shareOf(
        cut.filter(({ isDear }) => isDear),
        cut,
      ),
    ).toBeGreaterThan(0.95);
    const raised = underperforming.filter(({ direction }) => direction === 'increase');
    expect(raised.map(({ demand }) => demand)).not.toContain('low');
  });

  it('keeps most of its prices, and gets cuts only if it asks more than most sellers', () => {
    expect(counts.whole.maintain).toBeGreaterThan(counts.whole.increase + counts.whole.decrease);
    expect(cutsAboveTheUsual.length).toBeGreaterThan(100);
    expect(cutsAboveTheUsual).not.toContain(false);
  });
});

// The market of these tests asks 1.33 times what things sell for; the closet asks 4 % less.
describe('a closet of 60 whose prices are as scattered as all others, and a little lower', () => {
  const fits = Array.from({ length: 12 }, (_, at) => fitPricing(syntheticMarket({ rows: 400, seed: at + 1 })));
  it.each<[string, (roll: () => number) => number]>([
    ['was listed these days', (roll) => Math.floor(roll() * 14)],
    ['was listed a month ago', () => 30],
    ['is up to four months old', (roll) => Math.floor(roll() * 120)],
    ['was listed three months ago', () => 90],
  ])('gets cuts as well as raises if it %s', (_, ageOf) => {
    const counts = { increase: 0, decrease: 0, maintain: 0 };
    for (const [at, fit] of fits.entries()) {
      const seed = at + 1;
      const roll = seededRandom(seed);
      for (const { price, ...item } of syntheticMarket({ rows: 60, seed: seed + 900, soldShare: 0 })) {
        const asked = Math.max(300, Math.round((price * 1.2) / 1.25 / 100) * 100);
        const listing = { price: asked, likes: 0, ageDays: ageOf(roll), floorPrice: null, cost: null, changed: null };
        const value = { sale: fit.estimate(item), ask: fit.estimate(item, 'ask') };
        counts[advise({ listing, value, demand: { level: 'unknown' } }).direction] += 1;
      }
    }
    const cuts = counts.decrease / (counts.increase + counts.decrease);
    expect(counts.increase + counts.decrease).toBeGreaterThan(100);
    expect(cuts).toBeGreaterThan(0.3);
    expect(cuts).toBeLessThan(0.7);
  });
});
