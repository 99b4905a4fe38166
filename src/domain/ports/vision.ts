// Port: looking at photos in a process of its own.

import type { Garment } from '../pricing/facts/garments.ts';
import type { ColorShare } from '../pricing/photo/dominant-colors.ts';
import type { TagReading } from '../pricing/photo/read-tag.ts';

export type PhotoToSee = {
  /** The bytes as they were sent; whatever they are called, they are judged by themselves. */
  image: Uint8Array;
  tag?: Uint8Array;
  /** Also make the pictures that a model may be sent. */
  forModel: boolean;
};

/** What was seen on a photo without any model of others. */
export type Sighting = {
  /** `letters`: a close-up of a tag, or a page of words. `nothing`: a wall, noise. Neither has kinds or colors. */
  shows: 'thing' | 'letters' | 'nothing';
  /** What kind of thing it may be, likeliest first, with probabilities. */
  garments: readonly { garment: Garment; probability: number }[];
  /** The probability that it is made for a child. */
  forKids: number;
  /** Largest first. */
  colors: readonly ColorShare[];
  /** Read from the photo of the tag. */
  tag: TagReading;
  /** Read from the photo itself, where it is a close-up of a tag. */
  letters: TagReading;
  /** JPEGs made anew from the pixels, without any metadata, at most 1,024 pixels on the longer side. */
  pictures: { image: Uint8Array; tag?: Uint8Array } | null;
};

/** Looks at photos, somewhere where a picture that breaks the decoder breaks nothing else. Nothing is kept. */
export type Vision = {
  /** Throws `invalid_image` for a picture that is none, or that cannot be looked at. */
  look(photo: PhotoToSee): Promise<Sighting>;
  close(): Promise<void>;
};
