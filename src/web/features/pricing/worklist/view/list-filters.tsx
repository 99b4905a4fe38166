// The search and the filters of the list.
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { plainText } from '#domain/text/visible-text.ts';
import { useDraft } from '#web/lib/browser/use-draft.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { Button } from '#web/ui/button.tsx';
import { Search } from '#web/ui/icons.tsx';
import { countFacts, type FactCount, type ListRow } from './list-rows.ts';
import { type Filters, none, type Sharing } from './list-view.ts';
import '#web/ui/field.css';
import { answerSearch } from '../search-request.ts';
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

/** One row on wide screens. On phones the filters unfold below the search. */
export const ListFilters = ({ all, filters, onChange, typed, onType, on }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  // In the next frame: until then the palette that asked is a modal, and nothing outside it can have the focus.
  useEffect(() => answerSearch(() => requestAnimationFrame(() => search.current?.focus())), []);
  return (
    <search className="list-filters">
      <label className="search">
        <span className="sr">Search active listings</span>
        <Search />
        <input
          ref={search}
          className="input"
          type="search"
          placeholder="Search by title"
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      <Button className="filters-fold" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {on === 0 ? 'Filters' : `Filters (${on})`}
      </Button>
      <div className={isOpen ? 'filter-fields open' : 'filter-fields'} id={id}>
        <Choice label="Brand" value={filters.brand ?? ''} onChoose={(brand) => onChange({ brand })}>
          <FactOptions facts={countFacts(all, 'brand')} all="All brands" none={messages.noBrand} />
        </Choice>
        <Choice label="Category" value={filters.category ?? ''} onChoose={(category) => onChange({ category })}>
          <FactOptions facts={countFacts(all, 'category')} all="All categories" none={messages.noCategory} />
        </Choice>
        <fieldset className="price-range">
          <legend className="sr">Price</legend>
          <PriceField label="Lowest price" hint="from" value={filters.from} onChange={onChange} end="from" />
          <PriceField label="Highest price" hint="to" value={filters.to} onChange={onChange} end="to" />
        </fieldset>
        <Choice
          label="Sharing"
          value={filters.sharing}
          onChoose={(name) => onChange({ sharing: sharings.find((sharing) => sharing === name) ?? 'all' })}
        >
          {sharings.map((sharing) => (
            <option key={sharing} value={sharing}>
              {messages.sharings[sharing]}
            </option>
          ))}
        </Choice>
        <label className="only-new">
          <input
            className="check"
            type="checkbox"
            checked={filters.isNewWithTags}
            onChange={({ target }) => onChange({ isNewWithTags: target.checked })}
          />
          {messages.newWithTags}
        </label>
      </div>
    </search>
  );
};

const sharings: readonly Sharing[] = ['all', 'shared', 'skipped'];

type ChoiceProps = { label: string; value: string; onChoose: (value: string | null) => void; children: ReactNode };

const Choice = ({ label, value, onChoose, children }: ChoiceProps) => (
  <select
    className="input choice"
    aria-label={label}
    value={value}
    onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
  >
    {children}
  </select>
);

const FactOptions = ({ facts, ...words }: { facts: readonly FactCount[]; all: string; none: string }) => (
  <>
    <option value="">{words.all}</option>
    {facts.map(({ value, count }) => (
      <option key={value} value={value}>
        {messages.option(value === none ? words.none : value, count)}
      </option>
    ))}
  </>
);

type PriceProps = { label: string; hint: string; value: number | null; onChange: Change; end: 'from' | 'to' };

const PriceField = ({ label, hint, value, onChange, end }: PriceProps) => {
  const [typed, type] = useDraft(value?.toString() ?? '', (text) =>
    onChange({ [end]: text === '' ? null : Number(text) }, { replace: true }),
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
