// The tables of this feature that an account's export contains.
import type { PersonalTable } from '../../personal-table.ts';

export const accountTables: readonly PersonalTable[] = [
  { table: 'users', key: 'id', secrets: ['password'], order: 'id' },
  { table: 'sessions', secrets: ['token_hash'], order: 'id' },
  { table: 'account_events', order: 'id', grows: 'stored', history: 'at' },
  { table: 'password_resets', secrets: ['token'], order: 'id' },
  { table: 'email_confirmations', id: 'user_id', secrets: ['token_hash'], order: 'user_id' },
  { table: 'passkeys', secrets: ['credential_id', 'public_key'], order: 'id' },
  { table: 'passkey_challenges', id: 'hash', secrets: ['hash'], order: 'hash' },
  { table: 'authenticator_apps', id: 'user_id', secrets: ['secret', 'last_step'], order: 'user_id' },
  { table: 'recovery_codes', secrets: ['code_hash'], order: 'id' },
  { table: 'known_browsers', secrets: ['token_hash'], order: 'id' },
];
