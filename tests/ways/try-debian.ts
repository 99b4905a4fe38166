// Installs the Debian package on a fresh Debian, upgrades it from a build before, removes and purges it.
import { appendFileSync, copyFileSync, lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#tests/process.ts';
import { foreignPrograms, openDebian } from './debian.ts';
import { isStillThere, need, start, visit } from './journey.ts';

const [before = '', now = '', cpu = ''] = process.argv.slice(2);
const debian = openDebian(cpu);
const { root, isForeign, run: inside } = debian;
const must = (...words: string[]): string => {
  const { code, output } = inside(...words);
  need(code === 0, `${words.join(' ')} ended with ${code}: ${output}`);
  return output;
};
/** Links of the system inside lead nowhere outside. */
const isThere = (file: string): boolean => lstatSync(path.join(root, file), { throwIfNoEntry: false }) !== undefined;

/** Without systemd, what the unit says is done by hand. */
const startService = () => {
  const unit = readFileSync(path.join(root, 'usr/lib/systemd/system/hangtag.service'), 'utf8');
  const words = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  const settings = readFileSync(path.join(root, 'etc/hangtag/hangtag.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  const env = Object.fromEntries([...settings].map(([, name = '', value = '']) => [name, value]));
  const asUser = ['setpriv', '--reuid', 'hangtag', '--regid', 'hangtag', '--init-groups'];
  return start(['chroot', root, ...asUser, ...words], {
    env: { ...env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DATA_DIR: '/var/lib/hangtag', HOME: '/var/lib/hangtag' },
    isForeign,
  });
};

copyFileSync(before, path.join(root, 'before.deb'));
copyFileSync(now, path.join(root, 'now.deb'));

must('dpkg', '-i', '/before.deb');
const strange = foreignPrograms(path.join(root, 'usr/lib/hangtag'), cpu);
need(strange.length === 0, `Not for ${cpu}: ${strange.join(', ')}`);
const data = statSync(path.join(root, 'var/lib/hangtag'));
need((data.mode & 0o777) === 0o700 && data.uid > 0, 'The data folder isn’t its user’s alone.');
need(isThere('etc/systemd/system/multi-user.target.wants/hangtag.service'), 'The service isn’t enabled.');
appendFileSync(path.join(root, 'etc/hangtag/hangtag.env'), `PORT=${await freePort()}\n`);
const first = await startService();
const demo = await visit(first, { isForeign });
need(
  (await (await fetch(first.address)).text()).includes('data-computer="server"'),
  'A service where nobody sits counts as the seller’s own computer.',
);
need(must('hangtag', 'status').includes('Hold: none'), 'The command doesn’t find the service’s data.');
await first.stop();

must('dpkg', '-i', '/now.deb');
need(
  readFileSync(path.join(root, 'etc/hangtag/hangtag.env'), 'utf8').includes('PORT='),
  'The upgrade lost the settings.',
);
const second = await startService();
need(await isStillThere(demo, second), 'The upgrade lost the data.');
// A program under qemu is told another time of its start than the others are told of it.
if (!isForeign)
  need(must('hangtag').includes(`already running at ${second.address}`), 'A second start doesn’t find the service.');
need(inside('hangtag', 'service', 'install').code === 69, 'A service is installed where there is no systemd.');
need(
  inside('setpriv', '--reuid', '65534', '--clear-groups', 'hangtag').code === 77,
  'Somebody else can run the command.',
);
await second.stop();

must('dpkg', '-r', 'hangtag');
need(!isThere('usr/lib/hangtag') && !isThere('usr/bin/hangtag'), 'The removal left the program.');
need(isThere('var/lib/hangtag/postgres'), 'The removal took the data.');
must('dpkg', '-i', '/now.deb');
const third = await startService();
need(await isStillThere(demo, third), 'After a removal, the next installation lost the data.');
await third.stop();

must('dpkg', '-P', 'hangtag');
need(!isThere('var/lib/hangtag') && !isThere('etc/hangtag'), 'The purge left data or settings.');
need(inside('getent', 'passwd', 'hangtag').code !== 0, 'The purge left the user.');
const left = must('find', '/etc', '/usr', '/var', '/run', '/home', '/root', '-xdev', '-name', '*hangtag*').trim();
need(left === '', `The purge left ${left}`);
debian.close();
console.log(
  `on a fresh ${debian.name}: installed, ready in ${(first.readyMs / 1000).toFixed(1)} s, demo, ${demo.shares} shares${isForeign ? '' : ', a photo'}; upgraded from a build before, removed, installed again, each with the data; purged, and nothing is left`,
);
process.exit();
