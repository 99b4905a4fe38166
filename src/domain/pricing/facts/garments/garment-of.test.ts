import { expect, it } from 'vitest';
import { garmentOf } from './garment-of.ts';
import { kindsMeant, readGarment } from './garments.ts';

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
