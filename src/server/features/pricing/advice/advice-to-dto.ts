// Maps prices and the advice on listings to the contract: evidence, rows of the optimizer, and the market analysis.

import type { MarketAnalysis, Optimization } from '#contract/pricing/advice.ts';
import type { ComparableSeen, EvidenceCounts, PriceInterval } from '#contract/pricing/evidence.ts';
import { type Cents, inWholeDollars, percentChange, toDollars, usDollars } from '#domain/money.ts';
import type { PlainValue, PricingQuestions } from '#domain/ports/pricing/engine.ts';
import type { Advice } from '#domain/pricing/advice/advice.ts';
import { decidedBy } from '#domain/pricing/advice/confidence.ts';
import type { Demand } from '#domain/pricing/advice/demand.ts';
import { adviceMessages } from '#domain/pricing/advice/reason-messages.ts';
import { shownPrice, shownRange } from '#domain/pricing/advice/shown-prices.ts';
import type { Comparable } from '#domain/pricing/facts/comparable.ts';
import { readCondition } from '#domain/pricing/facts/condition.ts';
import type { Factor } from '#domain/pricing/model/price-tokens.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import type { PricedListing } from './listing-case.ts';

/** The probability that the price lies in a shown interval: that of `range` in the engine's estimates. */
export const intervalCoverage = 0.8;

/** In whole dollars. */
export function intervalOf(value: PlainValue): PriceInterval | null {
  if (value.kind === 'abstained') return null;
  const { low, high } = shownRange(value.range);
  return { low: toDollars(low), high: toDollars(high), coverage: intervalCoverage };
}

/** How many comparables there are: in all, of the same kind, and of the same brand and kind. */
export const evidenceToDto = ({ evidence }: PlainValue): EvidenceCounts => {
  const { comparables, sold, sameKind, sameBrandAndKind, retail } = evidence;
  return {
    comparables,
    sold,
    sameKind,
    sameBrandAndKind,
    ...(retail !== null && { retailPrice: Math.round(toDollars(retail)) }),
  };
};

const earningsIn = ({ earnings }: Advice) =>
  earnings && { before: toDollars(earnings.before), after: toDollars(earnings.after) };

/** What the seller makes of a listing at the suggested price. Only fees in US dollars are known. */
export const profitIn = (
  { costCents, currency }: Pick<PricedListing, 'costCents' | 'currency'>,
  suggested: Cents,
): Pick<Optimization, 'costCents' | 'profitCents'> => ({
  costCents,
  profitCents: costCents === null || currency !== usDollars ? null : earningsFrom(suggested) - costCents,
});

/** One row of the optimizer's table, in dollars. */
export function optimizationToDto(
  listing: PricedListing,
  { advice, value, demand }: { advice: Advice; value: PlainValue; demand: Demand },
): Optimization {
  const suggestedPrice = toDollars(advice.suggested);
  return {
    listingId: listing.id,
    title: listing.title,
    imageUrl: listing.imageUrl,
    category: advice.direction,
    engagement: demand.level,
    likes: listing.likeCount,
    confidence: advice.confidence,
    currency: listing.currency,
    decidedBy: decidedBy(advice),
    currentPrice: listing.price,
    suggestedPrice,
    percentChange: percentChange(listing.price, suggestedPrice),
    priceDifference: suggestedPrice - listing.price,
    reasoning: adviceMessages(advice, listing.costCents),
    priceInterval: intervalOf(value),
    earnings: earningsIn(advice),
    ...profitIn(listing, advice.suggested),
  };
}

/** The content of the side sheet, in dollars. */
export function analysisToDto(listing: PricedListing, analysis: PricingQuestions['analyze']['answer']): MarketAnalysis {
  const { advice, value, usualAsk, insights, comparables, agreement, recommendations, explanation } = analysis;
  const isKnown = value.kind === 'estimate';
  return {
    suggestedPrice: toDollars(advice.suggested),
    currentPrice: listing.price,
    currency: listing.currency,
    priceAdjustment: { direction: advice.direction, percentage: analysis.percentage },
    isAdvised: advice.isAdvised,
    confidence: advice.confidence,
    decidedBy: decidedBy(advice),
    priceInterval: intervalOf(value),
    estimate: isKnown ? toDollars(shownPrice(value.price)) : null,
    usualAsk: usualAsk === null ? null : toDollars(shownPrice(usualAsk)),
    likes: listing.likeCount,
    basis: isKnown ? value.basis : null,
    earnings: earningsIn(advice),
    ...profitIn(listing, advice.suggested),
    marketInsights: insightsToDto(insights),
    comparableItems: comparables.map(({ comparable, adjusted, range }) => ({
      ...comparableToDto(comparable, adjusted),
      description: describe(comparable),
      estimatedPriceRange: { low: Math.round(toDollars(range.low)), high: Math.round(toDollars(range.high)) },
    })),
    agreement,
    evidence: evidenceToDto(value),
    explanation: (explanation?.parts ?? []).map(({ factor, dollars }) => ({ factor: factorWords[factor], dollars })),
    typicalPrice: explanation === null ? null : Math.round(toDollars(explanation.typical)),
    recommendations,
  };
}

const insightsToDto = ({
  demandLevel,
  ...words
}: PricingQuestions['analyze']['answer']['insights']): MarketAnalysis['marketInsights'] =>
  demandLevel === 'unknown'
    ? { ...words, demandLevel: 'medium', isDemandKnown: false }
    : { ...words, demandLevel, isDemandKnown: true };

const comparableToDto = (comparable: Comparable, adjusted: Cents): ComparableSeen => ({
  title: comparable.title ?? 'Untitled',
  state: comparable.state,
  source: comparable.source,
  isOwn: comparable.source === 'closet',
  price: Math.round(toDollars(comparable.price)),
  adjustedPrice: Math.round(toDollars(adjusted)),
  condition: conditionOf(comparable),
  seenAt: comparable.seenAt === undefined ? null : new Date(comparable.seenAt).toISOString(),
});

const conditionOf = ({ condition }: Comparable): string | null =>
  (condition === undefined ? undefined : readCondition(condition))?.replaceAll('-', ' ') ?? null;

function describe(comparable: Comparable): string {
  const parts = [
    comparable.title ?? 'Untitled',
    conditionOf(comparable),
    `${comparable.state === 'sold' ? 'sold for' : 'asked'} ${inWholeDollars(comparable.price)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

const factorWords: Record<Factor, string> = {
  brand: 'Brand',
  category: 'Item type',
  model: 'Model',
  condition: 'Condition',
  material: 'Material',
  size: 'Size',
  title: 'Title keywords',
  pieces: 'Sold together',
  retail: 'Retail price',
  measures: 'Measurements',
  details: 'Details',
  seller: 'Your closet’s price level',
  time: 'Listing date',
  state: 'Asking or sold',
};
