// Reads everything from one photo: garment, colors, and tag.

import type { PhotoToSee, Sighting } from '#domain/ports/pricing/vision.ts';
import { dominantColors } from '#domain/pricing/photo/dominant-colors.ts';
import type { TagLine, TagReading } from '#domain/pricing/photo/read-tag.ts';
import { decodePhoto, encodeJpeg, ImageRefused, type Pixels, shrinkTo, stretchTo } from './decode.ts';
import { type Gray, textOf } from './find-text.ts';
import { type GarmentClassifier, pictureSide } from './garment-classifier/classifier.ts';
import { type LetterReader, readTagPhoto } from './read-letters.ts';

const colorSide = 96;
/** Larger than other photos, because letters on a tag are small. */
const tagSide = 1600;
const modelSide = 1024;

/** Returns the function that reads everything from a photo, one step after the other. It throws `ImageRefused`. */
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
    if (error instanceof ImageRefused) error.which = which;
    throw error;
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

/** A bare wall varies in lightness by less than this (standard deviation, of 255); a white shirt on a white sheet by more. */
const leastVariation = 4;
/** Neighboring pixels of any photo correlate in at least one direction, even of a checked skirt. Those of noise do not. */
const leastLikeness = 0.3;

/**
 * Whether the picture shows anything. The classifier was trained only on garments: it calls a bare wall a T-shirt with 90 %
 * certainty, and noise a dress. So it must not see such pictures.
 */
export function showsSomething({ width, height, rgb }: Pixels): boolean {
  const light = lightOf(rgb);
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const own = (at: number): number => (light[at] ?? 0) - mean;
  let variance = 0;
  let across = 0;
  let down = 0;
  for (let at = 0; at < light.length; at++) {
    variance += own(at) ** 2;
    if ((at + 1) % width !== 0) across += own(at) * own(at + 1);
    if (at + width < light.length) down += own(at) * own(at + width);
  }
  const likeness = Math.max(across / (1 - 1 / width), down / (1 - 1 / height)) / variance;
  return Math.sqrt(variance / light.length) >= leastVariation && likeness >= leastLikeness;
}

/** In the middle of a tag, most pixels have the color of the ground. Some are ink, in many short pieces. */
const leastGround = 0.5;
const groundReach = 14;
const inkDistance = 45;
const ink = { least: 0.02, most: 0.4 } as const;
/** The average number of ink pieces per row of letters. A garment in front of a wall has one or two. */
const leastPieces = 3.5;

/** Whether a photo may be a close-up of a tag, so that reading it is worth half a second. Some printed garments pass, too. */
export function looksLikeTag({ width, height, light }: Gray): boolean {
  const [left, right] = [Math.floor(width * 0.15), Math.ceil(width * 0.85)];
  const rows = Array.from({ length: Math.floor(height * 0.7) }, (_, at) => {
    const start = (at + Math.floor(height * 0.15)) * width;
    return light.subarray(start + left, start + right);
  });
  const ground = commonest(rows);
  const all = rows.length * (right - left);
  let near = 0;
  let inked = 0;
  const pieces: number[] = [];
  for (const row of rows) {
    let begun = 0;
    let wasInk = false;
    for (const value of row) {
      const far = Math.abs(value - ground);
      if (far <= groundReach) near++;
      const isInk = far > inkDistance;
      if (isInk) inked++;
      if (isInk && !wasInk) begun++;
      wasInk = isInk;
    }
    if (begun > 0) pieces.push(begun);
  }
  const mean = pieces.reduce((sum, count) => sum + count, 0) / Math.max(1, pieces.length);
  return near >= leastGround * all && inked >= ink.least * all && inked <= ink.most * all && mean >= leastPieces;
}

function commonest(rows: readonly Uint8Array[]): number {
  const counts = new Uint32Array(256);
  for (const row of rows) for (const value of row) counts[value] = (counts[value] ?? 0) + 1;
  let best = 0;
  let most = -1;
  for (let value = 0; value < 256; value++) {
    const mass = counts
      .subarray(Math.max(0, value - groundReach), value + groundReach + 1)
      .reduce((sum, count) => sum + count, 0);
    if (mass > most) [best, most] = [value, mass];
  }
  return best;
}

const lightOf = (rgb: Uint8Array): Uint8Array =>
  Uint8Array.from({ length: rgb.length / 3 }, (_, at) =>
    Math.round(0.299 * (rgb[at * 3] ?? 0) + 0.587 * (rgb[at * 3 + 1] ?? 0) + 0.114 * (rgb[at * 3 + 2] ?? 0)),
  );
