// Judges the demand for a kind of item.

import { type Attention, judgeDemand } from './demand.ts';

/** At most this many listings of a kind are compared. Their mean rank is precise enough then. */
const mostOfKind = 40;
const leastOfKind = 5;

/**
 * The demand for a kind of item: the mean rank of its listings among all of them at equal exposure. Unknown with fewer than five
 * listings of the kind, or with nothing to compare them with.
 */
export function judgeKindDemand(
  kind: readonly Attention[],
  all: readonly Attention[],
): 'high' | 'medium' | 'low' | 'unknown' {
  if (all.length - kind.length < leastOfKind) return 'unknown';
  const places = kind.slice(0, mostOfKind).flatMap((own) => {
    const demand = judgeDemand(own, all);
    return demand.level === 'unknown' ? [] : [demand.percentile];
  });
  if (places.length < leastOfKind) return 'unknown';
  const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
  return mean >= 2 / 3 ? 'high' : mean <= 1 / 3 ? 'low' : 'medium';
}
