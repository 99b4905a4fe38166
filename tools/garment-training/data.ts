import { decodePhotos, labelIndex, type Row, readRows } from './photos.ts';
import { mixSeed } from './random.ts';

/** Side of the photos that are cut and changed while training; those that are asked about have the product's size. */
export const photoSide = 128;

/** All photos but those of the official test, which nothing here ever looks at. Lists hold places in `rows`. */
export type Data = {
  readonly rows: readonly Row[];
  readonly answers: readonly number[];
  readonly photos: SharedArrayBuffer;
  readonly whole: { readonly bytes: Uint8Array; readonly size: number };
  /** The official validation split: no network learns from it; the temperature is set on it. */
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

/** What a network learns from, and photos with a small label of senders it never sees. */
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
