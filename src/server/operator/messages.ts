// Prints the contact messages for the operator.

import type { Database } from '#domain/ports/database.ts';
import { listMessages } from '../features/contact/contact.ts';
import { plainLine, plainText, plainTime } from './plain-text.ts';

export const messages = async (database: Database): Promise<string> => {
  const rows = await listMessages(database, 200);
  if (rows.length === 0) return 'No messages.';
  return rows
    .map(
      (row) =>
        `${plainTime(row.at)}  ${plainLine(row.name)} <${plainLine(row.email)}>\n${plainLine(row.subject)}\n\n${plainText(row.message)}\n`,
    )
    .join('\n----\n');
};
