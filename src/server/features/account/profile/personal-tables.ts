/** The tables of this feature that an account's export contains. */
import type { PersonalTable } from '../../personal-table.ts';

export const accountTables: readonly PersonalTable[] = [
  { table: 'users', key: 'id', secrets: ['password'], order: 'id' },
  { table: 'sessions', secrets: ['token_hash'], order: 'id' },
  { table: 'account_events', order: 'id', grows: 'stored', history: 'at' },
  { table: 'password_resets', secrets: ['token'], order: 'id' },
];
