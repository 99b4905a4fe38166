// Maps to the contract what every price comes with: its interval, and how many comparables there are.

import type { EvidenceCounts, PriceInterval } from '#contract/pricing/evidence.ts';
import { toDollars } from '#domain/money.ts';
import type { PlainValue } from '#domain/ports/pricing/engine.ts';
import { shownRange } from '#domain/pricing/advice/shown-prices.ts';

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
