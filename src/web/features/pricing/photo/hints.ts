// What the seller says about an item in a photo.
import type { PhotoCorrection } from '#contract/pricing/photo.ts';
import type { Condition } from '#domain/pricing/facts/condition.ts';
import type { Garment } from '#domain/pricing/facts/garments.ts';
import type { People } from '#domain/pricing/facts/people.ts';

/** An empty field says nothing, so what was seen on the photo counts. */
export type Hints = {
  kind: Garment | '';
  brand: string;
  condition: Condition | '';
  size: string;
  madeFor: People | '';
};

export const noHints: Hints = { kind: '', brand: '', condition: '', size: '', madeFor: '' };

export const hintFields = ({ kind, brand, condition, size, madeFor }: Hints): Omit<PhotoCorrection, 'seen'> => ({
  ...(kind !== '' && { kindHint: kind }),
  ...(brand.trim() !== '' && { brandHint: brand.trim() }),
  ...(condition !== '' && { conditionHint: condition }),
  ...(madeFor !== '' && { madeForHint: madeFor }),
  ...(size.trim() !== '' && { sizeHint: size.trim() }),
});
