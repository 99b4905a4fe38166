import type { PhotoToSee, Sighting } from '#domain/ports/vision.ts';
import { dominantColours } from '#domain/pricing/dominant-colours.ts';
import type { TagReading } from '#domain/pricing/read-tag.ts';
import { decodePhoto, encodeJpeg, type ImageFault, ImageRefused, type Pixels, shrinkTo, stretchTo } from './decode.ts';
import { type GarmentClassifier, pictureSide } from './garment-classifier/classifier.ts';
import { type LetterReader, readTagPhoto } from './read-letters.ts';
import { looksLikeTag } from './tag-likeness.ts';

/** Which of the two pictures is not taken, and why. */
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

const colourSide = 96;
/** Letters on a tag are small. */
const tagSide = 1600;
const modelSide = 1024;

/** All that is seen on one photo, one step after the other. Throws `PhotoRefused`. */
export function createLook({ classify, letters }: { classify: GarmentClassifier; letters: LetterReader }) {
  return async ({ image, tag, forModel }: PhotoToSee): Promise<Sighting> => {
    if (tag !== undefined) letters.warm();
    const photo = await decoded('image', image);
    const tagPhoto = tag === undefined ? null : await decoded('tagImage', tag);
    const small = await shrinkTo(photo, colourSide);
    const readings = tagPhoto === null ? nothing : (await readTagPhoto(letters, tagPhoto)).reading;
    const ownLetters = tagPhoto === null && looksLikeTag(small) ? await readCloseUp(letters, photo) : nothing;
    const isCloseUp = ownLetters !== nothing;
    const kinds = isCloseUp
      ? null
      : classify((await stretchTo(photo, { width: pictureSide, height: pictureSide })).rgb);
    return {
      garments: (kinds?.garments ?? []).map(({ name, probability }) => ({ garment: name, probability })),
      forKids: kinds?.kids ?? 0,
      colours: isCloseUp ? [] : dominantColours(small),
      tag: readings,
      letters: ownLetters,
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

/** What is printed on a shirt is no tag: only two facts together make the photo of one. */
async function readCloseUp(letters: LetterReader, photo: Pixels): Promise<TagReading> {
  const { reading, lines } = await readTagPhoto(letters, photo);
  const facts = Object.keys(reading).length;
  return facts >= 2 && lines.length >= 2 ? reading : nothing;
}

async function picturesOf(photo: Pixels, tag: Pixels | null): Promise<{ image: Uint8Array; tag?: Uint8Array }> {
  const image = await encodeJpeg(photo);
  return tag === null ? { image } : { image, tag: await encodeJpeg(await shrinkTo(tag, modelSide)) };
}
