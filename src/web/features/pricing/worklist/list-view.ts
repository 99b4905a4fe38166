// How the seller looks at the listings: view, sort order, and filters, read from the page's address and written to it.
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Match } from '#domain/selling/match.ts';
import { useKeptChoice } from '#web/lib/browser/kept-choice.ts';
import { matchParams, none, readMatch } from '#web/lib/listing-match.ts';
import { changeQuery, paths } from '#web/lib/paths.ts';
import { type Sorting as SortingBy, sortingName, sortingNamed } from '#web/ui/list/row-order.ts';

export const orders = ['age', 'title', 'price', 'net', 'cost', 'profit', 'likes', 'lastShared'] as const;
export type Order = (typeof orders)[number];
export type Sorting = SortingBy<Order>;

type Shape = 'grid' | 'table';
export type Sharing = 'all' | 'shared' | 'skipped';

export type Filters = {
  /** Part of the title, the SKU, or the shelf. */
  text: string;
  /** As in a rule. A listing whose price, age, or condition isn't known meets no part about it. */
  match: Match;
  isWithoutBrand: boolean;
  isWithoutCategory: boolean;
  isWithoutCost: boolean;
  /** Nobody has liked it for so many days, at one price. A link from the dashboard asks for it. */
  quietDays: number | null;
  sharing: Sharing;
};

export const noFilters: Filters = {
  text: '',
  match: {},
  isWithoutBrand: false,
  isWithoutCategory: false,
  isWithoutCost: false,
  quietDays: null,
  sharing: 'all',
};

/** Newest first, the order in which the server sends the listings. */
export const standardSorting: Sorting = { by: 'age', isDescending: false };

/** The first direction of a column: titles from A to Z, the share that is longest ago, and numbers from the largest down. */
export const startsDescending = (by: Order): boolean => by !== 'title' && by !== 'lastShared';

const days = (text: string | null): number | null => (text !== null && /^\d{1,4}$/.test(text) ? Number(text) : null);
const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name | null =>
  names.find((name) => name === text) ?? null;

/** `shape` null: the address names none, so the one that was chosen last applies. */
export const readView = (query: string): { shape: Shape | null; sorting: Sorting; filters: Filters } => {
  const params = new URLSearchParams(query);
  return {
    shape: oneOf(['grid', 'table'], params.get('view')),
    sorting: sortingNamed(params.get('sort'), orders, standardSorting),
    filters: {
      text: params.get('q') ?? '',
      match: readMatch(params),
      isWithoutBrand: params.get('brand') === none,
      isWithoutCategory: params.get('category') === none,
      isWithoutCost: params.get('cost') === none,
      quietDays: days(params.get('quiet')),
      sharing: oneOf(['shared', 'skipped'], params.get('sharing')) ?? 'all',
    },
  };
};

type ViewChange = { shape?: Shape; sorting?: Sorting; filters?: Partial<Filters> };

/** The query with these changes. Defaults are left out, and parameters of others stay. */
export const changeView = (query: string, { shape, sorting, filters = {} }: ViewChange): string => {
  const { text, match, isWithoutBrand, isWithoutCategory, isWithoutCost, quietDays, sharing } = filters;
  const name = sorting && sortingName(sorting);
  return changeQuery(query, {
    view: shape,
    sort: name === sortingName(standardSorting) ? null : name,
    q: text === '' ? null : text,
    ...(match && matchParams(match)),
    ...(isWithoutBrand && { brand: none }),
    ...(isWithoutCategory && { category: none }),
    cost: isWithoutCost === undefined ? undefined : isWithoutCost ? none : null,
    quiet: quietDays === undefined ? undefined : (quietDays?.toString() ?? null),
    sharing: sharing === 'all' ? null : sharing,
  });
};

/** How many filters are on, besides the search. A range is one. */
export const countFilters = ({ text: _, match, ...others }: Filters): number =>
  partsOf(match).length +
  Object.entries(others).filter(([name, value]) => value !== noFilters[name as keyof Filters]).length;

export const isFiltered = (filters: Filters): boolean => filters.text.trim() !== '' || countFilters(filters) > 0;

/** What can be taken out of a match by itself. */
const parts: readonly (readonly (keyof Match)[])[] = [
  ['brands'],
  ['categories'],
  ['departments'],
  ['minPrice', 'maxPrice'],
  ['minAgeDays', 'maxAgeDays'],
  ['minLikes'],
  ['newWithTags'],
  ['shelf'],
];

export const partsOf = (match: Match): { part: Match; others: Match }[] =>
  parts
    .filter((names) => names.some((name) => match[name] !== undefined))
    .map((names) => {
      const isOf = ([name]: [string, unknown]) => names.includes(name as keyof Match);
      const entries = Object.entries(match);
      return {
        part: Object.fromEntries(entries.filter(isOf)),
        others: Object.fromEntries(entries.filter((entry) => !isOf(entry))),
      };
    });

/** Grid or table is also remembered for each seller in this browser. An address that names the view wins. */
export const useListView = (sellerId: string) => {
  const query = useSearch();
  const [, navigate] = useLocation();
  const [kept, keep] = useKeptChoice(`listings-view:${sellerId}`);
  const view = useMemo(() => readView(query), [query]);
  const shape = view.shape ?? (kept === 'table' ? 'table' : 'grid');
  const go = (change: ViewChange, replace: boolean) =>
    // An entry that is replaced keeps its mark, such as that of an open sheet.
    navigate(`${paths.marketAnalysis}${changeView(location.search, change)}`, {
      replace,
      ...(replace && { state: history.state }),
    });
  return {
    view: { ...view, shape },
    /** A step of the browser's history, unless it replaces the last one. */
    change: (change: ViewChange, { replace = false } = {}) => go(change, replace),
    choose: (next: Shape) => {
      if (next === shape) return;
      // Named in the entry that is left as well, because the remembered view is about to change and Back must show this one.
      if (view.shape === null) go({ shape }, true);
      keep(next);
      go({ shape: next }, false);
    },
  };
};
