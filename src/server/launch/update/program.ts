// Which version of Hangtag runs on a data folder: the installed one, or a newer one that an update put into `program/` there. Also the
// note of an update that is under way. Versions before and after this one read both, so their form must stay.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, parseJson } from '#domain/json.ts';
import { identityLives, pidOf, processIdentity } from '../../adapters/database/embedded/processes.ts';
import { syncFolder } from '../../adapters/files.ts';
import { version } from '../../config/version.ts';
import { isNewer } from './registry.ts';

/** The folder of the program that this is part of. */
export const ownRoot = fileURLToPath(new URL('../../../../', import.meta.url));
export const isClone = existsSync(path.join(ownRoot, 'src/server/main.ts'));

export const programsIn = (dataDir: string): string => path.join(dataDir, 'program');
export const folderOf = (dataDir: string, one: string): string => path.join(programsIn(dataDir), one);
const dayMs = 86_400_000;

const currentIn = (dataDir: string): string => path.join(programsIn(dataDir), 'current');

/**
 * The step that an update has reached. `stop`: what runs Hangtag stops it. `try`: it starts the new version.
 * `ready`: the new version has started, before it does its first work, so from here on nothing goes back. `failed`: it didn't start.
 * `back`: the old data is being put back.
 */
type Step = 'stop' | 'try' | 'ready' | 'failed' | 'back';
/** `process`: the update itself. */
type Note = { step: Step; process: string; from: string; to: string };

const steps: readonly Step[] = ['stop', 'try', 'ready', 'failed', 'back'];
// The step is part of the name, so that of two processes that change it only one succeeds.
const noteIn = (dataDir: string, step: Step): string => path.join(programsIn(dataDir), `update.${step}.json`);
const reasonIn = (dataDir: string): string => path.join(programsIn(dataDir), 'why');
const serviceIn = (dataDir: string): string => path.join(programsIn(dataDir), 'service');

/** The update that is under way, or that was cut off; null if there is none. */
export function readUpdate(dataDir: string): Note | null {
  if (!existsSync(programsIn(dataDir))) return null;
  for (const step of steps) {
    try {
      const note = parseJson(readFileSync(noteIn(dataDir, step), 'utf8'));
      if (isObject(note)) return { step, process: String(note.process), from: String(note.from), to: String(note.to) };
    } catch {
      // It is at another step.
    }
  }
  return null;
}

export const isAlive = (note: Note): boolean => identityLives(note.process);

export function beginNote(dataDir: string, { from, to }: Pick<Note, 'from' | 'to'>): void {
  const text = JSON.stringify({ process: processIdentity(process.pid), from, to });
  replace(noteIn(dataDir, 'stop'), text);
}

/** False if the update isn't at `from` anymore. */
export function moveNote(dataDir: string, from: Step, to: Step): boolean {
  try {
    renameSync(noteIn(dataDir, from), noteIn(dataDir, to));
    syncFolder(programsIn(dataDir));
    return true;
  } catch {
    return false;
  }
}

export function endNote(dataDir: string): void {
  for (const step of steps) rmSync(noteIn(dataDir, step), { force: true });
  for (const file of [reasonIn(dataDir), serviceIn(dataDir)]) rmSync(file, { force: true });
  syncFolder(programsIn(dataDir));
}

/** A service calls this before it looks which version it has to be: the new one may hang before it does anything itself. */
export function noteService(dataDir: string): void {
  if (readUpdate(dataDir) === null) return;
  const identity = processIdentity(process.pid);
  writeFileSync(serviceIn(dataDir), identity);
  // Another process may get its id.
  process.once('exit', () => {
    if (readService(dataDir) === identity) rmSync(serviceIn(dataDir), { force: true });
  });
}

const readService = (dataDir: string): string => {
  try {
    return readFileSync(serviceIn(dataDir), 'utf8');
  } catch {
    return '';
  }
};

/** Ends the service of the new version, whatever it does. Elsewhere its manager does that, where it knows of it. */
export function endService(dataDir: string): void {
  const identity = readService(dataDir);
  if (identity === processIdentity(process.pid) || !identityLives(identity)) return;
  const pid = pidOf(identity);
  if (process.platform !== 'win32') return void process.kill(pid, 'SIGKILL');
  spawnSync('taskkill', ['/F', '/T', '/PID', String(pid)], { stdio: 'ignore', windowsHide: true });
}

/** The new server calls this before it does its first work. */
export const reportReady = (dataDir: string): boolean => moveNote(dataDir, 'try', 'ready');

/** Whoever started the new version calls this if it ended before it was ready. */
export function reportFailed(dataDir: string, why: string): void {
  if (readUpdate(dataDir)?.step !== 'try') return;
  writeFileSync(reasonIn(dataDir), why);
  moveNote(dataDir, 'try', 'failed');
}

export const whyFailed = (dataDir: string): string => {
  try {
    return readFileSync(reasonIn(dataDir), 'utf8').trim();
  } catch {
    return '';
  }
};

export function setCurrent(dataDir: string, one: string): void {
  replace(currentIn(dataDir), `${one}\n`);
}

function replace(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  syncFolder(path.dirname(file));
}

/** The folder of the program that runs on this data folder: this one, unless an update has put a newer one there. */
export function currentRoot(dataDir: string): string {
  try {
    const one = readFileSync(currentIn(dataDir), 'utf8').trim();
    const folder = folderOf(dataDir, one);
    return !isClone && isNewer(one, version) && existsSync(folder) && isOwn(dataDir) ? folder : ownRoot;
  } catch {
    return ownRoot;
  }
}

/** The version that an update has put there within the last day; null if none did. */
export function updatedToday(dataDir: string, now: number): string | null {
  try {
    if (now - statSync(currentIn(dataDir)).mtimeMs > dayMs || currentRoot(dataDir) === ownRoot) return null;
    return path.basename(currentRoot(dataDir));
  } catch {
    return null;
  }
}

/** Nobody else can change what is there. Otherwise root would run programs of whoever owns the data folder. */
function isOwn(dataDir: string): boolean {
  if (process.getuid === undefined) return true;
  return [dataDir, programsIn(dataDir)].every((folder) => {
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  });
}

/** The Node.js that a program brings, or this one. */
export const nodeOf = (root: string): string =>
  [path.join(root, 'node/bin/node'), path.join(root, 'node/node.exe')].find((file) => existsSync(file)) ??
  process.execPath;

const lookEveryMs = 500;

/** Calls back once when an update wants the server stopped, or has gone back between two looks. `root`: the program that runs. */
export function watchForStop(dataDir: string, stop: () => void, root = currentRoot(dataDir)): () => void {
  const watch = setInterval(() => {
    const step = readUpdate(dataDir)?.step;
    if (step !== 'stop' && step !== 'failed' && step !== 'back' && currentRoot(dataDir) === root) return;
    clearInterval(watch);
    stop();
  }, lookEveryMs);
  watch.unref();
  return () => clearInterval(watch);
}

const draftName = (identity: string): string => `draft-${identity}`;
/** Where this process makes the folder of a new version. */
export const draftIn = (dataDir: string): string => folderOf(dataDir, draftName(processIdentity(process.pid)));

/** Removes new versions whose update was given up before they were whole. */
function removeDrafts(dataDir: string): void {
  const left = existsSync(programsIn(dataDir)) ? readdirSync(programsIn(dataDir)) : [];
  for (const name of left)
    if (name.startsWith(draftName('')) && !identityLives(name.slice(draftName('').length)))
      rmSync(folderOf(dataDir, name), { recursive: true, force: true });
}

/** Removes also versions that are no longer used, once the present one has been ready for a day. */
export function tidyPrograms(dataDir: string, now: number): void {
  try {
    removeDrafts(dataDir);
    if (readUpdate(dataDir) !== null || now - statSync(currentIn(dataDir)).mtimeMs < dayMs) return;
    const kept = path.basename(currentRoot(dataDir));
    for (const name of readdirSync(programsIn(dataDir)))
      if (/^\d+\.\d+\.\d+$/.test(name) && name !== kept)
        rmSync(path.join(programsIn(dataDir), name), { recursive: true, force: true });
  } catch {
    // There are none, or one of them is in use.
  }
}
