// The search and the filters of the list of sales, and the line that says which are on.
import type { Sale } from '#contract/sales/sales.ts';
import { saleStates } from '#domain/sales/sale.ts';
import { fullDate } from '#web/format/format.ts';
import { Choice, ListFilters, Tick } from '#web/ui/list/list-head.tsx';
import { sourceNames, stateNames } from './sale-rows.ts';
import { countFilters, type Filters, noFilters } from './sales-view.ts';

type Change = (filters: Partial<Filters>, options?: { replace?: boolean }) => void;
type Props = { filters: Filters; onChange: Change; typed: string; onType: (typed: string) => void };

const offers = { '': 'Offers or not', yes: 'By offer', no: 'At the asking price' } as const;
const sources = Object.entries(sourceNames);
const states: readonly (readonly [Exclude<Filters['state'], ''>, string])[] = [
  ['counts', 'That count'],
  ...saleStates.map((state): [Sale['state'], string] => [state, stateNames[state]]),
];

export const SalesFilters = ({ filters, onChange, typed, onType }: Props) => (
  <ListFilters
    label="Search your sales"
    placeholder="Search by title, brand, SKU, order, shelf"
    typed={typed}
    onType={onType}
    on={countFilters(filters)}
  >
    <fieldset className="period">
      <legend className="sr">Sold</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          <span>{end === 'from' ? 'From' : 'to'}</span>
          <input
            className="input"
            type="date"
            aria-label={end === 'from' ? 'Sold from' : 'Sold until'}
            value={filters[end]}
            onChange={({ target }) => onChange({ [end]: target.value }, { replace: true })}
          />
        </label>
      ))}
    </fieldset>
    <Choice
      label="State"
      value={filters.state}
      options={[['', 'All states'], ...states]}
      onChoose={(name) => onChange({ state: states.find(([state]) => state === name)?.[0] ?? '' })}
    />
    <Choice
      label="Source"
      value={filters.source}
      options={[['', 'All sources'], ...sources]}
      onChoose={(name) => onChange({ source: isSource(name) ? name : '' })}
    />
    <Choice
      label="Offers"
      value={filters.offer}
      options={Object.entries(offers)}
      onChoose={(name) => onChange({ offer: name === 'yes' || name === 'no' ? name : '' })}
    />
    <Tick name="Without a cost" isOn={filters.withoutCost} onChange={(withoutCost) => onChange({ withoutCost })} />
    <Tick name="Bundles" isOn={filters.isBundle} onChange={(isBundle) => onChange({ isBundle })} />
  </ListFilters>
);

const isSource = (name: string | null): name is Sale['source'] => name !== null && name in sourceNames;

export const sorts = {
  '-sold': 'Newest',
  sold: 'Oldest',
  '-price': 'Highest price',
  price: 'Lowest price',
  '-earned': 'Earned most',
  earned: 'Earned least',
  '-profit': 'Highest profit',
  profit: 'Lowest profit',
  '-cost': 'Highest cost',
  cost: 'Lowest cost',
  '-fees': 'Highest fees',
  fees: 'Lowest fees',
  days: 'Sold fastest',
  '-days': 'Sold slowest',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
};

type Chip = { name: string; reset: Partial<Filters> };

export const chipsOf = ({ from, to, withoutCost, state, source, offer, isBundle }: Filters): Chip[] => {
  const chip = (isOn: boolean, name: string, ...fields: (keyof Filters)[]): Chip[] =>
    isOn ? [{ name, reset: Object.fromEntries(fields.map((field) => [field, noFilters[field]])) }] : [];
  return [
    ...chip(from !== '' || to !== '', periodName(from, to), 'from', 'to'),
    ...chip(withoutCost, 'Without a cost', 'withoutCost'),
    ...chip(state !== '', states.find(([name]) => name === state)?.[1] ?? '', 'state'),
    ...chip(source !== '', source === '' ? '' : sourceNames[source], 'source'),
    ...chip(offer !== '', offers[offer], 'offer'),
    ...chip(isBundle, 'Bundles', 'isBundle'),
  ];
};

const periodName = (from: string, to: string): string => {
  if (from === '') return to === '' ? '' : `Until ${fullDate(to)}`;
  return to === '' ? `From ${fullDate(from)}` : `${fullDate(from)} to ${fullDate(to)}`;
};
