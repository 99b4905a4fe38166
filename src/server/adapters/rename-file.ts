// Renames a file or a folder, also while an antivirus reads it.
import { renameSync } from 'node:fs';
import { StartProblem } from './start-problem.ts';

/** On Windows, nobody can rename what another program has open, and an antivirus opens every new file for a moment. */
const heldCodes = process.platform === 'win32' ? ['EPERM', 'EACCES', 'EBUSY'] : ['EBUSY'];
const waitsMs = [10, 20, 50, 100, 200, 400, 800, 1_600];

const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Tries for three seconds. Throws a `StartProblem` if another program still holds it. */
export function renameFile(from: string, to: string, { rename = renameSync, pause = wait } = {}): void {
  for (const ms of [...waitsMs, null]) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && heldCodes.includes(String(error.code)))) throw error;
      if (ms === null)
        throw new StartProblem(
          `Another program, most likely an antivirus, holds ${from}.`,
          'Exclude Hangtag’s data folder from its checks, then start again.',
          { cause: error },
        );
      pause(ms);
    }
  }
}
