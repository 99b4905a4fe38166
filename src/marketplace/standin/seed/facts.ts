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

/** The facts that a title and a description are made of. */
type Wording = {
  brand: string;
  category: Category;
  subcategory: Subcategory;
  line: string | null;
  material: string | null;
  vintage: boolean;
  size: string;
  condition: Condition;
  color: Color;
};

const shades: Record<string, readonly string[]> = {
  Black: ['Black', 'Jet Black', 'Washed Black'],
  Blue: ['Blue', 'Navy', 'Light Wash', 'Indigo', 'Dusty Blue'],
  White: ['White', 'Ivory', 'Off White'],
  Gray: ['Gray', 'Heather Gray', 'Charcoal'],
  Brown: ['Brown', 'Chocolate', 'Cognac'],
  Green: ['Green', 'Olive', 'Forest Green', 'Sage'],
  Cream: ['Cream', 'Oatmeal', 'Ecru'],
  Pink: ['Pink', 'Blush', 'Dusty Rose'],
  Red: ['Red', 'Burgundy', 'Cherry'],
  Tan: ['Tan', 'Camel', 'Sand'],
  Purple: ['Purple', 'Lavender', 'Plum'],
  Orange: ['Orange', 'Rust'],
  Yellow: ['Yellow', 'Mustard'],
};

/** At most 80 characters, as the marketplace allows. */
function titleOf(roll: Dice, words: Wording): string {
  const shade = roll.pick(shades[words.color.name] ?? [words.color.name]);
  const showsColor = roll.chance(0.6);
  const name = [words.vintage ? 'Vintage' : '', words.brand, words.line ?? '', words.material ?? ''];
  const garment = words.subcategory.noun;
  const parts = roll.weighted(
    [
      [...name, showsColor ? shade : '', garment],
      [showsColor ? shade : '', ...name, garment],
      [words.condition === 'nwt' ? 'NWT' : '', ...name, garment, showsColor ? shade : ''],
      [...name, garment, showsColor ? `in ${shade}` : '', words.size === 'OS' ? '' : `Size ${words.size}`],
    ],
    () => 1,
  );
  const title = parts.filter((part) => part !== '').join(' ');
  return title.length <= 80 ? title : `${title.slice(0, 79).trimEnd()}…`;
}

// biome-ignore format: a table reads as a table
const wear: Record<Condition, readonly string[]> = {
  nwt: ['New with tags, never worn.', 'Brand new, tags still attached. Bought it and it never left the closet.', 'NWT. Received as a gift, not my size.'],
  uln: ['Worn twice, no flaws.', 'Excellent pre-owned condition, no stains or pulls.', 'Like new. Only tried on at home and worn once.', 'Gently worn, still looks new.'],
  ug: ['Good used condition with light wear, please see photos.', 'Normal signs of wear, no holes or stains.', 'Pre-loved and well cared for, some light fading.', 'Minor pilling, otherwise in good shape.'],
  uf: ['Fair condition: a small mark near the hem, shown in the photos. Priced accordingly.', 'Well loved, with visible wear. Plenty of life left in it.', 'Small repair on the inside seam, not visible when worn.'],
};

/** Keyed by drawing if the drawing has its own words, otherwise by kind. */
// biome-ignore format: a table reads as a table
const fits: Record<string, readonly string[]> = {
  blazer: ['Single breasted, fully lined.', 'Sharp shoulders, sits just below the hip.'],
  coat: ['Knee length with a full lining.', 'Belt and all buttons included.'],
  heels: ['Heel height about 3 inches.', 'Worn indoors only, soles are clean.'],
  sneakers: ['Comfortable right out of the box.', 'Soles have plenty of life left.', 'Fits true to size, original box not included.'],
  leggings: ['High rise, squat proof, no pilling.', 'Hidden waistband pocket.'],
  denim: ['High rise with a straight leg.', 'Rigid cotton denim, fits true to size.', 'Button fly, a bit of stretch.', 'Sits at the natural waist.'],
  top: ['Relaxed fit through the body.', 'Soft and easy to dress up or down.', 'Fits true to size.'],
  knit: ['So soft, perfect layering piece.', 'Slightly oversized, warm without being bulky.', 'Ribbed cuffs and hem.'],
  dress: ['Fully lined with a hidden side zip.', 'Flattering through the waist, pockets included.', 'Wore this to a wedding and got so many compliments.'],
  outer: ['Two outer pockets, fully lined.', 'Warm, light and packs down small.', 'Roomy enough for a sweater underneath.'],
  shoes: ['Heel height about 2 inches.', 'Comfortable right out of the box.', 'Fits true to size, original box not included.'],
  bag: ['Comes with dust bag. Clean interior, smoke-free home.', 'Adjustable strap, inner zip pocket.', 'Hardware shows light scratching.'],
  pants: ['Mid rise, tapered leg.', 'Stretchy waistband, side pockets.'],
};

const closings = [
  'Bundle and save.',
  'Ships next day.',
  'Smoke-free, pet-free home.',
  'Open to reasonable offers.',
  'Measurements on request.',
  'No trades, please.',
  '',
] as const;

/** Three or four plain sentences, as sellers write them. */
function descriptionOf(roll: Dice, words: Wording): string {
  const measure =
    words.category.kind === 'denim'
      ? `Waist laid flat ${roll.int(13, 18)}", rise ${roll.int(9, 12)}", inseam ${roll.int(26, 33)}".`
      : words.category.kind === 'bag'
        ? `About ${roll.int(8, 14)}" wide and ${roll.int(6, 12)}" tall.`
        : '';
  const opening = `${words.vintage ? 'Vintage ' : ''}${words.brand} ${words.subcategory.noun.toLowerCase()}${
    words.size === 'OS' ? '' : `, size ${words.size}`
  }.`;
  const parts = [
    opening,
    roll.pick(wear[words.condition]),
    roll.chance(0.8)
      ? roll.pick(fits[words.subcategory.flat] ?? fits[words.category.kind] ?? ['Fits true to size.'])
      : '',
    words.material === null ? '' : `${words.material}.`,
    roll.chance(0.5) ? measure : '',
    roll.pick(closings),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

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
