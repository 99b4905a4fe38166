// Which listings an offer rule, a price drop, or a filter is for: the parts that a listing has to meet, and how to say them.

import { type Cents, fromDollars, inDollars } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import { isNewWithTags } from '../pricing/facts/condition.ts';
import { fold } from '../pricing/facts/fold-text.ts';
import { counted } from '../text/counted.ts';

/** A listing has to meet all parts that are given. Lists that are empty count as not given, so an empty match is for everything. */
export type Match = {
  brands?: readonly string[];
  /** Categories or subcategories. */
  categories?: readonly string[];
  departments?: readonly string[];
  /** In whole dollars of the listing's currency, as all prices of listings. */
  minPrice?: number;
  maxPrice?: number;
  /** Full days since it was listed. */
  minAgeDays?: number;
  maxAgeDays?: number;
  minLikes?: number;
  newWithTags?: boolean;
  shelf?: string;
};

/** What a match looks at. null: not known, or none. */
export type MatchListing = {
  title: string;
  brand: string | null;
  department: string | null;
  category: string | null;
  subcategory: string | null;
  condition: string | null;
  shelf: string | null;
  priceCents: Cents | null;
  listedAt: Instant | null;
  likes: number;
};

/** A listing's facts in one spelling. Read once, and then compared with many matches. */
export type MatchFacts = {
  brand: string;
  department: string;
  kinds: readonly string[];
  shelf: string;
  likes: number;
  priceCents: Cents | null;
  ageDays: number | null;
  isNewWithTags: boolean | null;
};

const dayMs = 86_400_000;

export const matchFacts = (listing: MatchListing, now: Instant): MatchFacts => ({
  brand: fold(listing.brand ?? ''),
  department: fold(listing.department ?? ''),
  kinds: [fold(listing.category ?? ''), fold(listing.subcategory ?? '')],
  shelf: fold(listing.shelf ?? ''),
  likes: listing.likes,
  priceCents: listing.priceCents,
  ageDays: listing.listedAt === null ? null : Math.max(0, Math.floor((now - listing.listedAt) / dayMs)),
  isNewWithTags: isNewWithTags(listing),
});

/**
 * `unknown`: it meets everything that is known of it, and for at least one part its price, age, or condition isn't known. Then it is
 * not met: nobody wants to act on a guess.
 */
type MatchAnswer = 'met' | 'not_met' | 'unknown';

/** Prepares a match for many listings. */
export function matcher(match: Match): (facts: MatchFacts) => MatchAnswer {
  const brands = foldedSet(match.brands);
  const categories = foldedSet(match.categories);
  const departments = foldedSet(match.departments);
  const shelf = fold(match.shelf ?? '');
  const price = { least: inCents(match.minPrice), most: inCents(match.maxPrice) };
  const age = { least: match.minAgeDays, most: match.maxAgeDays };
  const { minLikes = 0, newWithTags } = match;
  return (facts) => {
    const isMet =
      (brands === null || brands.has(facts.brand)) &&
      (categories === null || facts.kinds.some((kind) => categories.has(kind))) &&
      (departments === null || departments.has(facts.department)) &&
      (shelf === '' || shelf === facts.shelf) &&
      facts.likes >= minLikes &&
      (newWithTags === undefined || facts.isNewWithTags === null || facts.isNewWithTags === newWithTags) &&
      isWithin(facts.priceCents, price) &&
      isWithin(facts.ageDays, age);
    if (!isMet) return 'not_met';
    const isUnknown =
      (newWithTags !== undefined && facts.isNewWithTags === null) ||
      (facts.priceCents === null && isBounded(price)) ||
      (facts.ageDays === null && isBounded(age));
    return isUnknown ? 'unknown' : 'met';
  };
}

type Bounds = { least: number | undefined; most: number | undefined };

const isBounded = ({ least, most }: Bounds): boolean => least !== undefined || most !== undefined;

const isWithin = (value: number | null, { least, most }: Bounds): boolean =>
  value === null || ((least === undefined || value >= least) && (most === undefined || value <= most));

const inCents = (dollars: number | undefined) => (dollars === undefined ? undefined : fromDollars(dollars));

function foldedSet(names: readonly string[] | undefined): ReadonlySet<string> | null {
  const folded = (names ?? []).map(fold).filter((name) => name !== '');
  return folded.length === 0 ? null : new Set(folded);
}

/** “Levi’s jeans, 14 days or older, with 2 likes or more”: for the middle of a sentence. */
export function matchInWords(match: Match): string {
  const { brands = [], categories = [], departments = [], minLikes = 0, newWithTags, shelf = '' } = match;
  const about = [
    range(match.minPrice, match.maxPrice, {
      both: (least, most) => `${inDollars(fromDollars(least))} to ${inDollars(fromDollars(most))}`,
      same: (price) => `at ${inDollars(fromDollars(price))}`,
      least: (price) => `${inDollars(fromDollars(price))} or more`,
      most: (price) => `${inDollars(fromDollars(price))} or less`,
    }),
    range(match.minAgeDays || undefined, match.maxAgeDays, {
      both: (least, most) => `${least} to ${counted(most, 'day')} old`,
      same: (days) => `${counted(days, 'day')} old`,
      least: (days) => `${counted(days, 'day')} or older`,
      most: (days) => `${counted(days, 'day')} old or newer`,
    }),
    newWithTags === undefined ? '' : newWithTags ? 'new with tags' : 'not new with tags',
    minLikes > 0 ? `with ${counted(minLikes, 'like')} or more` : '',
    shelf === '' ? '' : `on shelf “${shelf}”`,
  ].filter((part) => part !== '');
  const kinds = oneOf(categories).toLowerCase();
  const isForAll = brands.length === 0 && kinds === '' && departments.length === 0 && about.length === 0;
  const what = [oneOf(brands), kinds || (isForAll ? 'all listings' : 'listings')]
    .filter((part) => part !== '')
    .join(' ');
  const where = departments.length === 0 ? '' : ` in ${oneOf(departments)}`;
  return [what + where, ...about].join(', ');
}

/** How many of a list are named. */
const mostNamed = 3;

/** “Levi’s”, “Levi’s or Madewell”, “Levi’s, Madewell, or 3 more”. */
function oneOf(names: readonly string[]): string {
  const named = names.length <= mostNamed ? names : [...names.slice(0, 2), `${names.length - 2} more`];
  const last = named.at(-1) ?? '';
  if (named.length < 3) return named.join(' or ');
  return `${named.slice(0, -1).join(', ')}, or ${last}`;
}

type RangeWords = Record<'same' | 'least' | 'most', (value: number) => string> & {
  both(least: number, most: number): string;
};

function range(least: number | undefined, most: number | undefined, words: RangeWords): string {
  if (least === undefined) return most === undefined ? '' : words.most(most);
  if (most === undefined) return words.least(least);
  return least === most ? words.same(least) : words.both(least, most);
}
