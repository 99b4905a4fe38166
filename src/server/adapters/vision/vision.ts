// The vision port: reads photos in a separate process.

import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '#domain/failure.ts';
import type { PhotoToSee, Sighting, Vision } from '#domain/ports/vision.ts';
import type { ImageFault } from './decode.ts';
import type { Asked, Said } from './messages.ts';

type Log = { warn(fields: object, message: string): void };

const ownProgram = fileURLToPath(new URL('./program.ts', import.meta.url));

/** The messages of the upload form. The server gives the same messages to other clients. */
const sentences: Readonly<Record<ImageFault, string>> = {
  type: 'Please select a JPEG, PNG, or WebP image file.',
  large: 'Please select an image smaller than 8MB',
  small: 'Image file appears to be corrupted or too small',
  pixels: 'Failed to process the image. Please try a different file.',
  unreadable: 'Failed to process the image. Please try a different file.',
};
const details: Partial<Record<ImageFault, string>> = {
  pixels: 'The picture has more than 40 megapixels.',
};

const refused = (fault: ImageFault, which: 'image' | 'tagImage', cause?: unknown): Failure =>
  new Failure('invalid_image', sentences[fault], { fields: { [which]: details[fault] ?? sentences[fault] }, cause });

/**
 * Reads photos in a separate process. It starts with the first photo, ends when there was none for `idleMs`, and is replaced when
 * it has grown too large. If a photo crashes it or takes longer than `patienceMs`, only that photo fails: the next one gets a new
 * process.
 */
export function openVision({
  log,
  idleMs = 60_000,
  patienceMs = 30_000,
  mostBytes = 700e6,
  limitBytes = 1_200e6,
  program = ownProgram,
}: {
  log: Log;
  idleMs?: number;
  patienceMs?: number;
  /** If the process uses more memory than this after a photo, the next photo gets a new process. */
  mostBytes?: number;
  /** A process that uses more than this while it reads a photo is ended at once. */
  limitBytes?: number;
  /** The program to run. Tests pass one that breaks. */
  program?: string;
}): Vision {
  let process: PhotoProcess | null = null;
  let lastPhoto: Promise<unknown> = Promise.resolve();
  let rest: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ended = process;
    process = null;
    await ended?.end();
  };

  const lookNow = async (photo: PhotoToSee): Promise<Sighting> => {
    if (isClosed) throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.');
    clearTimeout(rest);
    lastId += 1;
    process ??= startPhotoProcess(program, limitBytes);
    const said = await process.ask({ id: lastId, ...photo }, patienceMs);
    if (said.kind === 'ended') {
      await end();
      if (isClosed) throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.');
      log.warn({ reason: said.why }, 'Photo analysis failed, its process was ended');
      throw refused('unreadable', 'image');
    }
    if (said.rss > mostBytes) await end();
    else rest = setTimeout(() => void end(), idleMs).unref();
    if (said.kind === 'refused') throw refused(said.fault, said.which);
    if (said.kind === 'failed') throw refused('unreadable', 'image');
    return said.sighting;
  };

  return {
    look(photo) {
      // One at a time, because decoding needs memory for a whole picture, and two cores have other work.
      const own = lastPhoto.then(() => lookNow(photo));
      lastPhoto = own.catch(() => {});
      return own;
    },
    async close() {
      isClosed = true;
      clearTimeout(rest);
      await end();
    },
  };
}

type Answer = Exclude<Said, { kind: 'ready' }> | { kind: 'ended'; why: string };
type PhotoProcess = { ask(asked: Asked, patienceMs: number): Promise<Answer>; end(): Promise<void> };

/**
 * Node's permission model: the process reads the program's own files, writes none, and starts no process. It does not confine
 * native code such as libvips, which has no secrets to find there.
 */
const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The packages may be a link to another folder. */
const packages = path.join(realpathSync(path.join(root, 'node_modules')), path.sep);
const confinement: readonly string[] = [
  '--permission',
  `--allow-fs-read=${root}`,
  `--allow-fs-read=${packages}`,
  '--allow-addons',
  // Tesseract runs in a thread, which is confined as well.
  '--allow-worker',
];

const lookAtMemoryMs = 50;

/** What the process uses now; 0 where the system does not tell. */
async function bytesOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

function startPhotoProcess(program: string, limitBytes: number): PhotoProcess {
  const child: ChildProcess = fork(program, [], {
    // Sends buffers without converting them to JSON.
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256', ...confinement],
    // The process gets no environment, so that an attack through a picture finds no keys in it.
    env: {},
    // Output of libvips may quote a picture's metadata.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exit = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.on('error', (error) => resolve(error.message));
  });
  return {
    async ask(asked, patienceMs) {
      let patience: NodeJS.Timeout | undefined;
      let memory: NodeJS.Timeout | undefined;
      let hear: ((said: Said) => void) | undefined;
      const answer = new Promise<Answer>((resolve) => {
        hear = (said) => {
          if (said.kind !== 'ready' && said.id === asked.id) resolve(said);
        };
        child.on('message', hear);
        patience = setTimeout(() => resolve({ kind: 'ended', why: 'it took too long' }), patienceMs);
        // The limit of V8 does not count what libvips allocates.
        memory = setInterval(async () => {
          if ((await bytesOf(child.pid)) > limitBytes) resolve({ kind: 'ended', why: 'it used too much memory' });
        }, lookAtMemoryMs);
        void exit.then((why) => resolve({ kind: 'ended', why }));
        // An error here means that the process has just ended. `exit` knows why.
        child.send(asked, () => {});
      });
      try {
        return await answer;
      } finally {
        clearTimeout(patience);
        clearInterval(memory);
        if (hear) child.off('message', hear);
      }
    },
    async end() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
