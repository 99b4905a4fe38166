// A seller for the pricing bench, in a database of its own, with a synthetic closet and search results.

import type { MarketListing } from '#domain/ports/marketplace.ts';
import type { PricingEngine } from '#domain/ports/pricing/engine.ts';
import type { Vision } from '#domain/ports/pricing/vision.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { departmentNamed } from '#marketplace/standin/seed/catalog.ts';
import { stockCloset } from '#marketplace/standin/seed/closet.ts';
import { factsOf, tasteOf } from '#marketplace/standin/seed/facts.ts';
import { idKey } from '#marketplace/standin/seed/random.ts';
import { migrate } from '#server/adapters/database/migrate.ts';
import { openPostgres } from '#server/adapters/database/postgres.ts';
import { brandTerm } from '#server/features/pricing/comparables/pricing-context.ts';
import { saveFound } from '#server/features/pricing/comparables/search-store.ts';
import { createPricing, type PricingContext, readState } from '#server/features/pricing/pricing.ts';
import { log, openOwnPostgres } from '../engine/own-postgres.ts';

const noVision: Vision = {
  look: () => Promise.reject(new Error('No photo is priced here.')),
  prepare() {},
  close: async () => {},
};

const marketUserId = 'bench-closet';

/** A seller with a closet and search results, in a separate database, priced by Hangtag's own pricing feature. */
export async function openSeller({
  engine,
  closet,
  market,
  now,
}: {
  engine: PricingEngine;
  closet: readonly MarketListing[];
  market: readonly MarketListing[];
  now: number;
}): Promise<{ pricing: PricingContext; userId: string; comparables: number; close(): Promise<void> }> {
  const own = await openOwnPostgres('pricing-run');
  await migrate({ url: own.url, log });
  const database = await openPostgres({ url: own.url, max: 6, log });
  const {
    rows: [user],
  } = await database.query<{ id: string }>(
    `insert into users (first_name, last_name, email, password, created_at)
     values ('Maya', 'Brandt', 'maya@example.com', 'none', now()) returning id`,
  );
  const userId = user?.id ?? '';
  await database.query(
    `insert into closets (user_id, practice, market_user_id, state, linked_at, last_synced_at)
     values ($1, true, $2, 'ready', now(), now())`,
    [userId, marketUserId],
  );
  await database.query(
    `insert into listings (user_id, market_user_id, poshmark_id, title, price, original_price, is_active, availability,
       like_count, market_share_count, brand, department, category, subcategory, size, condition, url, listed_at, sold_at,
       synced_at)
     select $1, $2, l.id, l.title, l."priceCents" / 100, l."originalPriceCents" / 100, l.availability = 'available',
       l.availability, l."likeCount", l."shareCount", l.brand, l.department, l.category, l.subcategory, l."sizeLabel",
       l.condition, l.url, to_timestamp(l."createdAt" / 1000),
       case when l.availability = 'sold' then to_timestamp(l."availabilityChangedAt" / 1000) end, now()
     from json_to_recordset($3::json) as l(id text, title text, "priceCents" int, "originalPriceCents" int,
       availability text, "likeCount" int, "shareCount" int, brand text, department text, category text, subcategory text,
       "sizeLabel" text, condition text, url text, "createdAt" float8, "availabilityChangedAt" float8)`,
    [userId, marketUserId, JSON.stringify(closet)],
  );
  for (const [term, found] of Map.groupBy(market, ({ brand }) => brandTerm(brand ?? '')?.term ?? ''))
    await saveFound(database, { practice: true, term, found, now });
  await database.query('vacuum analyze');

  const pricing = createPricing({
    database,
    clock: { now: Date.now, at: () => () => {} },
    closet: {
      wayOf: async () => 'server',
      search: () => Promise.reject(new Error('No browser carries searches here.')),
      summary: async () => ({
        connected: true,
        hasOpenCheck: false,
        hasCredentials: true,
        practice: true,
        username: null,
        handle: null,
        marketUserId,
        lastSyncedAt: now,
      }),
    },
    queue: { put: async () => {} },
    listings: { list: async () => [] },
    vision: noVision,
    advisor: null,
    hasRoom: () => true,
    engine,
    marketplaces: { real: null, practice: null },
    random: Math.random,
    log,
  });
  const { comparables } = await readState(pricing, userId);
  return {
    pricing,
    userId,
    comparables,
    async close() {
      await database.close();
      await own.close();
    },
  };
}

const seed = 7;

/** All listings of a synthetic closet, as the marketplace would return them, with the practice marketplace's words and prices. */
export function closetOf({
  serial,
  available,
  sold,
  now,
}: {
  serial: number;
  available: number;
  sold: number;
  now: number;
}): MarketListing[] {
  const taste = tasteOf(seed, serial);
  return stockCloset({ seed, key: idKey(seed), serial, asOfMs: now, available, sold }).map((start) => {
    const facts = factsOf(seed, serial, start.index, taste);
    return {
      id: start.id,
      title: facts.title,
      brand: facts.brand.name,
      sizeLabel: facts.size,
      priceCents: start.price * 100,
      originalPriceCents: start.original === 0 ? null : start.original * 100,
      currency: 'USD',
      availability: start.status === 'sold_out' ? 'sold' : 'available',
      condition: facts.condition,
      department: departmentNamed(facts.category.department).display,
      category: facts.category.display,
      subcategory: facts.subcategory.display,
      categoryIds: [],
      colors: [facts.color.name],
      pictureUrls: [],
      likeCount: start.likes,
      shareCount: start.shares,
      commentCount: 0,
      createdAt: start.bornMs,
      updatedAt: start.bumpMs,
      availabilityChangedAt: start.statusMs,
      url: `https://example.org/listing/${start.id}`,
    };
  });
}

/** Listings of many closets, two thirds of them sold, as a search would find them. */
export function* marketListings(now: number): Generator<MarketListing> {
  for (let serial = 2; ; serial++) yield* closetOf({ serial, available: 40, sold: 80, now });
}

export const comparableOf = (listing: MarketListing): Comparable => ({
  id: listing.id,
  title: listing.title,
  price: listing.priceCents ?? 0,
  state: listing.availability === 'sold' ? 'sold' : 'ask',
  source: 'market',
  ...(listing.brand && { brand: listing.brand }),
  ...(listing.department && { department: listing.department }),
  ...(listing.category && { category: listing.category }),
  ...(listing.subcategory && { subcategory: listing.subcategory }),
  ...(listing.sizeLabel && { size: listing.sizeLabel }),
  ...(listing.condition && { condition: listing.condition }),
  ...(listing.originalPriceCents && { originalPrice: listing.originalPriceCents }),
  ...(listing.createdAt && { listedAt: listing.createdAt }),
  ...(listing.availabilityChangedAt && { seenAt: listing.availabilityChangedAt }),
});
