// Runs a program of Hangtag, and says in words if a file of it isn't there: node bin/missing-part.mjs PROGRAM. This is plain JavaScript, because an old Node must be able to read it.

import { realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Imports a program of Hangtag. One whose installation was cut off ends this process with one sentence. */
export const importWhole = async (program) => {
  try {
    return await import(program);
  } catch (error) {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error(
      'A part of Hangtag is missing, because its installation was cut off. Install it again (in a clone: npm ci), then start it. Your data is as it was.',
    );
    process.exit(78);
  }
};

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  process.argv.splice(1, 1);
  await importWhole(pathToFileURL(process.argv[1] ?? '').href);
}
