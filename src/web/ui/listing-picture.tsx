// The picture of a listing: its photo, or else one of ten drawings of garments.
import { useState } from 'react';
import { usePictureAddress } from '#web/lib/marketplace.ts';
import './listing-picture.css';

/** A piece of a drawing, on a grid of 120 by 150. Cloth is filled, seams are lines, a button is `[x, y, radius]`. */
type Piece = { cloth: string } | { seam: string } | { button: readonly [number, number, number] };

/** Later pieces cover earlier ones. */
const garmentDrawings = {
  jacket: [
    {
      cloth:
        'M43 20 28 26c-5 2-7.5 5.5-8.5 10.5L9 103l16 4.5 7-38.5v67h56V69l7 38.5 16-4.5-10.5-66.5C99.5 31.5 97 28 92 26l-15-6-17 17z',
    },
    { cloth: 'M43 20c0-3 2-6 4-7h26c2 1 4 4 4 7l6 9-14 10-9-10-9 10-14-10z' },
    {
      seam: 'M47 13c4 7 9 12 13 16 4-4 9-9 13-16M60 29v107M32 69V45M88 69V45M32 130h56M11 97l15.8 4.3M109 97l-15.8 4.3',
    },
    { cloth: 'M39 52h15v16l-7.5 3-7.5-3zM36 88h19v27l-9.5 3.5L36 115zM65 88h19v27l-9.5 3.5L65 115z' },
    { seam: 'M36 93h19M65 93h19M39 56h15' },
    { button: [63.5, 46, 1.6] },
    { button: [63.5, 66, 1.6] },
    { button: [63.5, 86, 1.6] },
    { button: [63.5, 106, 1.6] },
    { button: [63.5, 124, 1.6] },
  ],
  jeans: [
    { cloth: 'M38 14h44l2 12 6.5 110-22.5 2-7-82-1-6-1 6-7 82-22.5-2L36 26z' },
    { seam: 'M37 24h46.5M60 24v26M60 50c-5 0-7-4-7-9M40 24c0 9 5 13 13 13M80 24c0 9-5 13-13 13' },
    { seam: 'M45 14v10M75 14v10M52 14v10M68 14v10M30.5 129l22 2M89.5 129l-22 2' },
    { button: [60, 19, 1.8] },
    { seam: 'M57 24v15c0 4 1 7 3 8M39 30c1 7 6 10 13 10M81 30c-1 7-6 10-13 10' },
  ],
  dress: [
    {
      cloth:
        'M44 28c3 9 8 14 16 14s13-5 16-14c1 10 3 18 5 25-4 6-5 12-4 19l17 65c-10 4-22 5.5-34 5.5S36 141 26 137l17-65c1-7 0-13-4-19 2-7 4-15 5-25z',
    },
    { seam: 'M44 28c-1-6 1-12 4-17M76 28c1-6-1-12-4-17M43 72c11 4 23 4 34 0M49 45c2 9 1 18-1 27M71 45c-2 9-1 18 1 27' },
    { seam: 'M50 76c-3 22-8 44-13 64M70 76c3 22 8 44 13 64M60 76v66' },
  ],
  sweater: [
    {
      cloth:
        'M45 22 31 27c-5 2-8 6-9.5 11L8 108l16 5 9-40v57h54V73l9 40 16-5-13.5-70C97 33 94 29 89 27l-14-5c-4 5-9 7-15 7s-11-2-15-7z',
    },
    {
      seam: 'M45 22c0-3 1-5 3-6 3 4 7 6 12 6s9-2 12-6c2 1 3 3 3 6M33 120h54M9.8 99.5l16.2 5M110.2 99.5l-16.2 5M33 73l2-24M87 73l-2-24',
    },
    { seam: 'M38 120v10M43 120v10M48 120v10M53 120v10M58 120v10M63 120v10M68 120v10M73 120v10M78 120v10M83 120v10' },
    {
      seam: 'M54 40c-4 7 4 11 0 18s4 11 0 18 4 11 0 18 4 11 0 18M66 40c4 7-4 11 0 18s-4 11 0 18-4 11 0 18-4 11 0 18M60 40v72',
    },
  ],
  coat: [
    {
      cloth:
        'M44 16 30 22c-5 2-7.5 5.5-8.5 10.5L11 104l15 4 7-36-5 68h64l-5-68 7 36 15-4-10.5-71.5C97.5 27.5 95 24 90 22l-14-6-16 22z',
    },
    { cloth: 'M44 16c1-4 3-6 5-7h22c2 1 4 3 5 7l8 20-12 2 2 6-14 22-14-22 2-6-12-2z' },
    { seam: 'M49 9c2 11 6 21 11 29 5-8 9-18 11-29M60 66v74M30.5 82h59M30 89h60M12.5 95l15 4M107.5 95l-15 4M60 118' },
    { cloth: 'M53 79h13v13H53z' },
    { seam: 'M36 100l12-3 3 12-12 3zM84 100l-12-3-3 12 12 3z' },
    { button: [51, 72, 1.5] },
    { button: [69, 72, 1.5] },
    { button: [52, 112, 1.5] },
    { button: [68, 112, 1.5] },
    { seam: 'M20 42l13 3M100 42l-13 3' },
  ],
  tee: [
    { cloth: 'M44 22 27 28 8 58l17 11 8-11v70h54V58l8 11 17-11-19-30-17-6c-3 6-9 9-16 9s-13-3-16-9z' },
    { seam: 'M41 23c3 9 10 13 19 13s16-4 19-13M33 58V46M87 58V46M33 123h54M11.5 53.5l17 11M108.5 53.5l-17 11' },
    { seam: 'M66 52h14v14c-4 3-10 3-14 0z' },
  ],
  boot: [
    { cloth: 'M40 22h40l-2 46c2 10 8 15 18 19 10 4 15 9 15 18v7H38c1-12 3-22 2-34z' },
    { cloth: 'M38 112h73v7H70l-4-3-3 18H37z' },
    {
      seam: 'M78 68c-6 0-10 3-12 8M39 78c10 2 20-2 27-10M47 22v-6h6v6M52 36c3 8 3 20 1 30M68 36c-3 8-3 20-1 30M52 36h16M94 90c-3 5-3 10-2 15',
    },
  ],
  bag: [
    { cloth: 'M18 64h84l8 70H10z' },
    { cloth: 'M18 64h84l-4 32c-11 8-25 10-38 10s-27-2-38-10z' },
    { seam: 'M36 64c0-30 8-46 24-46s24 16 24 46M42 64c0-24 6-39 18-39s18 15 18 39' },
    { cloth: 'M53 98h14v15H53z' },
    { button: [60, 105, 2] },
    { seam: 'M12 126h96' },
  ],
  skirt: [
    { cloth: 'M40 20h40l2 12 22 92c-14 5-28 7-44 7s-30-2-44-7l22-92z' },
    { seam: 'M38.5 32h43M45 32 31 127M53 32l-8 98M60 32v99M67 32l8 98M75 32l14 95M62 20v12' },
    { button: [67, 26, 1.6] },
  ],
  blazer: [
    {
      cloth:
        'M45 18 30 25c-5 2-7.5 5.5-8.5 10.5L11 108l16 4 6-38-3 52c7 5 16 7 26 6l4-10 4 10c10 1 19-1 26-6l-3-52 6 38 16-4-10.5-72.5C97.5 30.5 95 27 90 25l-15-7-15 60z',
    },
    { cloth: 'M45 18c1-3 3-5 5-6h20c2 1 4 3 5 6l4 18-7 3 3 6-15 33-15-33 3-6-7-3z' },
    { seam: 'M50 12c2 24 6 47 10 66 4-19 8-42 10-66M60 78v44M38 98h14v4H38zM68 98h14v4H68zM72 56l11-2' },
    { button: [63.5, 86, 1.7] },
    { button: [63.5, 99, 1.7] },
  ],
} as const satisfies Record<string, readonly Piece[]>;

export type Garment = keyof typeof garmentDrawings;

const draw = (piece: Piece) => {
  if ('cloth' in piece) return <path key={piece.cloth} className="garment-cloth" d={piece.cloth} />;
  if ('seam' in piece) return <path key={piece.seam} d={piece.seam} />;
  const [x, y, r] = piece.button;
  return <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />;
};

/** Shapes only, without a style: the app and the public pages style them differently. */
export const GarmentPieces = ({ garment }: { garment: Garment }) => garmentDrawings[garment].map(draw);

const GarmentFlat = ({ garment }: { garment: Garment }) => (
  <svg className="flat" viewBox="0 0 120 150" aria-hidden="true">
    <GarmentPieces garment={garment} />
  </svg>
);

/** The first match wins: a "denim jacket" is a jacket, a "shirt dress" is a dress. */
const patterns: readonly (readonly [RegExp, Garment])[] = [
  [/\b(bags?|totes?|purses?|clutch|satchel|crossbody|backpack|wallet|handbags?)\b/, 'bag'],
  [/\b(boots?|booties|shoes?|sneakers?|sandals?|heels?|pumps?|loafers?|flats|mules?|clogs?|slippers?)\b/, 'boot'],
  [/\b(dress(es)?|gown|jumpsuits?|rompers?)\b/, 'dress'],
  [/\b(skirts?|skorts?)\b/, 'skirt'],
  [/\b(blazers?|suits?|sport coat|sportcoat|vests?)\b/, 'blazer'],
  [/\b(jackets?|bomber|windbreaker|anorak)\b/, 'jacket'],
  [/\b(coats?|parkas?|trench|peacoat|outerwear|puffer)\b/, 'coat'],
  [/\b(jeans?|pants?|trousers?|leggings?|shorts?|joggers?|chinos?|denim|bottoms?|overalls?)\b/, 'jeans'],
  [/\b(sweaters?|cardigans?|pullovers?|hoodies?|sweatshirts?|knit|crewneck|fleece|turtleneck)\b/, 'sweater'],
];

/** Chosen by the listing's category, or else by words in its title, or else a tee. */
export const garmentOf = ({ category, title }: { category: string | null; title: string }): Garment => {
  const found = [category ?? '', title].flatMap((text) => {
    const lower = text.toLowerCase();
    return patterns.find(([pattern]) => pattern.test(lower))?.[1] ?? [];
  });
  return found[0] ?? 'tee';
};

type Props = { listing: { id: string; title: string; category: string | null; imageUrl: string | null } };

/** The listing's photo. If it has none, or the photo does not load, a drawing of the garment. */
export const ListingPicture = ({ listing }: Props) => {
  const [failed, setFailed] = useState<string | null>(null);
  const address = usePictureAddress(listing);
  if (address === null || address === failed) return <GarmentFlat garment={garmentOf(listing)} />;
  return (
    <img
      className="listing-shot"
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      // The marketplace doesn't need to know where its pictures are shown.
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
};
