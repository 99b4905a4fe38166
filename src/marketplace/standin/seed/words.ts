// Titles and descriptions of seeded listings.

import type { Category, Color, Condition, Subcategory } from './catalog.ts';
import type { Dice } from './random.ts';

/** The facts that a title and a description are made of. */
export type Wording = {
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
export function titleOf(roll: Dice, words: Wording): string {
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
export function descriptionOf(roll: Dice, words: Wording): string {
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
