// The search above a list, with its filters.
import { type ReactNode, type Ref, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { Search } from '../icons.tsx';
import '../field.css';
import './list-filters.css';

type Props = {
  /** What the search searches, for screen readers. */
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  search?: Ref<HTMLInputElement>;
  /** How many filters are on, besides the search. */
  on: number;
  /** The filters. */
  children: ReactNode;
};

/** One row on wide screens. On phones the filters unfold below the search. */
export const ListFilters = ({ label, placeholder, typed, onType, search, on, children }: Props) => {
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
    {options.map(([option, name]) => (
      <option key={option} value={option}>
        {name}
      </option>
    ))}
  </select>
);

type TickProps = { name: string; isOn: boolean; onChange: (isOn: boolean) => void };

export const Tick = ({ name, isOn, onChange }: TickProps) => (
  <label className="only-new">
    <input className="check" type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {name}
  </label>
);
