// One page of a closet, as the JSON API and the HTML pages show it.

import { closetOrder } from './listings.ts';
import type { Account, Listing, World } from './model.ts';

export const closetFilters = ['available', 'sold_out', 'not_for_sale', 'all'] as const;
export type ClosetFilter = (typeof closetFilters)[number];

export type ClosetPage = { items: Listing[]; nextCursorMs: number | null };

/** One page, newest share first, strictly below the cursor (in ms). Removed listings never appear. */
export function closetPage(
  world: World,
  account: Account,
  ask: { filter: ClosetFilter; count: number; belowMs: number | null },
): ClosetPage {
  const items: Listing[] = [];
  for (const listing of closetOrder(world, account)) {
    if (listing.removed || (ask.filter !== 'all' && listing.status !== ask.filter)) continue;
    if (ask.belowMs !== null && listing.bumpMs >= ask.belowMs) continue;
    if (items.length === ask.count) return { items, nextCursorMs: items.at(-1)?.bumpMs ?? null };
    items.push(listing);
  }
  return { items, nextCursorMs: null };
}
