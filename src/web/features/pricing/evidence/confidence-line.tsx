// "86%, high": shows the number and the word, so that nothing depends on color alone.

import { percent } from '#web/format/money-format.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { confidenceLevel, isWarned } from './confidence.ts';

export const Confidence = ({ value }: { value: number }) => (
  <>
    <b>{percent(value)}</b>{' '}
    <span className="mute">{pricingMessages.confidence[confidenceLevel(value)].toLowerCase()}</span>
  </>
);

/** Explains a confidence below 50 %. */
export const ConfidenceWarning = ({ value }: { value: number }) => {
  const level = confidenceLevel(value);
  if (!isWarned(level)) return null;
  return (
    <p className="warn doubt">
      <TriangleAlert className="ic" aria-hidden="true" />
      <span>{pricingMessages.confidence[`${level}_warning`]}</span>
    </p>
  );
};
