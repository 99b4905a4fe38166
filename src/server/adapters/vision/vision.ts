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
  deep: 'Failed to process the image. Please try a different file.',
  unreadable: 'Failed to process the image. Please try a different file.',
};
const details: Partial<Record<ImageFault, string>> = {
  pixels: 'The picture has more than 40 megapixels.',
  deep: 'The picture has more than 8 bits per color. Save it as a JPEG.',
};

const refused = (fault: ImageFault, which: 'image' | 'tagImage', cause?: unknown): Failure =>
  new Failure('invalid_image', sentences[fault], { fields: { [which]: details[fault] ?? sentences[fault] }, cause });

/** The process ends when there was no photo for this long. */
const idleMs = 60_000;
/** If the process uses more memory than this after a photo, the next photo gets a new process. */
const mostBytes = 700e6;

type Options = {
  log: Log;
  timeoutMs: number;
  /** A process that uses more than this while it reads a photo is ended at once. */
  limitBytes: number;
  /** The program to run. Tests pass one that breaks. */
  program: string;
};

type State = {
  readonly options: Options;
  process: PhotoProcess | null;
  /** Ends when the last photo of those that wait has been read. */
  lastPhoto: Promise<unknown>;
  /** Ends the process when it has had nothing to do for a while. */
  rest: NodeJS.Timeout | undefined;
  lastId: number;
  isClosed: boolean;
  hasWarned: boolean;
};

/**
 * Reads photos in a separate process. It starts with the first photo, ends when it has nothing to do, and is replaced when it has
 * grown too large. If a photo crashes it or takes longer than `timeoutMs`, only that photo fails: the next one gets a new
 * process.
 */
export function openVision(needs: Pick<Options, 'log'> & Partial<Options>): Vision {
  const { log, timeoutMs = 30_000, limitBytes = 1_200e6, program = ownProgram } = needs;
  const state: State = {
    ...{ options: { log, timeoutMs, limitBytes, program }, process: null, lastPhoto: Promise.resolve() },
    ...{ rest: undefined, lastId: 0, isClosed: false, hasWarned: false },
  };
  return {
    look(photo) {
      // One at a time, because decoding needs memory for a whole picture, and two cores have other work.
      const own = state.lastPhoto.then(() => lookNow(state, photo));
      state.lastPhoto = own.catch(() => {});
      return own;
    },
    prepare() {
      if (state.isClosed) return;
      state.process ??= start(state);
      endWhenIdle(state);
    },
    async close() {
      state.isClosed = true;
      clearTimeout(state.rest);
      await end(state);
    },
  };
}

async function lookNow(state: State, photo: PhotoToSee): Promise<Sighting> {
  const { log, timeoutMs } = state.options;
  refuseClosed(state);
  clearTimeout(state.rest);
  state.lastId += 1;
  state.process ??= start(state);
  const { ask, bytes } = state.process;
  const reply = await ask({ id: state.lastId, ...photo }, timeoutMs);
  if (reply.kind === 'ended') {
    await end(state);
    refuseClosed(state);
    log.warn({ reason: reply.why }, 'Photo analysis failed, its process was ended');
    // The library that decodes pictures needs SSE4.2. No other picture would fare better.
    if (reply.why === 'SIGILL')
      throw new Failure('invalid_image', 'Photos can’t be priced here: this computer’s processor is too old.');
    throw refused('unreadable', 'image');
  }
  if (Math.max(reply.rss, await bytes()) > mostBytes) await end(state);
  else endWhenIdle(state);
  if (reply.kind === 'refused') throw refused(reply.fault, reply.which);
  if (reply.kind === 'failed') throw refused('unreadable', 'image');
  return reply.sighting;
}

function refuseClosed({ isClosed }: State): void {
  if (isClosed) throw new Failure('shutting_down', 'Hangtag is restarting. Try again in a moment.');
}

function start(state: State): PhotoProcess {
  const { log, program, limitBytes } = state.options;
  const started = startPhotoProcess(program, limitBytes);
  void started.sealed.then((isSealed) => {
    if (!isSealed && !state.hasWarned && isLinux) log.warn({}, 'Photo process can open connections: install prlimit');
    state.hasWarned ||= !isSealed;
  });
  // Between two photos the system may end it, to get memory. The next photo is not to blame.
  void started.ended.then(() => {
    if (state.process === started) state.process = null;
  });
  return started;
}

async function end(state: State): Promise<void> {
  const ended = state.process;
  state.process = null;
  await ended?.end();
}

/** Replaces an earlier timer, which may be that of a process that has ended and must not end the next one. */
function endWhenIdle(state: State): void {
  clearTimeout(state.rest);
  state.rest = setTimeout(() => void end(state), idleMs).unref();
}
