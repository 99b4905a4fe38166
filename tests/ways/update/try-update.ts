// Updates the packed package from a registry of its own, and then kills updates after each of their lasting changes to the data folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpClient } from '#tests/http-client.ts';
import { freePort, runProgram } from '#tests/process.ts';
import { makeReleases, makeReleasesOf, openRegistry, rewrite } from '#tests/released.ts';
// @ts-expect-error: a plain JavaScript module without types
import { leastNode, packageOfNode } from '../../../bin/node-version.mjs';
// @ts-expect-error: a plain JavaScript module without types
import { readSecretKey } from '../../../bin/package/sign.mjs';
import { isStillThere, need, start, visit } from '../journey.ts';

const [file = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag update with ü '));
const patienceMs = 120_000;
const npm = (args: string[], cwd = folder): string =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** The oldest Node.js that runs the present version, and the oldest that runs the next one. */
const [oldNode, nextNode]: [string, string] = [leastNode, '24.0.0'];
const needsNextNode = (to: string): void => {
  for (const name of ['release.json', 'bin/node-version.mjs'])
    rewrite(path.join(to, name), (text) => text.replace(oldNode, nextNode));
};

/** As a seller with the npm package does it, whose Node.js is too old for the next versions. */
async function updatePackage(): Promise<string> {
  const place = path.join(folder, 'place');
  const node: string = packageOfNode(process.platform, process.arch);
  mkdirSync(place);
  npm(['install', '--no-audit', '--no-fund', '--loglevel=error', path.resolve(file), `${node}@${oldNode}`], place);
  const installed = path.join(place, 'node_modules/hangtag-closet');
  const releases = makeReleasesOf(file, { folder: path.join(folder, 'releases'), installed });
  const registry = await openRegistry({ upstream: npm(['config', 'get', 'registry']) });
  const bin = path.join(place, 'node_modules', node, 'bin');
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    XDG_DATA_HOME: path.join(folder, 'own place'),
    npm_config_registry: registry.url,
  };
  const hangtag = async (...args: string[]) => {
    const child = spawn(path.join(bin, 'node'), [path.join(installed, 'bin/hangtag.mjs'), ...args], { env });
    let said = '';
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (words) => {
        said += words;
      });
    const [code] = await once(child, 'close');
    return { code, said };
  };
  try {
    const started = await start(['npx', 'hangtag', '--no-open'], { cwd: place, env });
    const demo = await visit(started);
    const updateTo = async (version: string): Promise<string[]> => {
      const before = registry.asked.length;
      registry.offer(version, releases.pack(version, needsNextNode));
      const { code, said } = await hangtag('update', '--yes');
      need(code === 0 && said.includes(`It runs at ${started.address}`), `The update ended with ${code}: ${said}`);
      need((await hangtag('--version')).said === `${version}\n`, `${version} isn’t the version that runs.`);
      need(await isStillThere(demo, started), 'The update lost the data.');
      const own = path.join(env.XDG_DATA_HOME, 'hangtag/program', version, 'node/bin/node');
      need(runs(own), `${version} doesn’t run on the Node.js that was fetched for it.`);
      return registry.asked.slice(before).filter((name) => name.endsWith('.tgz'));
    };
    const isNode = (name: string): boolean => name.startsWith(`/${node}/`);
    const since = performance.now();
    const fetched = await updateTo('99.0.0');
    const seconds = (performance.now() - since) / 1000;
    need(fetched.some(isNode), `It fetched ${fetched.join(', ')}.`);
    const again = await updateTo('99.1.0');
    need(!again.some(isNode), `The next update fetched ${again.join(', ')}.`);
    await started.stop();
    return `on Node ${oldNode}, updated in ${seconds.toFixed(0)} s to a version that needs ${nextNode}, with ${fetched.length - 1} packages fetched, Node.js among them, and the others copied; back at the same address with the demo, and updated again with that Node.js`;
  } finally {
    registry.close();
  }
}

/** Whether a process of this program runs. Some end while we look, or belong to others. */
const runs = (program: string): boolean =>
  globSync('/proc/[0-9]*/exe').some((exe) => {
    try {
      return readlinkSync(exe) === realpathSync(program);
    } catch {
      return false;
    }
  });

/** Small releases on a registry, and what an installed Hangtag of them is started with. */
async function openReleases(home: string, port = 0) {
  const releases = await makeReleases(home);
  const registry = await openRegistry();
  registry.files.set('tiny-1.0.0.tgz', releases.tiny);
  const root = path.resolve(import.meta.dirname, '../../..');
  const command = path.relative(root, path.join(releases.installed, 'bin/hangtag.mjs'));
  const dataDir = path.join(home, 'data');
  const env = { DATA_DIR: dataDir, HOME: home, PORT: String(port), PRACTICE: 'false', LOG_LEVEL: 'silent' };
  return { releases, registry, dataDir, command, env: { ...env, npm_config_registry: registry.url } };
}

/** One Hangtag runs all the time. After each kill, the same address has to come back, with the data. */
async function killUpdates(): Promise<string> {
  const port = await freePort();
  const { releases, registry, dataDir, command, env } = await openReleases(folder, port);
  mkdirSync(dataDir, { mode: 0o700 });
  const address = `http://localhost:${port}`;
  const running = runProgram(command, env, ['--no-open']);
  process.once('exit', () => running.kill('SIGKILL'));
  await running.until('is ready at');
  const client = createHttpClient(address);
  await client.api.account.register({
    body: { firstName: 'Ada', lastName: 'Seller', email: 'ada@example.com', password: 'correct horse' },
  });
  const untilThere = async (what: string): Promise<void> => {
    const giveUpAt = performance.now() + patienceMs;
    for (;;) {
      const reply = await fetch(`${address}/api/bot/status`, { headers: { cookie: client.jar.header() } }).catch(
        () => null,
      );
      if (reply?.status === 200) return;
      need(
        performance.now() < giveUpAt,
        `After a kill ${what}, nothing came back: ${reply?.status}. ${running.output()}`,
      );
      await sleep(50);
    }
  };
  /** Kills an update after its first lasting change, then one after its second, and so on until one ends by itself. */
  const sweep = async (what: string): Promise<{ kills: number; code: number | null; said: string }> => {
    for (let kills = 0; ; kills += 1) {
      const hook = `--import ${new URL('kill-after.mjs', import.meta.url).href}`;
      const update = runProgram(command, { ...env, NODE_OPTIONS: hook, KILL_AFTER: String(kills + 1) }, [
        'update',
        '--yes',
      ]);
      const code = await update.ended;
      await untilThere(`${kills + 1} of ${what}`);
      if (code !== null) return { kills, code, said: update.output() };
      // What was killed is settled by the next start, and leaves one database.
      await runProgram(command, env, ['--version']).ended;
      need(
        readdirSync(path.join(dataDir, 'postgres')).filter((name) => name.startsWith('cluster')).length === 1,
        `A kill ${kills + 1} of ${what} left a second database.`,
      );
    }
  };
  try {
    registry.offer('0.2.0', releases.pack('0.2.0', { change: upgradeAndBreak }));
    const broken = await sweep('an update that goes back');
    need(
      broken.code === 69,
      `The broken version ended the update with ${broken.code}, not killed after ${broken.kills} changes: ${broken.said}`,
    );
    registry.offer('0.3.0', releases.pack('0.3.0'));
    const good = await sweep('an update');
    const version = runProgram(command, env, ['--version']);
    await version.ended;
    need(version.output() === '0.3.0\n', `After all kills, the version is ${version.output()}`);
    running.kill('SIGTERM');
    await running.ended;
    return `killed after each of ${good.kills} changes of an update and ${broken.kills} of one that goes back: each time back at the same address with the data`;
  } finally {
    running.kill('SIGKILL');
    registry.close();
  }
}

/** What older versions can't open, and then it ends. */
function upgradeAndBreak(to: string): void {
  const migrations = path.join(to, 'dist/server/adapters/database/migrations');
  const count = readdirSync(migrations).filter((name) => /^\d{4}-[^.]+\.sql$/.test(name)).length;
  writeFileSync(
    path.join(migrations, `${String(count + 1).padStart(4, '0')}-more.sql`),
    'alter table users add column more text;',
  );
  rewrite(path.join(to, 'dist/server/app.js'), (text) =>
    text.replace('await world.beforeWork?.(server)', `throw new Error('It broke')`),
  );
}

/** A disk without room for the new version, and a program that can't be written. As root, in a mount namespace of its own. */
async function updateOnFullDisk(): Promise<string> {
  if (process.getuid?.() !== 0) return 'a full disk was not tried: that needs root';
  const apart = path.join(folder, 'apart');
  mkdirSync(apart);
  const { releases, registry, dataDir, command, env } = await openReleases(apart);
  registry.offer('0.2.0', releases.pack('0.2.0'));
  const mounted: string[] = [];
  const mount = (...args: string[]): void => {
    execFileSync('mount', args);
    mounted.unshift(args.at(-1) ?? '');
  };
  try {
    mount('--bind', releases.installed, releases.installed);
    execFileSync('mount', ['-o', 'remount,ro,bind', releases.installed]);
    mkdirSync(path.join(dataDir, 'program'), { recursive: true, mode: 0o700 });
    const update = async () => {
      const program = runProgram(command, env, ['update', '--yes']);
      return { code: await program.ended, said: program.output() };
    };
    mount('-t', 'tmpfs', '-o', 'size=2m,mode=700', 'hangtag', path.join(dataDir, 'program'));
    const full = await update();
    need(full.code === 69 && /disk .* is full/.test(full.said), `On a full disk: ${full.code} ${full.said}`);
    execFileSync('umount', [path.join(dataDir, 'program')]);
    mounted.shift();
    // The program is on another disk than the data by now, and the folder of programs is on the data's.
    mount('-t', 'tmpfs', '-o', 'size=600m,mode=700', 'hangtag', dataDir);
    const roomy = await update();
    need(roomy.code === 0, `On another disk: ${roomy.code} ${roomy.said}`);
    return 'refused on a full disk; updated with a read-only program and data on another disk';
  } finally {
    for (const place of mounted) spawnSync('umount', ['-l', place]);
    registry.close();
  }
}

/** Keys that minisign itself makes and opens with a password. It takes 1 GB of memory for a moment. */
function signWithTheirKey(): string {
  const at = (name: string): string => path.join(folder, name);
  const minisign = (...args: string[]) => spawnSync('minisign', args, { encoding: 'utf8', input: 'secret\nsecret\n' });
  if (minisign('-G', '-p', at('their.pub'), '-s', at('their.key')).error) return 'minisign is missing here';
  const theirs = readSecretKey(at('their.key'), 'secret');
  need(theirs.public === readFileSync(at('their.pub'), 'utf8').split('\n')[1], 'A key with a password is read wrong.');
  return 'signed with a key of minisign that has a password';
}

try {
  const parts = [
    ...(file === '' ? [] : [await updatePackage()]),
    await updateOnFullDisk(),
    await killUpdates(),
    signWithTheirKey(),
  ];
  console.log(parts.join('; '));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
