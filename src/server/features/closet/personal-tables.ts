// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const closetTables: readonly PersonalTable[] = [
  { table: 'closets', secrets: ['credentials', 'session', 'pending_sign_in', 'lock_epoch'], order: 'user_id' },
  { table: 'api_tests', order: 'user_id' },
];
