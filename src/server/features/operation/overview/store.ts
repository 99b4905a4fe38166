// The SQL of the operator page's overview.

import type { BotState, PauseReason } from '#domain/bot/bot.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';

type DatabaseFacts = { version: string; bytes: number; connections: number; mostConnections: number };

export async function readDatabaseFacts(db: Queryable): Promise<DatabaseFacts> {
  const { rows } = await db.query<DatabaseFacts>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
       current_setting('max_connections')::int as "mostConnections"`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('PostgreSQL said nothing about itself.');
  return facts;
}

type BotHealth = { running: number; overdue: number; unsettled: number };

export async function readBotHealth(db: Queryable): Promise<BotHealth> {
  const { rows } = await db.query<BotHealth>('select running, overdue, unsettled from bot_health');
  return rows[0] ?? { running: 0, overdue: 0, unsettled: 0 };
}

export async function countBots(
  db: Queryable,
): Promise<{ state: BotState; pauseReason: PauseReason | null; bots: number }[]> {
  const { rows } = await db.query<{ state: BotState; pauseReason: PauseReason | null; bots: number }>(
    `select state, case when state = 'paused' then pause_reason end as "pauseReason", count(*)::int as bots
     from bot_states group by 1, 2 order by 3 desc, 2`,
  );
  return rows;
}

type NewPause = { sellerId: string; reason: PauseReason; at: Instant; resumesAt: Instant | null };

export async function findNewestPauses(db: Queryable, limit: number): Promise<NewPause[]> {
  const { rows } = await db.query<NewPause>(
    `select user_id::text as "sellerId", pause_reason as reason, paused_at as at, resumes_at as "resumesAt"
     from bot_states where state = 'paused' and pause_reason is not null and paused_at is not null
     order by paused_at desc, user_id limit $1`,
    [limit],
  );
  return rows;
}

type CircuitRow = { practice: boolean; heldUntil: Instant | null; refusing: number };

export async function readCircuits(db: Queryable): Promise<CircuitRow[]> {
  const { rows } = await db.query<CircuitRow>(
    'select practice, held_until as "heldUntil", refusing from marketplace_guards order by practice',
  );
  return rows;
}
