// Port: loads pictures of listings from a marketplace, without anybody's session.

import type { PictureType } from '../picture-file.ts';

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: PictureType };

/**
 * `refused`: the address, the size, or the type is not one that may pass; another try would be refused too. `unavailable`: no
 * picture came, and a later try may help.
 */
export type PictureAnswer = { kind: 'ok'; picture: Picture } | { kind: 'refused' | 'unavailable'; why: string };

export type PictureLoader = {
  /** `practice`: the listing is in a practice closet, so only the practice marketplace may be asked. */
  load(address: string, from: { practice: boolean }): Promise<PictureAnswer>;
  close(): Promise<void>;
};
