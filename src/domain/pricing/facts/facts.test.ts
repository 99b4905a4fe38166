import { describe, expect, it } from 'vitest';
import { brandInTitle, readBrand } from './brands.ts';
import type { Item } from './comparable.ts';
import { conditionInTitle, readCondition } from './condition.ts';
import { readFacts, readPieces, readSize } from './facts.ts';
import { fold, titleWords } from './fold-text.ts';
import { garmentOf, kindsMeant, readGarment } from './garments.ts';
import { peopleOf } from './people.ts';

describe('brands', () => {
  it.each([
    ["Levi's®", 'levis'],
    ['LEVI STRAUSS & CO.', 'levis'],
    ['hugo_boss', 'hugo boss'],
    ['YSL', 'saint laurent'],
    ['Dolce & Gabbana', 'dolce gabbana'],
    ['lululemon athletica', 'lululemon'],
    ['Chloé', 'chloe'],
    ['Nobody Ever Heard', 'nobody ever heard'],
    // A name that every object of JavaScript has.
    ['Constructor', 'constructor'],
    ['  ', undefined],
    // Cells of a spreadsheet that say nothing. "Unbranded" and "unknown" are what sellers write for things without a brand.
    ['N/A', undefined],
    ['not sure', undefined],
    ['Unbranded', 'unbranded'],
  ])('%s is %s', (written, read) => {
    expect(readBrand(written)).toBe(read);
  });

  it.each([
    ['Vintage Levi’s 501 jeans', 'levis'],
    ['Polo Ralph Lauren oxford shirt', 'polo ralph lauren'],
    ['picture frame for my mother', undefined],
    ['plain white tee', undefined],
  ])('the title “%s” contains %s', (title, read) => {
    expect(brandInTitle(title)).toBe(read);
  });
});

describe('conditions', () => {
  it.each([
    ['nwt', 'new-with-tags'],
    ['Never worn, with tag', 'new-with-tags'],
    ['NWOT', 'new-without-tags'],
    ['Never worn', 'new-without-tags'],
    ['uln', 'new-without-tags'],
    ['EUC', 'excellent'],
    ['Very good condition', 'very-good'],
    ['ug', 'good'],
    ['Good condition', 'good'],
    ['Fair condition', 'fair'],
    ['Good, no stains or holes', 'good'],
    ['Used - no visible flaws', 'good'],
    ['Gently worn, without any rips, holes or stains', 'excellent'],
    ['Free of stains, very good', 'very-good'],
    ['Not worn out: good', 'good'],
    ['No tags, small stain', 'fair'],
    ['No flaws', undefined],
    ['poor', 'poor'],
    ['very-good', 'very-good'],
    ['q7', undefined],
  ])('%s is %s', (written, level) => {
    expect(readCondition(written)).toBe(level);
  });

  it.each([
    ['NWT Madewell jeans', 'new-with-tags'],
    ['Euc silk blouse', 'excellent'],
    ['Very good jeans', undefined],
    ['Used Cars tee', undefined],
  ])('the title “%s” contains %s', (title, level) => {
    expect(conditionInTitle(title)).toBe(level);
  });
});

describe('kinds of things', () => {
  it.each([
    ['skinny jeans', 'jeans'],
    ['jean jackets', 'jacket'],
    ['jean shorts', 'shorts'],
    ['denim shirt dress', 'dress'],
    ['ankle boots', 'boots'],
    ['women accessories', 'accessory'],
    ['handbags', 'bag'],
    ['t shirts', 'tee'],
    ['wedding dresses', 'gown'],
    ['sunglasses', 'sunglasses'],
    ['something blue', undefined],
  ])('%s is %s', (text, garment) => {
    expect(readGarment(text)).toBe(garment);
  });

  it('are read from the narrowest name there is', () => {
    expect(readFacts({ category: 'Accessories', title: 'Leather belt' }).garment).toBe('belt');
    expect(readFacts({ category: 'Dresses', title: 'Dress to wear with boots' }).garment).toBe('dress');
  });
});

describe('sizes', () => {
  it.each([
    ['Size M', 'm'],
    ['medium', 'm'],
    ['m international', 'm'],
    ['33.0', '33'],
    ['X-Large', 'xl'],
    ['39 eu', '39 eu'],
    ['EU 39', '39 eu'],
    ['US 6', '6'],
    ['6 US', '6'],
    ['EUR 38 USA 6', '6'],
    ['IT 42 (US 6)', '6'],
    ['EU 38 (US 6 to 8)', '38 eu'],
    ['IT 48 (US 12 for women, 38 for men)', '48 it'],
    ['GRÖSSE L', 'l'],
    ['Taglia S', 's'],
    ['7 1/2', '7 5'],
    ['W32 L34', '32 x 34'],
    ['32x34', '32 x 34'],
    ['constructor', 'constructor'],
    ['N/A', undefined],
  ])('%s is %s', (written, size) => {
    expect(readSize(written)).toBe(size);
  });
});

describe('things sold together', () => {
  it.each([
    ['Lot of (6) pairs of used Levi’s! W36', 6],
    ['13 pairs of Lucky Brand Jeans, all like new', 13],
    ['2 pair of Naked & Famous jeans', 2],
    ['Set of Two J. Crew Jeans sz: 29/32', 2],
    ['Bundle of 3 tees', 3],
    ['One pair of men’s jeans', 1],
    ['Two piece swimsuit', 1],
    ['Jean bundle', 1],
    ['Levi’s 501 32x30', 1],
    ['0 pairs', 1],
  ])('“%s” is %d', (title, pieces) => {
    expect(readPieces(fold(title))).toBe(pieces);
  });
});

describe('titles', () => {
  it('lose case, accents, punctuation, small words and repetitions', () => {
    expect(titleWords('The Chloé bag — a BAG for the évening!')).toEqual(['chloe', 'bag', 'evening']);
  });

  it('are cut if they are stuffed with words', () => {
    expect(titleWords(Array.from({ length: 90 }, (_, at) => `word${at}`).join(' '))).toHaveLength(24);
  });

  it('of other scripts keep their letters', () => {
    expect(fold('Платье ЛЕТНЕЕ')).toBe('платье летнее');
  });
});

// Categories and subcategories as Poshmark's catalog names them.
it.each([
  ['Tops', 'Tees - Short Sleeve', 'tee'],
  ['Tops', 'Tees - Long Sleeve', 'tee'],
  ['Tops', 'Muscle Tees', 'tee'],
  ['Tops', 'Sweatshirts & Hoodies', 'hoodie'],
  ['Tops', 'Blouses', 'top'],
  ['Tops', 'Jerseys', 'top'],
  ['Shirts', 'Tees - Short Sleeve', 'tee'],
  ['Shirts', 'Dress Shirts', 'shirt'],
  ['Shirts', 'Casual Button Down Shirts', 'shirt'],
  ['Shirts', 'Polos', 'shirt'],
  ['Jeans', 'Boot Cut', 'jeans'],
  ['Jeans', 'Ankle & Cropped', 'jeans'],
  ['Jeans', 'Overalls', 'jumpsuit'],
  ['Pants', 'Dress', 'pants'],
  ['Pants', 'Cargo', 'pants'],
  ['Pants & Jumpsuits', 'Boot Cut & Flare', 'pants'],
  ['Pants & Jumpsuits', 'Jumpsuits & Rompers', 'jumpsuit'],
  ['Pants & Jumpsuits', 'Leggings', 'leggings'],
  ['Shorts', 'Cargos', 'shorts'],
  ['Shorts', 'Flat Front', 'shorts'],
  ['Shorts', 'Jean Shorts', 'shorts'],
  ['Shorts', 'Skorts', 'skirt'],
  ['Dresses', 'Long Sleeve', 'dress'],
  ['Dresses', 'Mini', 'dress'],
  ['Skirts', 'A-Line or Full', 'skirt'],
  ['Sweaters', 'Shrugs & Ponchos', 'sweater'],
  ['Sweaters', 'Cardigans', 'sweater'],
  ['Jackets & Coats', 'Blazers & Suit Jackets', 'blazer'],
  ['Jackets & Coats', 'Lightweight & Shirt Jackets', 'jacket'],
  ['Jackets & Coats', 'Pea Coats', 'coat'],
  ['Jackets & Coats', 'Jean Jackets', 'jacket'],
  ['Suits & Blazers', 'Sport Coats & Blazers', 'blazer'],
  ['Shoes', 'Lace Up Boots', 'boots'],
  ['Shoes', 'Flats & Loafers', 'flats'],
  ['Shoes', 'Platforms', 'heels'],
  ['Bags', 'Travel Bags', 'luggage'],
  ['Bags', 'Wallets', 'wallet'],
  ['Accessories', 'Hair Accessories', 'accessory'],
  ['Accessories', 'Hosiery & Socks', 'underwear'],
  ['Accessories', 'Sunglasses', 'sunglasses'],
  ['Swim', 'Board Shorts', 'swimwear'],
  ['Swim', 'Rashguard', 'swimwear'],
  ['Underwear & Socks', 'Dress Socks', 'underwear'],
  ['Intimates & Sleepwear', 'Chemises & Slips', 'underwear'],
])('%s, %s: %s', (category, subcategory, garment) => {
  expect(garmentOf({ category, subcategory, title: '' })).toBe(garment);
});

it.each([
  ['Short Sleeve Linen Blouse', 'top'],
  ['Cap-sleeve top', 'top'],
  ['Tie dye tee', 'tee'],
  ['Ring spun cotton t-shirt', 'tee'],
  ['Flat front chinos', 'pants'],
  ['Boot cut pants', 'pants'],
  ['Dress shirt, slim fit', 'shirt'],
  ['Belted shirt dress', 'dress'],
  ['High waist denim short', 'shorts'],
  ['Silk tie', 'tie'],
])('the title “%s” names a %s', (title, garment) => {
  expect(garmentOf({ title })).toBe(garment);
});

it('the title says which of two kinds of a category it is, and never a kind outside the category', () => {
  const place = { category: 'Pants & Jumpsuits', subcategory: 'Wide Leg' };
  expect(garmentOf({ ...place, title: 'Linen jumpsuit' })).toBe('jumpsuit');
  expect(garmentOf({ ...place, title: 'Goes with every dress' })).toBe('pants');
});

it('a category that only says "accessory" leaves it to the title', () => {
  expect(garmentOf({ category: 'Accessories', title: 'Leather belt' })).toBe('belt');
  expect(readGarment('accessories')).toBe('accessory');
});

it.each([
  ['pants', true, ['pants', 'jeans', 'leggings']],
  ['pants', false, ['pants']],
  ['shoes', false, ['shoes', 'sneakers', 'boots', 'heels', 'sandals', 'flats']],
  ['tee', true, ['tee']],
] as const)('%s (seen on a photo: %s) may be %j', (garment, isSeen, kinds) => {
  expect(kindsMeant(garment, isSeen)).toEqual(kinds);
});

it.each<[Item, ReturnType<typeof peopleOf>]>([
  [{ department: 'Women' }, 'women'],
  [{ department: 'Men' }, 'men'],
  [{ department: 'Girls', size: 'M' }, 'kids'],
  [{ category: 'Tops', size: '2T' }, 'kids'],
  [{ category: 'Tops', size: '12M' }, 'kids'],
  [{ category: 'Tops', size: '4-5 years' }, 'kids'],
  [{ category: 'Tops', size: 'EU 116' }, 'kids'],
  [{ category: 'Tops', size: 'EU 44' }, undefined],
  [{ category: 'Sneakers', size: '6-12 M' }, 'kids'],
  [{ category: 'Sneakers', size: '9 Months' }, 'kids'],
  [{ category: 'Sneakers', size: '8 M' }, undefined],
  [{ category: 'Boots', size: '8.5 M' }, undefined],
  [{ category: 'Shoes', size: '8 1/2 M' }, undefined],
  [{ category: 'Tops', size: 'M' }, undefined],
  [{ category: 'Blazers', size: '12' }, undefined],
  [{ category: 'Tops' }, undefined],
])('%o was made for %s', (item, made) => {
  expect(peopleOf(readFacts(item))).toBe(made);
});
