// Sorts advice, by a column of the table.

import type { Optimization } from '#contract/pricing/advice.ts';

export const orders = ['advice', 'title', 'now', 'suggested', 'change', 'difference', 'confidence'] as const;
export type Order = (typeof orders)[number];

const keys: Record<Exclude<Order, 'advice'>, (item: Optimization) => number | string> = {
  title: ({ title }) => title.toLowerCase(),
  now: ({ currentPrice }) => currentPrice,
  suggested: ({ suggestedPrice }) => suggestedPrice,
  change: ({ percentChange }) => percentChange,
  difference: ({ priceDifference }) => priceDifference,
  confidence: ({ confidence }) => confidence,
};

/** The first direction of a column: texts from A to Z, numbers from the largest down. */
export const startsDescending = (order: Order): boolean => order !== 'title' && order !== 'advice';

/** Sorts by a column and keeps the given order among equals. `advice` keeps the given order for all. */
export const orderAdvice = (
  items: readonly Optimization[],
  { by, isDescending }: { by: Order; isDescending: boolean },
): Optimization[] => {
  if (by === 'advice') return [...items];
  const key = keys[by];
  const sign = isDescending ? -1 : 1;
  return [...items].sort((one, other) => {
    const [first, second] = [key(one), key(other)];
    return first === second ? 0 : first < second ? -sign : sign;
  });
};
