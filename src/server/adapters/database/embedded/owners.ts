import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityLives, processIdentity } from './processes.ts';

/**
 * The programs that use one embedded server, a file each. Several roles may share a server, so whoever leaves last stops
 * it; the files of programs that were killed do not count.
 */
export function registerOwner(folder: string): { leave(): { othersRemain: boolean } } {
  const owners = join(folder, 'owners');
  mkdirSync(owners, { recursive: true, mode: 0o700 });
  const identity = processIdentity(process.pid);
  const name = `${identity}.${registrations++}`;
  writeFileSync(join(owners, name), '', { mode: 0o600 });
  return {
    leave() {
      rmSync(join(owners, name), { force: true });
      const living = readdirSync(owners).filter((file) => {
        const lives = identityLives(file.split('.')[0] ?? '');
        if (!lives) rmSync(join(owners, file), { force: true });
        return lives;
      });
      return { othersRemain: living.length > 0 };
    },
  };
}

let registrations = 0;
