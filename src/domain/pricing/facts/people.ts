// Says for whom an item was made.

import type { Facts } from './facts.ts';

export type People = 'kids' | 'women' | 'men';

const kidsWords = /^(kid|girl|boy|bab|child|toddler|infant)/;
/** "2t", "nb", "6 9 months", "12m". A size such as "m" or "12" is no sign of a child. */
const kidsSizes = /^(\d+ ?t|nb|newborn|preemie|(\d+ )?\d+ ?(m|mo|mos|month|months))$/;

/** undefined: neither the department nor the size tells. */
export function peopleOf({ department, size }: Pick<Facts, 'department' | 'size'>): People | undefined {
  if (department === undefined) return size !== undefined && kidsSizes.test(size) ? 'kids' : undefined;
  if (kidsWords.test(department)) return 'kids';
  return department.startsWith('wom') ? 'women' : department.startsWith('men') ? 'men' : undefined;
}
