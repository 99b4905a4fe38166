// The search and the filters of the list.
import { useEffect, useRef } from 'react';
import type { Match } from '#domain/selling/match.ts';
import { plainText } from '#domain/text/visible-text.ts';
import { useDraft } from '#web/lib/browser/use-draft.ts';
import { none } from '#web/lib/listing-match.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { Choice, ListFilters, Tick } from '#web/ui/list/list-head.tsx';
import { answerSearch } from '../search-request.ts';
import { countFacts, type FactCount, type ListRow } from './list-rows.ts';
import type { Filters, Sharing } from './list-view.ts';
import './list-filters.css';

type Change = (filters: Partial<Filters>, options?: { replace?: boolean }) => void;
type Props = {
  all: readonly ListRow[];
  filters: Filters;
  onChange: Change;
  /** What is in the search box, which is in the address only a moment later. */
  typed: string;
  onType: (typed: string) => void;
  /** How many filters are on, besides the search. */
  on: number;
};

export const ListingFilters = ({ all, filters, onChange, typed, onType, on }: Props) => {
  const search = useRef<HTMLInputElement>(null);
  const { match } = filters;
  const changeMatch = (change: Parts, options?: { replace?: boolean }) =>
    onChange({ match: withParts(match, change) }, options);
  // In the next frame: until then the palette that asked is a modal, and nothing outside it can have the focus.
  useEffect(() => answerSearch(() => requestAnimationFrame(() => search.current?.focus())), []);
  return (
    <ListFilters
      label="Search active listings"
      placeholder="Title, SKU, or shelf"
      typed={typed}
      onType={onType}
      search={search}
      on={on}
    >
      <Choice
        label="Brand"
        value={filters.isWithoutBrand ? none : onlyOf(match.brands)}
        options={optionsOf(countFacts(all, 'brand'), 'All brands', messages.noBrand)}
        onChoose={(brand) =>
          onChange({ match: withParts(match, { brands: namesOf(brand) }), isWithoutBrand: brand === none })
        }
      />
      <Choice
        label="Category"
        value={filters.isWithoutCategory ? none : onlyOf(match.categories)}
        options={optionsOf(countFacts(all, 'category'), 'All categories', messages.noCategory)}
        onChoose={(category) =>
          onChange({ match: withParts(match, { categories: namesOf(category) }), isWithoutCategory: category === none })
        }
      />
      <fieldset className="price-range">
        <legend className="sr">Price</legend>
        <PriceField label="Lowest price" hint="from" value={match.minPrice} onChange={changeMatch} end="minPrice" />
        <PriceField label="Highest price" hint="to" value={match.maxPrice} onChange={changeMatch} end="maxPrice" />
      </fieldset>
      <Choice
        label="Sharing"
        value={filters.sharing}
        options={sharings.map((sharing) => [sharing, messages.sharings[sharing]])}
        onChoose={(name) => onChange({ sharing: sharings.find((sharing) => sharing === name) ?? 'all' })}
      />
      <Tick
        name={messages.newWithTags}
        isOn={match.newWithTags === true}
        onChange={(isOn) => changeMatch({ newWithTags: isOn || undefined })}
      />
      <Tick
        name={messages.withoutCost}
        isOn={filters.isWithoutCost}
        onChange={(isWithoutCost) => onChange({ isWithoutCost })}
      />
    </ListFilters>
  );
};

type Parts = { [Part in keyof Match]: Match[Part] | undefined };
/** A part that is undefined is taken out. */
const withParts = (match: Match, change: Parts): Match =>
  Object.fromEntries(Object.entries({ ...match, ...change }).filter(([, value]) => value !== undefined));

const namesOf = (name: string | null): string[] | undefined => (name === null || name === none ? undefined : [name]);
/** Several come only from a rule, and show below as one. */
const onlyOf = (names: readonly string[] = []): string => (names.length === 1 ? (names[0] ?? '') : '');

const sharings: readonly Sharing[] = ['all', 'shared', 'skipped'];

const optionsOf = (facts: readonly FactCount[], all: string, without: string): [string, string][] => [
  ['', all],
  ...facts.map(({ value, count }): [string, string] => [
    value,
    messages.option(value === none ? without : value, count),
  ]),
];

type PriceProps = {
  label: string;
  hint: string;
  value: number | undefined;
  onChange: (change: Parts, options: { replace: boolean }) => void;
  end: 'minPrice' | 'maxPrice';
};

const PriceField = ({ label, hint, value, onChange, end }: PriceProps) => {
  const [typed, type] = useDraft(value?.toString() ?? '', (text) =>
    onChange({ [end]: text === '' ? undefined : Number(text) }, { replace: true }),
  );
  return (
    <label className="price-field">
      <span className="sr">{label}</span>
      <span aria-hidden="true">$</span>
      <input
        className="input"
        inputMode="numeric"
        placeholder={hint}
        value={typed}
        onChange={({ target }) => type(plainText(target.value).replaceAll(/\D/g, '').slice(0, 6))}
      />
    </label>
  );
};
