// Runs the installer for Windows under Wine, on a Debian of its own, for a user with a space and umlauts: installs, uses, updates, removes
// it. Runs as root in a mount namespace of its own (`unshare --mount`), so that nothing stays mounted.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
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
import { answers, isStillThere, visit } from './journey.ts';

const [before = '', now = '', tree = ''] = process.argv.slice(2);
/** The first with a Wine (10) that runs Node.js and PostgreSQL. */
const release = 'trixie';
const user = 'Jörg Müller';
const patienceMs = 240_000;
/** The fresh system is kept for the next time, and nothing changes it. */
const fresh = path.resolve(import.meta.dirname, '../../node_modules/.cache/hangtag', `wine-${release}`);
const folder = mkdtempSync(path.join(tmpdir(), 'hangtag-windows-'));
const root = path.join(folder, 'root');
const need = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};
const host = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });

const port = String(await freePort());
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
};
/** Programs of Windows can't write into a pipe of Debian's. */
const wine = (...words: string[]) => {
  const script = 'wine "$@" > /output 2> /errors < /dev/null';
  const { status } = spawnSync('chroot', [root, 'sh', '-c', script, 'sh', ...words], { env, timeout: patienceMs });
  return { code: status, output: readFileSync(path.join(root, 'output'), 'utf8').trim() };
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
const hangtag = (...words: string[]) =>
  wine('cmd', '/c', `${home}\\AppData\\Local\\Microsoft\\WindowsApps\\hangtag.cmd`, ...words);
const address = `http://localhost:${port}`;
const ready = () =>
  until(
    () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'It wasn’t ready in time.',
  );
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
const layers = `lowerdir=${fresh},upperdir=${path.join(folder, 'upper')},workdir=${path.join(folder, 'work')}`;
host('mount', '-t', 'tmpfs', 'hangtag', folder);
for (const name of ['root', 'upper', 'work']) mkdirSync(path.join(folder, name), { recursive: true });
host('mount', '-t', 'overlay', 'overlay', '-o', layers, root);
host('mount', '-t', 'proc', 'proc', path.join(root, 'proc'));
host('mount', '--rbind', '/dev', path.join(root, 'dev'));
process.once('exit', () => spawnSync('chroot', [root, 'wineserver', '-k'], { env }));
appendFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
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
  `under Debian ${release}’s Wine as ${user}: installed silently (${wanted.length} files, those of the tree), ready in ${firstSeconds} s, demo, ${demo.shares} shares, a photo, a second start; updated while it ran, stopped, started from the Start menu’s program, uninstalled, installed again, each with the data; uninstalled with the data, and nothing is left but the uninstaller’s copy of itself in Temp. Not tried: its pages in a browser, the task at sign-in (only its file), and junctions (a link instead, which the trial makes and removes, because Wine can’t)`,
);
process.exit();
