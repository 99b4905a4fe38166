// A clock of the database that a test can set: its functions come before those of PostgreSQL in every statement of every program.
import type { Queryable } from '#domain/ports/database.ts';

const statements = `
  create schema shifted;
  create table shifted.clock (ahead interval not null);
  insert into shifted.clock values ('0');
  create function shifted.now() returns timestamptz language sql stable as
    'select pg_catalog.now() + ahead from shifted.clock';
  create function shifted.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + ahead from shifted.clock'`;

/** Connections that open later use the shifted clock. */
export async function shiftClock(database: Queryable, url: string): Promise<void> {
  for (const statement of statements.split(';')) await database.query(statement);
  // `public` first, so that a program that creates tables doesn't hide them from connections that were open before this.
  await database.query(
    `alter database ${new URL(url).pathname.slice(1)} set search_path = public, shifted, pg_catalog`,
  );
}

/** From now on, the database's time is ahead of the real one by so much. */
export async function moveClock(database: Queryable, aheadMs: number): Promise<void> {
  await database.query(`update shifted.clock set ahead = $1::float8 * interval '1 millisecond'`, [aheadMs]);
}
