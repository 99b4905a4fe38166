import { z } from 'zod';
import { strategies } from '#domain/pricing/advice/choose-listings.ts';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { Time } from './fields.ts';

/** Largest body of the photo call in bytes: 8 MB of picture as base64, with room for a photo of the tag. */
export const photoBodyLimit = 12 * 1024 * 1024;

const imageMessage = 'Failed to process the image. Please try a different file.';
/** Whether it is a picture is the handler's to say: that refusal has a code of its own. */
const DataUrl = z.string({ error: imageMessage }).max(photoBodyLimit, imageMessage);

/** 80 % of what the true price may be, in dollars; `coverage` as a fraction. */
export const PriceInterval = z.object({ low: z.number(), high: z.number(), coverage: z.number() });
export type PriceInterval = z.output<typeof PriceInterval>;

export const DemandLevel = z.enum(['high', 'medium', 'low', 'unknown']);
export type DemandLevel = z.output<typeof DemandLevel>;

export const Direction = z.enum(['increase', 'decrease', 'maintain']);
export type Direction = z.output<typeof Direction>;

/** What the seller receives after the marketplace's fee, in dollars, at the price before and after. */
const Earnings = z.object({ before: z.number(), after: z.number() });

export const PhotoAnalysisRequest = z.strictObject({
  image: DataUrl,
  /** A close-up of the brand, size or price tag, if the seller has one. */
  tagImage: DataUrl.optional(),
  brandHint: z.string().trim().max(80, 'Use at most 80 characters').optional(),
  /** Empty, as a form sends a choice nobody made: no hint. */
  conditionHint: z.enum([...conditions, ''], { error: 'Choose one of the conditions' }).optional(),
  /** The seller's word that the photo may be sent to the model this installation is set up with. */
  useModel: z.boolean().optional(),
});
export type PhotoAnalysisRequest = z.input<typeof PhotoAnalysisRequest>;

/** Where a field of a photo analysis comes from. */
export const FieldSource = z.enum(['photo', 'tag', 'hint', 'model', 'unknown']);
export type FieldSource = z.output<typeof FieldSource>;

export const PhotoAnalysis = z.object({
  /** Dollars; null where the engine abstains. */
  suggestedPrice: z.number().nullable(),
  priceInterval: PriceInterval.nullable(),
  /** Dollars that the seller receives at `suggestedPrice`. */
  earnings: z.number().nullable(),
  marketDemand: DemandLevel,
  /** `Unknown` where nobody knows; so are the next four. */
  itemCategory: z.string(),
  brand: z.string(),
  condition: z.string(),
  colorAndStyle: z.string(),
  size: z.string(),
  itemDescription: z.string(),
  /** How sure each field's reader is is said by where it comes from. */
  sources: z.object({
    itemCategory: FieldSource,
    brand: FieldSource,
    condition: FieldSource,
    colorAndStyle: FieldSource,
    size: FieldSource,
  }),
  /** 0 to 1: the probability that it sells within 20 % of `suggestedPrice`. */
  confidence: z.number(),
  recommendations: z.array(z.string()),
  /** In cents, as the specification has it. */
  marketData: z.object({
    totalComparables: z.number().int(),
    averageMarketPrice: z.number(),
    priceRange: z.object({ min: z.number(), max: z.number() }),
    comparableListings: z.array(
      z.object({
        title: z.string(),
        condition: z.string(),
        price: z.number(),
        /** `closet`, `import`, `market` or `model`: whose word it is. */
        source: z.string(),
        /** An ask is never a sale; null where nobody knows. */
        state: z.enum(['sold', 'ask']).nullable(),
      }),
    ),
  }),
  /** `embedded`, or the name of the model that filled the fields. */
  engine: z.string(),
  /** Why the answer is the embedded one although the model was asked for. */
  note: z.string().optional(),
});
export type PhotoAnalysis = z.output<typeof PhotoAnalysis>;

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
  /** 0 to 1: the probability that the direction is right. */
  confidence: z.number(),
  /** Dollars. */
  currentPrice: z.number(),
  suggestedPrice: z.number(),
  /** Percent of `currentPrice`, signed. */
  percentChange: z.number(),
  /** Dollars, signed. */
  priceDifference: z.number(),
  /** The facts used, in order of weight. */
  reasoning: z.array(z.string()),
  priceInterval: PriceInterval.nullable(),
  earnings: Earnings,
});
export type Optimization = z.output<typeof Optimization>;

export const OptimizationResult = z.object({
  /** Listings looked at. */
  optimizedCount: z.number().int(),
  summary: z.object({
    increaseRecommendations: z.number().int(),
    decreaseRecommendations: z.number().int(),
    maintainRecommendations: z.number().int(),
    /** Percent. */
    averageConfidence: z.number(),
  }),
  optimizations: z.array(Optimization),
});
export type OptimizationResult = z.output<typeof OptimizationResult>;

/** One thing with a price that was seen somewhere. An ask is never a sale. */
export const ComparableSeen = z.object({
  title: z.string(),
  state: z.enum(['sold', 'ask']),
  /** Whose word it is: the seller's own closet, the marketplace's search, or a model. */
  source: z.enum(['closet', 'import', 'market', 'model']),
  /** Dollars that were asked or paid, and what this item would bring if it went as that one did. */
  price: z.number(),
  adjustedPrice: z.number(),
  condition: z.string().nullable(),
  seenAt: Time.nullable(),
});
export type ComparableSeen = z.output<typeof ComparableSeen>;

export const MarketAnalysis = z.object({
  /** Dollars; the present price where the direction is `maintain`. */
  suggestedPrice: z.number(),
  currentPrice: z.number(),
  priceAdjustment: z.object({ direction: Direction, /** Signed percent. */ percentage: z.number() }),
  /** 0 to 1: the probability that the direction is right; 0 where the engine abstains. */
  confidence: z.number(),
  priceInterval: PriceInterval.nullable(),
  /** Dollars: what it would most likely sell for; null where the engine abstains. */
  estimate: z.number().nullable(),
  /** `comparables`: learned from them. `prior`: the general table alone. */
  basis: z.enum(['comparables', 'prior']).nullable(),
  earnings: Earnings,
  marketInsights: z.object({
    demandLevel: DemandLevel,
    brandValue: z.string(),
    seasonality: z.string(),
    competitiveness: z.string(),
  }),
  /** Low and high in dollars; the rest of each says what it is worth as evidence. */
  comparableItems: z.array(
    ComparableSeen.extend({
      description: z.string(),
      estimatedPriceRange: z.object({ low: z.number(), high: z.number() }),
    }),
  ),
  evidence: z.object({ comparables: z.number().int(), sold: z.number().int(), alike: z.number().int() }),
  /** What each fact adds to or takes from the price of a typical comparable, in dollars. Empty if nothing was learned. */
  explanation: z.array(z.object({ factor: z.string(), dollars: z.number() })),
  /** The price of a typical comparable, in dollars. */
  typicalPrice: z.number().nullable(),
  recommendations: z.array(z.string()),
});
export type MarketAnalysis = z.output<typeof MarketAnalysis>;

/** What was advised, on what facts, and what has happened since. */
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
  confidence: z.number(),
  reasons: z.array(z.string()),
  outcome: z.object({
    state: z.enum(['open', 'applied', 'changed', 'sold', 'gone']),
    at: Time.nullable(),
    /** Dollars: the price now, or the one it last had before it was sold. */
    price: z.number().nullable(),
    /** Whether that price lies in the interval that was told; null where there is no sale or was no interval. */
    withinInterval: z.boolean().nullable(),
  }),
});
export type Recommendation = z.output<typeof Recommendation>;

/** Where prices come from. */
export const PricingState = z.object({
  comparables: z.number().int(),
  sold: z.number().int(),
  /** Of all comparables, those that the marketplace's search found. */
  fromSearch: z.number().int(),
  /** Until when the marketplace is not searched for comparables, because it did not want to be. */
  searchPausedUntil: Time.nullable(),
  /** The model the seller may send a photo to, where one is set up. */
  model: z.string().nullable(),
  /** Advice that has met a sale since: how many, and how many of them sold within the interval told. */
  record: z.object({ advised: z.number().int(), sold: z.number().int(), withinInterval: z.number().int() }),
});
export type PricingState = z.output<typeof PricingState>;
