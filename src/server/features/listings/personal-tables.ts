/** The tables of this feature that an account's export contains. */
import type { PersonalTable } from '../personal-table.ts';

export const listingsTables: readonly PersonalTable[] = [
  { table: 'listings', order: 'id' },
  { table: 'price_batches', order: 'id' },
  { table: 'price_writes', order: 'id' },
  { table: 'price_changes', order: 'id' },
];
