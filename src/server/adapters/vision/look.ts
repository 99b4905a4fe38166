// Reads everything from one photo: garment, colors, and tag.

import type { PhotoToSee, Sighting } from '#domain/ports/pricing/vision.ts';
import { dominantColors } from '#domain/pricing/photo/dominant-colors.ts';
import type { TagLine, TagReading } from '#domain/pricing/photo/read-tag.ts';
import { decodePhoto, encodeJpeg, type ImageFault, ImageRefused, type Pixels, shrinkTo, stretchTo } from './decode.ts';
import { type GarmentClassifier, pictureSide } from './garment-classifier/classifier.ts';
import { textOf } from './level-text.ts';
import { looksLikeTag, showsSomething } from './picture-kind.ts';
import { type LetterReader, readTagPhoto } from './read-letters.ts';

/** Says which of the two pictures was refused, and why. */
export class PhotoRefused extends Error {
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
export function createLook({ classify, letters }: { classify: GarmentClassifier; letters: LetterReader }) {
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
