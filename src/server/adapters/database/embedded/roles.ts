// Creates our database and the role that the program works as, and gives that role its tables.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, StartProblem } from '../../start-problem.ts';
import {
  adminRole,
  applicationRole,
  closeEntrance,
  hasOwnRules,
  listensOnSocket,
  openToOwnUser,
  passwordOf,
  scramVerifier,
  serverUrl,
} from './entrance.ts';
import type { Postmaster } from './postmaster.ts';
import type { Runner } from './runner.ts';

export const databaseName = 'hangtag';
/** The job queue's own schema. Its role may create no other one. */
const jobsSchema = 'pgboss';
const reloadLimitMs = 10_000;

type Place = { home: string; server: Postmaster; runner: Runner };

/**
 * Checks that the program's role can work in our database. If it can't (a first start, or a lost file of a password), it creates what
 * is missing.
 */
export async function ensureRoles(place: Place): Promise<void> {
  const { home, server } = place;
  if (hasOwnRules(home, server) && (await canLogIn(place))) return;
  const admin = await connectAdmin(place);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [databaseName]);
    // As files: through the log, its pages would also stay in shared memory.
    if (rowCount === 0) await admin.query(`create database ${databaseName} strategy file_copy`);
  } finally {
    await admin.end().catch(() => {});
  }
  const inside = await connectAdmin(place, databaseName);
  try {
    await grantRoles(inside, home);
    if (!hasOwnRules(home, server)) await shutOthersOut(inside, place);
  } finally {
    await inside.end().catch(() => {});
  }
  const own = await connect(serverUrl(home, server, databaseName, 'application'));
  await own.end();
}

async function canLogIn({ home, server }: Place): Promise<boolean> {
  try {
    await (await connect(serverUrl(home, server, databaseName, 'application'))).end();
    return true;
  } catch (error) {
    // No such role or password, or no such database.
    if (['28P01', '28000', '3D000'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** All in one transaction: the role can log in only after the schemas belong to it. */
async function grantRoles(admin: pg.Client, home: string): Promise<void> {
  const verifier = scramVerifier(passwordOf(home, 'application'));
  await admin.query('begin');
  // Two programs may do this at once if a killed one's last statement is still running.
  await admin.query('select pg_advisory_xact_lock(4871220719)');
  const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [applicationRole]);
  if (rowCount === 0) await admin.query(`create role ${applicationRole}`);
  await admin.query(
    `alter role ${applicationRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${verifier}'`,
  );
  await admin.query(`alter role ${adminRole} password '${scramVerifier(passwordOf(home, 'admin'))}'`);
  await admin.query(`revoke all on database ${databaseName}, postgres, template1 from public`);
  await admin.query(`grant connect on database ${databaseName} to ${applicationRole}`);
  await admin.query(`create schema if not exists ${jobsSchema}`);
  for (const schema of ['public', jobsSchema]) await admin.query(`alter schema ${schema} owner to ${applicationRole}`);
  await admin.query('commit');
}

/** If nobody knows the admin's password anymore, the server lets this program's own user in until there is a new one. */
async function connectAdmin({ home, server, runner }: Place, database = 'postgres'): Promise<pg.Client> {
  const url = serverUrl(home, server, database, 'admin');
  try {
    return await connect(url);
  } catch (error) {
    if (!['28P01', '28000'].includes(codeOf(error))) throw error;
    if (!listensOnSocket(server)) {
      throw new StartProblem(
        `The file ${home}/password does not have the password of the embedded database.`,
        'Restore it from a copy of the data folder.',
        { cause: error },
      );
    }
  }
  openToOwnUser(home, runner, server);
  const giveUpAt = performance.now() + reloadLimitMs;
  for (;;) {
    try {
      return await connect(url);
    } catch (error) {
      if (!['28P01', '28000'].includes(codeOf(error)) || performance.now() > giveUpAt) throw error;
    }
    await sleep(20);
  }
}

/** The server must read the rules again. It is asked by SQL, because Windows has no signal for that. */
async function shutOthersOut(admin: pg.Client, { home, server, runner }: Place): Promise<void> {
  const { rows: before } = await admin.query<{ at: string }>('select pg_conf_load_time()::text as at');
  closeEntrance(home, runner, server);
  await admin.query('select pg_reload_conf()');
  const giveUpAt = performance.now() + reloadLimitMs;
  while (performance.now() < giveUpAt) {
    const { rows } = await admin.query<{ at: string }>('select pg_conf_load_time()::text as at');
    if (rows[0]?.at !== before[0]?.at) return;
    await sleep(10);
  }
  throw new Error('The server did not read its new rules.');
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}
