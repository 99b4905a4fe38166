// Texts about the evidence behind a price.
import type { ComparableAgreement, EvidenceCounts, PriceInterval } from '#contract/pricing/evidence.ts';
import { isOfOtherKind } from '#domain/pricing/evidence/agreement-index.ts';
import { counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { leastForBand } from '#web/ui/figures/price-axis.ts';

type Band = { low: number; high: number } | null;

type RangeFacts = {
  interval: PriceInterval | null;
  agreement: ComparableAgreement | null;
  evidence: EvidenceCounts;
  /** How many comps are on screen. */
  shown: number;
};

/** Describes an interval plot in one sentence: suggested price, range, current price, and prices of comparables, in dollars. */
export const plotMessage = ({
  suggestion,
  band,
  now,
  others,
}: {
  suggestion: number | null;
  band: Band;
  now?: number | undefined;
  others: readonly number[];
}): string => {
  const parts = [
    suggestion === null ? 'No suggested price' : `Suggested ${wholeDollars(suggestion)}`,
    ...(band === null ? [] : [`likely to sell for ${wholeDollars(band.low)} to ${wholeDollars(band.high)}`]),
    ...(now === undefined ? [] : [`now ${wholeDollars(now)}`]),
  ];
  const seen =
    others.length === 0
      ? []
      : [
          `${counted(others.length, 'comp')} from ${wholeDollars(Math.min(...others))} to ${wholeDollars(Math.max(...others))}`,
        ];
  return `${[parts.join(', '), ...seen].join('. ')}.`;
};

/** "Shaded: 8 in 10 similar items sell for $72 to $96." With few comps the range is only said, because a band would look too certain. */
export function rangeShown({ interval, agreement, evidence, shown }: RangeFacts): { band: Band; text: string } {
  const tooFew = 'Too few comps to be sure.';
  if (interval === null) return { band: null, text: tooFew };
  const [low, high] = [wholeDollars(interval.low), wholeDollars(interval.high)];
  const isOfBrand = agreement === 'brand';
  const comps = agreement === 'brand_and_kind' ? evidence.sameKind.all : shown;
  if (comps < leastForBand || agreement === null || isOfOtherKind(agreement))
    return { band: null, text: `${tooFew} It may sell for anywhere from ${low} to ${high}.` };
  const coverage = `${Math.round(interval.coverage * 10)} in 10`;
  if (isOfBrand)
    return {
      band: interval,
      text: `Shaded: ${coverage} items of this brand sell for ${low} to ${high}, whichever type it is.`,
    };
  const retail = evidence.retailPrice === undefined ? null : wholeDollars(evidence.retailPrice);
  return {
    band: interval,
    text: `Shaded: ${coverage} similar items${retail === null ? '' : ` with a retail price of ${retail}`} sell for ${low} to ${high}.`,
  };
}
