// The sentences that go with an advised price.

import type { Advice } from './advice.ts';
import { costsWarning } from './fees/costs-of-a-sale.ts';
import { reasonMessage } from './reason-messages.ts';

/**
 * The reasons for the advice, plus a warning if a sale at this price costs more than the item. If the reason is that a further cut
 * would leave little, one sentence says both, because it is one fact.
 */
export function adviceMessages({ reasons, suggested }: Pick<Advice, 'reasons' | 'suggested'>): string[] {
  const lower = reasons.find((reason) => reason.kind === 'little_left');
  const isForeign = reasons.some((reason) => reason.kind === 'no_estimate' && reason.reason === 'other_currency');
  const costs = isForeign ? [] : costsWarning(suggested, lower);
  if (lower === undefined || costs.length === 0) return [...reasons.map(reasonMessage), ...costs];
  return reasons.flatMap((reason) => (reason === lower ? costs : reasonMessage(reason)));
}
