// Reads what a listing is, from its place in the marketplace's catalog, and from its title if the place is not enough.

import { fold } from '../fold-text.ts';
import { type Garment, kindsLike, readGarment, readGarments } from './garments.ts';

/** A listing's category and title. `kind`: what it is in plain words. */
export type Placed = {
  category?: string | null | undefined;
  subcategory?: string | null | undefined;
  kind?: string | null | undefined;
  title?: string | null | undefined;
};

/** What a category of this name holds, if that is not simply its group of kinds. */
const holds: Readonly<Partial<Record<Garment, readonly Garment[]>>> = {
  pants: ['pants', 'jeans', 'leggings', 'jumpsuit', 'suit'],
  jeans: ['jeans', 'jumpsuit'],
  leggings: ['leggings'],
  shorts: ['shorts', 'skirt'],
  skirt: ['skirt'],
  jumpsuit: ['jumpsuit'],
};

const canHold = (category: Garment, garment: Garment): boolean =>
  category === 'accessory' || (holds[category] ?? kindsLike(category)).includes(garment);

/**
 * What a listing is. Names of subcategories mislead without their category: "Boot Cut" is under Jeans, "Dress" under Pants,
 * "Cargos" under Shorts, "Tees - Short Sleeve" under Shirts.
 */
export function garmentOf({ category, subcategory, kind, title }: Placed): Garment | undefined {
  const placed = garmentOfPlace(category, subcategory, title);
  if (placed !== undefined && placed !== 'accessory') return placed;
  const named = [kind, title].map((text) => readGarment(fold(text ?? '')));
  return named.find((garment) => garment !== undefined && garment !== 'accessory') ?? placed ?? named.find(Boolean);
}

function garmentOfPlace(
  category: Placed['category'],
  subcategory: Placed['subcategory'],
  title: Placed['title'],
): Garment | undefined {
  const wide = readGarments(fold(category ?? ''));
  const narrow = readGarment(fold(subcategory ?? ''));
  const fits = (garment: Garment | undefined) => garment !== undefined && wide.some((held) => canHold(held, garment));
  if (wide.length === 0 || fits(narrow)) return narrow;
  if (wide.length === 1) return wide[0];
  const named = readGarment(fold(title ?? ''));
  return fits(named) ? named : wide[0];
}
