// Advises whether to raise, lower, or keep a price, with the reasons that decided.

import type { Cents } from '../../money.ts';
import { earningsFrom } from '../../sales/earnings.ts';
import { type Estimate, leastComparables, type Valuation } from '../fit/fit.ts';
import { chanceOf, confidenceOf } from './confidence.ts';
import { type Direction, decide, type Offered } from './decide.ts';
import type { Demand } from './demand/demand.ts';
import { placePrice } from './position.ts';
import type { Reason, UsualPrices } from './reasons.ts';
import { shownPrice } from './shown-prices.ts';
import { type Step, stepDown, stepUp } from './steps.ts';

/** What such an item sells for, and what sellers ask for it. Both come from one fit. */
export type ItemValue = { sale: Valuation; ask: Valuation };

export type Advice = {
  direction: Direction;
  /** false: too little is known for any advice, which is the only reason why the price stays. */
  isAdvised: boolean;
  /** Whole dollars, in cents; the current price if it stays. */
  suggested: Cents;
  /** The probability that following the advice is right (`confidence.ts`); 0 if nothing is known. */
  confidence: number;
  /** What the seller would receive at the old and the new price; null if the fees of the price's currency aren't known. */
  earnings: { before: Cents; after: Cents } | null;
  /** The one that decided comes first. */
  reasons: Reason[];
};

/** If the upper end of the 80 % range is more than this many times the lower end, there is no advice. */
const widestRange = 4;

/**
 * Advises to raise, lower, or keep a price, from facts only: what others ask for such an item, how much attention it got for
 * its exposure, and its age. An asking price is compared with asking prices, because buyers pay less than is asked. The advice
 * states what goes together with selling, and promises nothing.
 */
export function advise(given: { listing: Offered; value: ItemValue; demand: Demand }): Advice {
  const { listing, value, demand } = given;
  const { sale, ask } = value;
  if (sale.kind === 'abstained') {
    const left = leave(listing, [{ kind: 'no_estimate', reason: sale.reason }]);
    return sale.reason === 'other_currency' ? { ...left, earnings: null } : left;
  }
  if (ask.kind === 'abstained') return leave(listing, [{ kind: 'no_estimate', reason: ask.reason }]);
  const { band } = placePrice(ask, listing.price);
  const position: Reason = { kind: 'position', band, asking: listing.price, usual: usualPrices(sale, ask) };
  const chanceToKeep = chanceOf('maintain', listing.price, ask);
  const unsure = whyUnsure(sale);
  if (unsure !== null) return leave(listing, unsure.kind === 'prior_only' ? [unsure, position] : [unsure]);

  const { direction, because } = decide({ listing, band, demand });
  if (direction === 'maintain') {
    // What held back a change comes before the price that would have called for it.
    return keep(listing, chanceToKeep, [...because, position]);
  }
  const step: Step = direction === 'decrease' ? stepDown(listing, ask) : stepUp(listing, ask);
  if (step.kind === 'stopped') return keep(listing, chanceToKeep, [step.by, position]);
  return {
    direction,
    isAdvised: true,
    suggested: step.to,
    confidence: chanceOf(direction, listing.price, ask),
    earnings: { before: earningsFrom(listing.price), after: earningsFrom(step.to) },
    reasons: [position, ...because, ...step.notes],
  };
}

function usualPrices(sale: Estimate, ask: Estimate): UsualPrices {
  const { comparables, sold, fewOfBrand, retail } = sale.evidence;
  const seen = sold === 0 ? 'asks' : sold === comparables ? 'sales' : 'both';
  return {
    ask: shownPrice(ask.price),
    sale: shownPrice(sale.price),
    seen: sale.basis === 'prior' ? 'none' : seen,
    fewOfBrand,
    retail,
  };
}

function whyUnsure({ evidence, basis, range }: Estimate): Reason | null {
  if (basis === 'prior') return { kind: 'prior_only' };
  if (evidence.sameKind.all < leastComparables) return { kind: 'too_few_alike', alike: evidence.sameKind.all };
  return range.high > widestRange * range.low
    ? { kind: 'wide_range', ...range, fewOfBrand: evidence.fewOfBrand }
    : null;
}

const keep = ({ price }: Offered, chance: number, reasons: Reason[]): Advice => ({
  direction: 'maintain',
  isAdvised: true,
  suggested: price,
  confidence: confidenceOf({ direction: 'maintain', reasons }, chance),
  earnings: { before: earningsFrom(price), after: earningsFrom(price) },
  reasons,
});

const leave = (listing: Offered, reasons: Reason[]): Advice => ({ ...keep(listing, 0, reasons), isAdvised: false });
