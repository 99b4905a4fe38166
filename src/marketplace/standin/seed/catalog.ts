// Departments, categories, subcategories, and colors of the practice marketplace.

import { catalogId } from './random.ts';

// biome-ignore format: one list
/** A kind of garment. It decides which brands, sizes, and drawings fit. */
export type Kind = 'denim' | 'top' | 'knit' | 'dress' | 'skirt' | 'pants' | 'shorts' | 'outer' | 'shoes' | 'bag' | 'active' | 'jewelry' | 'accessory' | 'suit' | 'swim';

export type Condition = 'nwt' | 'uln' | 'ug' | 'uf';

export type DepartmentName = 'Women' | 'Men' | 'Kids';

/** `noun` is its name in titles, and `flat` is its drawing. */
export type Subcategory = { id: string; display: string; slug: string; noun: string; flat: string };
export type Category = {
  id: string;
  display: string;
  slug: string;
  department: DepartmentName;
  kind: Kind;
  /** Typical resale and retail price of an average brand in excellent condition, in whole dollars. */
  resale: number;
  retail: number;
  /** How strongly the brand affects the price: more for bags than for shorts. */
  brandPull: number;
  /** How common it is in closets. */
  weight: number;
  subcategories: readonly Subcategory[];
};
type Department = { id: string; display: DepartmentName; slug: string };

const slug = (display: string) => display.replaceAll(' & ', '_&_').replaceAll(' ', '_');

const departments = (['Kids', 'Men', 'Women'] as const).map(
  (display, index): Department => ({ id: catalogId(0x0c + index), display, slug: display }),
);

type Plan = Omit<Category, 'id' | 'slug' | 'subcategories'> & { subs: readonly [string, string, string][] };

// One row per category: subcategories as shown, the word used in titles, and the drawing.
// biome-ignore format: a table reads as a table
const plans: readonly Plan[] = [
  { department: 'Women', display: 'Jeans', kind: 'denim', resale: 34, retail: 98, brandPull: 0.8, weight: 12, subs: [['Straight Leg', 'Straight Leg Jeans', 'jeans'], ['Skinny', 'Skinny Jeans', 'jeans'], ['Flare & Wide Leg', 'Wide Leg Jeans', 'jeans'], ['Boyfriend', 'Boyfriend Jeans', 'jeans'], ['Ankle & Cropped', 'Cropped Jeans', 'jeans']] },
  { department: 'Women', display: 'Tops', kind: 'top', resale: 22, retail: 58, brandPull: 0.8, weight: 16, subs: [['Blouses', 'Blouse', 'blouse'], ['Tees - Short Sleeve', 'Tee', 'tee'], ['Button Down Shirts', 'Button Down Shirt', 'shirt'], ['Tank Tops', 'Tank', 'tank'], ['Sweatshirts & Hoodies', 'Hoodie', 'hoodie']] },
  { department: 'Women', display: 'Sweaters', kind: 'knit', resale: 32, retail: 98, brandPull: 0.85, weight: 10, subs: [['Cardigans', 'Cardigan', 'cardigan'], ['Crew & Scoop Necks', 'Crewneck Sweater', 'sweater'], ['Cowl & Turtlenecks', 'Turtleneck Sweater', 'sweater']] },
  { department: 'Women', display: 'Dresses', kind: 'dress', resale: 36, retail: 118, brandPull: 0.9, weight: 14, subs: [['Midi', 'Midi Dress', 'dress'], ['Mini', 'Mini Dress', 'dress'], ['Maxi', 'Maxi Dress', 'dress'], ['Wedding', 'Cocktail Dress', 'dress']] },
  { department: 'Women', display: 'Skirts', kind: 'skirt', resale: 26, retail: 78, brandPull: 0.8, weight: 5, subs: [['Midi', 'Midi Skirt', 'skirt'], ['Mini', 'Mini Skirt', 'skirt'], ['A-Line or Full', 'A-Line Skirt', 'skirt']] },
  { department: 'Women', display: 'Pants & Jumpsuits', kind: 'pants', resale: 30, retail: 94, brandPull: 0.85, weight: 8, subs: [['Trousers', 'Trousers', 'pants'], ['Leggings', 'Leggings', 'leggings'], ['Jumpsuits & Rompers', 'Jumpsuit', 'romper']] },
  { department: 'Women', display: 'Shorts', kind: 'shorts', resale: 20, retail: 58, brandPull: 0.75, weight: 5, subs: [['Jean Shorts', 'Denim Shorts', 'shorts'], ['Athletic Shorts', 'Running Shorts', 'gymshorts']] },
  { department: 'Women', display: 'Jackets & Coats', kind: 'outer', resale: 58, retail: 178, brandPull: 0.9, weight: 8, subs: [['Jean Jackets', 'Denim Jacket', 'jacket'], ['Blazers & Suit Jackets', 'Blazer', 'blazer'], ['Puffers', 'Puffer Jacket', 'puffer'], ['Trench Coats', 'Trench Coat', 'coat'], ['Pea Coats', 'Wool Coat', 'coat'], ['Windbreakers', 'Windbreaker', 'windbreaker']] },
  { department: 'Women', display: 'Shoes', kind: 'shoes', resale: 44, retail: 128, brandPull: 0.9, weight: 10, subs: [['Ankle Boots & Booties', 'Ankle Boots', 'boots'], ['Sneakers', 'Sneakers', 'sneakers'], ['Heels', 'Heels', 'heels'], ['Sandals', 'Sandals', 'sandals'], ['Flats & Loafers', 'Loafers', 'loafers']] },
  { department: 'Women', display: 'Bags', kind: 'bag', resale: 62, retail: 198, brandPull: 1.15, weight: 8, subs: [['Crossbody Bags', 'Crossbody Bag', 'crossbody'], ['Totes', 'Tote', 'tote'], ['Shoulder Bags', 'Shoulder Bag', 'crossbody']] },
  { department: 'Women', display: 'Accessories', kind: 'accessory', resale: 22, retail: 58, brandPull: 1, weight: 4, subs: [['Scarves & Wraps', 'Scarf', 'scarf'], ['Sunglasses', 'Sunglasses', 'sunglasses'], ['Hats', 'Hat', 'hat']] },
  { department: 'Women', display: 'Jewelry', kind: 'jewelry', resale: 30, retail: 78, brandPull: 0.9, weight: 3, subs: [['Necklaces', 'Necklace', 'necklace'], ['Earrings', 'Earrings', 'necklace']] },
  { department: 'Men', display: 'Jeans', kind: 'denim', resale: 36, retail: 98, brandPull: 0.8, weight: 5, subs: [['Straight', 'Straight Jeans', 'jeans'], ['Slim', 'Slim Jeans', 'jeans'], ['Relaxed', 'Relaxed Jeans', 'jeans']] },
  { department: 'Men', display: 'Shirts', kind: 'top', resale: 24, retail: 62, brandPull: 0.8, weight: 8, subs: [['Casual Button Down Shirts', 'Button Down Shirt', 'shirt'], ['Tees - Short Sleeve', 'T-Shirt', 'tee'], ['Polos', 'Polo', 'polo'], ['Sweatshirts & Hoodies', 'Hoodie', 'hoodie']] },
  { department: 'Men', display: 'Sweaters', kind: 'knit', resale: 34, retail: 98, brandPull: 0.85, weight: 4, subs: [['Crewneck', 'Crewneck Sweater', 'sweater'], ['Zip Up', 'Quarter Zip Sweater', 'sweater']] },
  { department: 'Men', display: 'Pants', kind: 'pants', resale: 30, retail: 88, brandPull: 0.8, weight: 3, subs: [['Chinos & Khakis', 'Chinos', 'pants'], ['Sweatpants & Joggers', 'Joggers', 'joggers']] },
  { department: 'Men', display: 'Jackets & Coats', kind: 'outer', resale: 64, retail: 188, brandPull: 0.9, weight: 5, subs: [['Puffers', 'Puffer Jacket', 'puffer'], ['Lightweight & Shirt Jackets', 'Shirt Jacket', 'jacket'], ['Windbreakers', 'Windbreaker', 'windbreaker']] },
  { department: 'Men', display: 'Suits & Blazers', kind: 'suit', resale: 62, retail: 248, brandPull: 0.9, weight: 2, subs: [['Sport Coats & Blazers', 'Sport Coat', 'blazer']] },
  { department: 'Men', display: 'Shoes', kind: 'shoes', resale: 56, retail: 138, brandPull: 0.85, weight: 6, subs: [['Sneakers', 'Sneakers', 'sneakers'], ['Boots', 'Boots', 'boots'], ['Loafers & Slip-Ons', 'Loafers', 'loafers']] },
  { department: 'Kids', display: 'Shirts & Tops', kind: 'top', resale: 12, retail: 30, brandPull: 0.7, weight: 3, subs: [['Tees - Short Sleeve', 'Tee', 'tee'], ['Sweaters', 'Sweater', 'sweater']] },
  { department: 'Kids', display: 'Dresses', kind: 'dress', resale: 18, retail: 46, brandPull: 0.8, weight: 3, subs: [['Casual', 'Dress', 'dress'], ['Formal', 'Party Dress', 'dress']] },
  { department: 'Kids', display: 'One Pieces', kind: 'swim', resale: 13, retail: 34, brandPull: 0.75, weight: 2, subs: [['Bodysuits', 'Bodysuit', 'romper'], ['Footies', 'Footie Pajamas', 'romper']] },
  { department: 'Kids', display: 'Jackets & Coats', kind: 'outer', resale: 30, retail: 78, brandPull: 0.85, weight: 2, subs: [['Puffers', 'Puffer Jacket', 'puffer'], ['Jean Jackets', 'Denim Jacket', 'jacket']] },
];

let subNumber = 0x60;

export const categories: readonly Category[] = plans.map(({ subs, ...plan }, index) => ({
  ...plan,
  id: catalogId(0x10 + index),
  slug: slug(plan.display),
  subcategories: subs.map(([display, noun, flat]) => {
    const id = catalogId(subNumber);
    subNumber += 1;
    return { id, display, slug: slug(display), noun, flat };
  }),
}));

/** What the catalog calls this id, if it is one of ours. */
const byId = <T extends { id: string }>(items: readonly T[]) => {
  const known = new Map(items.map((item) => [item.id, item]));
  return (id: string) => known.get(id);
};
export const categoryById = byId(categories);
export const departmentById = byId(departments);
export const subcategoryById = byId(categories.flatMap(({ subcategories }) => subcategories));

export const departmentNamed = (name: DepartmentName): Department => {
  const department = departments.find((known) => known.display === name);
  if (department === undefined) throw new Error(`No department is called ${name}.`);
  return department;
};

export type Color = { name: string; rgb: string; message_id: string };

/** The marketplace's colors, and how common each is in a wardrobe. */
export const colors: readonly (Color & { weight: number })[] = (
  [
    ['Black', '#2b2b2d', 18],
    ['Blue', '#2f5fa7', 16],
    ['White', '#f2f0ea', 10],
    ['Gray', '#8d9096', 9],
    ['Brown', '#7a5236', 8],
    ['Green', '#4c7350', 8],
    ['Cream', '#e9dfc7', 7],
    ['Pink', '#e39bb0', 7],
    ['Red', '#b23a3f', 6],
    ['Tan', '#c6a27a', 6],
    ['Purple', '#77598f', 3],
    ['Orange', '#d8793c', 2],
    ['Yellow', '#e2bd4c', 2],
    ['Gold', '#c39f4f', 1],
    ['Silver', '#b4b8bd', 1],
  ] as const
).map(([name, rgb, weight]) => ({ name, rgb, message_id: name.toLowerCase(), weight }));
