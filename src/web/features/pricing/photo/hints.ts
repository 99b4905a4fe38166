// What the seller says about an item in a photo.

import type { PhotoCorrection } from '#contract/schemas/pricing/photo-analysis.ts';
import type { Condition } from '#domain/pricing/facts/condition.ts';
import type { Garment } from '#domain/pricing/facts/garments/garments.ts';

/** An empty field says nothing, so what was seen on the photo counts. */
export type Hints = { kind: Garment | ''; brand: string; condition: Condition | ''; size: string };

export const noHints: Hints = { kind: '', brand: '', condition: '', size: '' };

export const hintFields = ({ kind, brand, condition, size }: Hints): Omit<PhotoCorrection, 'seen'> => ({
  ...(kind !== '' && { kindHint: kind }),
  ...(brand.trim() !== '' && { brandHint: brand.trim() }),
  ...(condition !== '' && { conditionHint: condition }),
  ...(size.trim() !== '' && { sizeHint: size.trim() }),
});
