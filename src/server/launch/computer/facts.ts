// What a start has to know about this computer and its data folder.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { totalmem, userInfo } from 'node:os';
import path from 'node:path';
import { isObject } from '#domain/json.ts';
import { makeFolder } from '../../adapters/files.ts';

export type Facts = {
  platform: NodeJS.Platform;
  /** Its name, or its number if it has none. */
  user: string;
  folder: string;
  /** The system's code if nothing can be kept in the folder. */
  blocked: string | null;
  /** What is left on its disk. Infinity if the system doesn't say. */
  freeBytes: number;
  freeFiles: number;
  /** Of that disk; null if the system doesn't say. */
  mount: { type: string; options: readonly string[] } | null;
  /** Whether it holds a file of this name, or a folder above it does. */
  holds(name: string): boolean;
  /** The embedded database is used here, and whether it has yet to be made. */
  embedded: 'made' | 'to make' | 'none';
  memoryBytes: number;
  /** What the processor can do; null if the system doesn't say. */
  processor: ReadonlySet<string> | null;
  now: number;
};

export function readFacts(dataDir: string, { databaseUrl }: { databaseUrl: string | undefined }): Facts {
  const given = path.resolve(dataDir);
  const blocked = whyBlocked(given);
  const folder = realPathOf(given);
  const made = existsSync(path.join(folder, 'postgres/cluster')) ? 'made' : 'to make';
  return {
    platform: process.platform,
    user: userName(),
    folder,
    blocked,
    ...freeOn(folder),
    mount: mountOf(folder),
    holds: (name) => above(folder).some((place) => existsSync(path.join(place, name))),
    embedded: databaseUrl === undefined ? made : 'none',
    // 0 if nothing limits it.
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    processor: readProcessor(),
    now: Date.now(),
  };
}

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
};

/** On Windows, this is also how a drive with a letter turns out to be on the network. Some drives there have no such path. */
const realPathOf = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
};

/** Writes a file there, because not every system says beforehand whether that works. */
function whyBlocked(folder: string): string | null {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = path.join(folder, `.hangtag-${process.pid}`);
    const fd = openSync(probe, 'w', 0o600);
    try {
      writeSync(fd, 'x');
    } finally {
      closeSync(fd);
      // An antivirus may read it for a moment.
      rmSync(probe, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
    return null;
  } catch (error) {
    return isObject(error) && typeof error.code === 'string' ? error.code : String(error);
  }
}

function freeOn(folder: string): Pick<Facts, 'freeBytes' | 'freeFiles'> {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems make room for files as they need it, and report none at all.
    return { freeBytes: bavail * bsize, freeFiles: files === 0 ? Number.POSITIVE_INFINITY : ffree };
  } catch {
    return { freeBytes: Number.POSITIVE_INFINITY, freeFiles: Number.POSITIVE_INFINITY };
  }
}

const above = (folder: string): string[] => {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...above(parent)];
};

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** The mount that holds the folder, by Linux's list. The last of two at the same place hides the other. */
export function mountOf(folder: string, list = readIfThere('/proc/self/mountinfo')): Facts['mount'] {
  let found: { place: string; type: string; options: string[] } | null = null;
  for (const line of list.split('\n')) {
    const [, , , , written = '', options = '', ...rest] = line.split(' ');
    const [type = '', , ofDisk = ''] = rest.slice(rest.indexOf('-') + 1);
    const place = written.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
    const holds = place !== '' && (folder === place || folder.startsWith(place === '/' ? '/' : `${place}/`));
    if (holds && place.length >= (found?.place.length ?? 0))
      found = { place, type, options: [...options.split(','), ...ofDisk.split(',')] };
  }
  return found && { type: found.type, options: found.options };
}

const readProcessor = (): Facts['processor'] => {
  const flags = /^flags\s*: (.*)$/m.exec(readIfThere('/proc/cpuinfo'))?.[1];
  return flags === undefined ? null : new Set(flags.split(' '));
};
