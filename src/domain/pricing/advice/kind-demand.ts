import { type Attention, judgeDemand } from './demand.ts';

/** Listings of one kind that are looked at; their mean place is known well enough with so many. */
const mostOfKind = 40;
const leastOfKind = 5;

/**
 * How much a kind of thing is asked for: where its listings stand, on average, among all of them at equal exposure. Unknown
 * with fewer than five of the kind, or nothing else to compare them with.
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
