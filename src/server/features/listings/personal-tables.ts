// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const listingsTables: readonly PersonalTable[] = [
  { table: 'listings', order: 'id', grows: 'stored' },
  { table: 'listing_share_counts', id: 'user_id, listing_id', order: 'listing_id' },
  { table: 'listing_versions', id: 'user_id', order: 'user_id' },
  // Its writes go with it.
  { table: 'price_batches', order: 'id', grows: 'stored', history: 'created_at' },
  { table: 'price_writes', order: 'id', grows: 'stored' },
  { table: 'price_changes', order: 'id', grows: 'stored', history: 'at' },
];
