// What a match says, and a match in the address of the list of listings: a rule or a plan can show there which listings it is for.
import type { Match } from '#domain/selling/match.ts';
import { changeQuery, paths } from './paths.ts';

const lists = { brand: 'brands', category: 'categories', department: 'departments' } as const;
const numbers = {
  from: 'minPrice',
  to: 'maxPrice',
  minAge: 'minAgeDays',
  maxAge: 'maxAgeDays',
  likes: 'minLikes',
} as const;

/** In place of a name: listings that have none. No match can say that. */
export const none = '-';

/** What the address can't mean is left out. */
export function readMatch(params: URLSearchParams): Match {
  const match: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(lists)) {
    const values = params.getAll(name).filter((value) => value !== '' && value !== none);
    if (values.length > 0) match[part] = values;
  }
  for (const [name, part] of Object.entries(numbers)) {
    const text = params.get(name) ?? '';
    if (/^\d{1,6}$/.test(text)) match[part] = Number(text);
  }
  const tags = params.get('nwt');
  if (tags === 'yes' || tags === 'no') match.newWithTags = tags === 'yes';
  const shelf = params.get('shelf') ?? '';
  if (shelf !== '') match.shelf = shelf;
  return match;
}

/** The parameters of a whole match: a part that it doesn't have has none. */
export const matchParams = (match: Match): Record<string, string | readonly string[] | null> => ({
  ...Object.fromEntries(Object.entries(lists).map(([name, part]) => [name, match[part] ?? null])),
  ...Object.fromEntries(Object.entries(numbers).map(([name, part]) => [name, match[part]?.toString() ?? null])),
  nwt: match.newWithTags === undefined ? null : match.newWithTags ? 'yes' : 'no',
  shelf: match.shelf || null,
});

/** The list with the listings that a rule or a plan is for. */
export const listingsPath = (match: Match): string =>
  `${paths.marketAnalysis}${changeQuery('', { view: 'table', ...matchParams(match) })}`;

/** Parts that are left empty say nothing. A number that can't be read yet is NaN. */
const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** In one order, so that two of them can be compared as text. */
export const saidParts = (match: Match): Match =>
  Object.fromEntries(
    Object.entries(match)
      .filter(([, value]) => isSaid(value))
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** For a sentence: without numbers that can't be read. */
export const readableParts = (match: Match): Match =>
  Object.fromEntries(Object.entries(saidParts(match)).filter(([, value]) => !Number.isNaN(value)));
