// Texts about the evidence behind a price.

import type { ComparableAgreement, EvidenceCounts, PriceInterval } from '#contract/schemas/pricing/evidence.ts';
import { isOfOtherKind } from '#domain/pricing/evidence/agreements.ts';
import { counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { leastForBand } from '#web/ui/price-axis.ts';

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
  const messages = pricingMessages.plot;
  const parts = [
    suggestion === null ? messages.noSuggestion : messages.suggested(wholeDollars(suggestion)),
    ...(band === null ? [] : [messages.likely(wholeDollars(band.low), wholeDollars(band.high))]),
    ...(now === undefined ? [] : [messages.now(wholeDollars(now))]),
  ];
  const seen =
    others.length === 0
      ? []
      : [
          messages.others(
            counted(others.length, 'comp'),
            wholeDollars(Math.min(...others)),
            wholeDollars(Math.max(...others)),
          ),
        ];
  return `${[parts.join(', '), ...seen].join('. ')}.`;
};

/** "Shaded: 8 in 10 similar items sell for $72 to $96." With few comps the range is only said, because a band would look too certain. */
export function rangeShown({ interval, agreement, evidence, shown }: RangeFacts): { band: Band; text: string } {
  const tooFew = `${pricingMessages.tooFew}.`;
  if (interval === null) return { band: null, text: tooFew };
  const [low, high] = [wholeDollars(interval.low), wholeDollars(interval.high)];
  const isOfBrand = agreement === 'brand';
  const comps = agreement === 'brand_and_kind' ? evidence.sameKind.all : shown;
  if (comps < leastForBand || agreement === null || isOfOtherKind(agreement))
    return { band: null, text: `${tooFew} ${pricingMessages.possible(low, high)}` };
  const coverage = pricingMessages.timesInTen(Math.round(interval.coverage * 10));
  if (isOfBrand) return { band: interval, text: pricingMessages.shadedOfBrand(coverage, low, high) };
  const retail = evidence.retailPrice === undefined ? null : wholeDollars(evidence.retailPrice);
  return { band: interval, text: pricingMessages.shaded(coverage, low, high, retail) };
}
