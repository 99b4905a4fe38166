// Advises on the price of an item in a photo.

import type { Sighting } from '../../ports/vision.ts';
import type { Evidence } from '../fit.ts';
import type { PhotoFacts } from './compose-photo.ts';

export type PhotoPriced =
  | { kind: 'estimate'; basis: 'comparables' | 'prior'; fromAsksOnly: boolean; isWide: boolean; evidence: Evidence }
  | { kind: 'abstained'; evidence: Evidence };

/** A range whose upper end is this many times its lower end is too wide to say much. */
export const wideRange = 4;

/** What would make the price more certain, most helpful first, and what it is based on. */
export function advisePhoto({
  facts,
  hasTag,
  shows,
  priced,
}: {
  facts: PhotoFacts;
  hasTag: boolean;
  shows: Sighting['shows'];
  priced: PhotoPriced;
}): string[] {
  const isCloseUp = shows === 'letters';
  const { brand, category, condition, size, otherLabel } = facts;
  const wantsTag = brand.value === null || size.value === null;
  const { comparables, sold, alike } = priced.evidence;
  const isLearned = priced.kind === 'estimate' && priced.basis === 'comparables';
  const isWide = priced.kind === 'abstained' || priced.isWide;
  const sentences: (string | false)[] = [
    otherLabel !== null &&
      `The tag reads ${otherLabel}, and your hint says ${brand.value ?? ''}. Please check which is right.`,
    brand.value === null && 'Add the brand. Nothing says more about the price.',
    isCloseUp && 'This looks like the photo of a tag. Photograph the whole item too, and add this one as its tag.',
    category.value === null &&
      !isCloseUp &&
      `${shows === 'nothing' ? 'Nothing can be made out on this photo. ' : ''}Photograph the whole item by itself, flat or hanging, in even light.`,
    wantsTag && !hasTag && !isCloseUp && 'Photograph the tag. Brand, size and retail price are read from it.',
    wantsTag &&
      hasTag &&
      !isCloseUp &&
      `${brand.value === null ? 'The brand' : 'The size'} could not be read from the tag. Try again closer, straight on and in even light.`,
    condition.value === null &&
      'Choose the condition. Between new with tags and fair lies more than half of the price.',
    isLearned &&
      `Learned from ${comparables} comparable items, ${sold} of them sold; ${alike} share the brand or the kind of this one.`,
    isLearned &&
      priced.fromAsksOnly &&
      'All of them are asking prices. What such things sell for was estimated from those.',
    priced.kind === 'estimate' &&
      priced.basis === 'prior' &&
      'There are too few comparable items to learn from, so this is a general table’s price. Sync your closet to get your own.',
    isWide &&
      comparables > 0 &&
      comparables < 50 &&
      'More of your own sales would make the range narrower: sync your closet.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}
