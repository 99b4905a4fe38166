// Texts about the evidence behind a price.

import { counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { pricingMessages } from '#web/messages/pricing/pricing.ts';

type Band = { low: number; high: number } | null;

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

/** "Shaded: 8 in 10 similar items sell for $72 to $96." */
export const bandMessage = ({ low, high, coverage }: { low: number; high: number; coverage: number }): string =>
  pricingMessages.shaded(pricingMessages.timesInTen(Math.round(coverage * 10)), wholeDollars(low), wholeDollars(high));
