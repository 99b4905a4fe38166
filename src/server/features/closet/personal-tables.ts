// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const closetTables: readonly PersonalTable[] = [
  { table: 'closets', secrets: ['credentials', 'session', 'pending_sign_in', 'lock_epoch'], order: 'user_id' },
  // Only of this moment.
  { table: 'api_tests', secrets: ['connection', 'answer'], order: 'user_id' },
];
