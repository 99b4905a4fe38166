// PostgreSQL doesn't start on Windows if a folder above its files has letters beyond ASCII, such as the home of Jörg: its SQL would
// contain the path in another encoding. A junction gives that folder a second, plain path.

import { createHash, randomBytes } from 'node:crypto';
import { realpathSync, symlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { StartProblem } from '../../../start-problem.ts';
import { readIfPlain, replaceFile } from '../own-files.ts';

const isPlain = (path: string): boolean => /^[ -~]*$/.test(path);

/** The same place by a plain path. `home` remembers the junction. Throws a `StartProblem` where none can be made. */
export function plainPath(
  path: string,
  home: string,
  junctions = process.env.ProgramData ?? 'C:\\ProgramData',
): string {
  if (isPlain(path)) return path;
  const names = path.split(sep);
  const end = names.findLastIndex((name) => !isPlain(name)) + 1;
  const target = names.slice(0, end).join(sep);
  const note = join(home, `junction-${createHash('sha256').update(target).digest('hex').slice(0, 8)}`);
  const known = readIfPlain(note);
  if (known !== undefined && leadsTo(known, target)) return join(known, ...names.slice(end));
  // Everybody may make folders there, so nobody must be able to guess its name.
  const made = join(junctions, `Hangtag-${randomBytes(8).toString('hex')}`);
  try {
    symlinkSync(target, made, 'junction');
    replaceFile(note, made, { mode: 0o600, ids: null });
    return join(made, ...names.slice(end));
  } catch (cause) {
    throw new StartProblem(
      `The database can't work in ${target}, because that name has letters other than a to z, and Windows didn't let Hangtag make a second path to it in ${junctions}.`,
      'Let this user make folders there.',
      { cause },
    );
  }
}

function leadsTo(junction: string, target: string): boolean {
  try {
    return realpathSync.native(junction) === realpathSync.native(target);
  } catch {
    return false;
  }
}
