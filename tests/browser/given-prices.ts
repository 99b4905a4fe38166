import type { Route } from '@playwright/test';
import type { Listing } from '#contract/schemas/listings.ts';
import type {
  MarketAnalysis,
  Optimization,
  OptimizationResult,
  PhotoAnalysis,
  PricingState,
  Recommendation,
} from '#contract/schemas/pricing.ts';

// Replies given in place of the server's, for states that a real closet comes to only by chance.

const emptyMarket = {
  totalComparables: 0,
  averageMarketPrice: 0,
  priceRange: { min: 0, max: 0 },
  comparableListings: [],
};

export const pricedPhoto: PhotoAnalysis = {
  suggestedPrice: 84,
  priceInterval: { low: 72, high: 96, coverage: 0.8 },
  earnings: 67.2,
  marketDemand: 'high',
  itemCategory: 'Jackets & Coats',
  brand: 'Madewell',
  condition: 'excellent',
  colorAndStyle: 'Navy, chore',
  size: 'M',
  itemDescription: 'Navy jacket by Madewell, size M, in excellent condition.',
  sources: { itemCategory: 'photo', brand: 'hint', condition: 'hint', colorAndStyle: 'photo', size: 'tag' },
  confidence: 0.44,
  recommendations: ['A photo of the back would help buyers.'],
  marketData: {
    totalComparables: 11,
    averageMarketPrice: 8100,
    priceRange: { min: 5800, max: 11_200 },
    comparableListings: [5800, 6600, 7000, 7700, 8000, 8700, 9300, 11_200].map((price, index) => ({
      title: `Madewell chore jacket, ${index % 2 === 0 ? 'M' : 'L'}`,
      condition: 'good',
      price,
      source: index % 2 === 0 ? 'closet' : 'market',
      state: index % 2 === 0 ? ('sold' as const) : ('ask' as const),
    })),
  },
  engine: 'embedded',
};

export const unknownPhoto: PhotoAnalysis = {
  ...pricedPhoto,
  suggestedPrice: null,
  priceInterval: null,
  earnings: null,
  marketDemand: 'unknown',
  brand: 'Unknown',
  condition: 'Unknown',
  size: 'Unknown',
  itemDescription: '',
  sources: { itemCategory: 'photo', brand: 'unknown', condition: 'unknown', colorAndStyle: 'photo', size: 'unknown' },
  confidence: 0,
  recommendations: ['Tell the brand: prices depend on it most.', 'Add a photo of the tag.'],
  marketData: emptyMarket,
};

export const stateWithModel: PricingState = {
  comparables: 812,
  sold: 341,
  fromSearch: 120,
  searchPausedUntil: null,
  model: 'app-model',
  record: { advised: 40, sold: 12, withinInterval: 10 },
};

const adviceFor = (listing: Listing, to: number): Optimization => {
  const from = listing.price ?? 0;
  return {
    listingId: listing.id,
    title: listing.title,
    imageUrl: listing.imageUrl,
    category: to > from ? 'increase' : to < from ? 'decrease' : 'maintain',
    engagement: 'medium',
    confidence: 0.71,
    currentPrice: from,
    suggestedPrice: to,
    percentChange: ((to - from) / from) * 100,
    priceDifference: to - from,
    reasoning: ['Your price is above what similar items sold for.', 'It has been listed for 64 days.'],
    priceInterval: { low: to * 0.8, high: to * 1.2, coverage: 0.8 },
    earnings: { before: from * 0.8, after: to * 0.8 },
  };
};

/** One lowered by half a dollar, one doubled, one raised a little, in this order. */
export const steepAdvice = ([half, double, little]: readonly Listing[]): OptimizationResult => {
  const optimizations = [
    ...(half ? [{ ...adviceFor(half, half.price ?? 0), category: 'decrease' as const, priceDifference: -0.5 }] : []),
    ...(double ? [adviceFor(double, (double.price ?? 0) * 2)] : []),
    ...(little ? [adviceFor(little, (little.price ?? 0) + 2)] : []),
  ];
  return {
    optimizedCount: optimizations.length,
    summary: {
      increaseRecommendations: 2,
      decreaseRecommendations: 1,
      maintainRecommendations: 0,
      averageConfidence: 71,
    },
    optimizations,
  };
};

/** Too little is known: the price stays, and the reason is told. */
export const abstainedAnalysis = (price: number): MarketAnalysis => ({
  suggestedPrice: price,
  currentPrice: price,
  priceAdjustment: { direction: 'maintain', percentage: 0 },
  confidence: 0,
  priceInterval: null,
  estimate: null,
  basis: null,
  earnings: { before: price * 0.8, after: price * 0.8 },
  marketInsights: {
    demandLevel: 'unknown',
    brandValue: 'Its brand is not known.',
    seasonality: 'No season is known for it.',
    competitiveness: 'Too few comparable items to compare the price with.',
  },
  comparableItems: [],
  evidence: { comparables: 0, sold: 0, alike: 0 },
  explanation: [],
  typicalPrice: null,
  recommendations: ['Neither its brand nor its kind is known here. Naming them would help.'],
});

export const earlierAdvice: Recommendation = {
  id: 'earlier',
  listingId: 'any',
  title: 'Chore jacket',
  at: '2026-03-05T18:01:00.000Z',
  from: 'analysis',
  direction: 'decrease',
  currentPrice: 40,
  suggestedPrice: 34,
  priceInterval: null,
  confidence: 0.7,
  reasons: [],
  outcome: { state: 'open', at: null, price: 40, withinInterval: null },
};

export const refuse = (status: number, error: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error, message, requestId: 'made-up-1' } });
