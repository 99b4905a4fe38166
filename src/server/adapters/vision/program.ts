// The photo process: one process beside the server, one photo at a time. A picture that crashes the decoder ends only this
// process. Once it has loaded, it can't open anything anymore: no file, no connection, and no other program.

import os from 'node:os';
import sharp from 'sharp';
import type { PhotoToSee, Sighting } from '#domain/ports/pricing/vision.ts';
import { dominantColors } from '#domain/pricing/photo/dominant-colors.ts';
import type { TagLine, TagReading } from '#domain/pricing/photo/read-tag.ts';
import { decodePhoto, encodeJpeg, type ImageFault, ImageRefused, type Pixels, shrinkTo, stretchTo } from './decode.ts';
import { type GarmentClassifier, pictureSide } from './garment-classifier/classifier.ts';
import { shippedGarmentClassifier } from './garment-classifier/shipped.ts';
import { textOf } from './level-text.ts';
import type { PhotoMessage, PhotoRequest } from './messages.ts';
import { looksLikeTag, showsSomething } from './picture-kind.ts';
import { receivePicture } from './pictures.ts';
import { type LetterReader, openLetterReader, readTagPhoto } from './read-letters.ts';

// Bots and requests come first: on one or two cores, a photo at normal priority would delay shares.
try {
  os.setPriority(5);
} catch {
  // If the system forbids this, the program runs at normal priority.
}
sharp.concurrency(1);
sharp.cache(false);
// libvips can open many formats. Only the three that we accept are unblocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

const letters = openLetterReader();
// Starts in its own thread while the weights are read. Later, it could open nothing anymore.
const reading = letters.warm();
const look = createLook({ classify: shippedGarmentClassifier(), letters });
const send = (message: PhotoMessage): void => {
  process.send?.(message);
};

// Opened now, because later it could open nothing anymore.
const { stdin } = process;
const photoOf = async ({ image, tag, forModel }: PhotoRequest): Promise<PhotoToSee> => ({
  image: await receivePicture(stdin, image),
  ...(tag !== undefined && { tag: await receivePicture(stdin, tag) }),
  forModel,
});

await reading;
await seal();
process.on('message', (request: PhotoRequest) => {
  const { id } = request;
  photoOf(request)
    .then(look)
    .then(
      (sighting) => send({ kind: 'seen', id, sighting, rss: ownBytes() }),
      (error: unknown) => {
        const rss = ownBytes();
        send(
          error instanceof PhotoRefused
            ? { kind: 'refused', id, which: error.which, fault: error.fault, rss }
            : { kind: 'failed', id, rss },
        );
      },
    );
});
// The channel also closes if the server is killed with kill -9. Nobody waits for results then.
process.on('disconnect', () => process.exit(0));

/** Debian and systemd never assign this number. Only root can become another user. */
const ownId = 65_522;

/**
 * Call it when everything is loaded. The server then takes away the right to open anything: files, connections, and pipes to other
 * programs. If the program is root's, it becomes a user that owns nothing. Neither can be undone from inside.
 */
export async function seal(): Promise<void> {
  const sealed = new Promise<void>((resolve) => process.once('message', () => resolve()));
  process.send?.({ kind: 'loaded' });
  await sealed;
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(ownId);
    process.setuid?.(ownId);
  } catch {
    // In a container whose root may not change users, this root has few rights to lose.
  }
}

/** How much memory the program uses, if the system says so without opening a file. The server measures it, too. */
function ownBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

/** Says which of the two pictures was refused, and why. */
class PhotoRefused extends Error {
  readonly fault: ImageFault;
  readonly which: 'image' | 'tagImage';
  constructor(fault: ImageFault, which: 'image' | 'tagImage') {
    super(`The ${which} was refused: ${fault}.`);
    this.name = 'PhotoRefused';
    this.fault = fault;
    this.which = which;
  }
}

const colorSide = 96;
/** Larger than other photos, because letters on a tag are small. */
const tagSide = 1600;
const modelSide = 1024;

/** Returns the function that reads everything from a photo, one step after the other. It throws `PhotoRefused`. */
function createLook({ classify, letters }: { classify: GarmentClassifier; letters: LetterReader }) {
  return async ({ image, tag, forModel }: PhotoToSee): Promise<Sighting> => {
    const photo = await decoded('image', image);
    const tagPhoto = tag === undefined ? null : await decoded('tagImage', tag);
    const small = await shrinkTo(photo, colorSide);
    const readings = tagPhoto === null ? nothing : (await readTagPhoto(letters, tagPhoto)).reading;
    const text = tagPhoto === null ? await textOf(photo) : null;
    const ownLetters = text !== null && looksLikeTag(text) ? await readCloseUp(letters, photo) : null;
    const shows = ownLetters !== null ? 'letters' : showsSomething(small) ? 'thing' : 'nothing';
    const kinds =
      shows === 'thing' ? classify((await stretchTo(photo, { width: pictureSide, height: pictureSide })).rgb) : null;
    return {
      shows,
      garments: (kinds?.garments ?? []).map(({ name, probability }) => ({ garment: name, probability })),
      forKids: kinds?.kids ?? 0,
      colors: shows === 'thing' ? dominantColors(small) : [],
      tag: readings,
      letters: ownLetters ?? nothing,
      pictures: forModel ? await picturesOf(photo, tagPhoto) : null,
    };
  };
}

const nothing: TagReading = {};

async function decoded(which: 'image' | 'tagImage', bytes: Uint8Array): Promise<Pixels> {
  try {
    return await decodePhoto(bytes, which === 'tagImage' ? { side: tagSide } : {});
  } catch (error) {
    throw error instanceof ImageRefused ? new PhotoRefused(error.fault, which) : error;
  }
}

/** A line counts if it has at least three letters and the reader was sure of them. */
const isLine = ({ text, confidence }: TagLine): boolean =>
  confidence >= 70 && text.replace(/[^\p{L}\p{N}]/gu, '').length >= 3;

/**
 * Reads a tag from the main photo; null if the photo shows no tag. A print on a shirt is not a tag, so it takes two facts or four
 * lines to count as one. None of 1,000 photos of garments was mistaken for a tag.
 */
async function readCloseUp(letters: LetterReader, photo: Pixels): Promise<TagReading | null> {
  const { reading, lines } = await readTagPhoto(letters, photo);
  const isTag = Object.keys(reading).length >= 2 && lines.length >= 2;
  return isTag || lines.filter(isLine).length >= 4 ? reading : null;
}

async function picturesOf(photo: Pixels, tag: Pixels | null): Promise<{ image: Uint8Array; tag?: Uint8Array }> {
  const image = await encodeJpeg(photo);
  return tag === null ? { image } : { image, tag: await encodeJpeg(await shrinkTo(tag, modelSide)) };
}
