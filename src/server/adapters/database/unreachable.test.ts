import { expect, it } from 'vitest';
import { whyUnreachable } from './unreachable.ts';

const url = 'postgres://me:s3cret-word@one:5432/x';
const of = (code: string, more: object = {}) => Object.assign(new Error('s3cret-word'), { code, ...more });

it.each<[string, Error, string]>([
  ['a wrong password', of('28P01'), 'rejects the user name or password in DATABASE_URL'],
  // PostgreSQL has one code for both, and writes its message in the server's language.
  [
    'no line in pg_hba.conf',
    of('28000', { routine: 'ClientAuthentication' }),
    'does not let this machine into the database "x"',
  ],
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
