/** What the export of an account tells of the tables of this feature. */
import type { PersonalTable } from '../../personal-table.ts';

export const accountTables: readonly PersonalTable[] = [
  { table: 'users', key: 'id', secrets: ['password'], order: 'id' },
  { table: 'sessions', secrets: ['token_hash'], order: 'id' },
  { table: 'password_resets', secrets: ['token'], order: 'id' },
];
