// Maps the analysis of a photo to the contract.

import type { PhotoAnalysis } from '#contract/pricing/photo.ts';
import { type Cents, roundToDollar, toDollars } from '#domain/money.ts';
import type { ModelComparable } from '#domain/ports/pricing/advisor.ts';
import type { Appraisal, PlainValue } from '#domain/ports/pricing/engine.ts';
import { shownPrice } from '#domain/pricing/advice/shown-prices.ts';
import { isOfOtherKind } from '#domain/pricing/evidence/agreement-index.ts';
import { readCondition } from '#domain/pricing/facts/condition.ts';
import type { Field, PhotoFacts } from '#domain/pricing/photo/compose-photo.ts';
import { earningsFrom } from '#domain/sales/earnings.ts';
import { evidenceToDto, intervalOf } from '../advice/advice-to-dto.ts';

/** The price as the seller sees it; null if the engine abstained. */
export const shownPriceOf = (value: PlainValue): Cents | null =>
  value.kind === 'abstained' ? null : shownPrice(value.price);

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

export function fieldsToDto(
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
export function marketToDto(
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
