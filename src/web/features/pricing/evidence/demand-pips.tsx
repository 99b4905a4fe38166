// Shows demand as three dots and a word.
import type { DemandLevel } from '#contract/pricing/evidence.ts';
import './demand-pips.css';

/** Has a word as well as dots, so that nothing depends on color alone. */
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
