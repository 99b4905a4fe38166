import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '#tests/database.ts';
import { copyBinaries, findBinaries, linkLibraries } from './embedded/binaries.ts';
import { readPostmaster } from './embedded/postmaster.ts';
import { processLives } from './embedded/processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const hasNamespaces = isRoot && spawnSync('unshare', ['-U', '--map-user=65534', 'true']).status === 0;
const supervisor = new URL('./embedded.ts', import.meta.url).href;

let root: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const programs: ChildProcess[] = [];

// What an earlier start would have left: making a cluster takes a second, copying one a tenth of it.
let earlier: string;
beforeAll(async () => {
  earlier = mkdtempSync(join(tmpdir(), 'embedded-earlier-'));
  chmodSync(earlier, 0o755);
  await (await startEmbeddedPostgres({ dataDir: earlier, log: silentLog })).stop();
});
afterAll(() => rmSync(earlier, { recursive: true, force: true }));
const startedBefore = () => cpSync(earlier, dataDir, { recursive: true });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(root, 0o755);
  dataDir = join(root, 'data');
});
afterEach(async () => {
  for (const program of programs.splice(0)) program.kill('SIGKILL');
  for (const server of running.splice(0)) await server.stop();
  // Whatever a failed test may have left running.
  const left = readPostmaster(cluster())?.pid;
  if (left !== undefined && processLives(left)) process.kill(left, 'SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const cluster = () => join(dataDir, 'postgres', 'cluster');
const serverPid = () => readPostmaster(cluster())?.pid ?? 0;

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Another program on the same folder: it starts, tells how it came to the server, then does `next` (by default: waits for
 * a line and stops as it should).
 */
function program({ uid, next = '' }: { uid?: number; next?: string } = {}) {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(supervisor)});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    try {
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
      console.log(JSON.stringify({ origin: server.origin, runsAs: server.runsAs, url: server.url }));
      ${next}
      process.stdin.once('data', async () => { await server.stop(); process.exit(0); });
    } catch (error) {
      console.log(JSON.stringify({ message: error.message }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SECRET_KEY: 'planted-secret' },
    ...(uid !== undefined && { uid, gid: uid }),
  });
  programs.push(child);
  let output = '';
  const told = new Promise<{ origin: string; runsAs: string; url: string; message: string }>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('\n')) resolve(JSON.parse(output));
    });
    child.on('exit', () => reject(new Error('the program ended without a word')));
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, told, ended, leave: () => child.stdin.write('\n') };
}

describe('from the first start to the next', () => {
  test('makes a database, keeps what is in it, and leaves no process behind', async () => {
    const first = await start();
    expect(first.origin).toBe('created');
    await ask(first.url, 'create table kept as select 42 as answer');
    const settings = await ask(
      first.url,
      `select current_database() as name, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commits, current_setting('data_checksums') as checksums,
        current_setting('lc_messages') as locale, current_setting('listen_addresses') as listens`,
    );
    expect(settings).toEqual([
      { name: 'hangtag', encoding: 'UTF8', fsync: 'on', commits: 'on', checksums: 'on', locale: 'C', listens: '' },
    ]);
    const pid = serverPid();
    await first.stop();
    expect(processLives(pid)).toBe(false);

    const startedAt = performance.now();
    const second = await start();
    // Some 50 ms here; the bound leaves room for a machine that is busy with other tests.
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect([second.origin, await ask(second.url, 'select answer from kept')]).toEqual(['started', [{ answer: 42 }]]);
  });

  test('stops with clients still connected, and stopping twice is once', async () => {
    startedBefore();
    const server = await start();
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    const pid = serverPid();
    await Promise.all([server.stop(), server.stop()]);
    expect(processLives(pid)).toBe(false);
    await client.end().catch(() => {});
  });

  test('clears away what a first start that was killed half-way had built', async () => {
    const half = join(dataDir, 'postgres', 'cluster.new-0badcafe');
    mkdirSync(half, { recursive: true });
    writeFileSync(join(half, 'PG_VERSION'), '18\n');
    const server = await start();
    expect([server.origin, existsSync(half)]).toEqual(['created', false]);
  });

  test('keeps its files from other users', async () => {
    await start();
    for (const [name, mode] of Object.entries({ '': 0o700, cluster: 0o700, socket: 0o700, password: 0o600 })) {
      expect([name, statSync(join(dataDir, 'postgres', name)).mode & 0o777]).toEqual([name, mode]);
    }
  });
});

describe('when a program dies', () => {
  test('kill -9 leaves the server running, and the next program adopts it', async () => {
    startedBefore();
    const other = program();
    const { url } = await other.told;
    await ask(url, "create table kept as select 'safe' as word");
    const pid = serverPid();
    other.child.kill('SIGKILL');
    await other.ended;
    expect(processLives(pid)).toBe(true);

    const server = await start();
    expect([server.origin, serverPid()]).toEqual(['adopted', pid]);
    expect(await ask(server.url, 'select word from kept')).toEqual([{ word: 'safe' }]);
    await server.stop();
    expect(processLives(pid)).toBe(false);
  });

  test('an end without the normal stop still stops the server', async () => {
    startedBefore();
    const other = program({ next: 'process.exitCode = 7; process.exit();' });
    await other.told;
    const pid = serverPid();
    expect(await other.ended).toBe(7);
    await expect.poll(() => pid !== 0 && processLives(pid), { timeout: 10_000 }).toBe(false);
  });

  test('killed at any moment of its first start, it leaves nothing that the next start cannot use', async () => {
    // From the first file to a ready server: some 1.2 s here.
    for (const moment of [150, 300, 500, 700, 900, 1_100, 1_300]) {
      const other = program();
      other.told.catch(() => {});
      setTimeout(() => other.child.kill('SIGKILL'), moment);
      await other.ended;
    }
    await (await start()).stop();
    const server = await start();
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });

  test('a server that was killed itself is started again over its stale pid file', async () => {
    startedBefore();
    const other = program();
    await ask((await other.told).url, 'create table kept as select 1 as one');
    const pid = serverPid();
    other.child.kill('SIGKILL');
    await other.ended;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => processLives(pid)).toBe(false);
    const second = await start();
    expect([second.origin, await ask(second.url, 'select one from kept')]).toEqual(['started', [{ one: 1 }]]);
  });

  test('a stale pid file that names a living program of another kind does not stop the start', async () => {
    startedBefore();
    const other = program();
    await other.told;
    const pid = serverPid();
    other.child.kill('SIGKILL');
    await other.ended;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => processLives(pid)).toBe(false);
    const file = join(cluster(), 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
    expect((await start()).origin).toBe('started');
  });
});

describe('when the server dies under a running program', () => {
  test.each(['over its socket', 'on its port'])('it is back within seconds, %s', async (how) => {
    if (how === 'on its port') dataDir = join(root, 'a-rather-long-name-for-a-folder'.repeat(4));
    startedBefore();
    const server = await start();
    await ask(server.url, 'create table kept as select 1 as one');
    const pid = serverPid();
    process.kill(pid, 'SIGKILL');
    const answer = () => ask(server.url, 'select one from kept').catch(() => undefined);
    await expect.poll(answer, { timeout: 15_000 }).toEqual([{ one: 1 }]);
    const newPid = serverPid();
    expect(newPid).not.toBe(pid);
    await server.stop();
    expect(processLives(newPid)).toBe(false);
  });
});

describe('with several programs on one folder', () => {
  test('the server stays until the last of them leaves', async () => {
    startedBefore();
    const first = await start();
    const other = program();
    expect((await other.told).origin).toBe('adopted');
    const pid = serverPid();
    await first.stop();
    expect(processLives(pid)).toBe(true);
    other.leave();
    expect([await other.ended, processLives(pid)]).toEqual([0, false]);
  });

  test('those that were killed do not keep it running', async () => {
    startedBefore();
    const first = await start();
    const other = program();
    await other.told;
    other.child.kill('SIGKILL');
    await other.ended;
    const pid = serverPid();
    await first.stop();
    expect(processLives(pid)).toBe(false);
  });

  test('three that start at once on a new folder agree on one server', async () => {
    const three = [program(), program(), program()];
    const told = await Promise.all(three.map((each) => each.told));
    expect(told.map((each) => each.origin).sort()).toEqual(['adopted', 'adopted', 'created']);
    const pid = serverPid();
    for (const each of three) each.leave();
    expect(await Promise.all(three.map((each) => each.ended))).toEqual([0, 0, 0]);
    expect(processLives(pid)).toBe(false);
  });

  test('a lock left by a killed program is taken over', async () => {
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    // No process id is this large on Linux.
    writeFileSync(join(dataDir, 'postgres', 'lock'), '99999999 6f2c-dead');
    expect((await start()).origin).toBe('created');
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('lock'))).toEqual([]);
  });
});

describe('as whoever it is started', () => {
  test.runIf(isRoot)('root runs it as nobody', async () => {
    startedBefore();
    const server = await start();
    expect(server.runsAs).toBe('nobody');
    expect(readFileSync(`/proc/${serverPid()}/status`, 'utf8')).toMatch(/^Uid:\s+65534\s+65534/m);
  });

  test.runIf(hasNamespaces)("below a folder that only root may enter it runs in root's namespace", async () => {
    startedBefore();
    chmodSync(root, 0o700);
    const server = await start();
    await ask(server.url, 'create table kept as select 1 as one');
    expect(server.runsAs).toBe('namespace');
    await server.stop();
    // Opened up, the same files serve the other way, and back.
    chmodSync(root, 0o755);
    const opened = await start();
    expect([opened.runsAs, await ask(opened.url, 'select one from kept')]).toEqual(['nobody', [{ one: 1 }]]);
    await opened.stop();
    chmodSync(root, 0o700);
    const closed = await start();
    expect([closed.runsAs, await ask(closed.url, 'select one from kept')]).toEqual(['namespace', [{ one: 1 }]]);
  });

  // The first ordinary user of every Linux system, and one that no system has a name for.
  const users = [
    { uid: 1, runsAs: 'self' },
    { uid: 12_345, runsAs: 'namespace' },
  ];
  test.runIf(hasNamespaces).each(users)('user $uid runs it as $runsAs', async ({ uid, runsAs }) => {
    mkdirSync(dataDir);
    chownSync(dataDir, uid, uid);
    const other = program({ uid });
    expect(await other.told).toMatchObject({ origin: 'created', runsAs });
    expect(statSync(cluster()).uid).toBe(uid);
    const pid = serverPid();
    other.leave();
    expect([await other.ended, processLives(pid)]).toEqual([0, false]);
  });

  test.runIf(process.platform === 'linux')('the server gets no secret of our environment', async () => {
    startedBefore();
    const other = program();
    await other.told;
    const environment = readFileSync(`/proc/${serverPid()}/environ`, 'utf8');
    expect(environment).toContain('LC_ALL=C');
    expect(environment).not.toContain('planted-secret');
  });

  test('a copy of the server runs from the data folder, and replaces that of another version', async () => {
    const bundled = findBinaries();
    const old = join(root, 'server-17.0.0');
    mkdirSync(old);
    const copy = copyBinaries(bundled, root);
    expect([linkLibraries(copy), existsSync(old)]).toEqual([true, false]);
    const said = spawnSync(copy.postgres, ['--version'], isRoot ? { uid: 65534, gid: 65534 } : {});
    expect(said.stdout.toString()).toContain('PostgreSQL) 18');
  });

  test('a path too long for a socket means loopback and a password', async () => {
    dataDir = join(root, 'a-rather-long-name-for-a-folder'.repeat(4));
    const server = await start();
    const url = new URL(server.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    url.password = 'guessed';
    await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });
});

describe('when the folder cannot serve', () => {
  const fingerprint = () => {
    const hash = createHash('sha256');
    for (const name of readdirSync(cluster(), { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(cluster(), name);
      hash.update(name);
      if (statSync(path).isFile()) hash.update(readFileSync(path));
    }
    return hash.digest('hex');
  };

  test.each([
    [
      'has lost its version file',
      () => rmSync(join(cluster(), 'PG_VERSION')),
      'is damaged: it has no readable PG_VERSION file. Nothing in it was changed',
    ],
    [
      'is of an older PostgreSQL',
      () => writeFileSync(join(cluster(), 'PG_VERSION'), '15\n'),
      'was made by PostgreSQL 15, and this program brings PostgreSQL 18. Nothing in it was changed',
    ],
    [
      'has a damaged control file',
      () => writeFileSync(join(cluster(), 'global', 'pg_control'), Buffer.alloc(8_192, 7)),
      'does not start: ',
    ],
    ['has lost its write-ahead log', () => rmSync(join(cluster(), 'pg_wal'), { recursive: true }), 'does not start: '],
  ])('one that %s ends in one sentence, and nothing is deleted', async (_, damage, sentence) => {
    startedBefore();
    await (await start()).stop();
    damage();
    const before = fingerprint();
    const problem = await start().catch((error: unknown) => error);
    expect(problem).toMatchObject({ name: 'StartProblem', message: expect.stringContaining(sentence) });
    expect(String(problem)).not.toContain('\n');
    expect(fingerprint()).toBe(before);
  });

  test('one that cannot be made is named, with what to do', async () => {
    writeFileSync(join(root, 'data'), 'a file, not a folder');
    await expect(start()).rejects.toThrow(
      `The data folder ${dataDir} cannot be written (ENOTDIR). Give this user the right to write there, or set DATA_DIR to another folder.`,
    );
  });

  test.runIf(isRoot)('one that belongs to somebody else is named', async () => {
    mkdirSync(dataDir, { mode: 0o755 });
    const other = program({ uid: 12_345 });
    expect((await other.told).message).toContain(`The data folder ${dataDir} cannot be written (EACCES).`);
  });
});
