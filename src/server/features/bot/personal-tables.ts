// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const botTables: readonly PersonalTable[] = [
  // Hashes of other people, which say nothing to the seller. They go with their offer, too.
  { table: 'offer_likers', secrets: ['likers'], order: 'id', grows: 'stored', history: 'sent_at', historyDays: 90 },
  { table: 'offers', order: 'id', grows: 'stored', history: 'sent_at' },
  { table: 'marketplace_refusals', order: 'at' },
  { table: 'daily_share_counts', order: 'share_date' },
  { table: 'bots', secrets: ['owner', 'epoch'], order: 'user_id' },
  { table: 'rounds', order: 'id', grows: 'ledger', history: 'started_at' },
  { table: 'share_attempts', id: 'user_id, round_id, listing_id', order: 'reserved_at', grows: 'ledger' },
];
