// What the doctor finds out about this machine: its disk, its users, and who can read the keys.
import { statSync } from 'node:fs';
import path from 'node:path';
import { fullBytes, lowBytes } from '../../adapters/disk-space.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { type Finding, fine, problem, warning } from './finding.ts';

/**
 * The users that Hangtag and the embedded database run as. If they are the same user, the database can read what the program
 * can.
 */
export const lookAtRunner = (runsAs: App['databaseRunsAs'], isRoot = process.getuid?.() === 0): Finding[] => {
  const findings: Finding[] = [];
  if (runsAs !== null) {
    const { kind, uid } = runsAs;
    const own = kind === 'mounted' ? 'a user of its own, in its own view of the folder' : 'a user of its own';
    findings.push(
      fine(
        kind === 'apart' || kind === 'mounted'
          ? `The database runs as ${own} (${uid}). It can change nothing outside its own files`
          : `The database runs as the user that runs Hangtag${uid === null ? '' : ` (${uid})`}`,
      ),
    );
  }
  if (isRoot)
    findings.push(warning('Hangtag runs as root. It works, but an ordinary user is safer: docs/hosting.md says how'));
  return findings;
};

/** Bots, demos, and photos wait when the disk is full. */
export const lookAtDisk = (freeBytes: number): Finding[] => {
  if (!Number.isFinite(freeBytes)) return [];
  const free = `${(freeBytes / 1e9).toFixed(1)} GB of the disk are free`;
  if (freeBytes < fullBytes)
    return [problem(`${free}, so all bots wait`, 'Free some space, or move DATA_DIR to a larger disk.')];
  if (freeBytes < lowBytes) return [warning(`${free}. New demos and photos are turned off. Below 0.3 GB, bots wait`)];
  return [fine(free)];
};

/** Of the embedded database's write-ahead log. */
export const lookAtLog = (damagedAt: number | null): Finding[] =>
  damagedAt === null
    ? []
    : [
        warning(
          `After a crash, at ${new Date(damagedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC, the end of the database’s log was damaged. What was stored last before the crash may be missing, also shares that were made. Check the disk, and try your newest backup: npm run hangtag -- try-backup FILE`,
        ),
      ];

/** Where containers get their secrets, which only they can see there. */
const secretsOfContainers = '/run/secrets/';

/** `mode`: of the file that holds the secret key or the web key. */
export const lookAtKeyFile = (file: string, mode: number): Finding[] => {
  const isOpen = (mode & 0o004) !== 0 && process.platform !== 'win32' && !file.startsWith(secretsOfContainers);
  return isOpen ? [warning(`Every user of this machine can read the key in ${file}. Run chmod 600 ${file}`)] : [];
};

export const findKeyFile = ({ webKeyFile, secretKey, secretKeyFile, dataDir }: Config): Finding[] => {
  const file = webKeyFile ?? secretKeyFile ?? (secretKey === undefined ? path.join(dataDir, 'secret.key') : undefined);
  const seen = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return file === undefined || seen === undefined ? [] : lookAtKeyFile(file, seen.mode);
};
