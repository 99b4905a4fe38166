// A price from a photo, and again after the seller corrected what it showed.
import { z } from 'zod';
import { conditions } from '#domain/pricing/facts/condition.ts';
import { garments } from '#domain/pricing/facts/garments.ts';
import { people } from '#domain/pricing/facts/people.ts';
import { type Cost, heavyReads, perMinute, scarce, writes } from '../cost.ts';
import { Message, typed } from '../fields.ts';
import type { RouteTable } from '../route.ts';
import { ComparableAgreement, DemandLevel, EvidenceCounts, PriceInterval } from './evidence.ts';

/** Largest body of the photo call in bytes: an 8 MB picture as base64, with room for a photo of the tag. */
export const photoBodyLimit = 12 * 1024 * 1024;

const imageMessage = 'Failed to process the image. Please try a different file.';
/** Only the handler checks whether this is a picture, because that refusal has its own code. */
const DataUrl = z.string({ error: imageMessage }).max(photoBodyLimit, imageMessage);

/** A hint that was not given may be left out or null. */
const hint = <T extends z.ZodType>(given: T) => given.nullish().transform((one) => one ?? undefined);

export const PhotoAnalysisRequest = z.strictObject({
  image: DataUrl,
  /** A close-up of the brand, size, or price tag, if the seller has one. */
  tagImage: DataUrl.optional(),
  brandHint: hint(typed('Use text').max(80, 'Use at most 80 characters')),
  /** An empty text is what a form sends if nothing was chosen: no hint. */
  conditionHint: hint(z.enum([...conditions, ''], { error: 'Choose one of the conditions' })),
  kindHint: hint(z.enum([...garments, ''], { error: 'Choose one of the item types' })),
  /** For whom the item was made. */
  madeForHint: hint(z.enum([...people, ''], { error: 'Choose women, men, or kids' })),
  sizeHint: hint(typed('Use text').max(40, 'Use at most 40 characters')),
  /** The seller agrees to send the photo to the AI model that the administrator configured. */
  useModel: z.boolean().optional(),
});
export type PhotoAnalysisRequest = z.input<typeof PhotoAnalysisRequest>;

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
  madeForHint: true,
  sizeHint: true,
}).extend({ seen: PhotoSeen });
export type PhotoCorrection = z.input<typeof PhotoCorrection>;

export const PhotoAnalysis = z.object({
  /** Dollars; null if the engine abstains. */
  suggestedPrice: z.number().nullable(),
  priceInterval: PriceInterval.nullable(),
  /** Dollars that the seller receives if it sells at `suggestedPrice`. */
  earnings: z.number().nullable(),
  /** Dollars: what sellers usually ask for it; null without close comparables, or if it leaves no room for offers. */
  usualAsk: z.number().nullable(),
  marketDemand: DemandLevel,
  /** This and the next four are `Unknown` if no source names them. */
  itemCategory: z.string(),
  brand: z.string(),
  condition: z.string(),
  colorAndStyle: z.string(),
  size: z.string(),
  itemDescription: z.string(),
  /** Where each field comes from, which also shows how sure it is. */
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

/** A photo needs memory for a whole picture and a fifth of a second of a core, and may go to the AI model. */
const photos: Cost = {
  ...scarce,
  budget: 'photos',
  account: perMinute(20),
  client: perMinute(40),
  body: { most: photoBodyLimit, leastPerSecond: 20_000, mostValues: 200 },
  concurrency: { atOnce: 3, ofAccount: 1, waiting: 20, waitingOfAccount: 0 },
  refusal: 'You analyzed many photos just now.',
};

/** No picture is read, but a new pattern of fields takes a fit. */
const photoCorrections: Cost = { ...heavyReads, budget: 'photo corrections' };

export const photoRoutes = {
  expectPhoto: {
    method: 'POST',
    path: '/api/price/expect-photo',
    summary: 'A photo is about to be analyzed, so that the server can get ready for it',
    access: 'user',
    cost: writes,
    reply: Message,
  },
  analyzeImage: {
    method: 'POST',
    path: '/api/price/analyze-image',
    summary: 'A price from a photo, with its range and its comps',
    access: 'user',
    cost: photos,
    client: true,
    pictures: ['image', 'tagImage'],
    body: PhotoAnalysisRequest,
    reply: PhotoAnalysis,
  },
  correctPhoto: {
    method: 'POST',
    path: '/api/price/correct-photo',
    summary: 'The price again after the seller corrected what the photo showed; needs no photo',
    access: 'user',
    cost: photoCorrections,
    body: PhotoCorrection,
    reply: PhotoAnalysis,
  },
} as const satisfies RouteTable[string];
