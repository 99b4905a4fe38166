// Prints the users for the operator.

import type { Database } from '#domain/ports/database.ts';
import { inColumns } from '#domain/text/columns.ts';
import { plainLine } from './plain-text.ts';
import { listUsers } from './store.ts';

/** One line per account: what an operator needs to help a seller, and nothing secret. */
export const users = async (database: Database): Promise<string> => {
  const rows = await listUsers(database);
  const header = ['id', 'email', 'since', 'closet', 'connection', 'bot', 'active listings'];
  const lines = rows.map((row) => [
    row.id,
    plainLine(row.guest ? `${row.email} (guest)` : row.email),
    row.created,
    plainLine(row.closet ?? '-'),
    row.connection ?? '-',
    row.bot,
    String(row.active),
  ]);
  return inColumns([header, ...lines]);
};
