import { expect, it } from 'vitest';
import { decideDrop } from '../drops/choose-drops.ts';
import { priceOffer } from '../offers/offer.ts';
import { sensibleStart } from '../offers/rules.ts';
import { seeded } from '../random/seeded.ts';
import { lowestAllowed } from '../selling/floor.ts';
import { shareDay } from '../time.ts';
import { type DemoListing, inventHistory, inventSelling } from './demo-history.ts';

const now = Date.parse('2026-11-04T13:00:00Z');
const timezone = 'America/New_York';
const listings: DemoListing[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index + 1),
  title: `Listing ${index + 1}`,
  price: 3 + index,
  costCents: index % 5 === 0 ? null : 100 * (1 + (index % 30)),
  likes: index % 11,
  listedAt: now - index * 86_400_000,
}));
const repriced = ['109', '120'];
const { drops, offers } = inventSelling({ listings, timezone, now, repriced });
const byId = new Map(listings.map((listing) => [listing.id, listing]));
const factsOf = (id: string) => ({ currency: 'USD', floorCents: null, costCents: byId.get(id)?.costCents ?? null });

it.each([
  ['a minute and a half after midnight', '2026-11-22T05:01:30Z', 'America/New_York'],
  ['on the morning of a day of 25 hours', '2026-11-01T09:00:00Z', 'America/New_York'],
  ['far in the east', '2026-11-22T12:00:00Z', 'Pacific/Kiritimati'],
])('the history of a demo has shares today, %s', (_, moment, zone) => {
  const at = Date.parse(moment);
  const { rounds } = inventHistory({ listings: listings.slice(0, 40), timezone: zone, now: at, random: seeded(5) });
  const today = shareDay(at, zone);
  expect(rounds.flatMap(({ shares }) => shares).filter(({ day }) => day === today).length).toBeGreaterThan(10);
});

it('the drops of a demo are those that its plan makes at the earlier prices, and lead to the prices of today', () => {
  const { plan, prices } = drops;
  expect(prices.changes).toHaveLength(plan.mostADay);
  for (const { listingId, oldPrice, newPrice, at } of prices.changes) {
    const listing = { ...factsOf(listingId), priceCents: oldPrice * 100, lowestCents: null };
    const drop = decideDrop(listing, { percent: plan.percent, allowed: lowestAllowed(plan.floor, { listing }) });
    expect(drop).toMatchObject({ kind: 'drop', newCents: newPrice * 100 });
    expect(newPrice).toBe(byId.get(listingId)?.price);
    expect(at - (byId.get(listingId)?.listedAt ?? at)).toBeGreaterThan(29 * 86_400_000);
    expect(repriced).not.toContain(listingId);
  }
  expect(drops.nextAt).toBeGreaterThan(now);
});

it('the offers of a demo are those that its rules make at the price of that day, no listing twice in a week', () => {
  const days = Map.groupBy(offers.offers, ({ day }) => day);
  expect(days.size).toBeGreaterThan(4);
  for (const [day, sent] of days) {
    expect(day < shareDay(now, timezone)).toBe(true);
    expect(sent.length).toBeLessThanOrEqual(offers.mostADay);
  }
  expect(new Set(offers.offers.map(({ listingId }) => listingId)).size).toBe(offers.offers.length);
  for (const { listingId, at, price, ruleIndex, shippingCents } of offers.offers) {
    const rule = sensibleStart[ruleIndex];
    expect(at - (byId.get(listingId)?.listedAt ?? 0)).toBeGreaterThan((rule?.match.minAgeDays ?? 0) * 86_400_000);
    const earlier = drops.prices.changes.find((drop) => drop.listingId === listingId && drop.at > at);
    const ask = { percent: rule?.percent ?? 0, floor: rule?.floor ?? { kind: 'listing' as const }, shippingCents };
    const dollars = earlier?.oldPrice ?? byId.get(listingId)?.price ?? 0;
    const priced = priceOffer({ ...ask, priceCents: dollars * 100, listing: factsOf(listingId) });
    expect(priced).toEqual({ kind: 'send', priceCents: price * 100 });
  }
});
