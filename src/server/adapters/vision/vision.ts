// The vision port: reads photos in a separate process.

import { fileURLToPath } from 'node:url';
import { Failure } from '#domain/failure.ts';
import type { PhotoToSee, Sighting, Vision } from '#domain/ports/pricing/vision.ts';
import type { ImageFault } from './decode.ts';
import { type PhotoProcess, startPhotoProcess } from './photo-process.ts';

type Log = { warn(fields: object, message: string): void };

/** Only Linux has prlimit, so elsewhere the warning would ask for nothing that can be installed. */
const isLinux = globalThis.process.platform === 'linux';
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

/** The process ends when there was no photo for this long. */
const idleMs = 60_000;
/** If the process uses more memory than this after a photo, the next photo gets a new process. */
const mostBytes = 700e6;

/**
 * Reads photos in a separate process. It starts with the first photo, ends when it has nothing to do, and is replaced when it has
 * grown too large. If a photo crashes it or takes longer than `timeoutMs`, only that photo fails: the next one gets a new
 * process.
 */
export function openVision({
  log,
  timeoutMs = 30_000,
  limitBytes = 1_200e6,
  program = ownProgram,
}: {
  log: Log;
  timeoutMs?: number;
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
  let hasWarned = false;

  const start = (): PhotoProcess => {
    const started = startPhotoProcess(program, limitBytes);
    void started.sealed.then((isSealed) => {
      if (!isSealed && !hasWarned && isLinux) log.warn({}, 'Photo process can open connections: install prlimit');
      hasWarned ||= !isSealed;
    });
    // Between two photos the system may end it, to get memory. The next photo is not to blame.
    void started.ended.then(() => {
      if (process === started) process = null;
    });
    return started;
  };

  const end = async (): Promise<void> => {
    const ended = process;
    process = null;
    await ended?.end();
  };

  /** Replaces an earlier timer, which may be that of a process that has ended and must not end the next one. */
  const endWhenIdle = (): void => {
    clearTimeout(rest);
    rest = setTimeout(() => void end(), idleMs).unref();
  };

  const lookNow = async (photo: PhotoToSee): Promise<Sighting> => {
    if (isClosed) throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.');
    clearTimeout(rest);
    lastId += 1;
    process ??= start();
    const { bytes } = process;
    const reply = await process.ask({ id: lastId, ...photo }, timeoutMs);
    if (reply.kind === 'ended') {
      await end();
      if (isClosed) throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.');
      log.warn({ reason: reply.why }, 'Photo analysis failed, its process was ended');
      throw refused('unreadable', 'image');
    }
    if (Math.max(reply.rss, await bytes()) > mostBytes) await end();
    else endWhenIdle();
    if (reply.kind === 'refused') throw refused(reply.fault, reply.which);
    if (reply.kind === 'failed') throw refused('unreadable', 'image');
    return reply.sighting;
  };

  return {
    look(photo) {
      // One at a time, because decoding needs memory for a whole picture, and two cores have other work.
      const own = lastPhoto.then(() => lookNow(photo));
      lastPhoto = own.catch(() => {});
      return own;
    },
    prepare() {
      if (isClosed) return;
      process ??= start();
      endWhenIdle();
    },
    async close() {
      isClosed = true;
      clearTimeout(rest);
      await end();
    },
  };
}
