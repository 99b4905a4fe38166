// Section 9 of the specification: numbers, defaults, and choices.

import {
  blog,
  failures,
  frequency,
  limit,
  market,
  newSeller,
  noMessages,
  own,
  ownFailures,
  photo,
  photoRefused,
  polling,
  priceFailures,
  pricing,
  registering,
  slots,
  toasts,
} from '../named-tests.ts';
import { rowOf } from '../row.ts';

const row = rowOf(9);

export const limitsAndDefaults = [
  row('share frequency presets, 240 by default', frequency, '30 min', '4 hours Recommended', '12 hours'),
  row('the numbers behind the presets', newSeller, 'shareFrequency: 1440'),
  row('daily limit 50 to 50000, 10000 by default, step 50', limit, 'step'),
  row('a password has at least 6 characters', registering, 'five5'),
  row('a new slot is 09:00 to 10:00, enabled, Monday to Friday; days 0-6', slots, '09:00', '10:00'),
  row('recent activity: 5', failures, 'toHaveCount(5)'),
  row('four strategies', newSeller, 'Top Performers', 'Underperforming', 'Recently Shared', 'Random Sample'),
  row('5, 10, 15 or 20 listings; 10 and engagement chosen', newSeller, 'engagement'),
  row(
    'only differences above half a dollar',
    pricing('a price batch continues after a reload, shows what failed, and asks twice about large changes'),
  ),
  row('one {listingId, newPrice} for each selected recommendation', priceFailures, 'newPrice'),
  row('condition hints', newSeller, 'new-with-tags', 'new-without-tags', 'excellent', 'very-good', 'fair', 'poor'),
  row('a photo of 1 KB to 8 MB', photoRefused),
  row('polling every 10 and 30 seconds', polling),
  row('prices in USD with 2 decimals, confidence without any', photo, '$84.00', '44%'),
  row('adjustment with 1 decimal; demand green, yellow, red', market, '15.0%'),
  row('the first three tags', blog),
  row('no refetch on focus or by interval', polling),
  row('no retries: of what was done', noMessages, 'asked for once'),
  row(
    'no retries: of what was read',
    ownFailures('a screen does not repeat on its own a request that the server refused'),
  ),
  row('toast: swipe of 50 px', toasts('a swipe to the right of 50 px dismisses it')),
  row('toast: 5000 ms', toasts('a toast disappears after five seconds, but not while the pointer is over it')),
  row('toast: F8', toasts('F8 focuses the toast and Escape closes it')),
  row('toast: forgotten after 1,000,000 ms', own('a dismissed toast is removed after 1,000,000 ms')),
];
