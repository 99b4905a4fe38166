// Reads the data set, its table and its photos, and divides it into what is for learning and what is for tests.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodePhoto, stretchTo } from '../../../src/server/adapters/vision/decode.ts';
import { mixSeed } from '../random.ts';

/** One row of clothing.csv. `smallSplit` and `smallLabel` are empty for photos outside clothing-dataset-small. */
export type Row = {
  readonly image: string;
  readonly sender: number;
  readonly label: string;
  readonly kids: boolean;
  readonly smallSplit: string;
  readonly smallLabel: string;
};

/** The network's possible answers: the labels of the data set. "Other" is everything that its authors could not name. */
export const labels = [
  'T-Shirt',
  'Longsleeve',
  'Pants',
  'Shoes',
  'Shirt',
  'Dress',
  'Outwear',
  'Shorts',
  'Hat',
  'Skirt',
  'Polo',
  'Undershirt',
  'Blazer',
  'Hoodie',
  'Body',
  'Blouse',
  'Top',
  'Other',
] as const;

export const other = labels.indexOf('Other');

/** The index of the label in `labels`. The small data set's label takes precedence, because it was checked a second time. */
function labelIndex(row: Row): number {
  const index = labels.findIndex((label) => label.toLowerCase() === (row.smallLabel || row.label).toLowerCase());
  return index === -1 ? other : index;
}

/** Reads clothing.csv. Throws if a column is missing. */
export function readRows(directory: string): Row[] {
  const [head = '', ...lines] = readFileSync(path.join(directory, 'clothing.csv'), 'utf8').trim().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const cell = (column: string): string => {
      const found = cells[columns.indexOf(column)];
      if (found === undefined) throw new Error(`clothing.csv has no column ${column}`);
      return found;
    };
    return {
      image: cell('image'),
      sender: Number(cell('sender_id')),
      label: cell('label'),
      kids: cell('kids') === 'True',
      smallSplit: cell('small_split'),
      smallLabel: cell('small_label'),
    };
  });
}

/** Every photo as size x size x 3 bytes for each requested size, in memory that threads share. Broken photos throw. */
async function decodePhotos(
  directory: string,
  rows: readonly Row[],
  sizes: readonly number[],
): Promise<SharedArrayBuffer[]> {
  const all = sizes.map((size) => ({ size, shared: new SharedArrayBuffer(rows.length * size * size * 3) }));
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < rows.length; index = next++) {
      const photo = await decodePhoto(readFileSync(path.join(directory, 'images', `${rows[index]?.image}.jpg`)));
      for (const { size, shared } of all) {
        const { rgb } = await stretchTo(photo, { width: size, height: size });
        new Uint8Array(shared).set(rgb, index * size * size * 3);
      }
    }
  };
  await Promise.all([lane(), lane()]);
  return all.map(({ shared }) => shared);
}

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
