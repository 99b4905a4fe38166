// Reads an item into facts with one spelling each.

import { brandInTitle, readBrand } from './brands/brands.ts';
import type { Item } from './comparable.ts';
import { type Condition, conditionInTitle, readCondition } from './condition.ts';
import { fold, titleWords } from './fold-text.ts';
import { garmentOf } from './garments/garment-of.ts';
import type { Garment } from './garments/garments.ts';
import { readPieces } from './garments/pieces.ts';
import { readSize } from './garments/sizes.ts';

/** An item's facts in one spelling, as the engine reads them. */
export type Facts = {
  brand?: string;
  department?: string;
  category?: string;
  subcategory?: string;
  garment?: Garment;
  /** The garment was seen on a photo, so it may be any of the kinds below it. */
  isKindSeen: boolean;
  /** The garments that a photo may show, if it shows none for certain. */
  mayBe?: readonly Garment[];
  model?: string;
  condition?: Condition;
  /** A condition that is not one of our levels. It is still a fact that items can share. */
  otherCondition?: string;
  size?: string;
  material?: string;
  seller?: string;
  /** How many items are sold together. */
  pieces: number;
  words: readonly string[];
  details: readonly (readonly [name: string, value: string])[];
  /** The logs of the measures. */
  measures: readonly (readonly [name: string, value: number])[];
  /** The log of the original price, in cents. */
  originalPrice?: number;
  /** The listing date, in days since the epoch. */
  day?: number;
};

const dayMs = 86_400_000;

/** Readers for the short texts that many items share. */
type Readers = {
  brand(text: string): string | undefined;
  condition(text: string): Condition | undefined;
  size(text: string): string | undefined;
  plain(text: string): string | undefined;
};

const directly: Readers = { brand: readBrand, condition: readCondition, size: readSize, plain: readPlain };

/** Reads a text that items share once, and not once for each item. */
export function readAllFacts(items: readonly Item[]): Facts[] {
  const readers: Readers = {
    brand: rememberTexts(readBrand),
    condition: rememberTexts(readCondition),
    size: rememberTexts(readSize),
    plain: rememberTexts(readPlain),
  };
  return items.map((item) => readFacts(item, readers));
}

export function readFacts(item: Item, read: Readers = directly): Facts {
  const title = item.title ?? '';
  const folded = fold(title);
  const brand = (item.brand === undefined ? undefined : read.brand(item.brand)) ?? brandInTitle(title);
  // The brand is its own fact. If it stayed in the title, it would count twice when known, and half when not.
  const label = new Set(brand?.split(' '));
  const condition = item.condition === undefined ? conditionInTitle(title) : read.condition(item.condition);
  const spelled = (text: string | undefined): string | undefined => (text === undefined ? undefined : read.plain(text));
  const category = spelled(item.category);
  const subcategory = spelled(item.subcategory);
  return {
    brand,
    department: spelled(item.department),
    category,
    subcategory,
    garment: garmentOf(item),
    isKindSeen: item.isKindSeen === true && category === undefined && subcategory === undefined,
    mayBe: item.mayBe,
    model: spelled(item.model),
    condition,
    otherCondition: condition === undefined ? spelled(item.condition) : undefined,
    size: item.size === undefined ? undefined : read.size(item.size),
    material: spelled(item.material),
    seller: item.seller,
    pieces: readPieces(folded),
    words: titleWords(folded).filter((word) => !label.has(word)),
    details: Object.entries(item.details ?? {})
      .map(([name, value]) => [name, fold(value)] as const)
      .filter(([, value]) => value !== '')
      .sort(byName),
    measures: Object.entries(item.measures ?? {})
      .filter(([, value]) => value > 0 && Number.isFinite(value))
      .map(([name, value]) => [name, Math.log(value)] as const)
      .sort(byName),
    originalPrice:
      item.originalPrice !== undefined && item.originalPrice > 0 ? Math.log(item.originalPrice) : undefined,
    day: item.listedAt === undefined ? undefined : item.listedAt / dayMs,
  };
}

function rememberTexts<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { value: T }>();
  return (text) => {
    const held = known.get(text) ?? { value: read(text) };
    known.set(text, held);
    return held.value;
  };
}

function readPlain(text: string): string | undefined {
  const folded = fold(text);
  return folded === '' ? undefined : folded;
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
