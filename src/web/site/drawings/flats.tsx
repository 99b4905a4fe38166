// The garments that hang on the public pages' rails.
import { type Garment, GarmentPieces } from '#web/ui/garments.tsx';

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

/** Defines every garment once, at the start of a page. `Flat` refers to these definitions. */
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
