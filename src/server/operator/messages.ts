import type { Database } from '#domain/ports/database.ts';

type Message = { at: string; name: string; email: string; subject: string; message: string };

/** The latest 200 messages from the contact form, newest first, as text for a terminal. */
export const messages = async (database: Database): Promise<string> => {
  const { rows } = await database.query<Message>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, name, email, subject, message
     from contact_messages order by id desc limit 200`,
  );
  if (rows.length === 0) return 'No messages.';
  return rows
    .map((row) => `${row.at} UTC  ${row.name} <${row.email}>\n${row.subject}\n\n${row.message}\n`)
    .join('\n----\n');
};
