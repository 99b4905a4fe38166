// What goes over the wire about prices: photo analysis, optimizer, market analysis, and their record.

import { z } from 'zod';
import { strategies } from '#domain/pricing/advice/choose-listings.ts';
import { agreements } from '#domain/pricing/evidence/agreements.ts';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { garments } from '#domain/pricing/facts/garments/garment-names.ts';
import { Time } from './fields.ts';

/** Largest body of the photo call in bytes: an 8 MB picture as base64, with room for a photo of the tag. */
export const photoBodyLimit = 12 * 1024 * 1024;

const imageMessage = 'Failed to process the image. Please try a different file.';
/** Only the handler checks whether this is a picture, because that refusal has its own code. */
const DataUrl = z.string({ error: imageMessage }).max(photoBodyLimit, imageMessage);

/** A range that contains the sale price with probability `coverage` (0.8 for 80 %), in dollars. */
export const PriceInterval = z.object({ low: z.number(), high: z.number(), coverage: z.number() });
export type PriceInterval = z.output<typeof PriceInterval>;

export const DemandLevel = z.enum(['high', 'medium', 'low', 'unknown']);
export type DemandLevel = z.output<typeof DemandLevel>;

export const Direction = z.enum(['increase', 'decrease', 'maintain']);
export type Direction = z.output<typeof Direction>;

/** What the comparables that are shown have in common with the item. */
export const ComparableAgreement = z.enum(agreements);
export type ComparableAgreement = z.output<typeof ComparableAgreement>;

const Count = z.object({ all: z.number().int(), sold: z.number().int() });
/** How many comparables there are in all, of the same type, and of the same brand and type. */
export const EvidenceCounts = z.object({
  comparables: z.number().int(),
  sold: z.number().int(),
  sameKind: Count,
  sameBrandAndKind: Count,
});
export type EvidenceCounts = z.output<typeof EvidenceCounts>;

/** What the seller receives after the marketplace's fee, in dollars, at the old and the new price. */
const Earnings = z.object({ before: z.number(), after: z.number() });

export const PhotoAnalysisRequest = z.strictObject({
  image: DataUrl,
  /** A close-up of the brand, size, or price tag, if the seller has one. */
  tagImage: DataUrl.optional(),
  brandHint: z.string().trim().max(80, 'Use at most 80 characters').optional(),
  /** An empty text is what a form sends if nothing was chosen: no hint. */
  conditionHint: z.enum([...conditions, ''], { error: 'Choose one of the conditions' }).optional(),
  kindHint: z.enum([...garments, ''], { error: 'Choose one of the item types' }).optional(),
  sizeHint: z.string().trim().max(40, 'Use at most 40 characters').optional(),
  /** The seller agrees to send the photo to the AI model that the administrator configured. */
  useModel: z.boolean().optional(),
});
export type PhotoAnalysisRequest = z.input<typeof PhotoAnalysisRequest>;

/** Where a field of a photo analysis comes from. */
export const FieldSource = z.enum(['photo', 'tag', 'hint', 'model', 'unknown']);
export type FieldSource = z.output<typeof FieldSource>;

const known = z.enum(['photo', 'tag', 'hint', 'model']);
const nothingKnown = z.strictObject({ value: z.null(), source: z.literal('unknown') });
const fieldOf = <T extends z.ZodType>(value: T) => z.union([z.strictObject({ value, source: known }), nothingKnown]);
const SeenText = fieldOf(z.string().max(500));

const ModelComparable = z.strictObject({
  title: z.string().max(500),
  brand: z.string().max(200).optional(),
  condition: z.enum(conditions).optional(),
  price: z.number().int().positive(),
});

/** What photo, tag, and AI model say about an item, for another price when the seller corrects a field. Not a picture. */
export const PhotoSeen = z.strictObject({
  brand: SeenText,
  category: SeenText,
  condition: fieldOf(z.enum(conditions)),
  colorAndStyle: SeenText,
  size: SeenText,
  material: SeenText,
  originalPrice: fieldOf(z.number().int().positive()),
  forKids: z.boolean(),
  labelBrand: z.string().max(200).nullable(),
  description: z.string().max(4_000).nullable(),
  kindGuesses: z.array(z.enum(garments)).max(6),
  shows: z.enum(['thing', 'letters', 'nothing']),
  hasTag: z.boolean(),
  engine: z.string().max(200),
  note: z.string().max(500).optional(),
  modelComparables: z.array(ModelComparable).max(20),
});
export type PhotoSeen = z.output<typeof PhotoSeen>;

/** The same item again, with what the seller corrected. */
export const PhotoCorrection = PhotoAnalysisRequest.pick({
  brandHint: true,
  conditionHint: true,
  kindHint: true,
  sizeHint: true,
}).extend({ seen: PhotoSeen });
export type PhotoCorrection = z.input<typeof PhotoCorrection>;

export const PhotoAnalysis = z.object({
  /** Dollars; null if the engine abstains. */
  suggestedPrice: z.number().nullable(),
  priceInterval: PriceInterval.nullable(),
  /** Dollars that the seller receives if it sells at `suggestedPrice`. */
  earnings: z.number().nullable(),
  /** Dollars: what sellers usually ask for it; null without comparables, and where it leaves no room for offers. */
  usualAsk: z.number().nullable(),
  marketDemand: DemandLevel,
  /** This and the next four are `Unknown` if no source names them. */
  itemCategory: z.string(),
  brand: z.string(),
  condition: z.string(),
  colorAndStyle: z.string(),
  size: z.string(),
  itemDescription: z.string(),
  /** Where each field comes from, which also tells how sure it is. */
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
  /** In cents, as the specification requires. */
  marketData: z.object({
    totalComparables: z.number().int(),
    averageMarketPrice: z.number(),
    priceRange: z.object({ min: z.number(), max: z.number() }),
    comparableListings: z.array(
      z.object({
        title: z.string(),
        condition: z.string(),
        price: z.number(),
        /** Where the comparable comes from: `closet`, `import`, `market`, or `model`. */
        source: z.string(),
        /** An ask is never called a sale. null if it is not known which. */
        state: z.enum(['sold', 'ask']).nullable(),
      }),
    ),
    /** null without comparables. */
    agreement: ComparableAgreement.nullable(),
    evidence: EvidenceCounts,
  }),
  /** `embedded`, or the name of the model that filled the fields. */
  engine: z.string(),
  /** Why the AI model's answer is missing although the seller asked for it. */
  note: z.string().optional(),
  seen: PhotoSeen,
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
  likes: z.number().int(),
  /** 0 to 1: the probability that the direction is right. */
  confidence: z.number(),
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
});
export type Optimization = z.output<typeof Optimization>;

export const OptimizationResult = z.object({
  /** How many listings were examined. */
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

/**
 * The newest advice on each listing for sale, as far as it still applies: the listing has the price that was advised on, and the
 * advice is at most a week old. Up to 100 listings, those with the largest difference first.
 */
export const StandingAdvice = OptimizationResult.extend({
  /** When any listing was last compared, also if nothing of that applies by now; null if none ever was. */
  comparedAt: Time.nullable(),
});
export type StandingAdvice = z.output<typeof StandingAdvice>;

/** An item whose price was seen somewhere. An ask is never called a sale. */
export const ComparableSeen = z.object({
  title: z.string(),
  state: z.enum(['sold', 'ask']),
  /** Where it comes from: the seller's own closet, an import, the marketplace's search, or an AI model. */
  source: z.enum(['closet', 'import', 'market', 'model']),
  /** One of the seller's own listings. */
  isOwn: z.boolean(),
  /** Dollars that were asked or paid, and what this item would bring if it went as that one did. */
  price: z.number(),
  adjustedPrice: z.number(),
  condition: z.string().nullable(),
  seenAt: Time.nullable(),
});
export type ComparableSeen = z.output<typeof ComparableSeen>;

export const MarketAnalysis = z.object({
  /** Dollars; the current price if the direction is `maintain`. */
  suggestedPrice: z.number(),
  currentPrice: z.number(),
  priceAdjustment: z.object({ direction: Direction, /** Signed percent. */ percentage: z.number() }),
  /** 0 to 1: the probability that the direction is right; 0 if the engine abstains. */
  confidence: z.number(),
  priceInterval: PriceInterval.nullable(),
  /** Dollars: what it would most likely sell for; null if the engine abstains. */
  estimate: z.number().nullable(),
  /** Dollars: what sellers usually ask for it; null if the engine abstains. */
  usualAsk: z.number().nullable(),
  likes: z.number().int(),
  /** `comparables`: learned from comparables. `prior`: from the hand-written tables only. */
  basis: z.enum(['comparables', 'prior']).nullable(),
  earnings: Earnings,
  marketInsights: z.object({
    demandLevel: DemandLevel,
    brandValue: z.string(),
    seasonality: z.string(),
    competitiveness: z.string(),
  }),
  /** Low and high in dollars. The other fields tell how strong the evidence is. */
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
  confidence: z.number(),
  reasons: z.array(z.string()),
  outcome: z.object({
    state: z.enum(['open', 'applied', 'changed', 'sold', 'gone']),
    at: Time.nullable(),
    /** Dollars: the current price, or the last one before it was sold. */
    price: z.number().nullable(),
    /** Whether that price is in the interval that was shown; null without a sale or without an interval. */
    withinInterval: z.boolean().nullable(),
  }),
});
export type Recommendation = z.output<typeof Recommendation>;

/** Where prices come from. */
export const PricingState = z.object({
  comparables: z.number().int(),
  sold: z.number().int(),
  /** How many of the comparables came from the marketplace's search. */
  fromSearch: z.number().int(),
  /** How many are sales that the seller imported. */
  imported: z.number().int(),
  /** Until when Hangtag does not search the marketplace, because it limited or blocked searches. */
  searchPausedUntil: Time.nullable(),
  /** The AI model to which the seller may send a photo, if one is configured. */
  model: z.string().nullable(),
  /** Advice on listings that have sold since: how many there were, and how many sold within the interval that was shown. */
  record: z.object({ advised: z.number().int(), sold: z.number().int(), withinInterval: z.number().int() }),
});
export type PricingState = z.output<typeof PricingState>;
