// The sentences for the reasons behind advice.

import type { Cents } from '../../money.ts';
import type { Reason } from './advice.ts';

/** A reason as a sentence for the seller. It states a fact and never promises an effect. */
export function reasonMessage(reason: Reason): string {
  switch (reason.kind) {
    case 'position':
      return reason.comparables === 0
        ? `A generic category price is ${dollars(reason.estimate)}. You’re asking ${dollars(askingOf(reason))}.`
        : `Similar items sell for about ${dollars(reason.estimate)}. You’re asking ${dollars(askingOf(reason))}, ${bandMessages[reason.band]}.`;
    case 'age':
      return `Listed for ${Math.round(reason.days)} ${Math.round(reason.days) === 1 ? 'day' : 'days'}.`;
    case 'demand':
      return `More likes for its age than ${Math.round(reason.percentile * 100)}% of your ${reason.peers} similar listings.`;
    case 'demand_unknown':
      return 'Not enough similar listings to gauge demand.';
    case 'likers':
      return `${reason.likes} people like it. Drops of 10% or more notify likers.`;
    case 'rests':
      return `The price went ${reason.step.way} ${daysAgoMessage(reason.step.daysAgo)}. Give buyers a week to see it before you change it again.`;
    case 'floor':
      return `Your floor price is ${dollars(reason.floor)}.`;
    case 'small_difference':
      return 'The difference is too small to be worth changing.';
    case 'too_few_alike':
      return `Only ${reason.alike} ${reason.alike === 1 ? 'item has' : 'items have'} the same brand or type. That’s too few for advice.`;
    case 'prior_only':
      return 'Not enough comps. This is a generic category price.';
    case 'wide_range':
      return `Similar items sell for anywhere from ${dollars(reason.low)} to ${dollars(reason.high)}. That range is too wide for advice.`;
    case 'asks_only':
      return 'All comps are asking prices. Hangtag assumes that items sell for about 30% less.';
    case 'no_estimate':
      return reason.reason === 'unknown_thing'
        ? 'The brand and item type aren’t known. Add them to the title.'
        : 'Almost any price is possible with what’s known. The brand, the condition, or more comps would help.';
  }
}

const bandMessages = {
  far_above: 'more than almost all of them sell for',
  above: 'in the upper part of the usual range',
  inside: 'within the usual range',
  below: 'in the lower part of the usual range',
  far_below: 'less than almost all of them sell for',
} as const;

/** The asking price. `ratio` is the logarithm of how far it is from the estimate. */
const askingOf = ({ estimate, ratio }: { estimate: Cents; ratio: number }): Cents => estimate * Math.exp(ratio);

const daysAgoMessage = (days: number): string =>
  days < 1 ? 'today' : `${Math.floor(days)} ${Math.floor(days) === 1 ? 'day' : 'days'} ago`;

const dollars = (cents: Cents): string => `$${Math.round(cents / 100)}`;
