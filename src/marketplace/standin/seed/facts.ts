// Facts of a seeded listing that never change: brand, category, size, color, and condition.

import { type Brand, brandsFor } from './brands.ts';
import {
  type Category,
  type Color,
  type Condition,
  categories,
  colors,
  type DepartmentName,
  departmentNamed,
  type Subcategory,
} from './catalog.ts';
import { type Dice, dice } from './random.ts';
import { descriptionOf, titleOf, type Wording } from './words.ts';

/** Profile of a seller: departments, price level, pricing style, and sharing activity. */
export type Taste = {
  departments: readonly { name: DepartmentName; weight: number }[];
  /** Natural logarithm of the typical brand level of the closet. */
  level: number;
  /** Multiplies every price: 0.85 sells fast, 1.2 is optimistic. */
  priceFactor: number;
  /** Shares per listing and day. */
  sharesPerDay: number;
};

/** Facts of a listing that never change. Derived from the seed on demand, never stored. */
export type Facts = Omit<Wording, 'brand'> & {
  brand: Brand;
  departmentId: string;
  title: string;
  description: string;
  sku: string;
  pictures: number;
};

export function tasteOf(seed: number, serial: number): Taste {
  const roll = dice(seed, serial, 0x7a57e);
  const main = roll.weighted<DepartmentName>(
    ['Women', 'Men', 'Kids'],
    (name) => ({ Women: 62, Men: 26, Kids: 12 })[name],
  );
  const departments = (['Women', 'Men', 'Kids'] as const).map((name) => ({
    name,
    weight: name === main ? 0.85 : roll.next() * 0.12,
  }));
  return {
    departments,
    level: roll.normal() * 0.45 + 0.15,
    priceFactor: Math.exp(roll.normal() * 0.12),
    sharesPerDay: 0.3 + roll.next() * 2.4,
  };
}

const conditions: readonly (readonly [code: Condition, weight: number])[] = [
  ['nwt', 18],
  ['uln', 42],
  ['ug', 32],
  ['uf', 8],
];

const materials: Record<string, readonly string[]> = {
  tee: ['Cotton', 'Linen'],
  blouse: ['Silk', 'Cotton', 'Linen', 'Satin'],
  shirt: ['Flannel', 'Linen', 'Chambray'],
  tank: ['Silk', 'Ribbed'],
  hoodie: ['Fleece'],
  polo: ['Pique'],
  sweater: ['Cashmere', 'Merino Wool', 'Cotton', 'Alpaca Blend'],
  cardigan: ['Cashmere', 'Merino Wool', 'Cotton'],
  dress: ['Linen', 'Silk', 'Cotton', 'Satin'],
  skirt: ['Suede', 'Satin', 'Pleated'],
  pants: ['Wool', 'Linen', 'Stretch'],
  blazer: ['Wool', 'Linen', 'Tweed'],
  coat: ['Wool', 'Cashmere'],
  boots: ['Leather', 'Suede'],
  sneakers: ['Leather', 'Canvas', 'Suede'],
  heels: ['Leather', 'Suede'],
  sandals: ['Leather'],
  loafers: ['Leather', 'Suede'],
  crossbody: ['Leather', 'Pebbled Leather'],
  tote: ['Leather', 'Canvas'],
  scarf: ['Cashmere', 'Silk', 'Wool'],
  hat: ['Wool'],
};

/** Garments that sportswear brands do not make. */
const dressy: ReadonlySet<string> = new Set('blouse shirt blazer coat jacket pants romper shorts'.split(' '));

export function factsOf(seed: number, serial: number, index: number, taste: Taste): Facts {
  const roll = dice(seed, serial, index, 0xfac75);
  const department = roll.weighted(taste.departments, (choice) => choice.weight).name;
  const category = roll.weighted(categories, (choice) => (choice.department === department ? choice.weight : 0));
  const brand = roll.weighted(
    brandsFor(department, category.kind),
    // Most items of a closet are near one price level. Items far from it are rare but possible.
    (choice) => choice.weight * (0.06 + Math.exp(-((Math.log(choice.level) - taste.level) ** 2) / 0.6)),
  );
  const isSporty = brand.kinds.includes('active');
  const { line, subcategory } = cutOf(roll, brand, category, isSporty);
  const material = !isSporty && roll.chance(0.4) ? roll.pick(materials[subcategory.flat] ?? [null]) : null;
  const vintage = brand.level >= 0.9 && roll.chance(0.07);
  const condition = vintage
    ? roll.pick(['uln', 'ug', 'ug', 'uf'] as const)
    : roll.weighted(conditions, ([, weight]) => weight)[0];
  const color = colorOf(roll, category);
  const size = sizeFor(roll, category, subcategory);
  const words = { brand: brand.name, category, subcategory, line, material, vintage, size, condition, color };
  return {
    ...words,
    brand,
    departmentId: departmentNamed(department).id,
    title: titleOf(roll, words),
    description: descriptionOf(roll, words),
    sku: `${String.fromCharCode(65 + roll.int(0, 7))}-${roll.int(1, 99)}`,
    pictures: roll.int(2, 6),
  };
}

/** A named line decides the garment if the brand's table says so; otherwise any garment that the brand makes. */
function cutOf(
  roll: Dice,
  brand: Brand,
  category: Category,
  isSporty: boolean,
): { line: string | null; subcategory: Subcategory } {
  const fitting = category.subcategories.filter((sub) => !(isSporty && dressy.has(sub.flat)));
  const subcategory = roll.pick(fitting.length > 0 ? fitting : category.subcategories);
  const lines = brand.lines[category.kind];
  if (lines === undefined || !roll.chance(0.75)) return { line: null, subcategory };
  const [line = null, flat] = roll.pick(lines).split('|');
  if (flat === undefined) return { line, subcategory };
  const made = category.subcategories.filter((sub) => sub.flat === flat);
  return made.length > 0 ? { line, subcategory: roll.pick(made) } : { line: null, subcategory };
}

function colorOf(roll: Dice, category: Category): Color {
  if (category.kind === 'denim' && roll.chance(0.72)) return plainColor('Blue');
  if (category.kind === 'jewelry') return plainColor(roll.pick(['Gold', 'Gold', 'Silver']));
  return plainColor(
    roll.weighted(colors, ({ name, weight }) => (name === 'Gold' || name === 'Silver' ? 0 : weight)).name,
  );
}

function plainColor(wanted: string): Color {
  const color = colors.find(({ name }) => name === wanted);
  if (color === undefined) throw new Error(`No color is called ${wanted}.`);
  const { weight: _weight, ...plain } = color;
  return plain;
}

const letters = ['XS', 'S', 'S', 'M', 'M', 'M', 'L', 'L', 'XL', 'XXL'] as const;
const womensNumbers = ['0', '2', '4', '4', '6', '6', '8', '8', '10', '12', '14', '16'] as const;
const womensWaists = ['24', '25', '26', '27', '27', '28', '28', '29', '30', '31', '32', '34'] as const;
const mensWaists = ['29', '30', '31', '32', '32', '33', '34', '34', '36', '38', '40'] as const;
const mensJackets = ['38R', '40R', '40S', '42R', '42L', '44R', '46R'] as const;
const kids = ['2T', '3T', '4T', '5', '6', '7', '8', '10', '12'] as const;
const babies = ['3-6 Months', '6-9 Months', '12-18 Months', '18-24 Months'] as const;

/** A size in the size system of this kind of garment. */
function sizeFor(roll: Dice, category: Category, subcategory: Subcategory): string {
  if (category.kind === 'bag' || category.kind === 'jewelry' || category.kind === 'accessory') return 'OS';
  if (category.kind === 'shoes') return shoeSize(roll, category);
  if (category.department === 'Kids') return roll.pick(category.kind === 'swim' ? babies : kids);
  if (category.kind === 'suit') return roll.pick(mensJackets);
  if (category.kind === 'denim') return roll.pick(category.department === 'Men' ? mensWaists : womensWaists);
  if (category.department === 'Men' && category.kind === 'pants') return roll.pick(mensWaists);
  const dressy = category.kind === 'dress' || category.kind === 'skirt' || subcategory.flat === 'pants';
  return roll.pick(category.department === 'Women' && dressy ? womensNumbers : letters);
}

function shoeSize(roll: Dice, category: Category): string {
  if (category.department === 'Kids') return String(roll.int(5, 13));
  const low = category.department === 'Men' ? 16 : 11;
  const halves = Math.round(low + 4.5 + roll.normal() * 2.2);
  return String(Math.min(Math.max(halves, low), low + 10) / 2);
}
