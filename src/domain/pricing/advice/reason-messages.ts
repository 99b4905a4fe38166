// The sentences for the reasons behind advice.

import type { Cents } from '../../money.ts';
import type { Reason } from './advice.ts';

/** A reason as a sentence for the seller. It states a fact and never promises an effect. */
export function reasonMessage(reason: Reason): string {
  switch (reason.kind) {
    case 'position':
      return reason.comparables === 0
        ? `Your price is ${ratioMessage(reason.ratio)} the ${dollars(reason.estimate)} of a general table.`
        : `Your price is ${ratioMessage(reason.ratio)} the ${dollars(reason.estimate)} that ${reason.comparables} comparable ${reason.comparables === 1 ? 'item points' : 'items point'} to${bandWords[reason.band]}.`;
    case 'age':
      return `It has been listed for ${Math.round(reason.days)} ${Math.round(reason.days) === 1 ? 'day' : 'days'}.`;
    case 'demand':
      return `For the time it has been up it has more likes than ${Math.round(reason.percentile * 100)}% of ${reason.peers} similar listings of yours.`;
    case 'demand_unknown':
      return 'Too few of your listings can be compared with it to say how much it is wanted.';
    case 'likers':
      return `${reason.likes} people like it; a drop of 10% or more lets the marketplace tell them.`;
    case 'rests':
      return `The price went ${reason.step.way} ${daysAgoMessage(reason.step.daysAgo)}. Give buyers a week to see it before the next step.`;
    case 'floor':
      return `You do not want to go below ${dollars(reason.floor)}.`;
    case 'small_difference':
      return 'The difference is too small to be worth a change.';
    case 'too_few_alike':
      return `Only ${reason.alike} comparable ${reason.alike === 1 ? 'item shares' : 'items share'} its brand or kind: too few for advice.`;
    case 'prior_only':
      return 'There are too few comparable items to learn from; the figure comes from a general table written by hand.';
    case 'wide_range':
      return `Similar things go for anything between ${dollars(reason.low)} and ${dollars(reason.high)}: too wide for advice.`;
    case 'asks_only':
      return 'All comparable prices are asking prices; sales are assumed to be about 30% lower.';
    case 'no_estimate':
      return reason.reason === 'unknown_thing'
        ? 'Neither its brand nor its kind is known here. Naming them would help.'
        : 'What is known would allow almost any price. Brand, condition or more comparable items would help.';
  }
}

const bandWords = {
  far_above: ', above what four in five such sales lie under',
  above: ', in the upper part of the usual range',
  inside: ', within the usual range',
  below: ', in the lower part of the usual range',
  far_below: ', below what nearly all such sales bring',
} as const;

const ratioMessage = (ratio: number): string => {
  const percent = Math.round(Math.abs(Math.expm1(ratio)) * 100);
  return percent === 0 ? 'at' : `${percent}% ${ratio > 0 ? 'above' : 'below'}`;
};

const daysAgoMessage = (days: number): string =>
  days < 1 ? 'today' : `${Math.floor(days)} ${Math.floor(days) === 1 ? 'day' : 'days'} ago`;

const dollars = (cents: Cents): string => `$${Math.round(cents / 100)}`;
