// The sentences that go with an advised price.

import type { Advice } from './advice.ts';
import { costsWarning } from './costs-of-a-sale.ts';
import { reasonMessage } from './reason-messages.ts';

/** The reasons behind the advice, and what a sale at this price costs if that is more than the item. */
export const adviceMessages = ({ reasons, suggested }: Pick<Advice, 'reasons' | 'suggested'>): string[] => [
  ...reasons.map(reasonMessage),
  ...costsWarning(suggested),
];
