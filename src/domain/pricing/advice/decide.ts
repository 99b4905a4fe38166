// Decides whether a price should be raised, lowered, or kept, and says which facts decided.

import type { Cents } from '../../money.ts';
import type { Demand } from './demand.ts';
import type { Band, PriceStep, Reason } from './reasons.ts';

export type Direction = 'increase' | 'decrease' | 'maintain';

export type Offered = {
  price: Cents;
  likes: number;
  /** null if the listing date is unknown. */
  ageDays: number | null;
  /** The seller's floor price in cents. No suggestion is below it. */
  floorPrice: Cents | null;
  /** What the seller paid for it; null if that isn't known. It changes no advice, but is said with it. */
  cost: Cents | null;
  /** The last price change, if it is recent and still in place. */
  changed: PriceStep | null;
};

type Decision = {
  direction: Direction;
  /** The facts that decided, besides the price itself. The first one decided most. */
  because: Reason[];
};

/** A price above the usual waits this long if many like it: it may well find its buyer. */
export const keepDays = 45;
/**
 * Up to this age a price below the usual is worth raising. After that, buyers have seen it and left it at this price. One that many
 * like, or that is far below, gets more time.
 */
const raiseDays = { usual: 45, clear: 180 } as const;
/** After a price change, the next one waits this long, so that buyers can see the first. */
export const restDays = 7;

export function decide(facts: { listing: Offered; band: Band; demand: Demand }): Decision {
  const { listing, band } = facts;
  const decision = band === 'inside' ? { direction: 'maintain' as const, because: [] } : decideOutside(facts);
  const rest = restOf(listing, decision.direction, band);
  return rest === null ? decision : { direction: 'maintain', because: [rest] };
}

function decideOutside(given: { listing: Offered; band: Band; demand: Demand }): Decision {
  const { listing, band, demand } = given;
  const { ageDays: days } = listing;
  const isHigh = band === 'above' || band === 'far_above';
  const attention: Reason[] = demand.level === 'unknown' ? [] : [{ kind: 'demand', ...demand }];
  const listed: Reason[] = days === null ? [] : [{ kind: 'listed', days }];
  const keepBecause = (...because: Reason[]): Decision => ({ direction: 'maintain', because });

  // A price is as wrong on its first day as later, so both ways begin there. A closet of new listings would get raises only.
  const isWanted = demand.level === 'high';
  if (isHigh) {
    if (demand.level === 'low') return { direction: 'decrease', because: [...attention, ...listed] };
    if (days === null) return keepBecause({ kind: 'age_unknown' }, ...attention);
    if (!isWanted || days >= keepDays) return { direction: 'decrease', because: listed };
    return keepBecause({ kind: 'too_new', days, until: keepDays }, ...attention);
  }
  if (demand.level === 'low') return keepBecause(...attention);
  if (days === null) return keepBecause({ kind: 'age_unknown' }, ...attention);
  if (days <= raiseDaysFor(band, isWanted))
    return { direction: 'increase', because: isWanted ? [...attention, ...listed] : listed };
  return keepBecause({ kind: 'unsold', days, isWanted }, ...(isWanted ? attention : []));
}

export const raiseDaysFor = (band: Band, isWanted: boolean): number =>
  isWanted || band === 'far_below' ? raiseDays.clear : raiseDays.usual;

const directionOf = { up: 'increase', down: 'decrease' } as const;

/** A changed price waits, unless it is far off and the advice is to take the change back. */
export function restOf({ changed }: Offered, direction: Direction, band: Band): Reason | null {
  if (changed === null || changed.daysAgo >= restDays) return null;
  const takesBack = direction !== 'maintain' && direction !== directionOf[changed.way];
  return takesBack && band.startsWith('far') ? null : { kind: 'rests', step: changed };
}
