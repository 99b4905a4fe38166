// "86%, high": shows the number and the word, so that nothing depends on color alone.
import { percent } from '#web/format/money-format.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { TriangleAlert } from '#web/ui/icons.tsx';

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
