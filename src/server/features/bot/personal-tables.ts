/** The tables of this feature that an account's export contains. */
import type { PersonalTable } from '../personal-table.ts';

export const botTables: readonly PersonalTable[] = [
  { table: 'offers', order: 'id' },
  { table: 'daily_share_counts', order: 'share_date' },
  { table: 'bots', secrets: ['owner', 'epoch'], order: 'user_id' },
  { table: 'rounds', order: 'id' },
  { table: 'share_attempts', order: 'reserved_at' },
];
