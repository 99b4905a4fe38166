// The data as it was before an update, so that the version before can run on it again.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFolderLock } from '../../adapters/database/embedded/folder-lock.ts';
import { livingPostmaster } from '../../adapters/database/embedded/postmaster.ts';
import { identityLives, processIdentity } from '../../adapters/database/embedded/processes.ts';
import { stopServer } from '../../adapters/database/embedded/server.ts';
import { syncFolder, syncTree } from '../../adapters/files.ts';
import { endNote, endService, folderOf, isAlive, moveNote, programsIn, readUpdate, setCurrent } from './program.ts';

const homeIn = (dataDir: string): string => path.join(dataDir, 'postgres');
/** Beside the database itself, which may be on another disk: both are only renamed. */
const placesIn = (dataDir: string) => {
  const named = path.join(homeIn(dataDir), 'cluster');
  const isLink = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink();
  const cluster = isLink ? path.resolve(homeIn(dataDir), readlinkSync(named)) : named;
  const saved = `${cluster}.before-update`;
  return { cluster, saved, draft: `${saved}.new`, failed: `${cluster}.failed` };
};
const filesIn = (dataDir: string): string => path.join(programsIn(dataDir), 'files-before');
const changing = /^(running\.json|.*\.log)$/;

/** What a copy needs. */
export const sizeOfData = (dataDir: string): number => sizeOf(placesIn(dataDir).cluster);
const sizeOf = (place: string): number => {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
};

/** Whether every program that uses the database has left within this time. */
export async function isLeft(dataDir: string, patienceMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + patienceMs;
  while (users(dataDir)) {
    if (performance.now() > giveUpAt) return false;
    await sleep(100);
  }
  return true;
}

const users = (dataDir: string): boolean => {
  try {
    return readdirSync(path.join(homeIn(dataDir), 'owners')).some((name) => identityLives(name.split('.')[0] ?? ''));
  } catch {
    return false;
  }
};

/** Nobody starts the database while `work` runs. */
const withStoppedDatabase = (dataDir: string, work: () => Promise<void>): Promise<void> => {
  mkdirSync(homeIn(dataDir), { recursive: true, mode: 0o700 });
  return withFolderLock(homeIn(dataDir), async () => {
    const { cluster } = placesIn(dataDir);
    const server = existsSync(cluster) ? livingPostmaster(cluster) : undefined;
    if (server !== undefined) await stopServer(cluster, processIdentity(server.pid));
    await work();
  });
};

export async function saveData(dataDir: string): Promise<void> {
  const { cluster, saved, draft } = placesIn(dataDir);
  await withStoppedDatabase(dataDir, async () => {
    forgetSavedData(dataDir);
    // A start takes an empty folder for a database that nobody has made yet.
    if (!existsSync(cluster)) mkdirSync(draft);
    else await cp(cluster, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o700);
    await syncTree(draft);
    mkdirSync(filesIn(dataDir), { recursive: true, mode: 0o700 });
    for (const name of plainFiles(dataDir)) cpSync(path.join(dataDir, name), path.join(filesIn(dataDir), name));
    await syncTree(filesIn(dataDir));
    renameSync(draft, saved);
    syncFolder(path.dirname(saved));
  });
}

const plainFiles = (dataDir: string): string[] =>
  readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !changing.test(entry.name))
    .map(({ name }) => name);

/** Can be cut off anywhere, and called again. */
async function restoreData(dataDir: string): Promise<void> {
  await withStoppedDatabase(dataDir, async () => {
    const { cluster, saved, failed } = placesIn(dataDir);
    if (existsSync(saved)) {
      rmSync(failed, { recursive: true, force: true });
      if (existsSync(cluster)) renameSync(cluster, failed);
      renameSync(saved, cluster);
      syncFolder(path.dirname(cluster));
    }
    if (existsSync(filesIn(dataDir)))
      for (const name of readdirSync(filesIn(dataDir))) {
        cpSync(path.join(filesIn(dataDir), name), path.join(dataDir, `${name}.restored`));
        renameSync(path.join(dataDir, `${name}.restored`), path.join(dataDir, name));
      }
    rmSync(failed, { recursive: true, force: true });
  });
  forgetSavedData(dataDir);
}

function forgetSavedData(dataDir: string): void {
  const { saved, draft } = placesIn(dataDir);
  for (const place of [saved, draft, filesIn(dataDir)]) rmSync(place, { recursive: true, force: true });
}

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
