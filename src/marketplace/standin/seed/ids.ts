// Makes listing and account ids in the format of the marketplace, and decodes them again.

import { mix32, unmix32 } from './random.ts';

/** Index reserved for the account itself. */
const selfIndex = 0xffff;

export const hex8 = (value: number) => (value >>> 0).toString(16).padStart(8, '0');

/**
 * Ids in the marketplace's format: 24 hex digits, of which the first 8 are the time of creation in Unix seconds. The other 16
 * encode account, listing, and picture, scrambled reversibly.
 */
export type IdKey = number;

type Position = { serial: number; index: number; picture: number };

export function idKey(seed: number): IdKey {
  return mix32(seed ^ 0x5eed5eed);
}

/** The id of a listing (picture 0) or of one of its pictures (1 and up). */
export function listingId(key: IdKey, bornMs: number, position: Position): string {
  const account = mix32(position.serial ^ key);
  return (
    hex8(Math.floor(bornMs / 1000)) + hex8(account) + hex8(mix32(position.index | (position.picture << 16)) ^ account)
  );
}

export function accountId(key: IdKey, bornMs: number, serial: number): string {
  return listingId(key, bornMs, { serial, index: selfIndex, picture: 0 });
}

/** Decodes an id, or returns null if the text is not an id. What it points to may not exist. */
export function positionOf(key: IdKey, id: string): Position | null {
  if (id.length !== 24) return null;
  const account = Number.parseInt(id.slice(8, 16), 16);
  const rest = Number.parseInt(id.slice(16), 16);
  if (Number.isNaN(account) || Number.isNaN(rest)) return null;
  const inner = unmix32((rest ^ account) >>> 0);
  return { serial: (unmix32(account) ^ key) >>> 0, index: inner & 0xffff, picture: inner >>> 16 };
}

/** Ids of the fixed catalog (departments, categories, subcategories). */
export function catalogId(number: number): string {
  return `${number.toString(16).padStart(4, '0')}8975d97b4e80ef00a955`;
}
