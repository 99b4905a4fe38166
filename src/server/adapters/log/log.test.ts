import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { DatabaseAway } from '#domain/ports/database.ts';
import { createLog, scrub } from './log.ts';

function logHere(options: Partial<Parameters<typeof createLog>[0]> = {}) {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', isTerminal: false, write: (line) => lines.push(line), ...options });
  return { log, lines, logged: () => lines.map((line) => JSON.parse(line)) };
}

test('writes one JSON object per line, with the time in UTC', () => {
  const { log, lines, logged } = logHere();
  log.info({ pid: 5000, database: 'embedded' }, 'Ready');
  log.error({ requestId: 'abc' }, 'Two\nlines');
  expect(lines.map((line) => [line.endsWith('\n'), line.trim().includes('\n')])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect(logged()[0]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    pid: 5000,
    database: 'embedded',
    msg: 'Ready',
  });
});

test('a line end or a terminal command in a field stays inside its line', () => {
  const { log, lines } = logHere();
  log.warn({ file: '/x\n{"level":"error"}\r\u001b[2J', reason: 'a\u0007b\u0000' }, 'Refused \u001b[31m\nForged');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
});

test('a database that is away is logged without stacks, which say nothing about it', () => {
  const { log, logged } = logHere();
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  log.warn({ error: new DatabaseAway(cause, { mayBeDone: false }) }, 'Hold not read');
  log.warn({ error: cause }, 'Another error');
  const [away, another] = logged();
  expect(away.error).toMatchObject({ name: 'DatabaseAway', cause: { code: 'ECONNREFUSED', message: cause.message } });
  expect(JSON.stringify(away)).not.toContain('stack');
  expect(another.error.stack).toContain('log.test.ts');
});

test('a warning that repeats is logged once a minute, with how often it was held back', () => {
  let now = 0;
  const { log, lines, logged } = logHere({ now: () => now });
  const away = (queue: string) => Object.assign(new Error(`Refused (Queue: ${queue})`), { code: 'ECONNREFUSED' });
  for (; now < 61_000; now += 500) log.warn({ error: away(String(now)) }, 'Job queue error');
  expect(logged().map(({ msg, repeats }) => ({ msg, repeats }))).toEqual([
    { msg: 'Job queue error', repeats: undefined },
    { msg: 'Job queue error', repeats: 119 },
  ]);
  lines.length = 0;
  log.warn({ error: 'Refused' }, 'Signal connection lost');
  log.warn({ error: 'Refused' }, 'Signal connection lost');
  // Another error, another request, a warning without an error, and what someone should take a look at.
  log.warn({ error: 'Timed out' }, 'Signal connection lost');
  for (const requestId of ['a', 'b']) log.warn({ requestId, error: away('x') }, 'Request found no database');
  for (const count of [1, 1]) log.warn({ count }, 'Bots not claimed');
  for (const error of [away('x'), away('x')]) log.error({ error }, 'Request crashed');
  expect(lines).toHaveLength(8);
});

test('a reader that stopped reading holds nothing up, and learns later how many lines it missed', async () => {
  const lines: string[] = [];
  const readers: (() => void)[] = [];
  let isReading = false;
  const pipe = new Writable({
    decodeStrings: false,
    write(line: string, _, done) {
      lines.push(line);
      if (isReading) done();
      else readers.push(done);
    },
  });
  const log = createLog({ level: 'debug', isTerminal: false, pipe });
  for (let count = 0; count < 20_000; count += 1) log.info({ count }, 'Share settled');
  expect(pipe.writableLength).toBeLessThan(1_100_000);
  isReading = true;
  const drained = once(pipe, 'drain');
  for (const read of readers.splice(0)) read();
  await drained;
  const logged = JSON.parse(lines.at(-1) ?? '');
  expect(logged).toMatchObject({ level: 'warn', msg: 'Log lines dropped, because nobody was reading them' });
  expect(logged.count).toBeGreaterThan(1_000);
  expect(lines.length - 1 + logged.count).toBe(20_000);
});

test.each([
  ['silent', []],
  ['error', ['e']],
  ['warn', ['w', 'e']],
  ['info', ['i', 'w', 'e']],
  ['debug', ['d', 'i', 'w', 'e']],
] as const)('at level %s it writes %j', (level, written) => {
  const { log, logged } = logHere({ level });
  log.debug({}, 'd');
  log.info({}, 'i');
  log.warn({}, 'w');
  log.error({}, 'e');
  expect(logged().map(({ msg }) => msg)).toEqual(written);
});

test('writes a readable format on a terminal', () => {
  const { log, lines } = logHere({ isTerminal: true });
  log.info({ pid: 5000 }, 'Ready');
  expect(lines.join('')).toMatch(/Ready/);
  expect(() => JSON.parse(lines.join(''))).toThrow();
});

test('logs an error that a library copied into a plain object, as the job queue does', () => {
  const { log, logged } = logHere();
  const copied = { message: 'timeout expired', stack: 'Error: timeout expired\n    at job', rows: ['a'] };
  log.warn({ error: copied }, 'Job queue error');
  expect(logged()[0].error).toEqual({ name: 'Error', message: 'timeout expired', stack: '    at job' });
});

test('logs an error’s name, code, message, stack, and causes, and nothing else', () => {
  const { log, logged } = logHere();
  const cause = Object.assign(new Error('socket closed'), { code: 'ECONNRESET' });
  const detail = 'Key (email)=(ann@example.com)';
  log.warn({ error: Object.assign(new TypeError('no answer', { cause }), { detail, row: { a: 1 } }) }, 'Failed');
  expect(logged()[0].error).toEqual({
    name: 'TypeError',
    message: 'no answer',
    stack: expect.stringContaining('log.test.ts'),
    cause: { name: 'Error', code: 'ECONNRESET', message: 'socket closed', stack: expect.any(String) },
  });
});

test('survives values that JSON cannot represent', () => {
  const { log, logged } = logHere();
  const loop: Record<string, unknown> = { status: 200, ms: 12n, file: { deep: true } };
  loop.self = loop;
  log.info(loop, 'Odd');
  expect(logged()[0]).toMatchObject({ status: 200, ms: '12', msg: 'Odd' });
});

/** The names of fields in every call of a log, without what is spread into one. */
function fieldsInCode(): string[] {
  const server = path.resolve(import.meta.dirname, '../..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
  );
  const calls = files.flatMap((file) => [
    ...readFileSync(path.join(server, file), 'utf8').matchAll(
      /\b(?:log\??\.(?:debug|info|warn|error)|warn)(?:\?\.)?\(\s*\{([^{}]*)\}/g,
    ),
  ]);
  const names = calls.flatMap(([, given = '']) => given.split(',').map((part) => /^\s*(\w+)\s*(:|$)/.exec(part)?.[1]));
  return [...new Set(names.filter((name) => name !== undefined))];
}

test('writes every field that the server logs', () => {
  const names = fieldsInCode();
  expect(names).toEqual(expect.arrayContaining(['error', 'step', 'freeBytes', 'timeline']));
  const dropped = names.filter((name) => {
    const { log, logged } = logHere();
    log.info({ [name]: 1 }, 'Said');
    return !(name in logged()[0]);
  });
  expect(dropped).toEqual([]);
});

/** Secrets in the places where a careless change would put them. */
const planted = {
  password: 'Correct-Horse-7',
  resetToken: 'mJ4u0o1Yk3eVw8nQ2xZr5tB7sL9dF6gHcAaPiEyTuKs',
  sessionCookie: '__Host-session=s%3Aplanted.cookie.value',
  marketPassword: 'closet-Pa55',
  jar: 'ui=%7B%22uit%22%3A%22planted-jar%22%7D',
  csrf: 'planted-csrf-1',
  secretKey: 'a'.repeat(32) + '0123456789abcdef'.repeat(2),
  databasePassword: 'pg-planted-Pw',
  smtpPassword: 'smtp-planted-Pw',
  apiKey: 'sk-planted-0123456789abcdef0123456789abcdef0123',
  code: '918273',
  photo: 'data:image/png;base64,iVBORw0KGgoPLANTED',
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$cGxhbnRlZA$cGxhbnRlZGhhc2g',
  sealed: 'v1.0a1b2c3d.cGxhbnRlZC1zZWFsZWQtdmFsdWU',
};

test('never writes a secret, wherever it was put', () => {
  const { log, lines } = logHere({ secrets: [planted.smtpPassword, planted.marketPassword] });
  log.info(planted, 'The fields are not on the list');
  log.info({ key: planted.secretKey, keys: [planted.secretKey], id: planted.apiKey }, 'Names that sound harmless');
  log.info({ body: planted, headers: { cookie: planted.sessionCookie }, user: planted }, 'nor what lies deeper');
  log.info({ file: `/auth?token=${planted.resetToken}&password=${planted.password}` }, 'An allowed field with a query');
  log.info({ reason: `Cookie: ${planted.sessionCookie}; ${planted.jar}\nset-cookie: ${planted.jar}` }, 'Headers');
  log.info({ host: `postgres://hangtag:${planted.databasePassword}@db/x` }, `smtps://me:${planted.smtpPassword}@mail`);
  log.warn({ reason: planted.photo, kind: planted.passwordHash, code: planted.sealed }, 'Shapes');
  log.info(
    { reason: `{"csrf":"${planted.csrf}","code":"${planted.code}"}` },
    `Authorization: Bearer ${planted.apiKey}`,
  );
  const cause = new Error(`invalid input syntax for type bigint: "${planted.password}"`);
  const error = Object.assign(new Error(`password=${planted.password} key ${planted.secretKey}`, { cause }), {
    ...planted,
    request: { headers: { authorization: planted.apiKey } },
  });
  log.error({ error }, `Failed with ${planted.secretKey} for ${planted.marketPassword}`);
  log.error({ error: `token: ${planted.resetToken}` }, 'A thrown text');
  const written = lines.join('');
  expect(lines).toHaveLength(10);
  for (const [name, secret] of Object.entries(planted)) expect([name, written.includes(secret)]).toEqual([name, false]);
});

test.each([
  'Listing 65a1f0c3e4b0d7a1c2e3f4a5 is gone',
  'request 3f1c8a52-9d77-4c0e-8a51-6b8f2f0e9d11 took 1200 ms',
  'connect ECONNREFUSED 127.0.0.1:5432',
  'The session expired; the password was refused',
  '/srv/app/src/server/features/bot/worker/share-next.ts:12:5',
  'duplicate key value violates unique constraint "users_email_key"',
])('leaves readable: %s', (text) => {
  expect(scrub(text)).toBe(text);
});
