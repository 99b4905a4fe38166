// The sentences for the reasons behind advice.

import { type Cents, inDollars, inWholeDollars } from '../../money.ts';
import { buyerShipping, earningsFrom, feeOn } from '../../sales/earnings.ts';
import { borrowedMessage, fewOfBrandMessage } from '../evidence/support.ts';
import type { Abstention } from '../fit/fit.ts';
import type { Advice } from './advice.ts';
import type { Band, PriceStep, Reason, UsualPrices } from './reasons.ts';
import { shownRange } from './shown-prices.ts';

/** A reason as a sentence for the seller. It states a fact and never promises an effect. */
export function reasonMessage(reason: Reason): string {
  switch (reason.kind) {
    case 'position':
      return positionMessage(reason);
    case 'listed':
      return `${listedMessage(reason.days)}.`;
    case 'too_new':
      return `${listedMessage(reason.days)}, with more likes than usual. Give it until day ${reason.until} before you lower it.`;
    case 'unsold':
      return `${listedMessage(reason.days)} without selling${reason.isWanted ? ', although it gets likes' : ''}, so a raise isn’t advised.`;
    case 'age_unknown':
      return 'No listing date, so Hangtag can’t tell how long buyers have seen it.';
    case 'demand':
      return demandMessage(reason);
    case 'likers':
      return `${reason.likes} people like it. Drops of 10% or more notify likers.`;
    case 'rests':
      return `The price went ${reason.step.way} ${daysAgoMessage(reason.step)}. Give buyers a week, then look again.`;
    case 'first_step':
      return `This is a first step: at most ${reason.percent}% at a time. The next ones lead to about ${inWholeDollars(reason.toward)}.`;
    case 'floor':
      return `Your floor price is ${inWholeDollars(reason.floor)}.`;
    case 'below_floor':
      return `A raise to ${inWholeDollars(reason.to)} would still be below your floor price of ${inWholeDollars(reason.floor)}.`;
    case 'little_left':
      return `At ${inWholeDollars(reason.price)} you’d receive only ${inDollars(reason.left)} after fees.`;
    case 'small_difference':
      return 'The difference is too small to be worth changing.';
    case 'under_a_dollar':
      return `A raise of ${reason.percent}%, the most that Hangtag advises at a time, would be less than a dollar. You can still raise it yourself.`;
    case 'too_few_alike':
      return `${reason.alike === 0 ? 'No comps are' : reason.alike === 1 ? 'Only 1 comp is' : `Only ${reason.alike} comps are`} the same type of item. That’s too few for advice.`;
    case 'prior_only':
      return 'Not enough comps for advice.';
    case 'wide_range':
      return wideRangeMessage(reason);
    case 'no_estimate':
      return noEstimateMessages[reason.reason];
  }
}

const noEstimateMessages: Readonly<Record<Abstention['reason'], string>> = {
  unknown_thing: 'The brand and item type aren’t known. Add them to the title.',
  too_wide: 'Almost any price is possible with what’s known. The brand, the condition, or more comps would help.',
  other_currency:
    'This price isn’t in US dollars, but all of Hangtag’s comps and fees are. So Hangtag gives no advice on it.',
};

/** The range of the chart beside it. */
function wideRangeMessage({ fewOfBrand, ...range }: Extract<Reason, { kind: 'wide_range' }>): string {
  const { low, high } = shownRange(range);
  const start =
    fewOfBrand === null ? 'Similar items sell' : `${fewOfBrandMessage(fewOfBrand)}. Going by others, it may sell`;
  return `${start} for anywhere from ${inWholeDollars(low)} to ${inWholeDollars(high)}. That range is too wide for advice.`;
}

function positionMessage(position: { usual: UsualPrices; asking: Cents; band: Band }): string {
  const { seen, fewOfBrand } = position.usual;
  const prices = pricesMessage(position);
  return fewOfBrand === null || seen === 'none'
    ? prices
    : `${borrowedMessage(fewOfBrand, 'these prices are')} ${prices}`;
}

function pricesMessage({ usual, asking, band }: { usual: UsualPrices; asking: Cents; band: Band }): string {
  const [ask, sale] = [inWholeDollars(usual.ask), inWholeDollars(usual.sale)];
  const similar = `Similar items${usual.retail ? ` with a retail price of ${inWholeDollars(usual.retail)}` : ''}`;
  const yours = `You’re asking ${inWholeDollars(asking)}`;
  switch (usual.seen) {
    case 'none':
      return `In general, this type of item is listed for about ${ask} and sells for about ${sale}. ${yours}.`;
    case 'both':
      return `${similar} are listed for about ${ask} and sell for about ${sale}. ${yours}, ${bandMessages[band]}.`;
    case 'sales':
      return `${similar} sell for about ${sale}, so a usual asking price is about ${ask}. ${yours}, ${bandMessages[band]}.`;
    case 'asks':
      return `${similar} are listed for about ${ask}. All comps are asking prices, so selling for about ${sale} is an assumption. ${yours}, ${bandMessages[band]}.`;
  }
}

const bandMessages: Readonly<Record<Band, string>> = {
  far_above: 'more than almost anyone asks',
  above: 'more than most sellers ask',
  inside: 'which is within the usual range',
  below: 'less than most sellers ask',
  far_below: 'less than almost anyone asks',
};

/** Counts its peers, so that the seller can check the sentence. */
function demandMessage({ level, peers, fewer, more }: Extract<Reason, { kind: 'demand' }>): string {
  const beaten = level === 'low' ? more : fewer;
  const than = beaten === peers ? `all ${peers} of your` : `${beaten} of your ${peers}`;
  return `${level === 'low' ? 'Fewer' : 'More'} likes for its age than ${than} similar listings.`;
}

const listedMessage = (days: number): string => {
  const whole = Math.floor(days);
  return whole === 0 ? 'Listed less than a day ago' : `Listed for ${inDays(whole)}`;
};

/** “Today” and “yesterday” would depend on the seller's time zone. */
const daysAgoMessage = ({ daysAgo }: PriceStep): string =>
  daysAgo < 1 ? 'less than a day ago' : `${inDays(Math.floor(daysAgo))} ago`;

const inDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/**
 * The reasons for the advice, plus warnings if a sale at this price costs more than the item, or brings less than the seller paid
 * (`cost`, if it is known). If the reason is that a further cut
 * would leave little, one sentence says both, because it is one fact.
 */
export function adviceMessages(
  { reasons, suggested }: Pick<Advice, 'reasons' | 'suggested'>,
  cost: Cents | null,
): string[] {
  const lower = reasons.find((reason) => reason.kind === 'little_left');
  const isForeign = reasons.some((reason) => reason.kind === 'no_estimate' && reason.reason === 'other_currency');
  const costs = isForeign ? [] : costsWarning(suggested, lower);
  const loss = isForeign ? [] : belowCostWarning(suggested, cost);
  if (lower === undefined || costs.length === 0) return [...reasons.map(reasonMessage), ...costs, ...loss];
  return [...reasons.flatMap((reason) => (reason === lower ? costs : reasonMessage(reason))), ...loss];
}

/** Shipping, which the buyer pays, and the fee, which the seller pays. */
const costsOfSale = (price: Cents): Cents => buyerShipping() + feeOn({ price });

/** The warning that goes with a price that leaves less than the item cost. Empty for any other price, and without a cost. */
export function belowCostWarning(price: Cents, cost: Cents | null): string[] {
  const left = earningsFrom(price);
  if (cost === null || left >= cost) return [];
  return [
    `Below what you paid (${inDollars(cost)}): at ${inDollars(price)} you’d receive ${inDollars(left)} after the fee.`,
  ];
}

/**
 * The warning that goes with every price below the costs of its sale. Empty for any other price, and without a price. `lower`: what
 * would be left at a lower price, if that is why the price goes no lower.
 */
export function costsWarning(price: Cents | null, lower?: { price: Cents; left: Cents }): string[] {
  if (price === null || price >= costsOfSale(price)) return [];
  const fee = inDollars(feeOn({ price }));
  const atLower = lower === undefined ? '' : `, and only ${inDollars(lower.left)} at ${inDollars(lower.price)}`;
  return [
    `At ${inDollars(price)}, shipping (${inDollars(buyerShipping())}) and the fee (${fee}) come to more than the item, and you’d receive ${inDollars(earningsFrom(price))}${atLower}. Buyers pay for shipping once when they bundle.`,
  ];
}
