// The address of a listing's picture.

import type { Look } from '../state/listings.ts';

/** Drawings are made from their address: garment, tint, and view. */
export function pictureUrl(look: Look, size: 's' | 'm' | 'l', number: number, origin: string): string {
  const rgb = look.colors[0]?.rgb.toLowerCase() ?? '';
  // Sellers enter colors themselves, so only a valid one may become part of an address.
  const tint = /^#[0-9a-f]{6}$/.test(rgb) ? rgb.slice(1) : '8d9096';
  return `${origin}/pictures/${size}_${look.flat}_${tint}_${number}.svg`;
}
