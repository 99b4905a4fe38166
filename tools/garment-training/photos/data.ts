// Loads the photos and divides them into those for learning and those for tests.

import { mixSeed } from '../random.ts';
import { decodePhotos, labelIndex, type Row, readRows } from './photos.ts';

/** Side of the photos that are cropped and changed for training. Photos for evaluation have the classifier's size. */
export const photoSide = 128;

/** All photos except those of the official test split, which nothing here ever reads. The lists are indexes into `rows`. */
export type Data = {
  readonly rows: readonly Row[];
  readonly answers: readonly number[];
  readonly photos: SharedArrayBuffer;
  readonly whole: { readonly bytes: Uint8Array; readonly size: number };
  /** The official validation split. No network learns from it, and it sets the temperature. */
  readonly validation: readonly number[];
};

export async function readData(directory: string, size: number): Promise<Data> {
  const rows = readRows(directory).filter(({ smallSplit }) => smallSplit !== 'test');
  const [photos = new SharedArrayBuffer(), whole = new SharedArrayBuffer()] = await decodePhotos(directory, rows, [
    photoSide,
    size,
  ]);
  return {
    rows,
    answers: rows.map(labelIndex),
    photos,
    whole: { bytes: new Uint8Array(whole), size },
    validation: places(rows, ({ smallSplit }) => smallSplit === 'validation'),
  };
}

/** The photos that a network learns from, and the labeled photos of senders that it never sees. */
export function shares({ rows }: Pick<Data, 'rows'>, withoutFold: number | undefined) {
  const stranger = ({ sender }: Row) => withoutFold !== undefined && mixSeed(sender, 99) % 6 === withoutFold;
  return {
    train: places(rows, (row) => row.smallSplit !== 'validation' && !stranger(row)),
    strangers: places(rows, (row) => row.smallLabel !== '' && stranger(row)),
    strange: new Set(places(rows, stranger)),
  };
}

const places = (rows: readonly Row[], fits: (row: Row) => boolean): number[] =>
  rows.flatMap((row, index) => (fits(row) ? [index] : []));
