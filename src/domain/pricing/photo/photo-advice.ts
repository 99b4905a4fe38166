// Advises on the price of an item in a photo.

import { inWholeDollars } from '../../money.ts';
import type { Sighting } from '../../ports/pricing/vision.ts';
import { borrowedMessage } from '../evidence/support.ts';
import { fold } from '../facts/fold-text.ts';
import { type Garment, garmentName, kindsMeant, readGarment } from '../facts/garments.ts';
import type { People } from '../facts/people.ts';
import type { Abstention, Evidence } from '../fit/fit.ts';
import type { Field, PhotoFacts } from './compose-photo.ts';

export type PhotoPriced =
  | {
      kind: 'estimate';
      basis: 'comparables' | 'prior';
      fromAsksOnly: boolean;
      isWide: boolean;
      /** How many comparables are shown with the price, their kinds, and for whom they are. */
      shown: number;
      kinds: readonly Garment[];
      people: readonly People[];
      evidence: Evidence;
    }
  | Abstention;

/** A range whose upper end is this many times its lower end is too wide to say much. */
export const wideRange = 4;

/** What would make the price more certain, most helpful first, and what it is based on. */
export function advisePhoto(given: {
  facts: PhotoFacts;
  hasTag: boolean;
  shows: Sighting['shows'];
  priced: PhotoPriced;
  /** More comparables may be there in a minute. */
  isSearching: boolean;
}): string[] {
  const { facts, hasTag, shows, priced, isSearching } = given;
  if (priced.kind === 'abstained' && priced.reason === 'other_currency')
    return ['Your closet isn’t priced in US dollars, but all of Hangtag’s comps are. So Hangtag suggests no price.'];
  const isCloseUp = shows === 'letters';
  const { brand, category, condition, size, madeFor, otherLabel } = facts;
  const wantsTag = brand.value === null || size.value === null;
  const { comparables, fewOfBrand, retail } = priced.evidence;
  const isLearned = priced.kind === 'estimate' && priced.basis === 'comparables';
  const isGeneric = priced.kind === 'estimate' && priced.basis === 'prior';
  const isWide = priced.kind === 'abstained' || priced.isWide;
  const sentences: (string | false)[] = [
    otherLabel !== null && `The tag says ${otherLabel}, but you entered ${brand.value ?? ''}. Check which is right.`,
    brand.value === null && 'Add the brand. It matters most.',
    category.value === null && shows === 'thing' && 'Choose the type. It can change the price several times over.',
    priced.kind === 'estimate' && narrowerMessage(category, priced.kinds),
    priced.kind === 'estimate' &&
      madeFor.value === null &&
      priced.people.length > 1 &&
      'Some comps are for women and some for men. Choose who yours is made for.',
    isCloseUp && 'This looks like a photo of a tag. Photograph the whole item, and add this one as its tag.',
    category.value === null &&
      !isCloseUp &&
      `${shows === 'nothing' ? 'Hangtag can’t recognize anything in this photo. ' : ''}Photograph the whole item by itself, flat or hanging, in even light.`,
    wantsTag && !hasTag && !isCloseUp && 'Photograph the tag to add brand, size, and retail price.',
    wantsTag &&
      hasTag &&
      !isCloseUp &&
      `Couldn’t read the ${brand.value === null ? 'brand' : 'size'} from the tag. Try again closer, straight on, and in even light.`,
    condition.value === null && 'Choose the condition. It can change the price by more than half.',
    isLearned && retail !== null && `This price goes by the retail price of ${inWholeDollars(retail)}.`,
    isLearned && fewOfBrand !== null && borrowedMessage(fewOfBrand, 'this price is'),
    isLearned &&
      fewOfBrand === null &&
      priced.shown === 0 &&
      'Without close comps, this price is estimated from other items.',
    isLearned && priced.fromAsksOnly && 'All comps are asking prices, so the selling price is estimated from those.',
    isGeneric &&
      (isSearching
        ? 'Not enough comps yet, so this is a generic category price.'
        : 'Not enough comps, so this is a generic category price. Sync your closet or import your sales for a better one.'),
    isSearching && 'Hangtag is still looking for comps. Analyze again in a minute.',
    !isSearching &&
      isWide &&
      comparables > 0 &&
      comparables < 50 &&
      'More of your own sales would narrow the range. Sync your closet.',
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Jeans and other pants look alike on a photo, so its comparables may be both. The seller knows which of them count. */
function narrowerMessage(category: Field, kinds: readonly Garment[]): string | false {
  const garment = category.value === null ? undefined : readGarment(fold(category.value));
  if (garment === undefined) return false;
  const narrower = kindsMeant(garment, category.source === 'photo').filter(
    (kind) => kind !== garment && kinds.includes(kind),
  );
  if (narrower.length === 0) return false;
  const isAll = kinds.every((kind) => narrower.includes(kind));
  const choose =
    isAll && narrower.length === 1
      ? 'If yours is another type, choose it.'
      : 'Choose the right type to see only its comps.';
  return `${isAll ? 'All' : 'Some'} comps are ${either.format(narrower.map(severalOf))}. ${choose}`;
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });
const severalOf = (garment: Garment): string => garmentName(garment).toLowerCase().replace(/s?$/, 's');
