// Advises whether to raise, lower, or keep a price, with the reasons that decided.

import { type Cents, floorToDollar, leastPrice, roundToDollar } from '../../money.ts';
import { earningsFrom } from '../../sales/earnings.ts';
import { type Estimate, leastComparables, type Valuation } from '../fit/fit.ts';
import { chanceOf, confidenceOf } from './confidence.ts';
import { type Direction, decide, keepDays, type Offered, raiseDaysFor, restDays, restOf } from './decide.ts';
import type { Demand } from './demand.ts';
import { placePrice, type Reason, type UsualPrices } from './reasons.ts';
import { shownPrice } from './shown-prices.ts';

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

type Given = Pick<Advice, 'direction' | 'reasons'>;

/**
 * The reasons with the age, the likes, and the last price change that the listing has now. null if one of them no longer holds: then
 * the advice would be another one today. Whoever asks has checked that the listing still has the price that was advised on.
 */
export function standingReasons(given: Given, listing: Offered): Reason[] | null {
  // A price that was changed in the meantime, and is the same again, waits as well.
  const position = given.reasons.find(({ kind }) => kind === 'position');
  const isChange = given.direction !== 'maintain' && position?.kind === 'position';
  if (isChange && restOf(listing, given.direction, position.band) !== null) return null;
  const reasons = given.reasons.map((reason) => asOfNow(reason, given, listing));
  return reasons.every((reason) => reason !== null) ? reasons : null;
}

function asOfNow(reason: Reason, given: Given, { ageDays: days, likes, floorPrice, changed }: Offered): Reason | null {
  const isWanted = given.reasons.some((one) => one.kind === 'demand' && one.level === 'high');
  const band = given.reasons.find((one) => one.kind === 'position')?.band ?? 'below';
  switch (reason.kind) {
    case 'listed':
      if (days === null || days < reason.days) return null;
      return given.direction === 'increase' && days > raiseDaysFor(band, isWanted) ? null : { ...reason, days };
    case 'too_new':
      return days === null || days >= keepDays || !isWanted ? null : { ...reason, days };
    case 'unsold':
      return days === null || days < reason.days ? null : { ...reason, days };
    case 'age_unknown':
      return days === null ? reason : null;
    case 'rests':
      return changed === null || changed.way !== reason.step.way || changed.daysAgo >= restDays
        ? null
        : { ...reason, step: changed };
    case 'likers':
      return likes < likersFrom ? null : { ...reason, likes };
    case 'floor':
    case 'below_floor':
      return floorPrice === reason.floor ? reason : null;
    default:
      return reason;
  }
}

type Step =
  | { kind: 'to'; to: Cents; notes: Reason[] }
  /** No whole dollar is left between the current price and what bounds the step. */
  | { kind: 'stopped'; by: Reason };

/** No cut leaves the seller less than this. Packing an item costs about as much. Judgment. */
export const leastEarnings: Cents = 300;

const deepestCut = 25;
const steepestRise = 15;
/** The marketplace notifies likers of a price drop of at least this percentage. */
const likersCut = 10;
const likersFrom = 3;
/** A lowered price still lies a little above the middle of what others ask. */
const aimedShare = 0.6;

/** A step is called a first step if at least this share of the price is still to come. */
const leastLeft = 0.05;
const isWorthMentioning = (to: Cents, aim: Cents): boolean => Math.abs(aim / to - 1) >= leastLeft;

const dollar: Cents = 100;
const ceilToDollar = (cents: Cents): Cents => Math.ceil(cents / dollar) * dollar;
/** Integer arithmetic, so that 75 % of $20 is exactly $15. */
const lowestAfterCut = (price: Cents): Cents => ceilToDollar(Math.ceil((price * (100 - deepestCut)) / 100));
const highestAfterRise = (price: Cents): Cents => floorToDollar(Math.floor((price * (100 + steepestRise)) / 100));

/** The lowest whole-dollar price that leaves the seller enough. */
const leastWorthwhile = worthwhileFrom(leastPrice);
function worthwhileFrom(price: Cents): Cents {
  return earningsFrom(price) >= leastEarnings ? price : worthwhileFrom(price + dollar);
}

function stepDown({ price, likes, floorPrice }: Offered, ask: Estimate): Step {
  const usual = roundToDollar(ask.amountAt(aimedShare));
  if (usual >= price) return { kind: 'stopped', by: { kind: 'small_difference' } };
  const aim = likes >= likersFrom ? Math.min(usual, floorToDollar((price * (100 - likersCut)) / 100)) : usual;
  const step = Math.max(aim, lowestAfterCut(price));
  const floor = floorPrice === null ? 0 : ceilToDollar(floorPrice);
  if (floor >= price) return { kind: 'stopped', by: { kind: 'floor', floor: floorPrice ?? 0 } };
  const to = Math.max(step, floor, leastWorthwhile);
  if (to >= price) {
    const next = Math.min(step, price - dollar);
    return { kind: 'stopped', by: { kind: 'little_left', price: next, left: earningsFrom(next) } };
  }
  return { kind: 'to', to, notes: notesDown({ price, likes, to, aim, floor }) };
}

function notesDown(given: { price: Cents; likes: number; to: Cents; aim: Cents; floor: Cents }): Reason[] {
  const { price, likes, to, aim, floor } = given;
  const notes: Reason[] = [];
  // The later steps stop where this one would have to stop, too.
  const end = Math.max(aim, floor, leastWorthwhile);
  if (to > aim && to === floor) notes.push({ kind: 'floor', floor });
  else if (to > aim && to === leastWorthwhile)
    notes.push({ kind: 'little_left', price: to - dollar, left: earningsFrom(to - dollar) });
  else if (isWorthMentioning(to, end))
    notes.push({ kind: 'first_step', way: 'down', percent: deepestCut, toward: end });
  if (likes >= likersFrom && to <= (price * (100 - likersCut)) / 100) notes.push({ kind: 'likers', likes });
  return notes;
}

function stepUp({ price, floorPrice }: Offered, ask: Estimate): Step {
  const aim = floorToDollar(ask.price);
  const to = Math.min(aim, highestAfterRise(price));
  if (to <= price)
    return {
      kind: 'stopped',
      by: aim > price ? { kind: 'under_a_dollar', percent: steepestRise } : { kind: 'small_difference' },
    };
  if (floorPrice !== null && to < floorPrice)
    return { kind: 'stopped', by: { kind: 'below_floor', to, floor: floorPrice } };
  return {
    kind: 'to',
    to,
    // The usual price itself, so that this reason and the one about the position round to the same dollar.
    notes: isWorthMentioning(to, aim)
      ? [{ kind: 'first_step', way: 'up', percent: steepestRise, toward: ask.price }]
      : [],
  };
}
