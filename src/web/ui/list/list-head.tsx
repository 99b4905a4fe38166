// What is above a list: the search with its filters, and the line that says how many rows it shows, which filters are on, and the
// order.
import { type ReactNode, type Ref, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { Options } from '../field.tsx';
import { Search, X } from '../icons.tsx';
import '../field.css';
import './list.css';

type FilterProps = {
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  search?: Ref<HTMLInputElement>;
  /** How many filters are on, besides the search. */
  on: number;
  children: ReactNode;
};

/** One row on wide screens. On phones the filters unfold below the search. */
export const ListFilters = ({ label, placeholder, typed, onType, search, on, children }: FilterProps) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search className="list-filters">
      <label className="search">
        <span className="sr">{label}</span>
        <Search />
        <input
          ref={search}
          className="input"
          type="search"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      <Button className="filters-fold" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {on === 0 ? 'Filters' : `Filters (${on})`}
      </Button>
      <div className={isOpen ? 'filter-fields open' : 'filter-fields'} id={id}>
        {children}
      </div>
    </search>
  );
};

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string | null) => void;
};

/** A filter that is one of several; null for the empty option. */
export const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <select
    className="input choice"
    aria-label={label}
    value={value}
    onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
  >
    <Options of={options} />
  </select>
);

export const Tick = ({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <label className="only-new">
    <input className="check" type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {name}
  </label>
);

type StatusProps<Change> = {
  found: ReactNode;
  chips: readonly { name: string; reset: Change }[];
  onRemove: (reset: Change) => void;
  onClear: () => void;
  sort: string;
  sorts: Record<string, string>;
  onSort: (name: string) => void;
  /** The list is a table, whose heads sort where it is wide. */
  isTable: boolean;
  children?: ReactNode;
};

export const ListStatus = <Change,>(props: StatusProps<Change>) => {
  const { found, chips, onRemove, onClear, sort, sorts, onSort, isTable, children } = props;
  return (
    <div className="list-status">
      <p className="found small" role="status">
        {found}
      </p>
      {chips.length > 0 && (
        <ul className="filter-chips answers" aria-label="Active filters">
          {chips.map(({ name, reset }) => (
            <li key={name}>
              <button type="button" aria-label={`Remove filter: ${name}`} onClick={() => onRemove(reset)}>
                {name}
                <X />
              </button>
            </li>
          ))}
        </ul>
      )}
      {chips.length > 0 && (
        <button type="button" className="btn bare sm" aria-label={clearAll} onClick={onClear}>
          Clear
        </button>
      )}
      <span className="list-looks">
        <label className={isTable ? 'sort-by small table' : 'sort-by small'}>
          <span>Sort by</span>
          <select className="input" value={sort} onChange={({ target }) => onSort(target.value)}>
            <Options of={Object.entries(sorts)} />
          </select>
        </label>
        {children}
      </span>
    </div>
  );
};

const clearAll = 'Clear all filters';

type NoRowsProps = { text: string; isOnlyText: boolean; none: string; onClear: () => void };

/** Shown where the search and the filters leave nothing. `isOnlyText`: only the search is to blame. */
export const NoRows = ({ text, isOnlyText, none, onClear }: NoRowsProps) => (
  <div className="grid-none">
    <p>{isOnlyText ? `No results for “${text.trim()}”` : none}</p>
    <Button isSmall onClick={onClear}>
      {isOnlyText ? 'Clear the search' : clearAll}
    </Button>
  </div>
);
