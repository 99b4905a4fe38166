// Demand as three pips and a word.
import type { DemandLevel } from '#contract/schemas/pricing.ts';
import './demand-pips.css';

/** Three pips and the word: never color alone. */
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
