// The search and the filters of the list.
import { useEffect, useRef } from 'react';
import type { Currency } from '#domain/money.ts';
import { type Match, matchInWords } from '#domain/selling/match.ts';
import { plainText } from '#domain/text/visible-text.ts';
import { count, counted } from '#web/format/format.ts';
import { wholeDollars } from '#web/format/money-format.ts';
import { useDraft } from '#web/lib/browser/use-draft.ts';
import { none } from '#web/lib/listing-match.ts';
import { Choice, ListFilters, Tick } from '#web/ui/list/list-head.tsx';
import { countFacts, type FactCount, type ListRow } from './list-rows.ts';
import { countFilters, type Filters, partsOf, type Sharing } from './list-view.ts';
import { answerSearch } from './search-request.ts';

type Change = (filters: Partial<Filters>, options?: { replace?: boolean }) => void;
/** `typed`: what is in the search box, which is in the address only a moment later. */
type Props = {
  all: readonly ListRow[];
  filters: Filters;
  onChange: Change;
  typed: string;
  onType: (typed: string) => void;
};

export const ListingFilters = ({ all, filters, onChange, typed, onType }: Props) => {
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
      on={countFilters(filters)}
    >
      <Choice
        label="Brand"
        value={filters.isWithoutBrand ? none : onlyOf(match.brands)}
        options={optionsOf(countFacts(all, 'brand'), 'All brands', noBrand)}
        onChoose={(brand) =>
          onChange({ match: withParts(match, { brands: namesOf(brand) }), isWithoutBrand: brand === none })
        }
      />
      <Choice
        label="Category"
        value={filters.isWithoutCategory ? none : onlyOf(match.categories)}
        options={optionsOf(countFacts(all, 'category'), 'All categories', noCategory)}
        onChoose={(category) =>
          onChange({ match: withParts(match, { categories: namesOf(category) }), isWithoutCategory: category === none })
        }
      />
      <fieldset className="price-range">
        <legend className="sr">Price</legend>
        <PriceField match={match} onChange={changeMatch} end="minPrice" />
        <PriceField match={match} onChange={changeMatch} end="maxPrice" />
      </fieldset>
      <Choice
        label="Sharing"
        value={filters.sharing}
        options={Object.entries(sharings)}
        onChoose={(name) => onChange({ sharing: name === 'shared' || name === 'skipped' ? name : 'all' })}
      />
      <Tick
        name={newWithTags}
        isOn={match.newWithTags === true}
        onChange={(isOn) => changeMatch({ newWithTags: isOn || undefined })}
      />
      <Tick name={withoutCost} isOn={filters.isWithoutCost} onChange={(isWithoutCost) => onChange({ isWithoutCost })} />
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

const sharings: Record<Sharing, string> = { all: 'All listings', shared: 'Shared in rounds', skipped: 'Skipped' };
const [noBrand, noCategory] = ['No brand', 'No category'];
const [newWithTags, withoutCost] = ['New with tags', 'Without a cost'];

const optionsOf = (facts: readonly FactCount[], all: string, without: string): [string, string][] => [
  ['', all],
  ...facts.map((fact): [string, string] => [
    fact.value,
    `${fact.value === none ? without : fact.value} (${count(fact.count)})`,
  ]),
];

type PriceProps = {
  match: Match;
  onChange: (change: Parts, options: { replace: boolean }) => void;
  end: 'minPrice' | 'maxPrice';
};

const PriceField = ({ match, onChange, end }: PriceProps) => {
  const [typed, type] = useDraft(match[end]?.toString() ?? '', (text) =>
    onChange({ [end]: text === '' ? undefined : Number(text) }, { replace: true }),
  );
  return (
    <label className="price-field">
      <span className="sr">{end === 'minPrice' ? 'Lowest price' : 'Highest price'}</span>
      <span aria-hidden="true">$</span>
      <input
        className="input"
        inputMode="numeric"
        placeholder={end === 'minPrice' ? 'from' : 'to'}
        value={typed}
        onChange={({ target }) => type(plainText(target.value).replaceAll(/\D/g, '').slice(0, 6))}
      />
    </label>
  );
};

/** Each filter that is on, with what removes it. `currency`: of all prices; null: of several. */
export const chipsOf = (filters: Filters, currency: Currency | null): { name: string; reset: Partial<Filters> }[] => {
  const { match, isWithoutBrand, isWithoutCategory, isWithoutCost, quietDays, sharing } = filters;
  return [
    ...(isWithoutBrand ? [{ name: noBrand, reset: { isWithoutBrand: false, match } }] : []),
    ...(isWithoutCategory ? [{ name: noCategory, reset: { isWithoutCategory: false, match } }] : []),
    ...partsOf(match).map(({ part, others }) => ({ name: nameOf(part, currency), reset: { match: others } })),
    ...(sharing === 'all' ? [] : [{ name: sharings[sharing], reset: { sharing: 'all' as const } }]),
    ...(isWithoutCost ? [{ name: withoutCost, reset: { isWithoutCost: false } }] : []),
    ...(quietDays === null ? [] : [{ name: `Quiet for ${counted(quietDays, 'day')}`, reset: { quietDays: null } }]),
  ];
};

/** A rule's words for one part of its match, but in the currency of the closet, and with names as they are written. */
const nameOf = (part: Match, currency: Currency | null): string => {
  const { minPrice = null, maxPrice = null, categories } = part;
  if (minPrice !== null || maxPrice !== null)
    return rangeOf(minPrice, maxPrice, (price) => wholeDollars(price, currency));
  if (part.newWithTags === true) return newWithTags;
  if (categories !== undefined) return categories.join(', ');
  const words = matchInWords(part).replace(/^listings,? | listings$/, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const rangeOf = (from: number | null, to: number | null, say: (price: number) => string): string => {
  if (from !== null && to !== null) return `${say(from)} to ${say(to)}`;
  return from === null ? `Up to ${say(to ?? 0)}` : `${say(from)} or more`;
};
