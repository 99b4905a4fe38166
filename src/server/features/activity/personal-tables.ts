// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const activityTables: readonly PersonalTable[] = [
  { table: 'activity_logs', order: 'id', grows: 'stored', history: 'timestamp' },
];
