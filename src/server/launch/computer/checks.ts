// Bad days: what can be wrong with this computer, each with its sentence and a way out. A start asks all of them, and so does
// `hangtag doctor`.
import { StartProblem } from '../../adapters/start-problem.ts';
import { type Facts, readFacts } from './facts.ts';

export type Trouble = {
  /** `stops`: Hangtag can't start. `waits`: it may a moment later. `warns`: it works, but not for long or not all of it. */
  level: 'stops' | 'waits' | 'warns';
  what: string;
  remedy: string;
};

type Check = (facts: Facts) => Trouble | null;

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** What a new database takes. */
const newDatabaseBytes = 150e6;
/** Hangtag and its database use a fifth of it at rest. */
const leastMemoryBytes = 900e6;
/** Before this, no Hangtag existed. */
const firstRelease = Date.UTC(2026, 0, 1);
const networkTypes =
  /^(nfs4?|cifs|smb3|smbfs|9p|afs|ceph|glusterfs|davfs|fuse\.(sshfs|rclone|s3fs|davfs2?|glusterfs))$/;
/** File systems of memory cards and USB sticks: no owners, no rights, and no links. */
const plainTypes = /^(vfat|exfat|msdos)$/;
/** What Linux shows of itself in folders. */
const systemTypes = /^(proc|sysfs|devtmpfs|devpts|mqueue|cgroup2?|securityfs|debugfs|tracefs|configfs|bpf)$/;

const elsewhere = 'Set DATA_DIR to a folder on this computer’s own disk.';

const blockedFolder: Check = ({ blocked, folder, mount, platform, user }) => {
  const isOfSystem = systemTypes.test(mount?.type ?? '') || folder === '/dev';
  if (blocked === null && !isOfSystem) return null;
  const stops = (why: string, remedy: string): Trouble => ({
    level: 'stops',
    what: `Hangtag can't use the data folder ${folder}${why}`,
    remedy,
  });
  if (isOfSystem) return stops(': the system keeps its own things there, and no files', elsewhere);
  switch (blocked) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fullDisk(folder);
    case 'EROFS':
      return stops(': its disk can only be read', 'Set DATA_DIR to a folder on another disk.');
    case 'ENOTDIR':
    case 'EEXIST':
      return stops(': there is a file of that name', 'Set DATA_DIR to a folder that this user can write to.');
    case 'EBUSY':
      return stops(': another program holds it', 'Exclude it from your antivirus, then start again.');
    case 'EACCES':
    case 'EPERM':
      return platform === 'win32'
        ? stops(
            ': Windows doesn’t let this user write there',
            'Set DATA_DIR to a folder of your own. If it is yours, allow Hangtag in your antivirus (ransomware protection).',
          )
        : stops(
            `: the user ${user} may not write there`,
            'Give it to this user, or set DATA_DIR to a folder that this user can write to.',
          );
    default:
      return stops(` (${blocked})`, 'Set DATA_DIR to a folder that this user can write to.');
  }
};

const fullDisk = (folder: string): Trouble => ({
  level: 'stops',
  what: `The disk of the data folder ${folder} is full`,
  remedy: 'Free some space, then start again.',
});

const noRoom: Check = ({ embedded, folder, freeBytes, freeFiles }) => {
  if (freeFiles === 0)
    return {
      level: 'stops',
      what: `The disk of the data folder ${folder} can hold no more files`,
      remedy: 'Delete files that you don’t need, or set DATA_DIR to a folder on another disk.',
    };
  if (embedded !== 'to make' || freeBytes >= newDatabaseBytes) return null;
  return {
    level: 'stops',
    what: `The disk of the data folder ${folder} has ${mb(freeBytes)} left, and a new database takes ${mb(newDatabaseBytes)}`,
    remedy: 'Free some space, or set DATA_DIR to a folder on another disk.',
  };
};

const plainDisk: Check = ({ embedded, folder, mount }) =>
  embedded !== 'none' && mount !== null && plainTypes.test(mount.type)
    ? {
        level: 'stops',
        what: `The data folder ${folder} is on a disk that can’t hold a database (${mount.type}, as memory cards and USB sticks have it)`,
        remedy: elsewhere,
      }
    : null;

const networkDrive: Check = ({ embedded, folder, mount, platform }) =>
  embedded !== 'none' && (networkTypes.test(mount?.type ?? '') || (platform === 'win32' && folder.startsWith('\\\\')))
    ? {
        level: 'warns',
        what: `The data folder ${folder} is on a network drive, where a database breaks when the network does`,
        remedy: elsewhere,
      }
    : null;

/** By names that their programs give the folder, on every system. A renamed one shows by the files in it. */
const clouds: [name: string, folder: RegExp, file?: string][] = [
  ['OneDrive', /^OneDrive( - .+|-.+)?$/],
  ['iCloud', /^(Mobile Documents|com~apple~CloudDocs|iCloudDrive|iCloud Drive)$/],
  ['Dropbox', /^Dropbox( \(.+\)|-.+)?$/, '.dropbox'],
  ['Google Drive', /^(Google ?Drive( \(.+\))?|GoogleDrive-.+|My Drive)$/, '.tmp.driveupload'],
  ['Nextcloud', /^Nextcloud\d?$/, '.nextcloudsync.log'],
  ['ownCloud', /^ownCloud\d?$/, '.owncloudsync.log'],
  ['Syncthing', /^Syncthing$/, '.stfolder'],
  ['a cloud drive', /^(CloudStorage|pCloudDrive|Proton ?Drive|MEGA|MEGAsync|Box|Box Sync|Yandex\.Disk)$/],
];

const cloudDrive: Check = ({ holds, embedded, folder }) => {
  if (embedded === 'none') return null;
  const parts = folder.split(/[\\/]/);
  const [name] =
    clouds.find(([, own, file]) => parts.some((part) => own.test(part)) || (file !== undefined && holds(file))) ?? [];
  if (name === undefined) return null;
  return {
    level: 'warns',
    what: `The data folder ${folder} is in ${name}, which copies files while the database changes them, and that breaks it`,
    remedy: 'Stop Hangtag, move the folder out of there, and set DATA_DIR to its new place.',
  };
};

const noPrograms: Check = ({ folder, mount }) =>
  mount?.options.includes('noexec') === true
    ? {
        level: 'warns',
        what: `The disk of the data folder ${folder} runs no programs (noexec), so Hangtag can’t update itself there`,
        remedy: 'Mount it without noexec, or set DATA_DIR to a folder on another disk.',
      }
    : null;

const littleMemory: Check = ({ memoryBytes }) =>
  memoryBytes < leastMemoryBytes
    ? {
        level: 'warns',
        what: `This computer gives Hangtag ${mb(memoryBytes)} of memory, and reading photos takes more`,
        remedy: 'Close other programs, or give it 1 GB or more.',
      }
    : null;

/** The library that decodes pictures is built for x86-64-v2, which has it. Everything else runs without. */
const oldProcessor: Check = ({ processor }) =>
  processor !== null && !processor.has('sse4_2')
    ? {
        level: 'warns',
        what: 'This computer’s processor is too old to read photos (it has no SSE4.2), so photos can’t be priced here',
        remedy: 'Everything else works. For photos, run Hangtag on a computer made after 2010.',
      }
    : null;

/** Some small computers have no clock of their own, and learn the time from the network soon after they start. */
const wrongClock: Check = ({ now }) =>
  now < firstRelease
    ? {
        level: 'waits',
        what: `This computer’s clock is wrong: it says ${new Date(now).toISOString().slice(0, 10)}`,
        remedy: 'Set the date and time, then start again.',
      }
    : null;

const checks = [
  blockedFolder,
  noRoom,
  plainDisk,
  wrongClock,
  networkDrive,
  cloudDrive,
  noPrograms,
  littleMemory,
  oldProcessor,
];

export const findTroubles = (facts: Facts): Trouble[] => checks.flatMap((check) => check(facts) ?? []);

/** `obstacle`: why it can't work here at all. */
export function lookAround({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }): {
  obstacle: StartProblem | null;
  warnings: string[];
} {
  const troubles = findTroubles(readFacts(dataDir, { databaseUrl }));
  const first = troubles.find(({ level }) => level !== 'warns');
  return {
    obstacle: first ? new StartProblem(`${first.what}.`, first.remedy, { isTemporary: first.level === 'waits' }) : null,
    warnings: troubles.flatMap(({ level, what, remedy }) => (level === 'warns' ? [`${what}. ${remedy}`] : [])),
  };
}
