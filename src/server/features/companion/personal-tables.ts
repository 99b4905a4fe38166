// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const companionTables: readonly PersonalTable[] = [
  { table: 'companions', secrets: ['token_hash', 'next_token_hash', 'poll'], order: 'id' },
  { table: 'companion_codes', id: 'user_id', secrets: ['code_hash'], order: 'user_id' },
  // What is on its way right now. It is deleted within moments.
  { table: 'relayed_requests', id: 'user_id', secrets: ['request', 'answer'], order: 'user_id' },
];
