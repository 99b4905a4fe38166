// Takes an update back, and settles one that was cut off by a kill or a power cut.
import { rmSync } from 'node:fs';
import { withFolderLock } from '../../adapters/database/embedded/folder-lock.ts';
import { endNote, endService, folderOf, isAlive, moveNote, programsIn, readUpdate, setCurrent } from './program.ts';
import { forgetSavedData, isLeft, restoreData } from './saved-data.ts';

/** Until then the new version's server has ended, or is killed. */
const leaveMs = 15_000;
/** Windows keeps the files of a program that runs. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 };

/** The version and the data from before. Can be cut off anywhere, and called again. */
export async function goBack(dataDir: string): Promise<void> {
  const note = readUpdate(dataDir);
  if (note === null || note.step === 'ready') return;
  if (note.step === 'stop') forgetSavedData(dataDir);
  else {
    // The new version may become ready at this moment. Then it stays.
    if (note.step !== 'back' && !moveNote(dataDir, note.step, 'back')) return goBack(dataDir);
    endService(dataDir);
    await isLeft(dataDir, leaveMs);
    await restoreData(dataDir);
  }
  setCurrent(dataDir, note.from);
  rmSync(folderOf(dataDir, note.to), removal);
  endNote(dataDir);
}

/** After the new version was ready, only the traces of the update are left to remove. */
export function finish(dataDir: string): void {
  forgetSavedData(dataDir);
  endNote(dataDir);
}

export const settle = (dataDir: string): Promise<void> =>
  withFolderLock(programsIn(dataDir), async () => {
    const note = readUpdate(dataDir);
    if (note === null || isAlive(note)) return;
    if (note.step === 'ready') finish(dataDir);
    else await goBack(dataDir);
    if (readUpdate(dataDir)?.step === 'ready') finish(dataDir);
  });
