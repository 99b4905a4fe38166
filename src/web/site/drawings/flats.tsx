// The garments that hang on the public pages' rails.
import type { Garment } from '#web/ui/garment-drawings.ts';
import { GarmentPieces } from '#web/ui/garment-pieces.tsx';

/** What hangs on the visitors' rail, of all garments that are drawn. */
const flats = [
  'jeans',
  'blazer',
  'dress',
  'sweater',
  'jacket',
  'skirt',
  'coat',
  'tee',
  'bag',
] as const satisfies readonly Garment[];

export type FlatName = (typeof flats)[number];

/** Every garment once, for `Flat` to use; drawn at the beginning of a page that shows some. */
export const FlatSymbols = () => (
  <svg className="symbols" aria-hidden="true" focusable="false">
    {flats.map((name) => (
      <symbol key={name} id={`flat-${name}`} viewBox="0 0 120 150">
        <GarmentPieces garment={name} />
      </symbol>
    ))}
  </svg>
);

export const Flat = ({ name }: { name: FlatName }) => (
  <svg className="flat" viewBox="0 0 120 150" aria-hidden="true" focusable="false">
    <use href={`#flat-${name}`} />
  </svg>
);
