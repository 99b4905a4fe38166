import { expect, it } from 'vitest';
import { orAway, type Stage, whyUnreachable } from './unreachable.ts';

const url = 'postgres://me:s3cret-word@one:5432/x';
const of = (code: string, more: object = {}) => Object.assign(new Error('s3cret-word'), { code, ...more });

it.each<[string, Error, string]>([
  ['a wrong password', of('28P01'), 'rejects the user name or password in DATABASE_URL'],
  // PostgreSQL has one code for both, and writes its message in the server's language.
  ['no HBA line', of('28000', { routine: 'ClientAuthentication' }), 'does not let this machine into the database "x"'],
  ['a role that may not sign in', of('28000', { routine: 'InitializeSessionUserId' }), 'rejects the user name'],
  ['a role without the right to connect', of('42501'), 'lacks rights in the database "x"'],
  ['a database that is missing', of('3D000'), 'has no database named "x"'],
  ['a host that is unknown', of('ENOTFOUND'), "can't find the host one:5432"],
])('says of %s what an operator has to change, and a new try alone helps nothing', (_, cause, sentence) => {
  const problem = whyUnreachable(url, cause);
  expect([problem.message, problem.isTemporary]).toEqual([expect.stringContaining(sentence), false]);
  expect(problem.message).not.toContain('s3cret-word');
});

it.each<[string, Error, string]>([
  ['refuses connections', of('ECONNREFUSED'), "can't reach the database at one:5432 (ECONNREFUSED)"],
  ['does not answer', new Error('timeout expired'), "can't reach the database at one:5432."],
  ['is starting up', of('57P03'), 'is starting up or shutting down'],
  ['is full', of('53300'), 'isn’t accepting any more connections'],
  ['is a standby', of('NO_PRIMARY'), 'No server at one:5432 takes writes'],
  ['has a name that can’t be looked up now', of('EAI_AGAIN'), "can't find the host one:5432"],
])('a database that %s may be there at the next try', (_, cause, sentence) => {
  const problem = whyUnreachable(url, cause);
  expect([problem.message, problem.isTemporary]).toEqual([expect.stringContaining(sentence), true]);
});

const state = (code: string) => Object.assign(new Error('as the server says it'), { code, severity: 'ERROR' });
const socket = (code: string) => Object.assign(new Error(`connect ${code}`), { code });

const cases: [string, Error, Stage, 'away' | 'may be done' | 'of the statement'][] = [
  ['starting (57P03)', state('57P03'), 'connecting', 'away'],
  ['full of connections (53300)', state('53300'), 'connecting', 'away'],
  ['refusing (ECONNREFUSED)', socket('ECONNREFUSED'), 'connecting', 'away'],
  ['without its socket (ENOENT)', socket('ENOENT'), 'connecting', 'away'],
  ['not found (EAI_AGAIN)', socket('EAI_AGAIN'), 'connecting', 'away'],
  ['with another password (28P01)', state('28P01'), 'connecting', 'away'],
  ['without a free connection', new Error('timeout exceeded when trying to connect'), 'connecting', 'away'],
  ['without a primary', new Error('No server is a primary.'), 'connecting', 'away'],
  ['without a primary, as the job queue meets it', socket('NO_PRIMARY'), 'a single statement', 'away'],
  ['that shuts down (57P01)', state('57P01'), 'a single statement', 'may be done'],
  ['that crashed (57P02)', state('57P02'), 'in a transaction', 'away'],
  ['too slow (57014)', state('57014'), 'a single statement', 'away'],
  ['silent', new Error('Query read timeout'), 'a single statement', 'may be done'],
  ['cut off', new Error('Connection terminated unexpectedly'), 'a single statement', 'may be done'],
  ['cut off in a transaction', new Error('Connection terminated unexpectedly'), 'in a transaction', 'away'],
  ['cut off at the commit', new Error('Connection terminated unexpectedly'), 'a commit', 'may be done'],
  ['cut off before', new Error('Client has encountered a connection error'), 'in a transaction', 'away'],
  ['that answers unasked', new Error('Received unexpected dataRow message'), 'a single statement', 'may be done'],
  ['whose connection broke (ECONNRESET)', socket('ECONNRESET'), 'a commit', 'may be done'],
  ['whose connection broke (EPIPE)', socket('EPIPE'), 'in a transaction', 'away'],
  ['with a full disk (53100)', state('53100'), 'a commit', 'away'],
  ['without memory (53200)', state('53200'), 'a single statement', 'away'],
  ['that can’t read a file (58030)', state('58030'), 'a single statement', 'may be done'],
  ['with a deadlock (40P01)', state('40P01'), 'in a transaction', 'away'],
  ['that became a standby (25006)', state('25006'), 'in a transaction', 'away'],
  ['tired of waiting (25P03)', state('25P03'), 'in a transaction', 'away'],
  ['with the same key (23505)', state('23505'), 'a single statement', 'of the statement'],
  ['with wrong SQL (42601)', state('42601'), 'in a transaction', 'of the statement'],
  ['with a lock that was not free (55P03)', state('55P03'), 'in a transaction', 'of the statement'],
  ['raised by a rule of ours (P0001)', state('P0001'), 'a commit', 'of the statement'],
  ['that the driver can’t write', new TypeError('Cannot serialize'), 'a single statement', 'of the statement'],
  ['with a wrong argument', socket('ERR_INVALID_ARG_TYPE'), 'a single statement', 'of the statement'],
  ['of ours', new Error('This transaction has ended.'), 'in a transaction', 'of the statement'],
];

it.each(cases)('a database %s', (_, error, stage, expected) => {
  const thrown = orAway(error, stage);
  if (expected === 'of the statement') expect(thrown).toBe(error);
  else
    expect(thrown).toMatchObject({
      name: 'DatabaseAway',
      cause: error,
      message: error.message,
      mayBeDone: expected === 'may be done',
    });
  // What was found out once stays as it is.
  expect(orAway(thrown, 'a single statement')).toBe(thrown);
});
