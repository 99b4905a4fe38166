// Draws synthetic tags for tests of the tag reader.

import sharp from 'sharp';
import { seeded } from '#domain/random/seeded.ts';

/** A drawn tag and the facts printed on it. */
type SyntheticTag = {
  brand: string;
  /** Folded to the spelling of the dictionary. */
  label: string;
  size: string;
  cents: number;
  svg: string;
};

/**
 * How the photo of a tag was taken: `turned` by up to 6°, `tilted` by up to 30°, `upsideDown` and tilted, `dim`: tilted in poor
 * light, with noise and one side darker.
 */
export type Spoiling = 'none' | 'turned' | 'blurred' | 'tilted' | 'upsideDown' | 'dim';

const width = 640;
const height = 420;

const labels: readonly (readonly [written: string, folded: string])[] = [
  ['Levi’s', 'levis'],
  ['Ralph Lauren', 'ralph lauren'],
  ['MADEWELL', 'madewell'],
  ['ANTHROPOLOGIE', 'anthropologie'],
  ['Free People', 'free people'],
  ['J.CREW', 'j crew'],
  ['Patagonia', 'patagonia'],
  ['KATE SPADE', 'kate spade'],
  ['LULULEMON', 'lululemon'],
  ['Tommy Hilfiger', 'tommy hilfiger'],
  ['CALVIN KLEIN', 'calvin klein'],
  ['Michael Kors', 'michael kors'],
  ['THE NORTH FACE', 'the north face'],
  ['Banana Republic', 'banana republic'],
  ['TORY BURCH', 'tory burch'],
  ['Eileen Fisher', 'eileen fisher'],
  ['BURBERRY', 'burberry'],
  ['Lucky Brand', 'lucky brand'],
  ['NIKE', 'nike'],
  ['adidas', 'adidas'],
  ['ZARA', 'zara'],
  ['Vineyard Vines', 'vineyard vines'],
  ['REFORMATION', 'reformation'],
  ['GAP', 'gap'],
];
const sizes = ['M', 'XS', '8', 'L', '10', 'XL', 'S', '28', '2', '12', 'XXL', '6'] as const;
const prices = [9800, 12_800, 4950, 24_500, 6999, 39_800, 5800, 8800, 19_995, 3450, 7800, 16_800] as const;
const fonts = ['Liberation Sans', 'Liberation Serif', 'DejaVu Sans', 'Liberation Sans Narrow', 'DejaVu Serif'] as const;
const grounds = [
  ['#fafaf7', '#161616'],
  ['#1b1d22', '#f4f2ec'],
  ['#e6dcc8', '#3a2a1c'],
  ['#7a1f2b', '#f7ead9'],
] as const;

const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('An empty list has no turn.');
  return found;
};

/** One tag for each brand label in the list. The other facts cycle with different step sizes, so that they mix. */
export function syntheticTags(): SyntheticTag[] {
  return labels.map(([brand, label], index) => {
    const size = at(sizes, index * 5 + 1);
    const cents = at(prices, index * 7 + 2);
    const [ground, ink] = at(grounds, index);
    const dollars = `$${(cents / 100).toFixed(2)}`;
    const text = (y: number, size: number, words: string, weight = 'normal') =>
      `<text x="${width / 2}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="middle" fill="${ink}" font-family="${at(fonts, index)}">${words.replaceAll('&', '&amp;')}</text>`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${[
      text(110, 64, brand, 'bold'),
      text(190, 34, index % 3 === 0 ? `Size: ${size}` : index % 3 === 1 ? `SIZE ${size}` : size, 'bold'),
      text(250, 24, '98% Cotton 2% Elastane'),
      text(295, 22, index % 2 === 0 ? 'Made in Portugal' : 'RN 77388  CA 15861'),
      text(365, 38, index % 2 === 0 ? `MSRP ${dollars}` : dollars),
    ].join('')}</svg>`;
    return { brand, label, size, cents, svg };
  });
}

/** By how many degrees a tag is tilted clockwise: -30 to 30. */
export const tiltOf = (index: number): number => ((index * 23 + 5) % 61) - 30;

/** The tag as a JPEG, as a phone's camera would see it in a hand. */
export async function photographTag({ svg }: SyntheticTag, spoiling: Spoiling, index: number): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg));
  const tilt = tiltOf(index);
  const rotated = (degrees: number) => sharp(Buffer.from(svg)).rotate(degrees, { background: '#8a8378' });
  switch (spoiling) {
    case 'none':
      return await drawn.jpeg({ quality: 85 }).toBuffer();
    case 'turned':
      return await rotated(((index % 7) - 3) * 2)
        .jpeg({ quality: 80 })
        .toBuffer();
    case 'tilted':
      return await rotated(tilt).jpeg({ quality: 80 }).toBuffer();
    case 'upsideDown':
      return await rotated(180 + tilt)
        .jpeg({ quality: 80 })
        .toBuffer();
    case 'dim':
      return await inPoorLight(await rotated(tilt).png().toBuffer(), index);
    case 'blurred':
      return await sharp(await drawn.blur(2).png().toBuffer())
        .jpeg({ quality: 35 })
        .toBuffer();
  }
}

/** A fifth to a half of the light, falling off from left to right, and sensor noise with a standard deviation of 8 of 255. */
async function inPoorLight(picture: Buffer, seed: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const random = seeded(seed + 1);
  const noise = () => (random() + random() + random() + random() - 2) * 1.73 * 8;
  for (let at = 0; at < data.length; at++) {
    const x = Math.floor(at / 3) % info.width;
    const light = 0.5 - (0.3 * x) / info.width;
    data[at] = Math.max(0, Math.min(255, Math.round((data[at] ?? 0) * light + noise())));
  }
  return await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer();
}
