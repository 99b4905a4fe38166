// Sorts price recommendations.

import type { Optimization } from '#contract/schemas/pricing.ts';

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

/** What a column shows first when it is chosen: words from A on, figures from the largest. */
export const startsDescending = (order: Order): boolean => order !== 'title' && order !== 'advice';

/** Sorted by a column; equals, and `advice`, in the order they came in. */
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

/** Differences up to this many dollars are not worth showing. */
const leastDifference = 0.5;
export const isWorthShowing = ({ priceDifference }: Optimization): boolean =>
  Math.abs(priceDifference) > leastDifference;
