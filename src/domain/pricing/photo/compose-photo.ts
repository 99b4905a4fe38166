// Combines all sources about a photo into one set of facts.

import { type Cents, inDollars } from '../../money.ts';
import type { DescribedFields } from '../../ports/pricing/advisor.ts';
import type { Sighting } from '../../ports/pricing/vision.ts';
import { brandName, knownSpellings, readBrand } from '../facts/brands.ts';
import type { Item } from '../facts/comparable.ts';
import type { Condition } from '../facts/condition.ts';
import { fold } from '../facts/fold-text.ts';
import { type Garment, garmentName, kindsBelow, readGarment } from '../facts/garments.ts';
import type { People } from '../facts/people.ts';
import { describeColors } from './dominant-colors.ts';
import { withUsSize } from './us-size.ts';

/** Where a field comes from, strongest source first. */
type FieldOrigin = 'hint' | 'tag' | 'model' | 'photo' | 'unknown';
export type Field<T = string> =
  | { value: T; source: Exclude<FieldOrigin, 'unknown'> }
  | { value: null; source: 'unknown' };

/** What is known about the item in a photo, each field with its source. */
export type PhotoFacts = {
  brand: Field;
  category: Field;
  condition: Field<Condition>;
  colorAndStyle: Field;
  size: Field;
  material: Field;
  originalPrice: Field<Cents>;
  madeFor: Field<People>;
  /** What it may be, most probable first. */
  kindGuesses: readonly Garment[];
  /** The brand on the tag, if the seller's hint names another one. */
  otherLabel: string | null;
  description: string;
};

/**
 * The same before the seller says anything. It goes to the browser and comes back with hints, so that a corrected field needs no
 * second upload and no photo has to be kept.
 */
type PhotoReading = Omit<PhotoFacts, 'otherLabel' | 'description' | 'madeFor'> & {
  forKids: boolean;
  /** The brand that the tag itself names, as `readBrand` spells it. */
  labelBrand: string | null;
  description: string | null;
  shows: Sighting['shows'];
  hasTag: boolean;
};

export type PhotoHints = {
  brand?: string | undefined;
  kind?: Garment | undefined;
  madeFor?: People | undefined;
  size?: string | undefined;
  condition?: Condition | undefined;
};

/** Below this probability the kind is only a guess, and a guess is not shown as a fact. */
const leastKindProbability = 0.5;
/** Children's items cost half as much, so this must be nearly certain. */
const leastKidsProbability = 0.9;
const mostGuesses = 6;
/** Three guesses that are less probable together mean that the photo shows what the classifier doesn't know, such as a bag. */
const leastGuessesProbability = 0.7;

/**
 * Combines tag, AI model, and photo, in that order: what is printed comes first, and the look of the picture last. A field that
 * none of them knows stays unknown.
 */
export function readPhoto(given: { sighting: Sighting; model: DescribedFields | null; hasTag: boolean }): PhotoReading {
  const { sighting, model, hasTag } = given;
  const { tag, letters, garments } = sighting;
  const kind = garments[0];
  const seenKind =
    kind !== undefined && kind.probability >= leastKindProbability ? garmentName(kind.garment) : undefined;
  const category = first<string>([
    ['model', model?.category],
    ['photo', seenKind],
  ]);
  const size = first<string>([
    ['tag', tag.size],
    ['model', model?.size],
    ['photo', letters.size],
  ]);
  const forKids = sighting.forKids >= leastKidsProbability;
  return {
    brand: first<string>([
      ['tag', tag.brand && brandName(tag.brand)],
      ['model', model?.brand && showBrand(model.brand)],
      ['photo', letters.brand && brandName(letters.brand)],
    ]),
    category,
    condition: first<Condition>([['model', model?.condition]]),
    colorAndStyle: first<string>([
      ['model', model?.colorAndStyle],
      ['photo', describeColors(sighting.colors)],
    ]),
    size: inAmerica(size, category, ofKids(forKids)),
    material: first<string>([
      ['tag', tag.material],
      ['photo', letters.material],
    ]),
    originalPrice: first<Cents>([
      ['tag', tag.retailPrice],
      ['model', model?.originalPrice],
      ['photo', letters.retailPrice],
    ]),
    forKids,
    labelBrand: tag.brand ?? letters.brand ?? null,
    description: model?.description ?? null,
    kindGuesses: guessesFrom(garments.slice(0, 3)),
    shows: sighting.shows,
    hasTag,
  };
}

/** Kinds that look like the first guess on a photo come right after it, if it is likely, and otherwise after all three. */
function guessesFrom(likely: Sighting['garments']): Garment[] {
  const [first, ...others] = likely;
  const together = likely.reduce((sum, { probability }) => sum + probability, 0);
  if (first === undefined) return [];
  const isLikely = first.probability >= leastKindProbability;
  if (!isLikely && together < leastGuessesProbability) return [];
  const rest = others.map(({ garment }) => garment);
  const below = kindsBelow(first.garment);
  return [...new Set([first.garment, ...(isLikely ? [...below, ...rest] : [...rest, ...below])])].slice(0, mostGuesses);
}

/** The seller knows best: a hint replaces what was seen. */
export function applyHints(seen: PhotoReading, hints: PhotoHints): PhotoFacts {
  // "?" and "not sure" name none.
  const brand = readBrand(hints.brand ?? '') === undefined ? undefined : hints.brand?.trim();
  const size = hints.size?.trim() || undefined;
  const hinted = <T>(value: T | undefined, other: Field<T>): Field<T> =>
    value === undefined ? other : { value, source: 'hint' };
  const { labelBrand, description, colorAndStyle, material, originalPrice, forKids, kindGuesses } = seen;
  const madeFor = hinted<People>(hints.madeFor, ofKids(forKids));
  const category = hinted(hints.kind === undefined ? undefined : garmentName(hints.kind), seen.category);
  const facts = {
    brand: hinted(brand === undefined ? undefined : showBrand(brand), seen.brand),
    category,
    condition: hinted(hints.condition, seen.condition),
    size: hinted(size, inAmerica(seen.size, category, madeFor)),
    colorAndStyle,
    material,
    originalPrice,
    madeFor,
    kindGuesses,
    otherLabel:
      brand !== undefined && labelBrand !== null && readBrand(brand) !== labelBrand ? brandName(labelBrand) : null,
  };
  // The AI model may have described another kind or size, or something for others.
  const isOther = hints.kind !== undefined || hints.madeFor !== undefined || size !== undefined;
  return { ...facts, description: (isOther ? null : description) ?? describe(facts) };
}

const ofKids = (forKids: boolean): Field<People> =>
  forKids ? { value: 'kids', source: 'photo' } : { value: null, source: 'unknown' };

/** What a size means in the United States depends on what it is and for whom. */
const inAmerica = (size: Field, category: Field, madeFor: Field<People>): Field =>
  size.value === null
    ? size
    : {
        ...size,
        value: withUsSize(size.value, {
          kind: category.value === null ? undefined : readGarment(fold(category.value)),
          people: madeFor.value ?? undefined,
        }),
      };

/** The item for the engine. Color is left out, because it does not affect the price. */
export function itemOf(facts: PhotoFacts): Item {
  const { brand, category, condition, size, material, originalPrice, kindGuesses, madeFor } = facts;
  // A brand alone makes no price, because its bags and its T-shirts are far apart. The price when new tells them apart.
  const isPricedWhenNew = originalPrice.value !== null;
  return {
    ...(category.value !== null && { kind: category.value }),
    ...(category.source === 'photo' && { isKindSeen: true }),
    ...(category.value === null && (kindGuesses.length > 0 || !isPricedWhenNew) && { mayBe: kindGuesses }),
    ...(brand.value !== null && { brand: brand.value }),
    ...(condition.value !== null && { condition: condition.value }),
    ...(size.value !== null && { size: size.value }),
    ...(material.value !== null && { material: material.value.replace(/\d+ ?% /g, '') }),
    ...(originalPrice.value !== null && { originalPrice: originalPrice.value }),
    ...(madeFor.value !== null && { department: capital(madeFor.value) }),
  };
}

type Claim<T> = readonly [source: Exclude<FieldOrigin, 'unknown'>, value: T | '' | undefined];

function first<T>(claims: readonly Claim<T>[]): Field<T> {
  for (const [source, value] of claims) if (value !== undefined && value !== '') return { value: value as T, source };
  return { value: null, source: 'unknown' };
}

const known = new Set(knownSpellings.map(({ brand }) => brand));

/** Known brands in their own spelling, others as they were written. */
function showBrand(written: string): string {
  const folded = readBrand(written);
  return folded !== undefined && known.has(folded) ? brandName(folded) : written;
}

/** Describes the item plainly: what is known, without praise. */
function describe(facts: Omit<PhotoFacts, 'description'>): string {
  const { brand, category, condition, colorAndStyle, size, material, originalPrice, madeFor } = facts;
  const thing = category.value?.toLowerCase().replace(/^t-shirt$/, 'T-shirt') ?? 'item';
  const named = [colorAndStyle.value?.toLowerCase(), brand.value, thing].filter(Boolean).join(' ');
  const isBare = brand.value === null && category.value === null && colorAndStyle.value === null;
  const start = isBare
    ? []
    : [
        [
          capital(named),
          ...(madeFor.value === null
            ? []
            : [madeFor.value === 'kids' ? 'made for a child' : `made for ${madeFor.value}`]),
          ...(size.value === null ? [] : [`size ${size.value}`]),
          ...(condition.value === null ? [] : [inWords(condition.value)]),
        ].join(', '),
      ];
  const more = [
    ...(material.value === null ? [] : [capital(material.value)]),
    ...(originalPrice.value === null ? [] : [`Retail price ${inDollars(originalPrice.value)}`]),
  ];
  return [...start, ...more].map((sentence) => `${sentence}.`).join(' ');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const inWords = (condition: Condition): string => {
  const words = condition.replaceAll('-', ' ');
  return condition.startsWith('new-') ? words : `in ${words} condition`;
};
