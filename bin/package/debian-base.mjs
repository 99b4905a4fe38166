// Makes a fresh Debian in a folder: to try the Debian package in, and what the image stands on where no engine can fetch that.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const release = 'bookworm';
/** The day of the release, 2023-06-10. Files that the installation makes get this date, so that it makes the same bytes on every day. */
export const releasedAt = 1_686_355_200;
const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/hangtag');
const weekMs = 7 * 86_400_000;
const ownArchitecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
const registered = '/proc/sys/fs/binfmt_misc';
/** Where Debian says how programs of arm64 are started, from its release 12 on and in those before. */
const handlers = ['/usr/lib/binfmt.d/qemu-aarch64.conf', '/usr/share/binfmts/qemu-aarch64'];

/** What is missing to make one, in words; null if nothing is. */
export const lacksForDebian = (architecture) => {
  if (process.getuid?.() !== 0) return 'needs root';
  if (spawnSync('sh', ['-c', 'command -v debootstrap']).status !== 0)
    return 'needs debootstrap (apt-get install debootstrap)';
  if (architecture === 'arm64' && ownArchitecture !== 'arm64' && !handlers.some(existsSync))
    return 'needs qemu-user-static (apt-get install qemu-user-static)';
  return null;
};

/** Lets this system run programs of `architecture` until the returned function is called. */
export const runForeign = (architecture) => {
  if (architecture === ownArchitecture || existsSync(`${registered}/qemu-aarch64`)) return () => {};
  const isMounted = existsSync(`${registered}/register`);
  if (!isMounted) execFileSync('mount', ['-t', 'binfmt_misc', 'binfmt_misc', registered]);
  const line = readFileSync(handlers.find(existsSync), 'utf8');
  writeFileSync(`${registered}/register`, line.trim());
  return () => {
    writeFileSync(`${registered}/qemu-aarch64`, '-1');
    if (!isMounted) execFileSync('umount', [registered]);
  };
};

/** Its folder. It is kept for a week, so that it has what Debian has repaired, and nothing may change it. */
export const freshDebian = (architecture = ownArchitecture) => {
  const fresh = path.join(cache, `debian-${release}-${architecture}`);
  if (existsSync(fresh) && Date.now() - statSync(fresh).mtimeMs < weekMs) return fresh;
  rmSync(fresh, { recursive: true, force: true });
  const draft = `${fresh}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const endForeign = runForeign(architecture);
  try {
    execFileSync('debootstrap', [`--arch=${architecture}`, '--variant=minbase', release, draft], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(releasedAt) },
    });
  } finally {
    endForeign();
  }
  renameSync(draft, fresh);
  return fresh;
};
