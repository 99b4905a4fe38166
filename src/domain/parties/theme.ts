// Which listings a party takes, and its rules in words.

import type { Instant } from '../ports/clock.ts';
import type { MarketParty, PartyTheme } from '../ports/marketplace.ts';

/** What a party's rules ask about. */
export type PartyFacts = {
  brand: string | null;
  /** null where the marketplace named the brand only. */
  brandId: string | null;
  /** Of the category and its subcategories; empty as long as no reading has shown them. */
  categoryIds: readonly string[];
  size: string | null;
};

/** `unsure`: what is known of the listing fits, and what isn't known decides. Such a listing is left out. */
export type Eligibility = 'yes' | 'no' | 'unsure';

/** A listing has to meet each rule that isn't empty. */
export function eligibility(listing: PartyFacts, theme: PartyTheme): Eligibility {
  const met = [
    meetsBrands(listing, theme.brands),
    meetsCategories(listing, theme.categories),
    meetsSizes(listing, theme.sizes),
  ];
  if (met.includes('no')) return 'no';
  return met.includes('unsure') || theme.unknown.length > 0 ? 'unsure' : 'yes';
}

const plain = (text: string): string => text.trim().toLowerCase();
const isAmong = (own: string | null, wanted: readonly string[]): boolean =>
  own !== null && wanted.some((one) => plain(one) === plain(own));
/** An id of the marketplace instead of a name. */
const isId = (text: string): boolean => /^[0-9a-f]{24}$|^[a-z]{1,8}_\w+$/.test(text);

function meetsBrands({ brand, brandId }: PartyFacts, wanted: readonly string[]): Eligibility {
  if (wanted.length === 0 || isAmong(brand, wanted) || isAmong(brandId, wanted)) return 'yes';
  return brand !== null && brandId === null && wanted.some(isId) ? 'unsure' : 'no';
}

function meetsCategories({ categoryIds }: PartyFacts, wanted: readonly string[]): Eligibility {
  if (wanted.length === 0 || categoryIds.some((id) => isAmong(id, wanted))) return 'yes';
  return categoryIds.length === 0 ? 'unsure' : 'no';
}

const meetsSizes = ({ size }: PartyFacts, wanted: readonly string[]): Eligibility =>
  wanted.length === 0 || isAmong(size, wanted) ? 'yes' : 'no';

/** Names of brands and categories by their ids, in lower case, as far as the seller's listings have them. */
export type PartyNames = { brands: ReadonlyMap<string, string>; categories: ReadonlyMap<string, string> };

const mostNamed = 6;
const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** One sentence for each rule. An id that none of the seller's listings has a name for is counted. */
export function rulesInWords({ brands, categories, sizes, unknown }: PartyTheme, names: PartyNames): string[] {
  const rules = [
    ruleOf(
      ['Brand', 'brands'],
      brands.map((one) => names.brands.get(plain(one)) ?? (isId(one) ? null : one)),
    ),
    ruleOf(
      ['Category', 'categories'],
      categories.map((one) => names.categories.get(plain(one)) ?? null),
    ),
    ruleOf(['Size', 'sizes'], sizes),
    ...unknown.map((rule) => `A rule that Hangtag doesn’t understand: “${rule.replaceAll('_', ' ')}”`),
  ].filter((rule) => rule !== null);
  return rules.length === 0 ? ['Every listing is welcome'] : rules;
}

function ruleOf([one, many]: [one: string, many: string], wanted: readonly (string | null)[]): string | null {
  if (wanted.length === 0) return null;
  const named = [...new Set(wanted.filter((name) => name !== null))];
  const others = wanted.filter((name) => name === null).length + Math.max(0, named.length - mostNamed);
  const shown = named.slice(0, mostNamed);
  if (shown.length === 0) return `${one}: ${others === 1 ? 'one' : `${others} ${many}`} that you have no listing of`;
  return `${one}: ${either.format(others === 0 ? shown : [...shown, `${others} more`])}`;
}

/** As a reading showed it. */
export type KnownParty = Pick<MarketParty, 'startsAt' | 'endsAt' | 'status'> & { readAt: Instant };

/** The marketplace's word counts as of the reading, and the times after it. */
export function partyState({ startsAt, endsAt, status, readAt }: KnownParty, now: Instant): MarketParty['status'] {
  if (status === 'ended' || now >= endsAt) return 'ended';
  if (status === 'ongoing') return 'ongoing';
  // It should have begun by then, and hadn't. The next reading says more.
  if (startsAt <= readAt) return 'upcoming';
  return now < startsAt ? 'upcoming' : 'ongoing';
}

/** From when on listings may be shared to it; null if that isn't known. */
export function opensAt({ startsAt, status, readAt }: KnownParty): Instant | null {
  if (status === 'ongoing') return Math.min(startsAt, readAt);
  return startsAt <= readAt ? null : startsAt;
}
