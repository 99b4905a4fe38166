import { describe, expect, it } from 'vitest';
import type { PartyTheme } from '../ports/marketplace.ts';
import { type Eligibility, eligibility, opensAt, type PartyFacts, partyState, rulesInWords } from './theme.ts';

const denim = '00108975d97b4e80ef00a955';
const straight = '00608975d97b4e80ef00a955';
const levis = { brand: "Levi's", brandId: 'br_levis', categoryIds: [denim, straight], size: '28' };
const theme = (rules: Partial<PartyTheme>): PartyTheme => ({
  ...{ brands: [], categories: [], sizes: [], unknown: [] },
  ...rules,
});

describe('a party', () => {
  it.each<[string, Partial<PartyTheme>, Partial<PartyFacts>, Eligibility]>([
    ['without rules takes everything', {}, {}, 'yes'],
    ['without rules takes what nothing is known of', {}, { brand: null, categoryIds: [], size: null }, 'yes'],
    ['takes a brand by its name, in any case', { brands: ['Zara', "LEVI'S "] }, {}, 'yes'],
    ['takes a brand by its id', { brands: ['BR_LEVIS'] }, {}, 'yes'],
    ['doesn’t take another brand', { brands: ['Zara'] }, {}, 'no'],
    ['doesn’t take a listing without a brand', { brands: ['br_zara'] }, { brand: null, brandId: null }, 'no'],
    ['by ids is unclear about a brand whose id isn’t known', { brands: ['br_zara'] }, { brandId: null }, 'unsure'],
    ['by names is clear about it', { brands: ['Zara'] }, { brandId: null }, 'no'],
    ['takes a category', { categories: [denim] }, {}, 'yes'],
    ['takes a subcategory', { categories: ['other', straight.toUpperCase()] }, {}, 'yes'],
    ['doesn’t take another category', { categories: ['other'] }, {}, 'no'],
    ['is unclear about categories that weren’t read yet', { categories: [denim] }, { categoryIds: [] }, 'unsure'],
    ['takes a size as shown', { sizes: ['26', '28'] }, {}, 'yes'],
    ['takes a size in any case', { sizes: ['os'] }, { size: 'OS' }, 'yes'],
    ['doesn’t take another size', { sizes: ['28W'] }, {}, 'no'],
    ['doesn’t take a listing without a size', { sizes: ['28'] }, { size: null }, 'no'],
    ['wants all of its rules met', { brands: ["Levi's"], categories: [denim], sizes: ['M'] }, {}, 'no'],
    ['with a rule that nobody knows is unclear', { unknown: ['nwt_only'] }, {}, 'unsure'],
    ['with such a rule still refuses what another rule refuses', { brands: ['Zara'], unknown: ['x'] }, {}, 'no'],
    ['is clear about what one rule refuses', { categories: [denim], sizes: ['M'] }, { categoryIds: [] }, 'no'],
  ])('%s', (_, rules, listing, expected) => {
    expect(eligibility({ ...levis, ...listing }, theme(rules))).toBe(expected);
  });
});

describe('the rules in words', () => {
  const names = { brands: new Map([['br_levis', "Levi's"]]), categories: new Map([[denim, 'Jeans']]) };

  it('name each rule once, and what they mean', () => {
    const rules = theme({
      brands: ['br_levis', 'Zara'],
      categories: [denim],
      sizes: ['S', 'M'],
      unknown: ['nwt_only'],
    });
    const said = rulesInWords(rules, names);
    expect(said).toHaveLength(4);
    for (const [index, word] of ["Levi's", 'Jeans', 'S or M', 'nwt only'].entries())
      expect(said[index]).toContain(word);
    expect(said[0]).toContain('Zara');
  });

  it('count what has no name', () => {
    const [brands = '', categories = ''] = rulesInWords(
      theme({ brands: ['br_levis', 'br_a', 'br_b'], categories: ['68a0c1d2e3f405162738495a'] }),
      names,
    );
    expect(brands).toContain('2 more');
    expect(`${brands} ${categories}`).not.toMatch(/br_|68a0/);
  });

  it('name six at most', () => {
    expect(rulesInWords(theme({ sizes: [...'abcdefgh'] }), names)[0]).toContain('2 more');
  });

  it('say that there are none', () => {
    expect(rulesInWords(theme({}), names)).toHaveLength(1);
  });
});

const hour = 3_600_000;
const party = { startsAt: 10 * hour, endsAt: 12 * hour, readAt: 9 * hour };

it.each([
  ['upcoming', {}, 9.5, 'upcoming', 10],
  ['upcoming', {}, 10, 'ongoing', 10],
  ['upcoming', {}, 12, 'ended', 10],
  ['upcoming', { readAt: 10.5 * hour }, 11, 'upcoming', null],
  ['ongoing', {}, 9.5, 'ongoing', 9],
  ['ongoing', { readAt: 11 * hour }, 11.5, 'ongoing', 10],
  ['ongoing', { readAt: 11 * hour }, 12, 'ended', 10],
  ['ended', {}, 11, 'ended', 10],
] as const)('a party that was %s as it was read (%j) at %s o’clock is %s', (status, change, at, state, opens) => {
  const known = { ...party, ...change, status };
  expect(partyState(known, at * hour)).toBe(state);
  expect(opensAt(known)).toBe(opens === null ? null : opens * hour);
});
