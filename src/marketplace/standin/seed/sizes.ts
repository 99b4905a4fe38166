// Sizes of seeded listings.

import type { Category, Subcategory } from './catalog.ts';
import type { Dice } from './random.ts';

const letters = ['XS', 'S', 'S', 'M', 'M', 'M', 'L', 'L', 'XL', 'XXL'] as const;
const womensNumbers = ['0', '2', '4', '4', '6', '6', '8', '8', '10', '12', '14', '16'] as const;
const womensWaists = ['24', '25', '26', '27', '27', '28', '28', '29', '30', '31', '32', '34'] as const;
const mensWaists = ['29', '30', '31', '32', '32', '33', '34', '34', '36', '38', '40'] as const;
const mensJackets = ['38R', '40R', '40S', '42R', '42L', '44R', '46R'] as const;
const kids = ['2T', '3T', '4T', '5', '6', '7', '8', '10', '12'] as const;
const babies = ['3-6 Months', '6-9 Months', '12-18 Months', '18-24 Months'] as const;

/** A size in the size system of this kind of garment. */
export function sizeFor(roll: Dice, category: Category, subcategory: Subcategory): string {
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
