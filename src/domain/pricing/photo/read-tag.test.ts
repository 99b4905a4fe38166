import { describe, expect, it } from 'vitest';
import { editsBetween } from '../../text/edit-distance.ts';
import { brandName } from '../facts/brands.ts';
import { readTag, type TagReading } from './read-tag.ts';

/** Lines of equal height and full confidence. `!` before a line makes it twice as tall, and `?` makes it noise. */
const lines = (...texts: string[]) =>
  texts.map((text) => ({
    text: text.replace(/^[!?]/, ''),
    confidence: text.startsWith('?') ? 20 : 95,
    height: text.startsWith('!') ? 60 : 30,
  }));

describe('a tag', () => {
  it.each<[string, string[], TagReading]>([
    ['says its facts', ['LEVI’S', 'Size: 32', 'MSRP $98.00'], { brand: 'levis', size: '32', retailPrice: 9800 }],
    ['may have its label misread by a letter', ['!Patagoniz'], { brand: 'patagonia' }],
    ['may have two letters of a long label misread', ['ANTHR0P0L0GlE', 'M'], { brand: 'anthropologie', size: 'M' }],
    ['is never taken for a short label by one letter', ['ZARO'], {}],
    ['has an everyday word as its label if nothing else is on the line', ['GAP'], { brand: 'gap' }],
    ['has no everyday word as label among others', ['mind the gap please'], {}],
    ['may break its label over two lines', ['BANANA', 'REPUBLIC'], { brand: 'banana republic' }],
    ['may run its label’s words together', ['RalphLauren'], { brand: 'ralph lauren' }],
    ['means the label that is written larger', ['!Madewell', 'sold at Nordstrom'], { brand: 'madewell' }],
    ['knows its label under another name', ['Levi Strauss & Co.'], { brand: 'levis' }],
    ['says one size', ['ONE SIZE'], { size: 'One size' }],
    ['says waist and length', ['W32 L34'], { size: '32 x 34' }],
    ['says waist and length another way', ['32x30'], { size: '32 x 30' }],
    ['says its size in a word', ['SIZE MEDIUM'], { size: 'M' }],
    ['says its size with the word misread', ['SlZE XL'], { size: 'XL' }],
    ['says its size with a letter twice', ['SIZE Mm'], { size: 'M' }],
    ['says its size run together', ['Size8'], { size: '8' }],
    ['says an American size beside a European one', ['EU 38 US 8'], { size: 'US 8' }],
    ['says a lone letter', ['Madewell', 'XS'], { brand: 'madewell', size: 'XS' }],
    ['has a number that is no size', ['RN 77388', '98600'], {}],
    ['has two prices: the higher was the first', ['$128.00', 'NOW $79.99'], { retailPrice: 12_800 }],
    ['has a price that says what it is', ['$60.00', 'Compare at $45.00'], { retailPrice: 4500 }],
    ['has a price without cents', ['$1250'], { retailPrice: 125_000 }],
    ['has a price whose sign was misread', ['S49.50'], { retailPrice: 4950 }],
    ['has no price in its percents', ['98.50%'], {}],
    ['has no price below three dollars', ['$1.99'], {}],
    ['says its cloth', ['98% Cotton 2% Elastane'], { material: '98% cotton, 2% elastane' }],
    ['says its cloth with letters misread', ['100% Cottan'], { material: '100% cotton' }],
    ['says its cloth with figures that make no whole', ['98% Cotton 29% Elastane'], { material: 'cotton, elastane' }],
    ['hides its main fibre', ['98% Conon 2% Elastane'], {}],
    ['is only noise', ['?LEVIS', '?il1', '?M'], {}],
    ['says its size, though hardly legible', ['?SIZE M'], { size: 'M' }],
    ['is empty', [], {}],
  ])('%s', (_, texts, expected) => {
    expect(readTag(lines(...texts))).toEqual(expected);
  });
});

it.each([
  ['levis', 'Levi’s'],
  ['h m', 'H&M'],
  ['ralph lauren', 'Ralph Lauren'],
  ['constructor', 'Constructor'],
  ['the north face', 'The North Face'],
  ['dkny', 'DKNY'],
  ['ag', 'AG'],
  ['ann taylor', 'Ann Taylor'],
  ['carhartt wip', 'Carhartt WIP'],
  ['citizens of humanity', 'Citizens of Humanity'],
])('the label %s is shown as %s', (folded, shown) => {
  expect(brandName(folded)).toBe(shown);
});

it.each([
  ['abc', 'abc', 2, 0],
  ['abc', 'abd', 2, 1],
  ['abc', 'bc', 2, 1],
  ['kitten', 'sitting', 3, 3],
  ['kitten', 'sitting', 2, 3],
  ['a', 'abcdef', 2, 3],
])('the distance from %s to %s is counted up to %i: %i', (one, other, most, edits) => {
  expect(editsBetween(one, other, most)).toBe(edits);
});
