// Checks the files of keys together with the other settings, so that all mistakes are reported at once.

import { readFileSync } from 'node:fs';
import { areSecretKeys, areWebKeys } from '#domain/text/written-keys.ts';
import { secretKeys } from './value-kinds.ts';

type KeyFiles = { secretKeyFile: string | undefined; webKeyFile: string | undefined };

/** One sentence for the key file in use, if it can't be used. Never contains what is in the file. */
export function keyFileMistakes({ secretKeyFile, webKeyFile }: KeyFiles): string[] {
  if (webKeyFile !== undefined)
    return mistakeOf(webKeyFile, {
      name: 'WEB_KEY_FILE',
      isRight: areWebKeys,
      must: 'must name a web key. Make one where the worker has its secret key: npm run hangtag -- web-key FILE',
    });
  if (secretKeyFile === undefined) return [];
  return mistakeOf(secretKeyFile, {
    name: 'SECRET_KEY_FILE',
    isRight: areSecretKeys,
    must: `must name a file with a key. The key ${secretKeys.must}`,
  });
}

function mistakeOf(
  file: string,
  { name, isRight, must }: { name: string; isRight(text: string): boolean; must: string },
): string[] {
  try {
    return isRight(readFileSync(file, 'utf8')) ? [] : [`${name} ${must}.`];
  } catch {
    return [unreadableFile(name, file)];
  }
}

export const unreadableFile = (name: string, file: string): string =>
  `Hangtag can't read the file that ${name} names: ${file}. Check the path and the file's permissions.`;
