// Maps to the contract what every price comes with: its interval, and how many comparables there are.

import type { EvidenceCounts, PriceInterval } from '#contract/schemas/pricing/evidence.ts';
import { leastPrice, toDollars } from '#domain/money.ts';
import type { PlainValue } from '#domain/ports/pricing/engine.ts';

/** The probability that the price lies in a shown interval: that of `range` in the engine's estimates. */
export const intervalCoverage = 0.8;

/**
 * In dollars, rounded outward, so that the shown range is not narrower than the computed one. Nothing sells below the lowest price
 * that the marketplace accepts, so no range starts there.
 */
export const intervalOf = (value: PlainValue): PriceInterval | null =>
  value.kind === 'abstained'
    ? null
    : {
        low: Math.floor(toDollars(Math.max(leastPrice, value.range.low))),
        high: Math.ceil(toDollars(Math.max(leastPrice, value.range.high))),
        coverage: intervalCoverage,
      };

/** How many comparables there are: in all, of the same kind, and of the same brand and kind. */
export const evidenceToDto = ({ evidence }: PlainValue): EvidenceCounts => {
  const { comparables, sold, sameKind, sameBrandAndKind } = evidence;
  return { comparables, sold, sameKind, sameBrandAndKind };
};
