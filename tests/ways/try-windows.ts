// Runs the installer for Windows under Wine, on a Debian of its own, for a user with a space and umlauts: installs, uses, updates, removes
// it. Runs as root in a mount namespace of its own (`unshare --mount`), so that nothing stays mounted.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/process.ts';
import { hangs, makeReleasesOf, openRegistry } from '#tests/released.ts';
import { host, layOver } from './debian.ts';
import { answers, isStillThere, need, visit } from './journey.ts';

const [before = '', now = '', tree = '', packed = ''] = process.argv.slice(2);
/** The first with a Wine (10) that runs Node.js and PostgreSQL. */
const release = 'trixie';
const user = 'Jörg Müller';
const patienceMs = 240_000;
/** The fresh system is kept for the next time, and nothing changes it. */
const fresh = path.resolve(import.meta.dirname, '../../node_modules/.cache/hangtag', `wine-${release}`);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-windows-'));
const root = path.join(folder, 'root');
const port = String(await freePort());
const registry = await openRegistry();
const env = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LC_ALL: 'C.UTF-8',
  USER: user,
  LOGNAME: user,
  WINEPREFIX: '/prefix',
  WINEDEBUG: '-all',
  // It would make menu entries for the Debian.
  WINEDLLOVERRIDES: 'winemenubuilder.exe=',
  PORT: port,
  SHARE_INTERVAL_MS: '200',
  npm_config_registry: registry.url,
};
/** Programs of Windows can't write into a pipe of Debian's. */
const wine = (...words: string[]) => {
  const script = 'wine "$@" > /output 2> /errors < /dev/null';
  const { status } = spawnSync('chroot', [root, 'sh', '-c', script, 'sh', ...words], { env, timeout: patienceMs });
  return { code: status, output: readFileSync(path.join(root, 'output'), 'utf8').trim() };
};
/** While it runs, this process answers as the registry. */
const wineBeside = async (...words: string[]) => {
  const output = `output-${Math.random()}`;
  const script = 'to="$1"; shift; exec wine "$@" > "/$to" 2>&1 < /dev/null';
  const child = spawn('chroot', [root, 'sh', '-c', script, 'sh', output, ...words], { env, stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return { code: code as number, output: readFileSync(path.join(root, output), 'utf8').trim() };
};
const must = (...words: string[]): string => {
  const { code, output } = wine(...words);
  need(code === 0, `${words.join(' ')} ended with ${code}: ${output}`);
  return output;
};
const until = async (holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> => {
  for (const giveUpAt = performance.now() + patienceMs; !(await holds()); await sleep(100))
    need(performance.now() < giveUpAt, otherwise);
};

const drive = path.join(root, 'prefix/drive_c');
const local = path.join(drive, 'users', user, 'AppData/Local');
const program = path.join(local, 'Programs/Hangtag');
const data = path.join(local, 'Hangtag');
const shortcut = path.join(drive, 'users', user, 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Hangtag.lnk');
const command = path.join(local, 'Microsoft/WindowsApps/hangtag.cmd');
const entry = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Hangtag';
const task = path.join(data, 'hangtag-task.xml');
const home = `C:\\users\\${user}`;
const hangtagCmd = `${home}\\AppData\\Local\\Microsoft\\WindowsApps\\hangtag.cmd`;
const hangtag = (...words: string[]) => wine('cmd', '/c', hangtagCmd, ...words);
const address = `http://localhost:${port}`;
const isReady = async () => (await fetch(`${address}/readyz`).catch(() => null))?.ok === true;
const ready = () => until(isReady, 'It wasn’t ready in time.');
const stopped = () => until(async () => !(await answers(address)), 'It didn’t stop.');
const filesIn = (place: string): string[] =>
  globSync('**/*', { cwd: place })
    .filter((name) => statSync(path.join(place, name)).isFile())
    .sort();
/** With folders, and what begins with a dot. */
const onDrive = (): string[] => execFileSync('find', [drive], { encoding: 'utf8' }).trim().split('\n');

const secondsOf = async (work: () => Promise<void>): Promise<string> => {
  const since = performance.now();
  await work();
  return ((performance.now() - since) / 1000).toFixed(0);
};

if (!existsSync(fresh)) {
  const draft = `${fresh}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  host('debootstrap', '--variant=minbase', '--include=ca-certificates', release, draft);
  cpSync('/etc/resolv.conf', path.join(draft, 'etc/resolv.conf'));
  const install = 'apt-get install -q -y --no-install-recommends wine wine64 wine32:i386';
  host('chroot', draft, 'sh', '-c', `dpkg --add-architecture i386 && apt-get update -q && ${install}; apt-get clean`);
  renameSync(draft, fresh);
}
layOver(fresh, folder);
process.once('exit', () => spawnSync('chroot', [root, 'wineserver', '-k'], { env }));
for (const [name, file] of Object.entries({ before, now })) cpSync(file, path.join(root, `${name}.exe`));
must('wineboot', '--init');
// Other programs use these, too.
for (const place of [program, command]) mkdirSync(path.dirname(place), { recursive: true });
const untouched = new Set(onDrive());

// Wine can't make junctions, so a link is there already where Hangtag would make one.
const junction = 'Hangtag-made-for-the-trial';
symlinkSync(path.join('../users', user), path.join(drive, 'ProgramData', junction));
mkdirSync(path.join(data, 'postgres'), { recursive: true });
const name = `junction-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`;
writeFileSync(path.join(data, 'postgres', name), `C:\\ProgramData\\${junction}`);

/** From a registry of the trial: to a version that works, and to ones that hang, beside the command and as a service. */
async function updateItself(): Promise<string> {
  const releases = makeReleasesOf(packed, { folder: path.join(folder, 'releases'), installed: program });
  const seconds = await secondsOf(async () => {
    registry.offer('99.0.0', releases.pack('99.0.0'));
    const { code, output } = await wineBeside('cmd', '/c', hangtagCmd, 'update', '--yes');
    need(code === 0 && output.includes(`It runs at ${address}`), `hangtag update ended with ${code}: ${output}`);
  });
  const isThere = async (what: string): Promise<void> => {
    await ready();
    need(await isStillThere(demo, { address }), `${what} lost the data.`);
    need(hangtag('--version').output === '99.0.0', `After ${what}, another version runs.`);
  };
  await isThere('The update');

  const home8 = `${home}\\AppData\\Local\\Hangtag`;
  writeFileSync(
    path.join(root, 'impatient.mjs'),
    `process.env.DATA_DIR = ${JSON.stringify(home8)};
    const { update } = await import(${JSON.stringify(`file:///${home8.replaceAll('\\', '/')}/program/99.0.0/dist/server/operator/update/update.js`)});
    await update({ env: process.env, say() {}, agrees: async () => true, readyMs: 20_000 }).catch((error) => console.log(error.stack));
    process.exit();`,
  );
  const node = `${home}\\AppData\\Local\\Programs\\Hangtag\\node\\node.exe`;
  const hang = async (version: string): Promise<void> => {
    registry.offer(version, releases.pack(version, hangs));
    const { output } = await wineBeside(node, 'Z:\\impatient.mjs');
    need(output.includes('99.0.0 is back'), `${version} hangs, and the update said: ${output}`);
    await isThere(version);
    need(!existsSync(path.join(data, 'program', version)), `${version} is still there.`);
    need(!runs(version), `${version} goes on running.`);
  };
  await hang('99.0.1');

  need(hangtag('stop').code === 0, 'hangtag stop doesn’t stop the new version.');
  await stopped();
  // Wine has no scheduler that starts a task again.
  let isOver = false;
  const manage = async (): Promise<void> => {
    while (!isOver)
      await wineBeside(node, `${home}\\AppData\\Local\\Programs\\Hangtag\\bin\\hangtag.mjs`, 'start', '--service');
  };
  const managing = manage();
  await ready();
  await hang('99.0.2');
  isOver = true;
  need(hangtag('stop').code === 0, 'hangtag stop doesn’t stop the service.');
  await managing;
  must(`${home}\\AppData\\Local\\Programs\\Hangtag\\Hangtag.exe`, '--no-open');
  await isThere('The way back');
  return `by hangtag update while it ran, in ${seconds} s, and back from versions that hang, of the command and of a service (started by the trial, because Wine has no tasks)`;
}

/** Programs of Windows are processes of this system. */
const runs = (version: string): boolean =>
  globSync('/proc/[0-9]*/cmdline').some((file) => {
    try {
      return readFileSync(file, 'utf8').includes(`\\program\\${version}\\`);
    } catch {
      return false;
    }
  });

must('Z:\\before.exe', '/S');
const firstSeconds = await secondsOf(ready);
const wanted = [...filesIn(tree), 'Hangtag.exe', 'Uninstall.exe'].sort();
need(JSON.stringify(filesIn(program)) === JSON.stringify(wanted), 'The files aren’t those of the tree.');
for (const [value, shown] of [
  ['DisplayName', 'Hangtag'],
  ['DisplayVersion', '0.0.1'],
  ['Publisher', 'Hangtag'],
  ['DisplayIcon', 'Hangtag.exe'],
  ['EstimatedSize', '0x'],
] as const)
  need(must('reg', 'query', entry, '/v', value).includes(shown), `The list of apps has no ${value}.`);
need(existsSync(shortcut), 'The Start menu has no entry.');
need(existsSync(task), 'It doesn’t start at sign-in.');
const demo = await visit({ address }, { isForeign: true, readsPhoto: true });
need(hangtag().output.includes(`already running at ${address}`), 'A second start doesn’t find the first.');

must('Z:\\now.exe', '/S');
await ready();
need(must('reg', 'query', entry, '/v', 'DisplayVersion').includes('REG_SZ'), 'The update left the list of apps.');
need(!must('reg', 'query', entry, '/v', 'DisplayVersion').includes('0.0.1'), 'The update didn’t change the version.');
need(await isStillThere(demo, { address }), 'The update lost the data.');
need(!existsSync(`${program}.old`), 'The update left the old program.');
const updates = await updateItself();
need(hangtag('stop').code === 0, 'hangtag stop doesn’t stop it.');
await stopped();

// The Start menu's program, which has no window and no console.
must(`${home}\\AppData\\Local\\Programs\\Hangtag\\Hangtag.exe`, '--no-open');
await ready();
need(await isStillThere(demo, { address }), 'The start from the Start menu lost the data.');
const uninstall = async (...words: string[]) => {
  must(`${home}\\AppData\\Local\\Programs\\Hangtag\\Uninstall.exe`, '/S', ...words);
  // It goes on from a copy of itself.
  await until(() => wine('reg', 'query', entry).code !== 0, 'It wasn’t uninstalled.');
};
await uninstall();
await stopped();
for (const place of [program, `${program}.old`, shortcut, command, task, path.join(data, 'postgres', name)])
  need(!existsSync(place), `The uninstaller left ${place}`);
need(existsSync(path.join(data, 'postgres/cluster')), 'The uninstaller took the data.');

// Wine removes no link to a folder as Windows removes a junction.
writeFileSync(path.join(data, 'postgres', name), `C:\\ProgramData\\${junction}`);
must('Z:\\now.exe', '/S');
await ready();
need(await isStillThere(demo, { address }), 'The next installation lost the data.');
await uninstall('/DELETEDATA');
await until(() => !existsSync(data), 'The uninstaller left the data, which it was told to delete.');
spawnSync('chroot', [root, 'wineserver', '-k', '-w'], { env });
rmSync(path.join(drive, 'ProgramData', junction));
// An uninstaller of NSIS runs from a copy of itself, which can't remove itself.
const left = onDrive().filter((place) => !untouched.has(place) && !place.includes('/Temp/~nsu'));
need(left.length === 0, `The uninstaller left ${left.join(', ')}`);
for (const hive of ['user.reg', 'system.reg'])
  need(!/hangtag/i.test(readFileSync(path.join(root, 'prefix', hive), 'latin1')), `The uninstaller left ${hive}`);
host('umount', '--recursive', folder);
rmSync(folder, { recursive: true });
console.log(
  `under Debian ${release}’s Wine as ${user}: installed silently (${wanted.length} files, those of the tree), ready in ${firstSeconds} s, demo, ${demo.shares} shares, a photo, a second start; updated by the installer while it ran; ${updates}; stopped, started from the Start menu’s program, uninstalled, installed again, each with the data; uninstalled with the data, and nothing is left but the uninstaller’s copy of itself in Temp. Not tried: its pages in a browser, the task at sign-in (only its file), and junctions (a link instead, which the trial makes and removes, because Wine can’t)`,
);
process.exit();
