// Bad days, made for real: the unpacked archive is started by an ordinary user on full and closed disks, in wrong places, and on small
// and old computers. Each start ends with one sentence and the right code, or works; and the doctor says what is wrong. Needs root, and
// runs in a mount namespace of its own, so that nothing stays mounted.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  cleanUp,
  diagnoses,
  endAll,
  hidden,
  NotHere,
  newDisk,
  newPlace,
  ofRoot,
  on,
  refuses,
  unpack,
  works,
} from './bad-days/here.ts';
import {
  cutOffInstallation,
  fullDisk,
  memoryCard,
  newerData,
  oldNode,
  oldProcessor,
  shutLaptop,
  smallComputer,
  twoUsers,
  withoutTimeZones,
  wrongClock,
} from './bad-days/stories.ts';

/** The last: a word of the names of those to make; all without it. */
const [archive = '', packed = '', only = ''] = process.argv.slice(2);

/** The start ends with 78 and this sentence, and the doctor says it, too. */
const refusedIn = (makePlace: () => string, sentence: RegExp) => async (): Promise<void> => {
  const way = on(makePlace());
  await refuses(way, 78, sentence);
  diagnoses(way, 'PROBLEM', sentence);
};
const worksIn =
  (makePlace: () => string, warning: RegExp | null = null) =>
  (): Promise<void> =>
    works(on(makePlace()), warning);
const fileThere = (): string => {
  const place = path.join(newPlace(), 'file');
  writeFileSync(place, '');
  return place;
};

const days: Record<string, () => Promise<void>> = {
  'no permission': refusedIn(ofRoot, /may not write there\. Give it to this user/),
  'a file in place of the folder': refusedIn(fileThere, /a file of that name/),
  'a folder of the system': refusedIn(() => '/proc', /can't use the data folder \/proc/),
  'a disk that can only be read': refusedIn(() => newDisk('ro'), /can only be read/),
  'no room for a new database': refusedIn(() => newDisk('size=60m'), /MB left, and a new database takes/),
  'a memory card': memoryCard,
  'a disk that becomes full while Hangtag runs, and at the next start': fullDisk,
  'data of a newer version': newerData,
  'a cloud drive': worksIn(() => newPlace('Dropbox/data'), /is in Dropbox/),
  'a data folder that runs no programs': worksIn(() => newDisk('noexec,size=600m'), /noexec/),
  'two users on one computer': twoUsers,
  'a clock of 1975, and one a year ahead': wrongClock,
  '2 GB of memory': smallComputer,
  'an old processor': oldProcessor,
  'a language that doesn’t exist': () =>
    works({ env: { DATA_DIR: newPlace(), LANG: 'xx_YY.UTF-8', LC_ALL: 'nonsense' } }),
  'a /tmp that runs no programs': () => hidden('/tmp', 'noexec,mode=1777', worksIn(newPlace)),
  'a /tmp that isn’t there': () => works({ env: { DATA_DIR: newPlace(), TMPDIR: '/nowhere' } }),
  'no /dev/shm at the first start': () => hidden('/dev/shm', 'ro,mode=000', worksIn(newPlace)),
  'no /dev/shm at the second start': async () => {
    const place = newPlace();
    await works(on(place));
    await hidden('/dev/shm', 'ro,mode=000', () => works(on(place)));
  },
  'no time zone database': () => hidden('/usr/share/zoneinfo', 'mode=755', withoutTimeZones),
  'an installation that was cut off': cutOffInstallation,
  'a laptop that is shut in the middle of the first start': shutLaptop,
  'an old Node, without the network, cut off while it fetches a newer one, and with it': () => oldNode(packed),
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
  unpack(archive);
  for (const [name, day] of chosen) {
    const since = performance.now();
    let why = '';
    try {
      await day();
    } catch (error) {
      if (error instanceof NotHere) notHere.push(`${name} (${error.message})`);
      else why = `FAILED  ${error instanceof Error ? error.message : error}`;
    }
    if (why !== '') failed.push(name);
    await endAll();
    console.error(`${name}: ${why || `${((performance.now() - since) / 1000).toFixed(1)} s`}`);
  }
} finally {
  cleanUp();
}
const made = chosen.length - failed.length - notHere.length;
console.log(
  `${made} bad days, each with its sentence or a start that works${failed.length > 0 ? `; FAILED: ${failed.length}` : ''}; not made here: ${[...notHere, ...elsewhere].join(', ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);
