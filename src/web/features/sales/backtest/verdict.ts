// Says in sentences how right Hangtag's prices were.
import type { Backtest } from '#contract/pricing/backtest.ts';
import { count, counted } from '#web/format/format.ts';
import { shareBounds } from './share-bounds.ts';

export const wholePercent = (share: number): string => `${Math.round(share * 100)}%`;

type Score = Pick<Backtest, 'judged' | 'inRange' | 'medianErrorPercent' | 'bias' | 'coverage'>;

/** "On your last 214 sales the range held 81%. The middle error was 14%." */
export const verdict = ({ judged, inRange, medianErrorPercent }: Score): string =>
  `On ${judged === 1 ? 'your last sale' : `your last ${count(judged)} sales`} the range held ${wholePercent(inRange / judged)}. The middle error was ${Math.round(medianErrorPercent ?? 0)}%.`;

/** Whether that is what the range claims, as far as so many sales can tell. */
export const judgment = ({ judged, inRange, coverage }: Score): string => {
  const { low, high } = shareBounds(inRange, judged);
  const claim = wholePercent(coverage);
  if (high < coverage)
    return `That’s bad: it should have held ${claim}. Your prices vary more than Hangtag thinks, so take its ranges as too narrow.`;
  if (low > coverage) return `It should have held ${claim}, so its ranges are wider than they need to be.`;
  return `It should hold ${claim}. On so many sales, that is as right as anyone can tell.`;
};

/** Whether estimates lean to one side. null: not known. */
export const leaning = ({ bias }: Score): string | null => {
  if (bias === null) return null;
  const percent = Math.round(Math.abs(bias - 1) * 100);
  if (percent < 1) return 'Its prices were neither too high nor too low.';
  return `Its prices were ${percent}% too ${bias > 1 ? 'high' : 'low'} on the middle sale.`;
};

/** Sales that got no price. null: all got one. */
export const leftOut = ({ judged, most, sales }: { judged: number; most: number; sales: number }): string | null => {
  const asked = Math.min(sales, most);
  if (judged >= asked) return null;
  return `Of your last ${counted(asked, 'sale')}, Hangtag knew too little about ${count(asked - judged)} to price ${asked - judged === 1 ? 'it' : 'them'}.`;
};
