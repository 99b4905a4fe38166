// Says whether an error means that the database can’t be used now, and explains to the operator why it can’t be reached.

import { DatabaseAway } from '#domain/ports/database.ts';
import { codeOf, StartProblem } from '../start-problem.ts';
import { noPrimary, serversOf } from './servers.ts';

/** Explains why Hangtag can't connect to a database. Names the host and the database, never the user or the password. */
export function whyUnreachable(url: string, cause: unknown): StartProblem {
  const code = codeOf(cause);
  const place = placeOf(url);
  if (place === undefined) {
    return new StartProblem(
      'DATABASE_URL is not the address of a PostgreSQL database.',
      'Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE.',
    );
  }
  const { what, remedy, isTemporary } = explain(code, cause, place);
  return new StartProblem(what, remedy, { cause, isTemporary });
}

/** The same for the error of a statement that its role may not run; any other error as it is. */
export const orLacksRights = (url: string, error: unknown): unknown =>
  codeOf(error) === lacksRights ? whyUnreachable(url, error) : error;

/** PostgreSQL's SQLSTATE. */
const lacksRights = '42501';

/** No line of pg_hba.conf fits, or one refuses. The message is in the server's language, and this name isn't. */
const isKeptOut = (cause: unknown): boolean =>
  cause instanceof Error && 'routine' in cause && cause.routine === 'ClientAuthentication';

type Explained = { what: string; remedy: string; isTemporary: boolean };

function explain(code: string, cause: unknown, { host, database }: { host: string; database: string }): Explained {
  if (code === '28000' && isKeptOut(cause)) {
    return needsChange(
      `The server at ${host} does not let this machine into the database "${database}".`,
      'Add a line for both to the server’s pg_hba.conf and reload the server. If the server wants encrypted connections, add ?sslmode=require to DATABASE_URL.',
    );
  }
  if (code === '28P01' || code === '28000') {
    return needsChange(
      `The database at ${host} rejects the user name or password in DATABASE_URL.`,
      'Correct them and start again.',
    );
  }
  if (code === lacksRights) {
    return needsChange(
      `The user in DATABASE_URL lacks rights in the database "${database}" at ${host}.`,
      `Make that user the owner of the database: alter database "${database}" owner to …`,
    );
  }
  if (code === '3D000') {
    return needsChange(
      `The server at ${host} has no database named "${database}".`,
      'Create it, or correct DATABASE_URL.',
    );
  }
  if (code === '53300') {
    return temporary(
      `The database at ${host} isn’t accepting any more connections.`,
      'Raise its max_connections, or stop other programs that use it.',
    );
  }
  if (code === '57P03') {
    return temporary(`The database at ${host} is starting up or shutting down.`, 'Wait a moment and start again.');
  }
  if (code === noPrimary) {
    return temporary(
      `No server at ${host} takes writes.`,
      'A standby answers. Start the primary, or promote the standby, and start again.',
    );
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const [what, remedy] = [
      `Hangtag can't find the host ${host} of DATABASE_URL.`,
      'Correct its name, or check your DNS.',
    ];
    return code === 'EAI_AGAIN' ? temporary(what, remedy) : needsChange(what, remedy);
  }
  const detail = /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
  return temporary(
    `Hangtag can't reach the database at ${host}${detail}.`,
    'Start it, correct DATABASE_URL, or remove DATABASE_URL to use the embedded database.',
  );
}

const needsChange = (what: string, remedy: string): Explained => ({ what, remedy, isTemporary: false });
const temporary = (what: string, remedy: string): Explained => ({ what, remedy, isTemporary: true });

function placeOf(url: string): { host: string; database: string } | undefined {
  const places = (serversOf(url) ?? []).map((server) => {
    const parsed = new URL(server);
    const socket = parsed.searchParams.get('host');
    const host = socket ?? `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}`;
    return { host, database: decodeURIComponent(parsed.pathname.slice(1)) };
  });
  const [first] = places;
  return first && { ...first, host: places.map(({ host }) => host).join(' or ') };
}

/** What was under way. Inside a transaction, an error rolls everything back. */
export type Stage = 'connecting' | 'in a transaction' | 'a commit' | 'a single statement';

/**
 * SQLSTATEs that say nothing about the statement: connections (08), access (28), what is used up (53), an operator or a limit that
 * ended it (57), the machine (58), conflicts that a repetition resolves (40001, 40P01), transactions that took too long (25P03,
 * 25P04), and a server that takes no writes anymore (25006) or has lost the database (3D000).
 */
const aboutTheDatabase = /^(?:(?:08|28|53|57|58)[0-9A-Z]{3}|40001|40P01|25006|25P03|25P04|3D000)$/;
/** The server ends these connections, so they may also have cut off a commit that was done. */
const aboutTheConnection = /^(?:08|57P|58|25P)/;
/** What the driver and its pool say of a connection. These errors have no code. */
const ofTheDriver =
  /^(?:Connection terminated|Query read timeout|Received unexpected|Client has encountered a connection error|Client was closed|timeout e|Cannot use a pool)/;
/** Node's codes of sockets, such as `ECONNRESET`. Those of wrong arguments begin with `ERR_`. */
const ofSockets = /^E(?!RR_)[A-Z_0-9]+$/;

/** The same error, or a `DatabaseAway` because of it. */
export function orAway(error: unknown, stage: Stage): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error;
  const code = codeOf(error);
  // Nothing was asked yet, so whatever it is, it is about the database.
  if (stage === 'connecting' || code === noPrimary) return new DatabaseAway(error, { mayBeDone: false });
  const isState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in error;
  if (isState ? !aboutTheDatabase.test(code) : !(ofSockets.test(code) || ofTheDriver.test(error.message))) return error;
  const isCut = !isState || aboutTheConnection.test(code);
  return new DatabaseAway(error, { mayBeDone: isCut && stage !== 'in a transaction' });
}
