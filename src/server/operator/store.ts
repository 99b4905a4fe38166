// What the operator's commands read, from the views that features publish.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { isAny, oneRow, rowsOf } from '../sql.ts';

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

export const listUsers = (db: Queryable): Promise<UserLine[]> =>
  rowsOf(
    db,
    `select u.user_id as id, u.email, to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD') as created,
       u.is_guest as guest, c.handle as closet, c.state as connection, coalesce(b.state, 'stopped') as bot,
       coalesce(l.active, 0) as active
     from sellers u left join closet_connections c using (user_id) left join bot_states b using (user_id)
       left join listing_counts l using (user_id)
     order by u.user_id`,
  );

export const hasAccount = (db: Queryable): Promise<boolean> =>
  isAny(db, 'select from sellers where not is_guest limit 1');

export const hasRealCloset = (db: Queryable): Promise<boolean> =>
  isAny(db, 'select from closet_connections where not practice and has_credentials limit 1');

/** The marketplaces that refuse many sellers, and when one bot tries them next. */
export const findOpenCircuits = (db: Queryable): Promise<{ practice: boolean; heldUntil: Instant }[]> =>
  rowsOf(db, `select practice, held_until as "heldUntil" from marketplace_guards where held_until is not null`);

type BotHealth = {
  version: string;
  running: number;
  needing: number;
  overdue: number;
  workers: number;
  unsettled: number;
};

export const readBotHealth = (db: Queryable): Promise<BotHealth> =>
  oneRow(
    db,
    `select current_setting('server_version') as version, running, needing, overdue, workers, unsettled from bot_health`,
  );

/** Whether the role that Hangtag connects as may do anything on the database server. */
export const isSuperuser = (db: Queryable): Promise<boolean> =>
  isAny(db, 'select from pg_roles where rolname = current_user and rolsuper');
