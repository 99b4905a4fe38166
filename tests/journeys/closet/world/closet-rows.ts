// What tests write to the database and read from it beside the product: sellers, their log, and everything as text.
import type { Database, Queryable } from '#domain/ports/database.ts';

export function rowsOf(database: Database) {
  let users = 0;
  return {
    async addUser(db: Queryable = database): Promise<string> {
      users += 1;
      const { rows } = await db.query<{ id: string }>(
        `insert into users (first_name, last_name, email, password, created_at)
         values ('Jo', 'Example', $1, 'none', now()) returning id`,
        [`jo${users}@example.org`],
      );
      return rows[0]?.id ?? '';
    },

    async log(userId: string): Promise<{ action: string; details: string | null }[]> {
      const { rows } = await database.query<{ action: string; details: string | null }>(
        'select action, details from activity_logs where user_id = $1 order by id',
        [userId],
      );
      return rows;
    },

    /** The whole content of the database as text, to search for what must not be in it. */
    async everything(): Promise<string> {
      const { rows } = await database.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
      );
      const dumps = rows.map(async ({ name }) => {
        const { rows: found } = await database.query<{ dump: string }>(
          `select coalesce(string_agg(t::text, E'\\n'), '') as dump from ${name} t`,
        );
        return found[0]?.dump ?? '';
      });
      return (await Promise.all(dumps)).join('\n');
    },
  };
}
