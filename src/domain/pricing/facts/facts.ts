// Reads an item into facts with one spelling each.

import { brandInTitle, readBrand } from './brands.ts';
import type { Item } from './comparable.ts';
import { type Condition, conditionInTitle, readCondition } from './condition.ts';
import { fold, titleWords } from './fold-text.ts';
import { type Garment, garmentOf } from './garments.ts';
import { sizeSystem } from './size-systems.ts';

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

const named: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
const number = `(\\d{1,2}|${Object.keys(named).join('|')})`;
const countInWords = new RegExp(`\\b(?:lot|bundle|set) of ${number}\\b|\\b${number} (?:pairs?|pieces|pcs)\\b`);

/**
 * How many items a folded title sells together: "lot of (6) pairs", "set of two", "2 pair of jeans". One if the title does not
 * say. A "two piece" is one outfit.
 */
export function readPieces(title: string): number {
  const [, together, counted] = countInWords.exec(title) ?? [];
  const text = together ?? counted ?? '';
  return Math.max(1, named[text] ?? Number(text));
}

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'extra small': 'xs',
    'x small': 'xs',
    small: 's',
    medium: 'm',
    med: 'm',
    large: 'l',
    'x large': 'xl',
    'extra large': 'xl',
    'xx large': 'xxl',
    '2xl': 'xxl',
    '2x': 'xxl',
    '1x': 'xl plus',
    '3x': '3xl',
    'one size': 'os',
    'one size fits all': 'os',
    osfa: 'os',
    'n a': '',
    'no size': '',
    unknown: '',
  }),
);

/** In the languages of tags, folded. */
const sizeWords = /^(size|sz|taille|taglia|tg|talla|groe?(?:ss|ß)e|gr|tamanho|maat|storlek) /;
/** What `withUsSize` adds where there is no single American size. */
const severalSizes = / \(US [\d.]+ (?:to|for) .*\)$/;

/**
 * A size in one spelling: "Size M", "medium", and "M international" are "m", "33.0" is "33", and "EU 39" is "39 eu". American sizes
 * need no system, and where several are named, the American one counts: "EUR 38 USA 6" is "6". undefined if unknown.
 */
export function readSize(text: string): string | undefined {
  const plain = fold(
    text
      .replace(severalSizes, '')
      .replace(/(\d)\.0+\b/g, '$1')
      .replace(/(\d) 1\/2\b/g, '$1.5')
      .replace(/\bW ?(\d{2}) ?[x/]? ?L ?(\d{2})\b|\b(\d{2})[xX](\d{2})\b/i, '$1$3 x $2$4'),
  )
    .replace(sizeWords, '')
    .replace(/ (international|us|usa|intl)$/, '');
  const american = /\busa? (\d{1,2}(?: 5)?|\d{1,2}[a-z]|x*[sml])\b/.exec(plain)?.[1] ?? plain;
  const [first = '', ...rest] = american.split(' ');
  const system = sizeSystem(first);
  const inOrder = system !== undefined && rest.length > 0 ? `${rest.join(' ')} ${system.toLowerCase()}` : american;
  const named = letters.get(inOrder) ?? inOrder;
  return named === '' ? undefined : named;
}
