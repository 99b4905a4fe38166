import { counted } from '#web/lib/format/format.ts';
import { wholeDollars } from '#web/lib/format/money-format.ts';
import { pricingWords } from '#web/messages/pricing/pricing.ts';

type Band = { low: number; high: number } | null;

/** An interval plot in one sentence: suggestion, its range, the price now, and what others go for. In dollars. */
export const tellPlot = ({
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
  const words = pricingWords.plot;
  const parts = [
    suggestion === null ? words.noSuggestion : words.suggested(wholeDollars(suggestion)),
    ...(band === null ? [] : [words.likely(wholeDollars(band.low), wholeDollars(band.high))]),
    ...(now === undefined ? [] : [words.now(wholeDollars(now))]),
  ];
  const seen =
    others.length === 0
      ? []
      : [
          words.others(
            counted(others.length, 'comparable'),
            wholeDollars(Math.min(...others)),
            wholeDollars(Math.max(...others)),
          ),
        ];
  return `${[parts.join(', '), ...seen].join('. ')}.`;
};

/** "Shaded: the price lands here 8 times in 10, $72 to $96." */
export const tellBand = ({ low, high, coverage }: { low: number; high: number; coverage: number }): string =>
  pricingWords.shaded(pricingWords.timesInTen(Math.round(coverage * 10)), wholeDollars(low), wholeDollars(high));
