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
const kills = Number(process.env.KILLS ?? 7);
const isRoot = process.getuid?.() === 0;

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
  });

  test('a server of another container, whose processes nobody here sees, keeps a second one from starting', async () => {
    rig.startedBefore();
    const { stop } = await rig.start();
    await stop();
    const invisible = createServer().listen(join(rig.home, 'socket/.s.PGSQL.5432'));
    await once(invisible, 'listening');
    await expect(rig.start()).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringContaining('another container'),
    });
    expect(readdirSync(join(rig.home, 'owners'))).toEqual([]);
    await new Promise((resolve) => invisible.close(resolve));
    expect((await rig.start()).origin).toBe('started');
  });
});

describe('when a program dies', () => {
  test('kill -9 leaves the server running, and the next program adopts it', async () => {
    rig.startedBefore();
    const other = rig.program();
    const { url } = await other.report;
    await rig.ask(url, "create table kept as select 'safe' as word");
    const pid = rig.serverPid;
    await other.kill();
    expect(processLives(pid)).toBe(true);

    const server = await rig.start();
    expect([server.origin, rig.serverPid]).toEqual(['adopted', pid]);
    expect(await rig.ask(server.url, 'select word from kept')).toEqual([{ word: 'safe' }]);
    await server.stop();
    expect(processLives(pid)).toBe(false);
  });

  test.each([
    ['without the normal stop', 'process.exit(7);'],
    ['in the middle of it', 'void server.stop(); process.exit(7);'],
  ])('an end %s still stops the server', async (_, next) => {
    rig.startedBefore();
    const other = rig.program({ next });
    await other.report;
    const pid = rig.serverPid;
    expect(await other.ended).toBe(7);
    await expect.poll(() => pid !== 0 && processLives(pid), { timeout: 10_000 }).toBe(false);
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
    // It takes 7 s on an idle machine.
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

  test('a server that was killed itself is started again over its stale pid file, even one that names another program', async () => {
    rig.startedBefore();
    const other = rig.program();
    await rig.ask((await other.report).url, 'create table kept as select 1 as one');
    const pid = rig.serverPid;
    await other.kill();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => processLives(pid)).toBe(false);
    const file = join(rig.cluster, 'postmaster.pid');
    const stale = readFileSync(file, 'utf8');
    const second = await rig.start();
    expect([second.origin, await rig.ask(second.url, 'select one from kept')]).toEqual(['started', [{ one: 1 }]]);
    await second.stop();
    writeFileSync(file, stale.replace(/^\d+/, String(process.pid)));
    expect((await rig.start()).origin).toBe('started');
  });

  test('a pid file that is damaged is set aside, and what is in the database stays', async () => {
    rig.startedBefore();
    const first = await rig.start();
    await rig.ask(first.url, 'create table kept as select 1 as one');
    await first.stop();
    const file = join(rig.cluster, 'postmaster.pid');
    for (const damage of [
      () => writeFileSync(file, ''),
      () => writeFileSync(file, '\n'),
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
  test.each(['over its socket', 'on its port'])('it is back within seconds, %s', async (how) => {
    if (how === 'on its port') rig.lengthenPath();
    rig.startedBefore();
    const server = await rig.start();
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
