// How a Hangtag gets a new version, on each way of installing it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Releases } from '#domain/ports/this-computer.ts';
import { version } from '../../config/version.ts';
import { usesOtherDatabase } from '../service/system-service.ts';
import { isClone, ownRoot } from './program.ts';
import { isNewer, newestVersion } from './registry.ts';

/** Of a Hangtag that doesn't replace itself; null if it does. */
export function howElse(env: NodeJS.ProcessEnv): string | null {
  if (isClone) return 'This Hangtag runs from its sources. To update it: git pull, npm ci, and start it again.';
  if (env.HANGTAG_IMAGE)
    return 'This Hangtag runs in a container. Its new version comes with the image: docker compose pull, then docker compose up -d, or your app store’s update.';
  if (ownRoot.startsWith('/usr/lib/hangtag/'))
    return 'This Hangtag is a package of your system. To update it, download the new package, then: sudo apt install ./hangtag_VERSION_ARCHITECTURE.deb';
  if (env.DATABASE_URL || usesOtherDatabase(env))
    return 'This Hangtag uses a database that it doesn’t start itself (DATABASE_URL), so it couldn’t put the data back. Make a backup, then install the new version the way you installed this one.';
  return null;
}

/** What its operator does, as a screen says it. `command`: what to type after the sentence, unless it contains that. */
function howToUpdate(env: NodeJS.ProcessEnv): { text: string; command: string | null } {
  const other = howElse(env);
  if (other !== null) return { text: `${other} The new version’s CHANGELOG.md says what is new.`, command: null };
  const [node = process.execPath, program = path.join(ownRoot, 'bin/hangtag.mjs')] =
    env.HANGTAG_INSTALLED?.split('\n') ?? [];
  // Its installer puts the command where Windows finds it.
  if (existsSync(path.join(path.dirname(program), '../Uninstall.exe')))
    return {
      text: 'To see what is new, and to update, press the Windows key and R, type this, and press Enter:',
      command: 'hangtag update',
    };
  const words = [node, program].map((word) => (/^[\w/.-]+$/.test(word) ? word : `"${word}"`));
  return {
    text: 'To see what is new, and to update, type this in a terminal:',
    command: [...words, 'update'].join(' '),
  };
}

export const releasesFor = (env: NodeJS.ProcessEnv): Releases => ({
  present: version,
  newest: () => newestVersion(env),
  isNewer: (offered) => isNewer(offered, version),
  how: () => howToUpdate(env),
});
