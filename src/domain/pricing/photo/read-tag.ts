// Reads brand, size, price, and material from the text on a tag.

import type { Cents } from '../../money.ts';
import { editsBetween } from '../../text/edit-distance.ts';
import { knownSpellings } from '../facts/brands.ts';
import { fold } from '../facts/fold-text.ts';
import { findSize } from './tag-size.ts';

export type TagLine = {
  text: string;
  /** From 0 to 100, as the reader reports it. */
  confidence: number;
  /** In pixels. The larger the text, the more likely it is the brand. */
  height: number;
};

/** The facts on a brand, size, or price tag. What is missing or illegible is left out. */
export type TagReading = {
  /** Folded, in the spelling of `facts/brands.ts`. */
  brand?: string;
  /** As people write it, with its system if the tag names one: "M", "32 x 34", "US 6", "IT 42", "4-5 years". */
  size?: string;
  retailPrice?: Cents;
  /** "98% cotton, 2% elastane". */
  material?: string;
};

/** A line with less confidence is noise: a weave, a seam, a pattern. */
const leastConfidence = 35;
/** Lines that noise never looks like, however low the reader's confidence. */
const speaksForItself = /^\s*s[il1]ze\b|\$\s?\d+[.,]\d{2}|\d\s?%\s?\p{L}{4}/iu;

/** Reads brand, size, retail price, and material from a tag's lines. Tolerates one or two wrong letters in known words. */
export function readTag(lines: readonly TagLine[]): TagReading {
  const legible = lines.filter(({ confidence, text }) => confidence >= leastConfidence || speaksForItself.test(text));
  const brand = findBrand(legible);
  const size = findSize(legible);
  const retailPrice = findPrice(legible);
  const material = findMaterial(legible);
  return {
    ...(brand !== undefined && { brand }),
    ...(size !== undefined && { size }),
    ...(retailPrice !== undefined && { retailPrice }),
    ...(material !== undefined && { material }),
  };
}

/** How many wrong letters to tolerate. Short names must be exact, because one changed letter makes another word. */
const forgiven = (length: number): number => (length >= 9 ? 2 : length >= 5 ? 1 : 0);

/** Replaces letters that readers confuse, so that "LEVl5" still matches. */
const alike = (text: string): string =>
  text.replace(/[1|!]/g, 'l').replace(/0/g, 'o').replace(/5/g, 's').replace(/8/g, 'b');

const labels = knownSpellings.map(({ spelling, brand, isEveryday }) => ({
  brand,
  isEveryday,
  spelling,
  squeezed: alike(spelling.replaceAll(' ', '')),
  words: spelling.split(' ').length,
}));

function findBrand(lines: readonly TagLine[]): string | undefined {
  const tallest = Math.max(1, ...lines.map(({ height }) => height));
  let best: { brand: string; score: number } | undefined;
  // A long name may be split over two lines.
  const pairs = lines.flatMap((line, at) => {
    const next = lines[at + 1];
    return next ? [{ ...line, text: `${line.text} ${next.text}`, isPair: true }] : [];
  });
  for (const { text, height, isPair } of [...lines.map((line) => ({ ...line, isPair: false })), ...pairs]) {
    const words = fold(text).split(' ').filter(Boolean);
    for (const { brand, isEveryday, squeezed, words: count } of labels) {
      // Everyday words count as brands only if they are alone on their line.
      if (isEveryday && (isPair || words.length > count + 1)) continue;
      for (const window of windowsOf(words, count)) {
        if (isEveryday && window.length !== words.join('').length) continue;
        const most = isEveryday ? (squeezed.length >= 6 ? 1 : 0) : forgiven(squeezed.length);
        const edits = editsBetween(alike(window), squeezed, most);
        if (edits > most) continue;
        const score = squeezed.length - 2.5 * edits + 4 * (height / tallest);
        if (best === undefined || score > best.score) best = { brand, score };
      }
    }
  }
  return best?.brand;
}

/** Groups of words, joined: as many as the name has, one fewer, and one more, because readers split and join words wrongly. */
function windowsOf(words: readonly string[], count: number): string[] {
  const found: string[] = [];
  for (let length = Math.max(1, count - 1); length <= count + 1; length++)
    for (let at = 0; at + length <= words.length; at++) found.push(words.slice(at, at + length).join(''));
  return found;
}

/** A price with its sign or with cents. Readers may read the sign as an S and the point as a space. */
const signed = /[$§]\s?(\d{1,4})(?:\s?[.,·]\s?(\d{2})|\s(\d{2})(?!\d))?(?!\d)/g;
const likeSigned = /(?:^|\s)[s5]\s?(\d{1,4})[.,](\d{2})(?!\d)/gi;
const plain = /(?:^|\s)(\d{1,4})[.,](\d{2})(?![\d%])/g;
const retailWords = /msrp|retail|ret[a4]il|compare|orig|list price|srp|value/i;
const saleWords = /sale|now|clearance|our price|outlet|today|save|off\b/i;

function findPrice(lines: readonly TagLine[]): Cents | undefined {
  const found = lines.flatMap(({ text }, at) => {
    const before = lines[at - 1]?.text ?? '';
    const worth = (sign: number) =>
      sign + (retailWords.test(text) ? 4 : 0) - (saleWords.test(text) ? 3 : 0) + (retailWords.test(before) ? 1 : 0);
    return [
      ...[...text.matchAll(signed)].map((match) => ({
        cents: centsOf(match[1], match[2] ?? match[3]),
        worth: worth(3),
      })),
      ...[...text.matchAll(likeSigned)].map((match) => ({ cents: centsOf(match[1], match[2]), worth: worth(2) })),
      ...[...text.matchAll(plain)].map((match) => ({ cents: centsOf(match[1], match[2]), worth: worth(1) })),
    ];
  });
  const sensible = found.filter(({ cents }) => cents >= 300 && cents <= 2_000_000);
  // The higher of two prices on a tag is the one before the sale.
  sensible.sort((one, other) => other.worth - one.worth || other.cents - one.cents);
  return sensible[0]?.cents;
}

const centsOf = (dollars: string | undefined, cents: string | undefined): Cents =>
  Number(dollars ?? 0) * 100 + Number(cents ?? 0);

const fibres =
  'cotton|polyester|wool|silk|linen|cashmere|nylon|rayon|viscose|elastane|spandex|leather|acrylic|modal|lyocell|tencel|polyamide|polyurethane|merino|mohair|alpaca|hemp|ramie|cupro|acetate|lycra|suede|down|feathers|angora|bamboo'.split(
    '|',
  );

function findMaterial(lines: readonly TagLine[]): string | undefined {
  const parts = new Map<string, number>();
  for (const { text } of lines) {
    for (const match of text.matchAll(/(\d{1,3}|[l1I]00|10[oO])\s?(?:%|°\/o|9\/0|96)\s?([\p{L}]{3,14})/gu)) {
      const percent = Number((match[1] ?? '').replace(/[lI]/g, '1').replace(/[oO]/g, '0'));
      const word = fold(match[2] ?? '');
      const fibre = fibres.find((known) => editsBetween(known, word, forgiven(known.length)) <= forgiven(known.length));
      if (fibre !== undefined && percent >= 1 && percent <= 100) parts.set(fibre, percent);
    }
  }
  // Without the main fiber, the rest would describe another cloth.
  if (Math.max(0, ...parts.values()) < 50) return undefined;
  const whole = [...parts.values()].reduce((sum, percent) => sum + percent, 0);
  // Percentages that don't add up were misread, so only the fibers are kept.
  const isWhole = whole >= 99 && whole <= 101;
  return [...parts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([fibre, percent]) => (isWhole ? `${percent}% ${fibre}` : fibre))
    .join(', ');
}
