import { connect as connectTcp, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { freshDatabase, silentLog } from '#tests/database.ts';
import { openPostgres } from './postgres.ts';
import { connectionTo, primaryOf, serversOf, whyNoPrimary } from './servers.ts';

it.each([
  ['postgres://u:p@one/x', ['postgres://u:p@one/x']],
  ['postgres://u:p,q@one/x', ['postgres://u:p,q@one/x']],
  [
    'postgresql://u:p@one:1,two:2/x?sslmode=require&target_session_attrs=read-write',
    ['postgresql://u:p@one:1/x?sslmode=require', 'postgresql://u:p@two:2/x?sslmode=require'],
  ],
  ['postgres://one,[::1]:5/x', ['postgres://one/x', 'postgres://[::1]:5/x']],
  ['postgres://one,/x', null],
  ['postgres://one:port,two/x', null],
  ['mysql://one/x', null],
])('finds the servers in %s', (url, servers) => {
  expect(serversOf(url)).toEqual(servers);
});

const one = { server: 'one', timeline: '00000001' };
const two = { server: 'two', timeline: '00000002' };
const standby = { server: 'standby', timeline: null };
it.each([
  ['the one that takes writes', [standby, one], 'one'],
  ['the promoted one beside an old primary that came back', [one, two, standby], 'two'],
  ['none among standbys', [standby, { ...standby, error: new Error('away') }], null],
])('chooses %s', (_, seen, server) => {
  expect(primaryOf(seen)?.server ?? null).toBe(server);
});

it('does not go back to an old primary while the promoted one is away', () => {
  const away = { server: 'two', timeline: null, error: new Error('away') };
  expect(primaryOf([one, away], two.timeline)).toBeNull();
  expect(primaryOf([one, two], two.timeline)).toBe(two);
  const seen = [
    { ...one, server: 'postgres://one/x' },
    { ...away, server: 'postgres://two/x' },
  ];
  expect(whyNoPrimary(seen)).toMatchObject({
    message: 'No server takes writes: one:5432 is an old primary, two:5432 can’t be used.',
  });
});

it('names the servers when none takes writes, and what each one is', () => {
  const servers = ['postgres://u:s3cret@one:5433/x', 'postgres://u:s3cret@two/x'] as const;
  const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const seen = [
    { server: servers[0], timeline: null, error: gone },
    { server: servers[1], timeline: null },
  ];
  expect(whyNoPrimary(seen)).toMatchObject({
    message: 'No server takes writes: one:5433 can’t be used, two:5432 is a standby.',
    code: 'NO_PRIMARY',
    cause: gone,
  });
  // Then the reason may be a mistake in the address.
  expect(whyNoPrimary(seen.slice(0, 1))).toBe(gone);
});

it('follows the database to its other server when the first one is gone, and logs that once', async () => {
  const { fresh, links, address } = await twoWays();
  const logged: unknown[] = [];
  const log = { ...silentLog, info: (fields: object, message: string) => void logged.push([message, fields]) };
  const database = await openPostgres({ url: address, max: 2, log });
  expect(links.map((each) => each.count())).toEqual([2, 1]);

  await links[0].close();
  await expect
    .poll(() => database.query('select 1 as one').catch(() => undefined))
    .toMatchObject({ rows: [{ one: 1 }] });
  expect(links[1].count()).toBeGreaterThan(1);
  await Promise.all([database.query('select 1'), database.query('select 1')]);
  expect(logged).toEqual([['Database moved to another server', { host: `127.0.0.1:${links[1].port}` }]]);
  const long = await database.transaction((tx) => tx.query('select 2 as two'), { isLong: true });
  expect(long.rows).toEqual([{ two: 2 }]);

  await database.close();
  await links[1].close();
  await fresh.drop();
});

it('does not wait for answers of a silent server once another one takes writes', async () => {
  const { fresh, links, address } = await twoWays();
  const database = await openPostgres({ url: address, max: 2, limits: { answerMs: 300_000 }, log: silentLog });
  const other = await openPostgres({ url: address, max: 1, limits: { answerMs: 300_000 }, log: silentLog });

  links[0].goSilent();
  const unanswered = [database.query('select 1 as one'), other.query('select 1 as one')].map((query) =>
    query.then(
      () => 'answered',
      (error: Error) => error.name,
    ),
  );
  // The pool's other connection finds the second server.
  await expect
    .poll(() => database.query('select 2 as two').catch(() => undefined))
    .toMatchObject({ rows: [{ two: 2 }] });
  expect(await Promise.all(unanswered)).toEqual(['DatabaseAway', 'DatabaseAway']);
  expect((await other.query('select 3 as three')).rows).toEqual([{ three: 3 }]);

  await database.close();
  await other.close();
  for (const each of links) await each.close();
  await fresh.drop();
});

it('gives up on a server that goes silent while it is asked whether it takes writes, and the program keeps running', async () => {
  const { fresh, links, address } = await twoWays('select pg_is_in_recovery()');
  const pool = new pg.Pool({
    ...connectionTo(address),
    connectionTimeoutMillis: 500,
    max: 1,
  });
  // Nobody listens to a client that isn't connected yet: an error of it would end the program, and fails this test.
  await expect(pool.connect()).rejects.toThrow('timeout');
  await pool.end();
  for (const each of links) await each.close();
  await fresh.drop();
});

it('tells each caller with an error of its own that no server answers, because pg-boss writes into the errors it gets', async () => {
  const { Client, connectionString } = connectionTo('postgres://u:p@127.0.0.1:1,127.0.0.1:2/x');
  const fail = () =>
    new Client({ connectionString }).connect().then(
      () => null,
      (error: unknown) => error,
    );
  const [one, other] = await Promise.all([fail(), fail()]);
  expect([one, other]).toMatchObject([{ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }]);
  expect(one).not.toBe(other);
});

/** A database behind two ways to it, and the address that has both. */
async function twoWays(silentAt?: string) {
  const fresh = await freshDatabase({ max: 1 });
  const target = new URL(fresh.url);
  const links = [await link(target, silentAt), await link(target)] as const;
  const url = new URL(target);
  url.searchParams.delete('host');
  url.hostname = 'servers';
  url.port = '';
  const address = url.href.replace('servers', links.map(({ port }) => `127.0.0.1:${port}`).join(','));
  return { fresh, links, address };
}

/** A way to the same server over TCP, which can be cut. With `silentAt`, a connection is dead once this was asked. */
async function link(target: URL, silentAt?: string) {
  const socket = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((near) => {
    count += 1;
    const far = socket
      ? connectTcp(`${socket}/.s.PGSQL.${target.port}`)
      : connectTcp(Number(target.port), target.hostname);
    for (const each of [near, far]) {
      sockets.add(each);
      each.on('error', () => {});
    }
    near.pipe(far).pipe(near);
    near.on('data', (chunk) => {
      if (silentAt !== undefined && String(chunk).includes(silentAt)) far.unpipe(near);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? address?.port : undefined,
    count: () => count,
    /** Its connections stay open without an answer, and new ones are refused. */
    goSilent() {
      for (const each of sockets) each.unpipe();
      server.close();
    },
    close() {
      for (const each of sockets) each.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
