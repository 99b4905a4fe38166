import { describe, expect, it } from 'vitest';
import { type Match, type MatchListing, matcher, matchFacts, matchInWords } from './match.ts';

const now = Date.parse('2026-11-28T12:00:00Z');
const dayMs = 86_400_000;
const jeans: MatchListing = {
  title: 'Ribcage jeans',
  brand: 'Levi’s',
  department: 'Women',
  category: 'Jeans',
  subcategory: 'Straight Leg',
  condition: 'uln',
  shelf: 'Bin A-3',
  priceCents: 4000,
  listedAt: now - 14 * dayMs,
  likes: 2,
};

describe('a listing', () => {
  it.each<[given: string, match: Match, change: Partial<MatchListing>, expected: string]>([
    ['nothing', {}, {}, 'met'],
    ['nothing, with empty lists', { brands: [], categories: [], departments: [] }, { brand: null }, 'met'],
    ['its brand among others', { brands: ['Madewell', "LEVI'S"] }, {}, 'met'],
    ['another brand', { brands: ['Madewell'] }, {}, 'not_met'],
    ['a brand, and it has none', { brands: ['Madewell'] }, { brand: null }, 'not_met'],
    ['its category', { categories: ['jeans'] }, {}, 'met'],
    ['its subcategory', { categories: ['straight leg'] }, {}, 'met'],
    ['another category', { categories: ['Dresses'] }, {}, 'not_met'],
    ['its department', { departments: ['Men', 'Women'] }, {}, 'met'],
    ['another department', { departments: ['Men'] }, {}, 'not_met'],
    ['exactly the lowest price', { minPrice: 40 }, {}, 'met'],
    ['exactly the highest price', { maxPrice: 40 }, {}, 'met'],
    ['a higher lowest price', { minPrice: 41 }, {}, 'not_met'],
    ['a lower highest price', { maxPrice: 39 }, {}, 'not_met'],
    ['a price, and its own is not known', { minPrice: 0 }, { priceCents: null }, 'unknown'],
    ['exactly the least age', { minAgeDays: 14 }, {}, 'met'],
    ['an age that it has in a second', { minAgeDays: 14 }, { listedAt: now - 14 * dayMs + 1000 }, 'not_met'],
    ['the highest age, until its last second', { maxAgeDays: 14 }, { listedAt: now - 15 * dayMs + 1000 }, 'met'],
    ['a highest age that it has passed', { maxAgeDays: 14 }, { listedAt: now - 15 * dayMs }, 'not_met'],
    ['an age, and its date is not known', { minAgeDays: 0 }, { listedAt: null }, 'unknown'],
    ['an age that is not known, and another brand', { minAgeDays: 0, brands: ['Zara'] }, { listedAt: null }, 'not_met'],
    ['its likes', { minLikes: 2 }, {}, 'met'],
    ['more likes', { minLikes: 3 }, {}, 'not_met'],
    ['new with tags, and it is', { newWithTags: true }, { condition: 'nwt' }, 'met'],
    ['new with tags, and its title says so', { newWithTags: true }, { condition: null, title: 'NWT jeans' }, 'met'],
    ['new with tags, and it is not', { newWithTags: true }, {}, 'not_met'],
    ['new with tags, and nobody knows', { newWithTags: true }, { condition: null }, 'unknown'],
    ['not new with tags', { newWithTags: false }, {}, 'met'],
    ['its shelf', { shelf: 'bin a-3' }, {}, 'met'],
    ['another shelf', { shelf: 'bin a-33' }, {}, 'not_met'],
    ['all of it', { brands: ['Levis'], minPrice: 20, maxPrice: 50, minAgeDays: 14, minLikes: 2 }, {}, 'met'],
    ['all but one part', { brands: ['Levis'], minPrice: 20, maxPrice: 50, minAgeDays: 15 }, {}, 'not_met'],
  ])('that is asked for %s', (_, match, change, expected) => {
    expect(matcher(match)(matchFacts({ ...jeans, ...change }, now))).toBe(expected);
  });
});

describe('a match', () => {
  it.each<[Match, string]>([
    [{}, 'all listings'],
    [
      { brands: ['Levi’s'], categories: ['Jeans'], minAgeDays: 14, minLikes: 2 },
      'Levi’s jeans, 14 days or older, with 2 likes or more',
    ],
    [{ brands: ['Levi’s', 'Madewell'], departments: ['Women'] }, 'Levi’s or Madewell listings in Women'],
    [{ brands: ['A', 'B', 'C'] }, 'A, B, or C listings'],
    [{ brands: ['A', 'B', 'C', 'D'] }, 'A, B, or 2 more listings'],
    [{ categories: ['Dresses', 'Jackets & Coats'] }, 'dresses or jackets & coats'],
    [{ minPrice: 20, maxPrice: 1500 }, 'listings, $20 to $1,500'],
    [{ minPrice: 20, maxPrice: 20 }, 'listings, at $20'],
    [{ minPrice: 20, minAgeDays: 1 }, 'listings, $20 or more, 1 day or older'],
    [{ maxPrice: 20, minAgeDays: 14, maxAgeDays: 60 }, 'listings, $20 or less, 14 to 60 days old'],
    [{ minAgeDays: 0, maxAgeDays: 7, minLikes: 1 }, 'listings, 7 days old or newer, with 1 like or more'],
    [{ newWithTags: true, shelf: 'A3' }, 'listings, new with tags, on shelf “A3”'],
    [{ newWithTags: false, minLikes: 0 }, 'listings, not new with tags'],
  ])('%j is said in words', (match, words) => {
    expect(matchInWords(match)).toBe(words);
  });
});
