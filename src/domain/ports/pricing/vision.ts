// Port: reads photos in a separate process.

import type { Garment } from '../../pricing/facts/garments.ts';
import type { ColorShare } from '../../pricing/photo/dominant-colors.ts';
import type { TagReading } from '../../pricing/photo/read-tag.ts';

export type PhotoToSee = {
  /** The bytes as they were sent. Their type is read from the bytes, not from any label. */
  image: Uint8Array;
  tag?: Uint8Array;
  /** Also make copies that may be sent to an AI model. */
  forModel: boolean;
};

/** What was seen on a photo without any AI model. */
export type Sighting = {
  /** `letters`: a close-up of a tag, or a page of text. `nothing`: a wall, or noise. Neither has garments or colors. */
  shows: 'thing' | 'letters' | 'nothing';
  /** Which garments it may be, most probable first. */
  garments: readonly { garment: Garment; probability: number }[];
  /** The probability that the item is made for a child. */
  forKids: number;
  /** Largest first. */
  colors: readonly ColorShare[];
  tag: TagReading;
  /** Read from the main photo, if it is a close-up of a tag. */
  letters: TagReading;
  /** JPEGs re-encoded from the pixels: no metadata, at most 1,024 pixels on the longer side. */
  pictures: { image: Uint8Array; tag?: Uint8Array } | null;
};

/** Reads photos in a place where a picture that crashes the decoder can do no other damage. Stores nothing. */
export type Vision = {
  /** Throws `invalid_image` if the data is not a picture or can't be read. */
  look(photo: PhotoToSee): Promise<Sighting>;
  /** A photo was chosen, or begins to arrive. Getting ready takes longer than to receive a small one. */
  prepare(): void;
  close(): Promise<void>;
};
