// A database role for web processes, which can't write what only workers may write.

import type { Queryable } from '#domain/ports/database.ts';
import { firstRow } from '../../sql.ts';
import { StartProblem } from '../start-problem.ts';

/** Whether our login may change the tables, or may create them because there are none yet. */
export async function ownsTables(db: {
  query(sql: string): Promise<{ rows: { owns?: unknown }[] }>;
}): Promise<boolean> {
  const { rows } = await db.query(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass('migrations')`,
  );
  return rows[0]?.owns !== false;
}

const all = 'select, insert, update, delete';

/**
 * What a web process does with each schema. It gets no right to change tables, and none to write what decides which SQL others run:
 * pg-boss runs commands from its table `bam`, and takes table names from `queue`. Row-level security keeps it from writing the data
 * keys of closets, also if this list misses it.
 */
const grants = [
  'revoke create on schema public from public',
  'grant usage on schema public, pgboss to $role',
  `grant ${all} on all tables in schema public to $role`,
  'grant usage on all sequences in schema public to $role',
  'revoke insert, update, delete on migrations from $role',
  'revoke update on data_keys from $role',
  'grant select on all tables in schema pgboss to $role',
  `grant ${all} on pgboss.job, pgboss.job_common to $role`,
  // For the tables that a later version adds.
  `alter default privileges in schema public grant ${all} on tables to $role`,
  'alter default privileges in schema public grant usage on sequences to $role',
  'alter default privileges in schema pgboss grant select on tables to $role',
];

/** Throws a `StartProblem` if this login can't grant them, or if the role has more rights already. */
export async function grantWebRole(tx: Queryable, name: string): Promise<void> {
  const role = await firstRow<{ quoted: string; isFree: boolean; ownsToo: boolean }>(
    tx,
    `select quote_ident(rolname) as quoted, rolsuper or rolbypassrls or rolcreaterole as "isFree",
       pg_has_role(oid, (select relowner from pg_class where oid = 'migrations'::regclass), 'member') as "ownsToo"
     from pg_roles where rolname = $1`,
    [name],
  );
  if (role === null)
    throw new StartProblem(
      `The database has no role "${name}".`,
      `Create it first, as the superuser of the database: create role "${name}" login password '…'`,
    );
  if (role.isFree || role.ownsToo)
    throw new StartProblem(
      `The role "${name}" can do more than a web process may.`,
      'Use a role of its own, which is no superuser, creates no roles, and is not a member of the owner of the tables.',
    );
  if (!(await ownsTables(tx)))
    throw new StartProblem(
      'The user in DATABASE_URL does not own the tables.',
      'Run the command with the settings of a worker.',
    );
  for (const grant of grants) await tx.query(grant.replace('$role', () => role.quoted));
}
