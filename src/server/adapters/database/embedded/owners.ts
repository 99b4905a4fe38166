// Tracks which programs use the embedded PostgreSQL.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityLives, processIdentity } from './processes.ts';

/**
 * Registers this program as a user of the embedded server. Each program has a file. Several roles may share a server, so the last
 * one to leave stops it. Files of killed programs don't count.
 */
export function registerOwner(folder: string): { isAlone(): boolean; leave(): { othersRemain: boolean } } {
  const owners = join(folder, 'owners');
  mkdirSync(owners, { recursive: true, mode: 0o700 });
  const identity = processIdentity(process.pid);
  const name = `${identity}.${registrations++}`;
  rmSync(join(owners, name), { force: true });
  writeFileSync(join(owners, name), '', { mode: 0o600, flag: 'wx' });
  /** Also removes the files of killed programs. */
  const othersLive = (): boolean => {
    const living = readdirSync(owners).filter((file) => {
      const lives = identityLives(file.split('.')[0] ?? '');
      if (!lives) rmSync(join(owners, file), { force: true });
      return lives && file !== name;
    });
    return living.length > 0;
  };
  return {
    isAlone: () => !othersLive(),
    leave() {
      rmSync(join(owners, name), { force: true });
      return { othersRemain: othersLive() };
    },
  };
}

let registrations = 0;

/** The identities of the programs that use the server and are still running. */
export function livingOwners(folder: string): string[] {
  const owners = join(folder, 'owners');
  if (!existsSync(owners)) return [];
  return readdirSync(owners)
    .map((file) => file.split('.')[0] ?? '')
    .filter(identityLives);
}
