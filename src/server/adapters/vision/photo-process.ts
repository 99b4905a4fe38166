// The process that reads photos: started without secrets, asked one photo at a time, and ended if it takes too much.

import { type ChildProcess, execFile, fork } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PhotoToSee } from '#domain/ports/pricing/vision.ts';
import { type PhotoMessage, type PhotoReply, type PhotoRequest, sendPictures } from './messages.ts';

type Answer = PhotoReply | { kind: 'ended'; why: string };
export type PhotoProcess = {
  /** Resolves to whether the system lets it open nothing more. It is asked nothing before. */
  sealed: Promise<boolean>;
  /** Resolves to why it ended, no matter who ended it. */
  ended: Promise<string>;
  ask(photo: PhotoToSee & { id: number }, timeoutMs: number): Promise<Answer>;
  /** What it uses now; 0 if the system doesn't say. */
  bytes(): Promise<number>;
  end(): Promise<void>;
};

/**
 * Node's permission model: the process may read only its own program and its packages, not the data folder or the settings. It
 * may write nothing and start no process. It doesn't confine native code such as libvips. The system's limits do.
 */
const floors = fileURLToPath(new URL('../../../', import.meta.url));
const readable = [
  path.join(floors, '../package.json'),
  floors,
  // Installed as a package, Hangtag's packages are beside it. They may be a link to another folder.
  ...(createRequire(import.meta.url).resolve.paths('sharp') ?? [])
    .filter((place) => place.startsWith(path.dirname(floors)) || floors.startsWith(place))
    .filter((place) => existsSync(place))
    .flatMap((place) => [path.join(place, path.sep), path.join(realpathSync(place), path.sep)]),
];
const confinement: readonly string[] = [
  '--permission',
  ...readable.map((place) => `--allow-fs-read=${place}`),
  '--allow-addons',
  // Tesseract runs in a thread, which is confined as well.
  '--allow-worker',
];

const lookAtMemoryMs = 50;

/** What the process uses now; 0 if the system doesn't say. */
async function bytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

export function startPhotoProcess(program: string, limitBytes: number): PhotoProcess {
  const child: ChildProcess = fork(program, [], {
    // Sends buffers without converting them to JSON.
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256', ...confinement],
    // The process gets no environment, so that an attack through a picture finds no keys in it.
    env: {},
    // Output of libvips may quote a picture's metadata.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // It ends with the process, which `ended` reports.
  child.stdin?.on('error', () => {});
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.on('error', (error) => resolve(error.message));
  });
  const removeGroup = child.pid === undefined ? null : limitMemory(child.pid, limitBytes);
  void ended.then(() => removeGroup?.());
  const sealed = new Promise<boolean>((resolve) => {
    child.on('message', async ({ kind }: PhotoMessage) => {
      if (kind !== 'loaded' || child.pid === undefined) return;
      resolve(await openNothing(child.pid));
      child.send({ kind: 'sealed' }, () => {});
    });
    void ended.then(() => resolve(true));
  });
  return {
    sealed,
    ended,
    bytes: () => bytesOf(child.pid),
    async ask({ id, image, tag, forModel }, timeoutMs) {
      const request: PhotoRequest = { id, image: image.length, ...(tag && { tag: tag.length }), forModel };
      let timeout: NodeJS.Timeout | undefined;
      let memory: NodeJS.Timeout | undefined;
      let onMessage: ((message: PhotoMessage) => void) | undefined;
      const answer = new Promise<Answer>((resolve) => {
        onMessage = (message) => {
          if (message.kind !== 'loaded' && message.id === id) resolve(message);
        };
        child.on('message', onMessage);
        timeout = setTimeout(() => resolve({ kind: 'ended', why: 'it took too long' }), timeoutMs);
        // The limit of V8 does not count what libvips allocates.
        memory = setInterval(async () => {
          if ((await bytesOf(child.pid)) > limitBytes) resolve({ kind: 'ended', why: 'it used too much memory' });
        }, lookAtMemoryMs);
        void ended.then((why) => resolve({ kind: 'ended', why }));
        void sealed.then(() => {
          // An error here means that the process has just ended. `ended` knows why.
          child.send(request, () => {});
          if (child.stdin !== null) sendPictures(child.stdin, tag ? [image, tag] : [image]).catch(() => {});
        });
      });
      try {
        return await answer;
      } finally {
        clearTimeout(timeout);
        clearInterval(memory);
        if (onMessage) child.off('message', onMessage);
      }
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * From now on the process can open nothing, not even with a descriptor that it closes before: no file, no connection, no pipe to
 * another program. It leaves no core dump, which would contain photos. Resolves to false if the system has no such command.
 */
const openNothing = (pid: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (process.platform !== 'linux') return resolve(false);
    const limits = ['--nofile=0:0', '--fsize=0:0', '--core=0:0'];
    execFile('prlimit', ['--pid', String(pid), ...limits], { timeout: 5_000 }, (error) => resolve(error === null));
  });

/**
 * Puts the process into a memory group of its own (cgroup v2), where we may create one: below our own group, or beside it. Returns
 * how to remove the group after the process has ended, or null if there is none. `root` is where groups are mounted.
 */
export function limitMemory(
  pid: number,
  bytes: number,
  { root = '/sys/fs/cgroup', ownGroups = '/proc/self/cgroup', make = (group: string): void => mkdirSync(group) } = {},
): (() => void) | null {
  const own = /^0::(\/.*)$/m.exec(existsSync(ownGroups) ? readFileSync(ownGroups, 'utf8') : '')?.[1];
  if (own === undefined) return null;
  for (const parent of [path.join(root, own), path.dirname(path.join(root, own))]) {
    if (!parent.startsWith(root)) continue;
    const group = path.join(parent, `hangtag-photos-${pid}`);
    try {
      if (!readFileSync(path.join(parent, 'cgroup.subtree_control'), 'utf8').split(/\s+/).includes('memory'))
        write(path.join(parent, 'cgroup.subtree_control'), '+memory');
      make(group);
    } catch {
      // Not ours to divide, or it has processes of its own.
      continue;
    }
    const remove = () => {
      try {
        rmdirSync(group);
      } catch {
        // The kernel still counts its last pages. An empty group costs nothing.
      }
    };
    try {
      write(path.join(group, 'memory.max'), String(bytes));
      write(path.join(group, 'cgroup.procs'), String(pid));
    } catch {
      remove();
      continue;
    }
    try {
      write(path.join(group, 'memory.swap.max'), '0');
    } catch {
      // The system has no swap accounting.
    }
    return remove;
  }
  return null;
}

/** These files exist already: to create one would be a sign that this is no group. */
function write(file: string, text: string): void {
  const fd = openSync(file, constants.O_WRONLY);
  try {
    writeSync(fd, text);
  } finally {
    closeSync(fd);
  }
}
