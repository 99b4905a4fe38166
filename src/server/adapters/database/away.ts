// Distinguishes errors of a database that can't be used now from errors of a statement.

import { DatabaseAway } from '#domain/ports/database.ts';
import { noPrimary } from './servers.ts';

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
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Nothing was asked yet, so whatever it is, it is about the database.
  if (stage === 'connecting' || code === noPrimary) return new DatabaseAway(error, { mayBeDone: false });
  const isState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in error;
  if (isState ? !aboutTheDatabase.test(code) : !(ofSockets.test(code) || ofTheDriver.test(error.message))) return error;
  const isCut = !isState || aboutTheConnection.test(code);
  return new DatabaseAway(error, { mayBeDone: isCut && stage !== 'in a transaction' });
}
