// The evidence behind a price: confidence, demand, and the range. Each has a word, so that nothing depends on color alone.

import type { ComparableAgreement, DemandLevel, EvidenceCounts, PriceInterval } from '#contract/pricing/evidence.ts';
import { isOfOtherKind } from '#domain/pricing/evidence/agreement-index.ts';
import { counted } from '#web/format/format.ts';
import { percent, wholeDollars } from '#web/format/money-format.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { leastForBand } from '#web/ui/figures/price-axis.ts';
import { TriangleAlert } from '#web/ui/icons.tsx';
import './evidence.css';

/** "86%, high" */
export const Confidence = ({ value }: { value: number }) => (
  <>
    <b>{percent(value)}</b>{' '}
    <span className="mute">{pricingMessages.confidence[confidenceLevel(value)].toLowerCase()}</span>
  </>
);

export const ConfidenceWarning = ({ value }: { value: number }) => {
  const level = confidenceLevel(value);
  if (!isWarned(level)) return null;
  return (
    <p className="warn doubt">
      <TriangleAlert />
      <span>{pricingMessages.confidence[`${level}_warning`]}</span>
    </p>
  );
};

type ConfidenceLevel = 'high' | 'fair' | 'low' | 'very_low' | 'none';

const levels: readonly (readonly [number, ConfidenceLevel])[] = [
  [70, 'high'],
  [50, 'fair'],
  [30, 'low'],
  [1, 'very_low'],
];

/** The word for a confidence from 0 to 1. It uses the rounded percentage on screen, so that word and number always agree. */
export const confidenceLevel = (confidence: number): ConfidenceLevel => {
  const shown = Math.round(confidence * 100);
  return levels.find(([least]) => shown >= least)?.[1] ?? 'none';
};

/** Below 50 % the screen shows a warning. */
export const isWarned = (level: ConfidenceLevel): level is 'low' | 'very_low' | 'none' =>
  level !== 'high' && level !== 'fair';

export const DemandPips = ({ level, word }: { level: DemandLevel; word: string }) => (
  <span className={`demand ${level}`}>
    {level !== 'unknown' && (
      <span className="pips" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    )}
    {word}
  </span>
);

type Band = { low: number; high: number } | null;

type RangeFacts = {
  interval: PriceInterval | null;
  agreement: ComparableAgreement | null;
  evidence: EvidenceCounts;
  shown: number;
};

type Plotted = { suggestion: number | null; band: Band; now?: number; others: readonly number[] };

/** Describes an interval plot in one sentence: suggested price, range, current price, and prices of comparables, in dollars. */
export const plotMessage = ({ suggestion, band, now, others }: Plotted): string => {
  const range = (low: number, high: number) => `${wholeDollars(low)} to ${wholeDollars(high)}`;
  const parts = [
    suggestion === null ? 'No suggested price' : `Suggested ${wholeDollars(suggestion)}`,
    ...(band === null ? [] : [`likely to sell for ${range(band.low, band.high)}`]),
    ...(now === undefined ? [] : [`now ${wholeDollars(now)}`]),
  ].join(', ');
  if (others.length === 0) return `${parts}.`;
  return `${parts}. ${counted(others.length, 'comp')} from ${range(Math.min(...others), Math.max(...others))}.`;
};

/** "Shaded: 8 in 10 similar items sell for $72 to $96." With few comps the range is only said, because a band would look too certain. */
export function rangeShown({ interval, agreement, evidence, shown }: RangeFacts): { band: Band; text: string } {
  const tooFew = 'Too few comps to be sure.';
  if (interval === null) return { band: null, text: tooFew };
  const range = `${wholeDollars(interval.low)} to ${wholeDollars(interval.high)}`;
  const comps = agreement === 'brand_and_kind' ? evidence.sameKind.all : shown;
  if (comps < leastForBand || agreement === null || isOfOtherKind(agreement))
    return { band: null, text: `${tooFew} It may sell for anywhere from ${range}.` };
  const begin = `Shaded: ${Math.round(interval.coverage * 10)} in 10`;
  if (agreement === 'brand')
    return { band: interval, text: `${begin} items of this brand sell for ${range}, whichever type it is.` };
  const retail =
    evidence.retailPrice === undefined ? '' : ` with a retail price of ${wholeDollars(evidence.retailPrice)}`;
  return { band: interval, text: `${begin} similar items${retail} sell for ${range}.` };
}
