// Says what a size is in the United States.

import { type Garment, widestKind } from '../facts/garments.ts';
import type { People } from '../facts/people.ts';
import { type SizeSystem, sizeSystem } from '../facts/size-systems.ts';

/** A size as a number of one system, and how many numbers its American size is lower. */
type Scale = Partial<Record<SizeSystem, { from: number; to: number; lower: number }>>;

/**
 * Clothes. Brands differ by a size, most of all in those that call themselves European: 38 is a 6 at one and an 8 at the next, so
 * these say both.
 */
const women: Scale = {
  UK: { from: 4, to: 32, lower: 4 },
  AU: { from: 4, to: 32, lower: 4 },
  IT: { from: 36, to: 60, lower: 36 },
  FR: { from: 32, to: 56, lower: 32 },
  ES: { from: 32, to: 56, lower: 32 },
  BR: { from: 32, to: 56, lower: 32 },
  DE: { from: 30, to: 54, lower: 30 },
  EU: { from: 32, to: 56, lower: 32 },
  MX: { from: 22, to: 44, lower: 22 },
};
const men: Scale = {
  UK: { from: 34, to: 56, lower: 0 },
  AU: { from: 34, to: 56, lower: 0 },
  IT: { from: 44, to: 66, lower: 10 },
  DE: { from: 44, to: 66, lower: 10 },
  EU: { from: 44, to: 66, lower: 10 },
};
const womensShoes: Scale = {
  UK: { from: 2, to: 9, lower: -2 },
  EU: { from: 34, to: 43, lower: 30 },
  IT: { from: 34, to: 43, lower: 30 },
  FR: { from: 35, to: 44, lower: 31 },
};
const mensShoes: Scale = {
  UK: { from: 5, to: 15, lower: -1 },
  EU: { from: 39, to: 50, lower: 33 },
  IT: { from: 38, to: 49, lower: 32 },
  FR: { from: 39, to: 50, lower: 33 },
};

const ofWomen: readonly Garment[] = ['dress', 'gown', 'skirt', 'heels'];

/**
 * A size with what it is in the United States: "IT 42 (US 6)", "EU 38 (US 6 to 8)", and "IT 48 (US 12 for women, 38 for men)" if
 * nothing says for whom it is. A size that needs no translation, or has none, stays as it is.
 */
export function withUsSize(
  size: string,
  { kind, people }: { kind?: Garment | undefined; people?: People | undefined },
): string {
  const [own = size] = size.split(' (');
  const match = /^([A-Z]{2}) (\d+(?:\.5)?)$/.exec(own);
  const system = sizeSystem(match?.[1]?.toLowerCase() ?? '');
  if (match === null || system === undefined || people === 'kids') return own;
  const isShoe = kind !== undefined && widestKind(kind) === 'shoes';
  const worn = people ?? (kind !== undefined && ofWomen.includes(kind) ? 'women' : undefined);
  const among = (scale: Scale): string | undefined => {
    const { from, to, lower } = scale[system] ?? { from: 1, to: 0, lower: 0 };
    const number = Number(match[2]);
    if (number < from || number > to) return undefined;
    return system === 'EU' && scale === women ? `${number - lower} to ${number - lower + 2}` : `${number - lower}`;
  };
  const forWomen = worn === 'men' ? undefined : among(isShoe ? womensShoes : women);
  const forMen = worn === 'women' ? undefined : among(isShoe ? mensShoes : men);
  if (forWomen !== undefined && forMen !== undefined) return `${own} (US ${forWomen} for women, ${forMen} for men)`;
  const american = forWomen ?? forMen;
  return american === undefined ? own : `${own} (US ${american})`;
}
