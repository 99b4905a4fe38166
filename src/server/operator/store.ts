// What the operator's commands read, from the views that features publish.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

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

export async function listUsers(db: Queryable): Promise<UserLine[]> {
  const { rows } = await db.query<UserLine>(
    `select u.user_id as id, u.email, to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD') as created,
       u.is_guest as guest, c.handle as closet, c.state as connection, coalesce(b.state, 'stopped') as bot,
       coalesce(l.active, 0) as active
     from sellers u left join closet_connections c using (user_id) left join bot_states b using (user_id)
       left join listing_counts l using (user_id)
     order by u.user_id`,
  );
  return rows;
}

export async function hasAccount(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('select 1 as one from sellers where not is_guest limit 1');
  return rows.length > 0;
}

export async function hasRealCloset(db: Queryable): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 as one from closet_connections where not practice and has_credentials limit 1',
  );
  return rows.length > 0;
}

/** The marketplaces that refuse many sellers, and when one bot tries them next. */
export async function findOpenCircuits(db: Queryable): Promise<{ practice: boolean; heldUntil: Instant }[]> {
  const { rows } = await db.query<{ practice: boolean; heldUntil: Instant }>(
    `select practice, held_until as "heldUntil" from marketplace_guards where held_until is not null`,
  );
  return rows;
}

type BotHealth = {
  version: string;
  running: number;
  needing: number;
  overdue: number;
  workers: number;
  unsettled: number;
};

export async function readBotHealth(db: Queryable): Promise<BotHealth | null> {
  const { rows } = await db.query<BotHealth>(
    `select current_setting('server_version') as version, running, needing, overdue, workers, unsettled from bot_health`,
  );
  return rows[0] ?? null;
}

/** Whether the role that Hangtag connects as may do anything on the database server. */
export async function isSuperuser(db: Queryable): Promise<boolean> {
  const { count } = await db.query('select 1 from pg_roles where rolname = current_user and rolsuper');
  return count > 0;
}
