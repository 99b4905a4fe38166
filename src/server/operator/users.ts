import type { Database } from '#domain/ports/database.ts';

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
    `select u.id::text, u.email, to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD') as created,
       u.guest_until is not null as guest, c.handle as closet, c.state as connection, coalesce(b.state, 'stopped') as bot,
       (select count(*)::int from listings l where l.user_id = u.id and l.is_active) as active
     from users u left join closets c on c.user_id = u.id left join bots b on b.user_id = u.id
     order by u.id`,
  );
  const header = ['id', 'email', 'since', 'closet', 'connection', 'bot', 'active listings'];
  const lines = rows.map((row) => [
    row.id,
    row.guest ? `${row.email} (guest)` : row.email,
    row.created,
    row.closet ?? '-',
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
