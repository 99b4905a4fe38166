// Advice on the prices of listings: the optimizer, market analysis, and what happened after earlier advice.
import { z } from 'zod';
import { strategies } from '#domain/pricing/advice/choose-listings.ts';
import { deciders } from '#domain/pricing/advice/confidence.ts';
import { type Cost, heavyReads, reads } from '../cost.ts';
import { CurrencyCode, Time } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { ComparableAgreement, ComparableSeen, DemandLevel, EvidenceCounts, PriceInterval } from './evidence.ts';

export const Direction = z.enum(['increase', 'decrease', 'maintain']);
export type Direction = z.output<typeof Direction>;

/** What the seller receives after the marketplace's fee, in dollars, at the old and the new price. Only fees in US dollars are known. */
const Earnings = z.object({ before: z.number(), after: z.number() }).nullable();

/** What the seller makes of it, in cents; a loss is negative. */
const profit = {
  /** What the seller paid for it; null if that isn't known. */
  costCents: z.number().int().nullable(),
  /** At the suggested price, after the marketplace's fee and the cost; null if one of them isn't known. */
  profitCents: z.number().int().nullable(),
};

/**
 * 0 to 1: the probability that following the advice is right. If a rule decided, it is how often that rule was right on listings that
 * the engine had not seen; 0 if too little is known for advice.
 */
const Confidence = z.number();
/** `rule`: no chance is known for this listing, so screens show no percentage. `nothing`: too little is known for advice. */
const DecidedBy = z.enum(deciders);

export const listingCounts = [5, 10, 15, 20] as const;

export const OptimizationRequest = z.strictObject({
  strategy: z.enum(strategies, { error: 'Choose one of the four strategies' }),
  limit: z.literal(listingCounts, { error: 'Choose 5, 10, 15, or 20 listings' }),
});

export const Optimization = z.object({
  listingId: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  category: Direction,
  engagement: DemandLevel,
  likes: z.number().int(),
  confidence: Confidence,
  decidedBy: DecidedBy,
  /** Of the prices. Without advice if it isn't USD. */
  currency: CurrencyCode,
  /** Dollars. */
  currentPrice: z.number(),
  suggestedPrice: z.number(),
  /** Percent of `currentPrice`, signed. */
  percentChange: z.number(),
  /** Dollars, signed. */
  priceDifference: z.number(),
  /** The facts behind the advice, most important first. */
  reasoning: z.array(z.string()),
  priceInterval: PriceInterval.nullable(),
  earnings: Earnings,
  ...profit,
});
export type Optimization = z.output<typeof Optimization>;

export const OptimizationResult = z.object({
  optimizedCount: z.number().int(),
  summary: z.object({
    increaseRecommendations: z.number().int(),
    decreaseRecommendations: z.number().int(),
    maintainRecommendations: z.number().int(),
    /** Percent, of all of them: those that keep their price, and those without advice, too. */
    averageConfidence: z.number(),
  }),
  optimizations: z.array(Optimization),
});
export type OptimizationResult = z.output<typeof OptimizationResult>;

/**
 * The newest advice on each listing for sale, as far as it still applies: the listing has the price that was advised on, and the
 * advice is at most a week old. Up to 100 listings, those with the largest difference first.
 */
export const StandingAdvice = OptimizationResult.extend({
  /** When any listing was last compared, even if none of that applies anymore; null if none ever was. */
  comparedAt: Time.nullable(),
});
export type StandingAdvice = z.output<typeof StandingAdvice>;

export const MarketAnalysis = z.object({
  /** Dollars; the current price if the direction is `maintain`. */
  suggestedPrice: z.number(),
  currentPrice: z.number(),
  /** Of the prices. Without advice if it isn't USD. */
  currency: CurrencyCode,
  priceAdjustment: z.object({ direction: Direction, /** Signed percent. */ percentage: z.number() }),
  /** false: too little is known for advice, which is the only reason why the direction is `maintain`. */
  isAdvised: z.boolean(),
  confidence: Confidence,
  decidedBy: DecidedBy,
  priceInterval: PriceInterval.nullable(),
  /** Dollars: what it would most likely sell for; null if the engine abstains. */
  estimate: z.number().nullable(),
  /** Dollars: what sellers usually ask for it; null if the engine abstains. */
  usualAsk: z.number().nullable(),
  likes: z.number().int(),
  /** `comparables`: learned from comparables. `prior`: from the hand-written tables only. */
  basis: z.enum(['comparables', 'prior']).nullable(),
  earnings: Earnings,
  ...profit,
  marketInsights: z.object({
    /** Medium if it is not known: the specification has three levels, and the screens say that it is unknown. */
    demandLevel: DemandLevel.exclude(['unknown']),
    isDemandKnown: z.boolean(),
    brandValue: z.string(),
    seasonality: z.string(),
    competitiveness: z.string(),
  }),
  /** Low and high in dollars. The other fields say how strong the evidence is. */
  comparableItems: z.array(
    ComparableSeen.extend({
      description: z.string(),
      estimatedPriceRange: z.object({ low: z.number(), high: z.number() }),
    }),
  ),
  /** null without comparable items. */
  agreement: ComparableAgreement.nullable(),
  evidence: EvidenceCounts,
  /** What each fact adds to or takes from the price of a typical comparable, in dollars. Empty if nothing could be learned. */
  explanation: z.array(z.object({ factor: z.string(), dollars: z.number() })),
  /** The price of a typical comparable, in dollars. */
  typicalPrice: z.number().nullable(),
  recommendations: z.array(z.string()),
});
export type MarketAnalysis = z.output<typeof MarketAnalysis>;

/** Earlier advice, the facts behind it, and what has happened since. */
export const Recommendation = z.object({
  id: z.string(),
  listingId: z.string(),
  title: z.string(),
  at: Time,
  from: z.enum(['optimizer', 'analysis']),
  direction: Direction,
  /** Dollars. */
  currentPrice: z.number(),
  suggestedPrice: z.number(),
  priceInterval: PriceInterval.nullable(),
  confidence: Confidence,
  reasons: z.array(z.string()),
  outcome: z.object({
    state: z.enum(['open', 'applied', 'changed', 'sold', 'gone']),
    at: Time.nullable(),
    /** Dollars: the current price, or what the buyer paid. If that isn't known, the last price before it was sold. */
    price: z.number().nullable(),
    /** Whether that price is in the interval that was shown; null without a sale or without an interval. */
    withinInterval: z.boolean().nullable(),
  }),
});
export type Recommendation = z.output<typeof Recommendation>;

const storedAdvice: Cost = { ...heavyReads, stores: 'little' };

export const adviceRoutes = {
  optimize: {
    method: 'POST',
    path: '/api/listings/pricing-optimization',
    summary: 'Advice on the prices of 5 to 20 listings',
    access: 'user',
    cost: storedAdvice,
    body: OptimizationRequest,
    reply: OptimizationResult,
  },
  standingAdvice: {
    method: 'GET',
    path: '/api/listings/pricing-optimization',
    summary: 'Stored advice that still applies. Computes nothing',
    access: 'user',
    cost: reads,
    reply: StandingAdvice,
  },
  analyzeListing: {
    method: 'POST',
    path: '/api/listings/{id}/market-analysis',
    summary: 'What one listing is worth, and why',
    access: 'user',
    cost: storedAdvice,
    reply: MarketAnalysis,
  },
  recommendations: {
    method: 'GET',
    path: '/api/listings/{id}/recommendations',
    summary: 'Past advice on one listing, the facts behind it, and what happened since',
    access: 'user',
    cost: reads,
    reply: z.array(Recommendation),
  },
} as const satisfies RouteTable[string];
