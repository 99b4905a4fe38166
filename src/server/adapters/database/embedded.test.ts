import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { seeded } from '#domain/random/seeded.ts';
import { silentLog } from '#tests/database.ts';
import { embeddedRig } from '#tests/embedded.ts';
import { processLives } from './embedded/processes.ts';
import { lastDamage } from './embedded/server.ts';

const rig = embeddedRig();
/** The long leg: `KILLS=200 npx vitest run` with this file. */
const kills = Number(process.env.KILLS ?? 4);
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

describe('from the first start to the next', () => {
  test('makes a database that other users can’t read, keeps what is in it, and leaves nothing behind', async () => {
    // What a killed first start had built.
    const half = join(rig.home, 'cluster.new-0badcafe');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const first = await rig.start();
    expect([first.origin, existsSync(half)]).toEqual(['created', false]);
    const modes = { '': isRoot ? 0o710 : 0o700, cluster: 0o700, socket: 0o700, password: 0o600, 'app-password': 0o600 };
    for (const [name, mode] of Object.entries(modes))
      expect([name, statSync(join(rig.home, name)).mode & 0o777]).toEqual([name, mode]);
    await rig.ask(first.url, 'create table kept as select 42 as answer');
    const settings = await rig.ask(
      first.url,
      `select current_database() as name, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commits, current_setting('data_checksums') as checksums,
        current_setting('lc_messages') as locale, current_setting('listen_addresses') as listens`,
    );
    expect(settings).toEqual([
      { name: 'hangtag', encoding: 'UTF8', fsync: 'on', commits: 'on', checksums: 'on', locale: 'C', listens: '' },
    ]);
    const pid = rig.serverPid;
    // With a client still connected, and twice.
    const client = new pg.Client({ connectionString: first.url });
    client.on('error', () => {});
    await client.connect();
    await Promise.all([first.stop(), first.stop()]);
    expect(processLives(pid)).toBe(false);
    await client.end().catch(() => {});

    const startedAt = performance.now();
    const second = await rig.start();
    // Takes about 50 ms here. The limit leaves room for a machine that is busy with other tests.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect([second.origin, await rig.ask(second.url, 'select answer from kept')]).toEqual([
      'started',
      [{ answer: 42 }],
    ]);
    await second.stop();

    // A server of another container, whose processes nobody here sees, keeps a second one from starting.
    const invisible = createServer().listen(join(rig.home, 'socket/.s.PGSQL.5432'));
    await once(invisible, 'listening');
    await expect(rig.start()).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringContaining('another container'),
    });
    expect(readdirSync(join(rig.home, 'owners'))).toEqual([]);
    // One that was killed answers for a moment, until its last process has ended.
    invisible.once('connection', () => invisible.close());
    expect((await rig.start()).origin).toBe('started');
  });
});

describe('when a program dies', () => {
  test('kill -9 leaves the server running, without a secret of our environment, and the next program adopts it', async () => {
    rig.startedBefore();
    const killed = rig.program();
    const { url } = await killed.report;
    await rig.ask(url, "create table kept as select 'safe' as word");
    const pid = rig.serverPid;
    await killed.kill();
    expect(processLives(pid)).toBe(true);
    const environment = isLinux ? readFileSync(`/proc/${pid}/environ`, 'utf8') : 'LC_ALL=C';
    expect(environment).toContain('LC_ALL=C');
    expect(environment).not.toContain('planted-secret');
    const adopting = await rig.start();
    expect([adopting.origin, rig.serverPid]).toEqual(['adopted', pid]);
    expect(await rig.ask(adopting.url, 'select word from kept')).toEqual([{ word: 'safe' }]);
    await adopting.stop();
    expect(processLives(pid)).toBe(false);

    // Any other end of the program stops the server, without the normal stop and in the middle of it.
    for (const next of ['process.exit(7);', 'void server.stop(); process.exit(7);']) {
      const ending = rig.program({ next });
      await ending.report;
      const own = rig.serverPid;
      expect(await ending.ended).toBe(7);
      await expect.poll(() => own !== 0 && processLives(own), { timeout: 10_000 }).toBe(false);
    }

    // A server that was killed itself is started again over its stale pid file, even one that names another program.
    const last = rig.program();
    await last.report;
    const dead = rig.serverPid;
    await last.kill();
    process.kill(dead, 'SIGKILL');
    await expect.poll(() => processLives(dead)).toBe(false);
    const file = join(rig.cluster, 'postmaster.pid');
    const stale = readFileSync(file, 'utf8');
    const second = await rig.start();
    expect([second.origin, await rig.ask(second.url, 'select word from kept')]).toEqual([
      'started',
      [{ word: 'safe' }],
    ]);
    await second.stop();
    writeFileSync(file, stale.replace(/^\d+/, String(process.pid)));
    expect((await rig.start()).origin).toBe('started');
  });

  test('after a kill at any moment of the first start, of the program or of all that it started, the next start works', async () => {
    const random = seeded(Number(process.env.SEED ?? 7));
    for (let kill = 0; kill < kills; kill += 1) {
      const other = rig.program();
      // From the first file to a ready server takes about 1.2 s here.
      await other.killAfter(100 + 1_300 * random());
      if (random() < 0.7) rig.killServers();
    }
    await (await rig.start()).stop();
    const server = await rig.start();
    expect(await rig.ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(rig.home).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  }, 120_000);

  test('a database that a killed program’s server is still creating does not stop the start', async () => {
    rig.startedBefore();
    const other = rig.program();
    const { adminUrl } = await other.report;
    await other.kill();
    const clientOf = async (database: string) => {
      const client = new pg.Client({ connectionString: Object.assign(new URL(adminUrl), { pathname: database }).href });
      await client.connect();
      return client;
    };
    // A connection to the template database blocks the creation of new databases until it is closed.
    const [killed, holding] = [await clientOf('postgres'), await clientOf('template1')];
    await killed.query('drop database hangtag with (force)');
    const left = killed.query('create database hangtag').then(
      () => 'made',
      (error: { code: string }) => error.code,
    );
    const start = rig.start();
    const making = `select 1 from pg_stat_activity where state = 'active' and query like 'create database hangtag%'`;
    await expect.poll(async () => (await holding.query(making)).rowCount, { interval: 20 }).toBe(2);
    await holding.end();
    expect(await rig.ask((await start).url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(['made', '23505', '42P04']).toContain(await left);
    await killed.end();
  });

  test('a pid file that is damaged is set aside, and what is in the database stays', async () => {
    rig.startedBefore();
    const first = await rig.start();
    await rig.ask(first.url, 'create table kept as select 1 as one');
    await first.stop();
    const file = join(rig.cluster, 'postmaster.pid');
    for (const damage of [
      () => writeFileSync(file, ''),
      () => writeFileSync(file, Buffer.alloc(4_096)),
      () => mkdirSync(join(file, 'in-it'), { recursive: true }),
      () => writeFileSync(file, '99999999\n', { mode: 0 }),
    ]) {
      damage();
      const next = await rig.start();
      expect([next.origin, await rig.ask(next.url, 'select one from kept')]).toEqual(['started', [{ one: 1 }]]);
      await next.stop();
    }
  });
});

test('a damaged end of its log after a crash is in the program’s log, and the doctor finds it', async () => {
  rig.startedBefore();
  const other = rig.program();
  const { url } = await other.report;
  await rig.ask(url, 'create table kept as select n from generate_series(1, 1000) n');
  // A commit, whose header is left whole.
  const [end] = (await rig.ask(
    url,
    `select pg_walfile_name(lsn) as file, pg_walfile_name_offset(lsn)::text as offset from pg_current_wal_flush_lsn() lsn`,
  )) as { file: string; offset: string }[];
  await other.kill();
  rig.killServers();
  const segment = join(rig.cluster, 'pg_wal', end?.file ?? '');
  const at = Number(/,(\d+)\)/.exec(end?.offset ?? '')?.[1]);
  const bytes = readFileSync(segment);
  bytes.fill(0x55, at - 14, at - 8);
  writeFileSync(segment, bytes);
  const logged: string[] = [];
  expect(lastDamage(rig.dataDir)).toBeNull();
  await rig.start({ ...silentLog, error: (_, message) => void logged.push(message) });
  expect(logged).toEqual(['Database log has a damaged end after a crash, what was stored last may be missing']);
  expect(Math.abs(Date.now() - (lastDamage(rig.dataDir) ?? 0))).toBeLessThan(60_000);
});

describe('when the server dies under a running program', () => {
  // A path too long for a socket means loopback and a password.
  test.each([
    ['over its socket', 'localhost'],
    ['on its port', '127.0.0.1'],
  ])('it is back within seconds, %s', async (how, host) => {
    if (how === 'on its port') rig.lengthenPath();
    rig.startedBefore();
    const server = await rig.start();
    expect(new URL(server.url).hostname).toBe(host);
    const guessed = Object.assign(new URL(server.url), { password: 'guessed' }).href;
    await expect(rig.ask(guessed, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await rig.ask(server.url, 'create table kept as select 1 as one');
    const pid = rig.serverPid;
    process.kill(pid, 'SIGKILL');
    const answer = () => rig.ask(server.url, 'select one from kept').catch(() => undefined);
    await expect.poll(answer, { timeout: 25_000 }).toEqual([{ one: 1 }]);
    const newPid = rig.serverPid;
    expect(newPid).not.toBe(pid);
    await server.stop();
    expect(processLives(newPid)).toBe(false);
  });
});
