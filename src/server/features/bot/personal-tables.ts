/** What the export of an account tells of the tables of this feature. */
import type { PersonalTable } from '../personal-table.ts';

export const botTables: readonly PersonalTable[] = [
  { table: 'offers', order: 'id' },
  { table: 'daily_share_counts', order: 'share_date' },
  { table: 'bots', secrets: ['owner', 'epoch'], order: 'user_id' },
  { table: 'rounds', order: 'id' },
  { table: 'share_attempts', order: 'reserved_at' },
];
