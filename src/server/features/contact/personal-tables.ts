// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const contactTables: readonly PersonalTable[] = [
  { table: 'contact_messages', order: 'id', grows: 'stored', history: 'created_at' },
];
