import type { MarketAnalysis, OptimizationResult, PricingState, Recommendation } from '#contract/schemas/pricing.ts';
import { Failure } from '#domain/failure.ts';
import { isId } from '#domain/id.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database } from '#domain/ports/database.ts';
import type { PlainValue, PricingCase, PricingEngine } from '#domain/ports/pricing-engine.ts';
import type { Queue } from '#domain/ports/queue.ts';
import { restDays } from '#domain/pricing/advice/advice.ts';
import { chooseListings, type Strategy } from '#domain/pricing/advice/choose-listings.ts';
import type { Demand } from '#domain/pricing/advice/demand.ts';
import type { Comparable, Item } from '#domain/pricing/facts/comparable.ts';
import type { Closet } from '../closet/closet.ts';
import { advisedOf, tellAdvice } from './advice/kept-advice.ts';
import { caseOf, isPriced, itemOf, type Priced } from './advice/listing-case.ts';
import { tellAnalysis, tellOptimization } from './advice/price-to-dto.ts';
import { type Advised, countRecord, findAdvice, saveAdvice } from './advice/recommendation-store.ts';
import { createLearnFrom, type Ground, partOf } from './comparables/learn-from.ts';
import {
  createSearch,
  freshForAnalysisMs,
  freshMs,
  type Marketplaces,
  type SearchSpacing,
} from './comparables/search-comparables.ts';
import { findSearchPause } from './comparables/search-store.ts';
import { termsOfItem } from './comparables/search-terms.ts';
import { countComparables } from './comparables/store.ts';
import { findActive, findOne, type PricedListing } from './store.ts';

export type Pricing = {
  state(userId: string): Promise<Omit<PricingState, 'model'>>;
  /** Throws `closet_not_connected`, `no_listings`. */
  optimize(userId: string, wish: { strategy: Strategy; limit: number }): Promise<OptimizationResult>;
  /** Throws `not_found`, `listing_not_for_sale`, `closet_not_connected`. */
  analyzeListing(userId: string, listingId: string): Promise<MarketAnalysis>;
  recommendations(userId: string, listingId: string): Promise<Recommendation[]>;
  /** Prices a thing that is in no closet, with the comparables of its label and kind. */
  appraise(userId: string, item: Item, count: number): Promise<{ value: PlainValue; near: Comparable[] }>;
  /** The job after a sync or an analysis: looks for comparables, and learns from what is there now. */
  study(userId: string, listingId?: string): Promise<void>;
  maintenance(): Promise<void>;
};

const dayMs = 86_400_000;
/** Searches of one run of the job; what is left is another run's. */
const mostAtOnce = { real: 5, practice: 15 };
const goOnAfterMs = 60_000;
/** A photo waits this long for comparables of a label that was never looked for. */
const photoPatienceMs = 600;
const mostKeptAnalyses = 500;

/** Suggestions with their evidence and their doubt, for what is in a closet and for what is not. */
export function createPricing({
  database,
  clock,
  closet,
  queue,
  engine,
  marketplaces,
  random,
  searchSpacing,
  log,
}: {
  database: Database;
  clock: Clock;
  closet: Pick<Closet, 'summary'>;
  queue: Queue;
  engine: PricingEngine;
  marketplaces: Marketplaces;
  random: () => number;
  searchSpacing?: SearchSpacing;
  log: { warn(fields: object, message: string): void };
}): Pricing {
  const learn = createLearnFrom({ database, closet, hasReal: marketplaces.real !== null });
  const search = createSearch({ database, clock, marketplaces, spacing: searchSpacing, log });
  const kept = new Map<string, { stamp: string; analysis: MarketAnalysis }>();

  const studyLater = (userId: string, listingId?: string): Promise<void> =>
    queue.put('pricing.study', { userId, ...(listingId && { listingId }) }, { key: userId });

  /** Ages count in whole days, so that an analysis stays the same for a day where nothing else changes. */
  const today = (): Instant => clock.now() - (clock.now() % dayMs);
  const lately = (now: Instant): Instant => now - restDays * dayMs;
  const activeOf = async ({ userId, marketUserId }: Linked, now: Instant): Promise<Priced[]> =>
    (await findActive(database, { userId, marketUserId, since: lately(now) })).filter(isPriced);
  const listingOf = async (userId: string, id: string, now: Instant): Promise<PricedListing | null> =>
    isId(id) ? findOne(database, { userId, id, since: lately(now) }) : null;

  async function keepAdvice(userId: string, advised: Advised[]): Promise<void> {
    const now = clock.now();
    await saveAdvice(database, { userId, advised, now, since: now - dayMs });
  }

  return {
    async state(userId) {
      const ground = await learn.ground(userId);
      const [counts, record, until] = await Promise.all([
        countComparables(database, { ...learn.sourcesOf(ground), withoutAsksOf: null }),
        countRecord(database, userId),
        findSearchPause(database, ground.practice, clock.now()),
      ]);
      return { ...counts, record, searchPausedUntil: until === null ? null : new Date(until).toISOString() };
    },

    async optimize(userId, { strategy, limit }) {
      const ground = await learn.linkedGround(userId);
      const now = today();
      const active = await activeOf(ground, now);
      if (active.length === 0)
        throw new Failure('no_listings', 'There are no active listings to look at. Sync your closet first.');
      const chosen = chooseListings(active, { strategy, limit, now: clock.now(), random });
      const cases = chosen.map((listing) => caseOf(userId, listing, active, now));
      const judged = new Map<string, Awaited<ReturnType<typeof adviseHalf>>[number]>();
      for (const half of [0, 1] as const)
        for (const one of await adviseHalf(ground, half, chosen, cases)) judged.set(one.listing.id, one);
      const rows = chosen.flatMap((listing) => judged.get(listing.id) ?? []);
      await keepAdvice(
        userId,
        rows.map(({ listing, advice, value, demand, version }) =>
          advisedOf(listing, {
            origin: 'optimizer',
            told: tellOptimization(listing, { advice, value, demand }),
            value,
            demand,
            version,
            now,
          }),
        ),
      );
      await studyLater(userId);
      const optimizations = rows.map((row) => tellOptimization(row.listing, row));
      const going = (direction: string) => optimizations.filter(({ category }) => category === direction).length;
      const mean = optimizations.reduce((sum, { confidence }) => sum + confidence, 0) / optimizations.length;
      return {
        optimizedCount: optimizations.length,
        summary: {
          increaseRecommendations: going('increase'),
          decreaseRecommendations: going('decrease'),
          maintainRecommendations: going('maintain'),
          averageConfidence: Math.round(mean * 100),
        },
        optimizations,
      };
    },

    async analyzeListing(userId, listingId) {
      const now = today();
      const listing = await listingOf(userId, listingId, now);
      if (listing === null) throw new Failure('not_found', 'There is no such listing.');
      if (listing.availability !== 'available' || !isPriced(listing))
        throw new Failure('listing_not_for_sale', 'This listing is not for sale any more, so its price is settled.');
      const ground = await learn.linkedGround(userId);
      const source = await learn.fitSource(ground, partOf(listing.id));
      const own = caseOf(userId, listing, await activeOf(ground, now), now);
      const stamp = JSON.stringify([source.version, now, own]);
      const known = kept.get(listing.id);
      if (known?.stamp === stamp) return known.analysis;
      const answer = await engine.ask(source, 'analyze', { of: own, now });
      const analysis = tellAnalysis(listing, answer);
      kept.delete(listing.id);
      kept.set(listing.id, { stamp, analysis });
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - mostKeptAnalyses))) kept.delete(oldest);
      const told = {
        category: answer.advice.direction,
        suggestedPrice: analysis.suggestedPrice,
        confidence: analysis.confidence,
        reasoning: analysis.recommendations,
      };
      await keepAdvice(userId, [
        advisedOf(listing, {
          origin: 'analysis',
          told,
          value: answer.value,
          demand: own.demand,
          version: source.version,
          now,
        }),
      ]);
      await studyLater(userId, listing.id);
      return analysis;
    },

    async recommendations(userId, listingId) {
      if ((await listingOf(userId, listingId, today())) === null)
        throw new Failure('not_found', 'There is no such listing.');
      return (await findAdvice(database, userId, listingId)).map(tellAdvice);
    },

    async appraise(userId, item, count) {
      const ground = await learn.ground(userId);
      const terms = termsOfItem(item);
      const looking = search
        .searchFor(ground.practice, terms, { most: terms.length, freshMs: freshForAnalysisMs })
        .catch((error: unknown) => log.warn({ error }, 'Comparables for a photo could not be looked for'));
      const patience = new Promise<void>((resolve) => setTimeout(resolve, photoPatienceMs).unref());
      await Promise.race([looking, patience]);
      return engine.ask(await learn.fitSource(ground, 'all', terms), 'appraise', { item, count });
    },

    async study(userId, listingId) {
      const ground = await learn.ground(userId);
      if (ground.marketUserId === null) return;
      const listing = listingId === undefined ? null : await listingOf(userId, listingId, today());
      const leftOfListing =
        listing === null
          ? 0
          : await search.searchFor(ground.practice, termsOfItem(itemOf(userId, listing)), {
              most: 2,
              freshMs: freshForAnalysisMs,
            });
      const most = ground.practice ? mostAtOnce.practice : mostAtOnce.real;
      const left = await search.searchFor(ground.practice, ground.terms, { most, freshMs });
      for (const half of [0, 1] as const)
        await engine.ask(await learn.fitSource(ground, half), 'advise', { cases: [] });
      if (left + leftOfListing > 0)
        await queue.put(
          'pricing.study',
          { userId, ...(listingId !== undefined && leftOfListing > 0 && { listingId }) },
          { key: userId, delayMs: ground.practice ? 0 : goOnAfterMs },
        );
    },

    maintenance: () => search.prune(),
  };

  async function adviseHalf(ground: Ground, half: 0 | 1, chosen: readonly Priced[], cases: readonly PricingCase[]) {
    const places = chosen.flatMap((listing, place) => (partOf(listing.id) === half ? [place] : []));
    if (places.length === 0) return [];
    const source = await learn.fitSource(ground, half);
    const own = places.flatMap((place) => cases[place] ?? []);
    const told = await engine.ask(source, 'advise', { cases: own });
    return places.flatMap((place, index) => {
      const [listing, answer, { demand } = unknownDemand] = [chosen[place], told[index], own[index]];
      return listing && answer ? [{ listing, ...answer, demand, version: source.version }] : [];
    });
  }
}

type Linked = Pick<Ground, 'userId'> & { marketUserId: string };

const unknownDemand: { demand: Demand } = { demand: { level: 'unknown' } };
