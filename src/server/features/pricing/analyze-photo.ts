// Prices an item from a photo, and again after the seller corrected what it showed, and maps the answer to the contract.

import type { Listing } from '#contract/listings/listings.ts';
import type { PhotoAnalysis, PhotoSeen } from '#contract/pricing/photo.ts';
import { Failure } from '#domain/failure.ts';
import { type Cents, roundToDollar, toDollars, usDollars } from '#domain/money.ts';
import type { Advisor, AdvisorFailure, ModelComparable } from '#domain/ports/pricing/advisor.ts';
import type { Appraisal, PlainValue } from '#domain/ports/pricing/engine.ts';
import type { Sighting } from '#domain/ports/pricing/vision.ts';
import { type Attention, judgeKindDemand } from '#domain/pricing/advice/demand.ts';
import { costsWarning } from '#domain/pricing/advice/reason-messages.ts';
import { shownPrice } from '#domain/pricing/advice/shown-prices.ts';
import { isOfOtherKind } from '#domain/pricing/evidence/agreement-index.ts';
import type { Item } from '#domain/pricing/facts/comparable.ts';
import { readCondition } from '#domain/pricing/facts/condition.ts';
import { readFacts } from '#domain/pricing/facts/facts.ts';
import { fold } from '#domain/pricing/facts/fold-text.ts';
import { garmentOf, kindsMeant, readGarment } from '#domain/pricing/facts/garments.ts';
import { peopleOf } from '#domain/pricing/facts/people.ts';
import {
  applyHints,
  type Field,
  itemOf,
  type PhotoFacts,
  type PhotoHints,
  readPhoto,
} from '#domain/pricing/photo/compose-photo.ts';
import { advisePhoto, type PhotoPriced, wideRange } from '#domain/pricing/photo/photo-advice.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import { evidenceToDto, intervalOf } from './advice/advice-to-dto.ts';
import { fitSource, type PricingContext, sourceOf, termsOfItem } from './comparables/pricing-context.ts';
import { findSearchWay, freshForAnalysisMs, searchFor } from './comparables/search-comparables.ts';

type PhotoToPrice = { image: Uint8Array; tag: Uint8Array | undefined; useModel: boolean };

const modelTimeoutMs = 20_000;
/** All numbers about comparables are computed from those that are shown. */
const shownComparables = 12;

/**
 * Reads the photo, asks the AI model if the seller agreed to it, combines the fields, and prices the item. The photo is never
 * stored. Throws `invalid_image`.
 */
export async function analyzePhoto(
  context: PricingContext,
  userId: string,
  hints: PhotoHints,
  photo: PhotoToPrice,
): Promise<PhotoAnalysis> {
  const { vision, advisor, hasRoom, log } = context;
  if (!hasRoom())
    throw new Failure('busy', 'The server’s disk is almost full, so photos have to wait. Tell your administrator.', {
      retryAfterMs: 15 * 60_000,
    });
  const { image, tag } = photo;
  const asksModel = photo.useModel && advisor !== null;
  const sighting = await vision.look({ image, ...(tag && { tag }), forModel: asksModel });
  const description = asksModel ? await askModel(advisor, sighting, hints) : null;
  if (description?.kind === 'failed') log.warn({ reason: description.reason }, 'Model did not describe a photo');
  const read = readPhoto({
    sighting,
    model: description?.kind === 'ok' ? description.fields : null,
    hasTag: tag !== undefined,
  });
  return priceSeen(context, userId, hints, {
    ...read,
    kindGuesses: [...read.kindGuesses],
    engine: description?.kind === 'ok' ? description.model : 'embedded',
    modelComparables: description?.kind === 'ok' ? description.comparables : [],
    ...noteFor(photo.useModel, advisor, description),
  });
}

export async function priceSeen(
  context: PricingContext,
  userId: string,
  hints: PhotoHints,
  seen: PhotoSeen,
): Promise<PhotoAnalysis> {
  const facts = applyHints(seen, hints);
  const [appraisal, demand] = await Promise.all([
    appraiseItem(context, userId, itemOf(facts), shownComparables),
    facts.category.value === null
      ? ('unknown' as const)
      : judgeDemand(context, userId, facts.category.value, facts.category.source === 'photo'),
  ]);
  return {
    ...priceToDto(appraisal),
    ...fieldsToDto(facts),
    marketDemand: demand,
    recommendations: [
      ...costsWarning(shownPriceOf(appraisal.value)),
      ...appraisal.outside,
      ...advisePhoto({
        facts,
        hasTag: seen.hasTag,
        shows: seen.shows,
        priced: pricedOf(appraisal),
        isSearching: appraisal.isSearching,
      }),
    ],
    marketData: marketToDto(appraisal, seen.modelComparables),
    engine: seen.engine,
    ...(seen.note !== undefined && { note: seen.note }),
    seen,
  };
}

type Description = Awaited<ReturnType<Advisor['describePhoto']>>;

const askModel = async (advisor: Advisor, { pictures }: Sighting, hints: PhotoHints): Promise<Description> =>
  pictures === null
    ? { kind: 'failed', reason: 'nonsense' }
    : await advisor.describePhoto({
        ...pictures,
        ...(hints.brand && { brandHint: hints.brand }),
        ...(hints.condition && { conditionHint: hints.condition }),
        timeoutMs: modelTimeoutMs,
      });

const failures: Readonly<Record<AdvisorFailure, string>> = {
  timeout: 'The AI model didn’t answer in time',
  unreachable: 'The AI model couldn’t be reached',
  refused: 'The AI model refused to answer',
  rate_limited: 'The AI model is busy right now',
  nonsense: 'The AI model’s answer couldn’t be used',
};

function noteFor(useModel: boolean, advisor: Advisor | null, description: Description | null): { note?: string } {
  if (!useModel || description?.kind === 'ok') return {};
  const why =
    advisor === null || description === null ? 'No AI model is set up on this site' : failures[description.reason];
  return { note: `${why}, so this answer is Hangtag’s own.` };
}

const pricedOf = ({ value, near, outside }: SearchedAppraisal): PhotoPriced =>
  value.kind === 'abstained'
    ? value
    : {
        kind: 'estimate',
        basis: value.basis,
        fromAsksOnly: value.fromAsksOnly,
        isWide: value.range.high > wideRange * value.range.low,
        shown: near.length,
        kinds: [...new Set(near.flatMap((one) => garmentOf(one) ?? []))],
        people: [...new Set(near.flatMap((one) => peopleOf(readFacts(one)) ?? []))],
        // A price outside all comps has named its retail price already.
        evidence: { ...value.evidence, ...(outside.length > 0 && { retail: null }) },
      };

const dayMs = 86_400_000;

/**
 * The demand for a kind of item in the seller's own closet: likes of its active listings at equal exposure, compared with all
 * others. `kind` is in words; an unrecognized kind gives `unknown`. `isSeen`: it is what a photo shows.
 */
async function judgeDemand(
  { listings, clock }: PricingContext,
  userId: string,
  kind: string,
  isSeen: boolean,
): Promise<PhotoAnalysis['marketDemand']> {
  const garment = readGarment(fold(kind));
  if (garment === undefined) return 'unknown';
  const kinds = kindsMeant(garment, isSeen);
  const isOfKind = (listing: Listing): boolean => {
    const own = garmentOf(listing);
    return own !== undefined && kinds.includes(own);
  };
  const now = clock.now();
  const active = (await listings.list(userId)).filter(({ isActive }) => isActive);
  const attentionOf = ({ likeCount, shareCount, listedAt }: Listing): Attention => ({
    likes: likeCount,
    shares: shareCount,
    ageDays: listedAt === null ? null : (now - Date.parse(listedAt)) / dayMs,
  });
  return judgeKindDemand(active.filter(isOfKind).map(attentionOf), active.map(attentionOf));
}

/** How long pricing a photo waits for comparables of a brand that was never searched for. */
const photoWaitMs = 600;

/** `isSearching`: more comparables may be there in a minute, because a search is under way or waits for others. */
type SearchedAppraisal = Appraisal & { isSearching: boolean };

/** Searches for the item's brand and kind, and prices it with the comparables that are there after a short wait. */
export async function appraiseItem(
  context: PricingContext,
  userId: string,
  item: Item,
  count: number,
): Promise<SearchedAppraisal> {
  const { engine, log } = context;
  const source = await sourceOf(context, userId);
  const isForeign = source.currency !== usDollars;
  const terms = isForeign ? [] : termsOfItem(item);
  // Nothing is sent to the real marketplace for a seller without a linked closet.
  const maySearch = source.practice || source.marketUserId !== null;
  const way = await findSearchWay(context, userId);
  const searching = searchFor(context, {
    practice: source.practice,
    terms: maySearch && way.kind !== 'away' ? terms : [],
    most: terms.length,
    freshMs: freshForAnalysisMs,
    carrier: way.carrier,
  }).catch((error: unknown) => {
    log.warn({ error }, 'Search for comparables of a photo failed');
    return 0;
  });
  const wait = new Promise<'waited'>((resolve) => setTimeout(() => resolve('waited'), photoWaitMs).unref());
  const left = await Promise.race([searching, wait]);
  const appraisal = await engine.ask(await fitSource(context, source, terms), 'appraise', {
    item: isForeign ? { ...item, currency: source.currency } : item,
    count,
  });
  return { ...appraisal, isSearching: left !== 0 };
}

/** The price as the seller sees it; null if the engine abstained. */
const shownPriceOf = (value: PlainValue): Cents | null => (value.kind === 'abstained' ? null : shownPrice(value.price));

/** In whole dollars, because the marketplace takes no cents. */
export function priceToDto(
  given: Appraisal,
): Pick<PhotoAnalysis, 'suggestedPrice' | 'priceInterval' | 'earnings' | 'usualAsk' | 'confidence'> {
  const { value, usualAsk, agreement } = given;
  const price = shownPriceOf(value);
  const interval = intervalOf(value);
  if (value.kind === 'abstained' || price === null || interval === null)
    return { suggestedPrice: null, priceInterval: null, earnings: null, usualAsk: null, confidence: 0 };
  return {
    suggestedPrice: toDollars(price),
    priceInterval: interval,
    earnings: toDollars(earningsFrom(price)),
    usualAsk:
      value.basis === 'prior' || agreement === null || isOfOtherKind(agreement) ? null : roomAbove(price, usualAsk),
    confidence: value.confidence,
  };
}

/** The usual asking price; null if it rounds to the suggested price, because that leaves no room for offers. */
function roomAbove(price: Cents, usualAsk: Cents | null): number | null {
  const ask = usualAsk === null ? 0 : roundToDollar(usualAsk);
  return ask > price ? toDollars(ask) : null;
}

const shown = ({ value }: Field): string => value ?? 'Unknown';

function fieldsToDto(facts: PhotoFacts) {
  const { category, brand, condition, colorAndStyle, size, description } = facts;
  return {
    itemCategory: shown(category),
    brand: shown(brand),
    condition: shown(condition),
    colorAndStyle: shown(colorAndStyle),
    size: shown(size),
    itemDescription: description === '' ? 'Hangtag couldn’t recognize this item.' : description,
    sources: {
      itemCategory: category.source,
      brand: brand.source,
      condition: condition.source,
      colorAndStyle: colorAndStyle.source,
      size: size.source,
    },
  };
}

/** In cents. Comparables that the AI model remembers are marked as such and count in no number. */
function marketToDto(
  { near, agreement, value }: Appraisal,
  fromModel: readonly ModelComparable[],
): PhotoAnalysis['marketData'] {
  const prices = near.map(({ price }) => price);
  return {
    totalComparables: near.length,
    agreement,
    evidence: evidenceToDto(value),
    averageMarketPrice: Math.round(mean(prices)),
    priceRange: { min: prices.length === 0 ? 0 : Math.min(...prices), max: Math.max(0, ...prices) },
    comparableListings: [
      ...near.map(({ title, condition, price, source, state }) => ({
        title: title ?? 'Untitled',
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
