import type { PhotoAnalysis } from '#contract/schemas/pricing.ts';
import { type Cents, leastPrice, roundToDollar, toDollars } from '#domain/money.ts';
import type { Advisor, AdvisorTrouble, ModelComparable } from '#domain/ports/advisor.ts';
import type { PlainValue } from '#domain/ports/pricing-engine.ts';
import type { Sighting, Vision } from '#domain/ports/vision.ts';
import { earningsFrom } from '#domain/pricing/advice/fees.ts';
import type { Comparable, Item } from '#domain/pricing/facts/comparable.ts';
import { type Condition, readCondition } from '#domain/pricing/facts/condition.ts';
import { composePhoto, type Field, itemOf, type PhotoFacts } from '#domain/pricing/photo/compose-photo.ts';
import { advisePhoto, type PhotoPriced, wideRange } from '#domain/pricing/photo/photo-advice.ts';

/** What the engine says of a thing that is in no closet: its value, and the most similar comparables, nearest first. */
export type Appraisal = { value: PlainValue; near: readonly Comparable[] };

export type PhotoToPrice = {
  image: Uint8Array;
  tag: Uint8Array | undefined;
  brandHint?: string | undefined;
  conditionHint?: Condition | undefined;
  /** The seller's word that the model may see the photo. */
  useModel: boolean;
};

export type AnalyzePhoto = (userId: string, photo: PhotoToPrice) => Promise<PhotoAnalysis>;

const modelPatienceMs = 20_000;
/** As many as are shown; all figures about comparables are of these. */
const shownComparables = 12;

/**
 * Prices a thing from its photo: looks, asks the model where the seller wants it, puts the fields together and lets the engine
 * price what is known. The photo is kept nowhere. Throws `invalid_image`.
 */
export function createPhotoAnalysis({
  vision,
  advisor,
  appraise,
  demandFor,
  log,
}: {
  vision: Vision;
  advisor: Advisor | null;
  appraise(userId: string, item: Item, count: number): Promise<Appraisal>;
  /** How much things are asked for that are of the kind these words name. */
  demandFor(userId: string, kind: string): Promise<PhotoAnalysis['marketDemand']>;
  log: { warn(fields: object, message: string): void };
}): AnalyzePhoto {
  return async (userId, photo) => {
    const { image, tag } = photo;
    const asks = photo.useModel && advisor !== null;
    const sighting = await vision.look({ image, ...(tag && { tag }), forModel: asks });
    const said = asks ? await ask(advisor, sighting, photo) : null;
    if (said?.kind === 'failed') log.warn({ reason: said.reason }, 'The model did not describe a photo');
    const facts = composePhoto({
      hints: { brand: photo.brandHint, condition: photo.conditionHint },
      sighting,
      model: said?.kind === 'ok' ? said.fields : null,
    });
    const [{ value, near }, demand] = await Promise.all([
      appraise(userId, itemOf(facts), shownComparables),
      facts.category.value === null ? ('unknown' as const) : demandFor(userId, facts.category.value),
    ]);
    return {
      ...tellPrice(value),
      ...tellFields(facts),
      marketDemand: demand,
      recommendations: advisePhoto({
        facts,
        hasTag: tag !== undefined,
        shows: sighting.shows,
        priced: pricedOf(value),
      }),
      marketData: tellMarket(near, said?.kind === 'ok' ? said.comparables : []),
      engine: said?.kind === 'ok' ? said.model : 'embedded',
      ...noteOf(photo.useModel, advisor, said),
    };
  };
}

type Said = Awaited<ReturnType<Advisor['describePhoto']>>;

const ask = async (advisor: Advisor, { pictures }: Sighting, photo: PhotoToPrice): Promise<Said> =>
  pictures === null
    ? { kind: 'failed', reason: 'nonsense' }
    : await advisor.describePhoto({
        ...pictures,
        ...(photo.brandHint && { brandHint: photo.brandHint }),
        ...(photo.conditionHint && { conditionHint: photo.conditionHint }),
        timeoutMs: modelPatienceMs,
      });

const troubles: Readonly<Record<AdvisorTrouble, string>> = {
  timeout: 'The model did not answer in time',
  unreachable: 'The model could not be reached',
  refused: 'The model refused to answer',
  rate_limited: 'The model has too much to do right now',
  nonsense: 'The model’s answer could not be used',
};

function noteOf(useModel: boolean, advisor: Advisor | null, said: Said | null): { note?: string } {
  if (!useModel || said?.kind === 'ok') return {};
  const why = advisor === null || said === null ? 'No model is set up here' : troubles[said.reason];
  return { note: `${why}, so this answer is Hangtag’s own.` };
}

/** Whole dollars, as the marketplace takes them; the range is rounded outward, so that it covers no less than is said. */
function tellPrice(
  value: PlainValue,
): Pick<PhotoAnalysis, 'suggestedPrice' | 'priceInterval' | 'earnings' | 'confidence'> {
  if (value.kind === 'abstained') return { suggestedPrice: null, priceInterval: null, earnings: null, confidence: 0 };
  const price = Math.max(leastPrice, roundToDollar(value.price));
  return {
    suggestedPrice: toDollars(price),
    priceInterval: {
      low: Math.min(toDollars(price), Math.floor(toDollars(value.range.low))),
      high: Math.max(toDollars(price), Math.ceil(toDollars(value.range.high))),
      coverage: 0.8,
    },
    earnings: toDollars(earningsFrom(price)),
    confidence: value.confidence,
  };
}

const shown = ({ value }: Field): string => value ?? 'Unknown';

function tellFields(
  facts: PhotoFacts,
): Pick<
  PhotoAnalysis,
  'itemCategory' | 'brand' | 'condition' | 'colorAndStyle' | 'size' | 'itemDescription' | 'sources'
> {
  const { category, brand, condition, colorAndStyle, size, description } = facts;
  return {
    itemCategory: shown(category),
    brand: shown(brand),
    condition: shown(condition),
    colorAndStyle: shown(colorAndStyle),
    size: shown(size),
    itemDescription: description === '' ? 'Nothing could be told from the photo with certainty.' : description,
    sources: {
      itemCategory: category.source,
      brand: brand.source,
      condition: condition.source,
      colorAndStyle: colorAndStyle.source,
      size: size.source,
    },
  };
}

const pricedOf = (value: PlainValue): PhotoPriced =>
  value.kind === 'abstained'
    ? { kind: 'abstained', evidence: value.evidence }
    : {
        kind: 'estimate',
        basis: value.basis,
        fromAsksOnly: value.fromAsksOnly,
        isWide: value.range.high > wideRange * value.range.low,
        evidence: value.evidence,
      };

/** In cents. What a model brings is listed as its word, and counts in no figure. */
function tellMarket(near: readonly Comparable[], fromModel: readonly ModelComparable[]): PhotoAnalysis['marketData'] {
  const prices = near.map(({ price }) => price);
  return {
    totalComparables: near.length,
    averageMarketPrice: Math.round(mean(prices)),
    priceRange: { min: prices.length === 0 ? 0 : Math.min(...prices), max: Math.max(0, ...prices) },
    comparableListings: [
      ...near.map(({ title, condition, price, source, state }) => ({
        title: title ?? 'Without a title',
        condition: (condition === undefined ? undefined : readCondition(condition)) ?? 'Unknown',
        price,
        source,
        state,
      })),
      ...fromModel.map(({ title, condition, price }) => ({
        title,
        condition: condition ?? 'Unknown',
        price,
        source: 'model',
        state: null,
      })),
    ],
  };
}

const mean = (values: readonly Cents[]): Cents =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
