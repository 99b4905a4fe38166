// How the seller looks at the sales: order and filters, read from the page's address and written to it.
import { useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type SaleState, saleSources, saleStates } from '#domain/sales/sale.ts';
import { changeQuery, paths } from '#web/lib/paths.ts';
import { type Sorting as SortingBy, sortingName, sortingNamed } from '#web/ui/list/row-order.ts';

export const orders = ['sold', 'title', 'price', 'fees', 'earned', 'cost', 'profit', 'days'] as const;
export type Order = (typeof orders)[number];
export type Sorting = SortingBy<Order>;

export type Filters = {
  /** Words in what identifies a sale. */
  q: string;
  /** Calendar days; both count. */
  from: string;
  to: string;
  withoutCost: boolean;
  /** `counts`: all but those that were cancelled or returned. */
  state: SaleState | 'counts' | '';
  source: (typeof saleSources)[number] | '';
  offer: 'yes' | 'no' | '';
  isBundle: boolean;
};

export const noFilters: Filters = {
  q: '',
  from: '',
  to: '',
  withoutCost: false,
  state: '',
  source: '',
  offer: '',
  isBundle: false,
};

export const newestFirst: Sorting = { by: 'sold', isDescending: true };

/** Titles begin at A, and everything else with the newest or the largest. */
export const startsDescending = (by: Order): boolean => by !== 'title';

const oneOf = <Name extends string>(names: readonly Name[], text: string | null): Name | '' =>
  names.find((name) => name === text) ?? '';
const day = (text: string | null): string => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : '');

export const readView = (query: string): { sorting: Sorting; filters: Filters } => {
  const params = new URLSearchParams(query);
  return {
    sorting: sortingNamed(params.get('sort'), orders, newestFirst),
    filters: {
      q: params.get('q') ?? '',
      from: day(params.get('from')),
      to: day(params.get('to')),
      withoutCost: params.get('withoutCost') === 'true',
      state: oneOf(['counts', ...saleStates], params.get('state')),
      source: oneOf(saleSources, params.get('source')),
      offer: oneOf(['yes', 'no'], params.get('offer')),
      isBundle: params.get('bundle') === 'yes',
    },
  };
};

type ViewChange = { sorting?: Sorting; filters?: Partial<Filters> };

const flag = (isOn: boolean | undefined, word: string): string | undefined =>
  isOn ? word : isOn === false ? '' : undefined;

/** The query with these changes. Defaults are left out, and parameters of others stay. */
export const changeView = (query: string, { sorting, filters = {} }: ViewChange): string => {
  const { withoutCost, isBundle, ...others } = filters;
  const name = sorting && sortingName(sorting);
  const change = { ...others, withoutCost: flag(withoutCost, 'true'), bundle: flag(isBundle, 'yes') };
  return changeQuery(query, {
    sort: name === sortingName(newestFirst) ? null : name,
    ...Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value === '' ? null : value])),
  });
};

/** How many filters are on, besides the search. A period is one. */
export const countFilters = ({ q: _, from, to, ...others }: Filters): number =>
  (from !== '' || to !== '' ? 1 : 0) +
  Object.entries(others).filter(([name, value]) => value !== noFilters[name as keyof Filters]).length;

export const useSalesView = () => {
  const query = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => readView(query), [query]);
  return {
    view,
    /** A step of the browser's history, unless it replaces the last one. */
    change: (change: ViewChange, { replace = false } = {}) =>
      navigate(`${paths.sales}${changeView(location.search, change)}`, {
        replace,
        ...(replace && { state: history.state }),
      }),
  };
};
