/** Prints the users for the operator. */
import type { Database } from '#domain/ports/database.ts';
import { plainLine } from './plain-text.ts';

type UserLine = {
  id: string;
  email: string;
  created: string;
  guest: boolean;
  closet: string | null;
  connection: string | null;
  bot: string;
  active: number;
};

/** One line per account: what an operator needs to help a seller, and nothing secret. */
export const users = async (database: Database): Promise<string> => {
  const { rows } = await database.query<UserLine>(
    `select u.user_id as id, u.email, to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD') as created,
       u.is_guest as guest, c.handle as closet, c.state as connection, coalesce(b.state, 'stopped') as bot,
       coalesce(l.active, 0) as active
     from sellers u left join closet_connections c using (user_id) left join bot_states b using (user_id)
       left join listing_counts l using (user_id)
     order by u.user_id`,
  );
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
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  return [header, ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};
