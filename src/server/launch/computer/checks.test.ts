import { describe, expect, it, test } from 'vitest';
import { findTroubles } from './checks.ts';
import { type Facts, mountOf, readFacts } from './facts.ts';

const good: Facts = {
  platform: 'linux',
  user: 'jo',
  folder: '/home/jo/.local/share/hangtag',
  blocked: null,
  freeBytes: 50e9,
  freeFiles: 1e6,
  mount: { type: 'ext4', options: ['rw', 'relatime'] },
  holds: () => false,
  embedded: 'made',
  memoryBytes: 8e9,
  processor: new Set(['sse4_2', 'avx']),
  now: Date.UTC(2027, 0, 1),
};
const windows = { platform: 'win32', mount: null, processor: null } as const;
const mount = (type: string, ...options: string[]) => ({ mount: { type, options } });

test.each<[string, Partial<Facts>, string, RegExp]>([
  ['nothing can be kept in the folder', { blocked: 'EACCES' }, 'stops', /user jo may not write there.*DATA_DIR/],
  ['Windows protects the folder', { ...windows, blocked: 'EPERM' }, 'stops', /antivirus/],
  ['an antivirus holds the folder', { ...windows, blocked: 'EBUSY' }, 'stops', /antivirus/],
  ['the disk can only be read', { blocked: 'EROFS' }, 'stops', /can only be read.*another disk/],
  ['the folder is a file', { blocked: 'EEXIST' }, 'stops', /a file of that name/],
  ['the folder can’t be made for another reason', { blocked: 'EIO' }, 'stops', /EIO.*DATA_DIR/],
  ['the disk is full', { blocked: 'ENOSPC' }, 'stops', /is full.*Free some space/],
  ['the disk has too little room for a new database', { embedded: 'to make', freeBytes: 90e6 }, 'stops', /90 MB left/],
  ['the disk takes no more files', { freeFiles: 0 }, 'stops', /no more files.*Delete/],
  ['the folder is one of the system’s', { ...mount('sysfs'), blocked: 'EPERM' }, 'stops', /the system.*DATA_DIR/],
  ['the folder is the one of devices', { ...mount('tmpfs'), folder: '/dev' }, 'stops', /the system.*DATA_DIR/],
  ['the folder is on a USB stick', mount('exfat'), 'stops', /own disk/],
  ['the clock was reset', { now: 0 }, 'waits', /1970-01-01.*Set the date/],
  ['the folder is on a network drive', mount('nfs4'), 'warns', /network drive.*own disk/],
  ['a drive with a letter is on the network', { ...windows, folder: '\\\\nas\\jo\\hangtag' }, 'warns', /network drive/],
  ['the disk runs no programs', mount('ext4', 'rw', 'noexec'), 'warns', /noexec/],
  ['there is little memory', { memoryBytes: 512e6 }, 'warns', /512 MB of memory/],
  ['the processor is old', { processor: new Set(['sse2', 'ssse3']) }, 'warns', /photos/],
  ['Syncthing has left its mark', { holds: (name) => name === '.stfolder' }, 'warns', /Syncthing/],
  ['somebody has renamed their Dropbox', { holds: (name) => name === '.dropbox' }, 'warns', /is in Dropbox/],
])('if %s, there is one sentence, with a way out', (_, facts, level, says) => {
  const [found, ...others] = findTroubles({ ...good, ...facts });
  expect([found?.level, others]).toEqual([level, []]);
  expect(`${found?.what}. ${found?.remedy}`).toMatch(says);
});

test.each([
  ['OneDrive', 'C:\\Users\\Jo Müller\\OneDrive\\Hangtag'],
  ['OneDrive', 'C:\\Users\\jo\\OneDrive - Resale Inc\\Hangtag'],
  ['OneDrive', '/Users/jo/Library/CloudStorage/OneDrive-Personal/hangtag'],
  ['iCloud', '/Users/jo/Library/Mobile Documents/com~apple~CloudDocs/hangtag'],
  ['iCloud', 'C:\\Users\\jo\\iCloudDrive\\hangtag'],
  ['Dropbox', '/home/jo/Dropbox/hangtag'],
  ['Dropbox', '/Users/jo/Dropbox (Personal)/hangtag'],
  ['Google Drive', 'G:\\My Drive\\hangtag'],
  ['Google Drive', '/Users/jo/Library/CloudStorage/GoogleDrive-jo@gmail.com/My Drive/hangtag'],
  ['Nextcloud', '/home/jo/Nextcloud/hangtag'],
  ['a cloud drive', '/Users/jo/Library/CloudStorage/Other-jo/hangtag'],
])('warns of a data folder in %s: %s', (name, folder) => {
  const platform = folder.includes('\\') ? 'win32' : 'linux';
  expect(findTroubles({ ...good, platform, folder })).toEqual([
    expect.objectContaining({ level: 'warns', what: expect.stringContaining(`is in ${name},`) }),
  ]);
});

test.each<[string, Partial<Facts>]>([
  ['a good day', {}],
  ['a folder that is only named like one', { folder: '/home/jo/not-Dropbox/OneDriveOld/hangtag' }],
  ['a database on another server', { ...mount('nfs'), folder: '/home/jo/Dropbox/x', embedded: 'none' }],
  ['a small disk with a database on it', { freeBytes: 90e6 }],
  ['a system that says little', { mount: null, processor: null, freeBytes: Number.POSITIVE_INFINITY }],
])('says nothing about %s', (_, facts) => {
  expect(findTroubles({ ...good, ...facts })).toEqual([]);
});

describe('the facts', () => {
  it('name the disk of a folder with a space in its name, and the last of two at one place', () => {
    const list = [
      '27 1 254:0 / / rw - ext4 /dev/a rw',
      '28 27 0:1 / /mnt/my\\040disk rw - nfs4 nas:/x rw',
      '29 27 0:2 / /mnt/my\\040disk ro,noexec shared:1 - vfat /dev/b ro',
    ].join('\n');
    expect(mountOf('/mnt/my disk/data', list)).toEqual({ type: 'vfat', options: ['ro', 'noexec', 'ro'] });
    expect(mountOf('/mnt/my disks', list)?.type).toBe('ext4');
    expect(mountOf('/', '')).toBe(null);
  });

  it('say nothing is wrong with a new folder here, and leaves nothing in it', () => {
    const facts = readFacts(`${import.meta.dirname}/../../../../node_modules/.cache`, { databaseUrl: undefined });
    expect([facts.blocked, facts.holds('checks.test.ts'), facts.holds('package.json')]).toEqual([null, false, true]);
  });
});
