// Which listings a rule is for: the parts that a listing has to meet.
import { useId, useRef, useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { Match } from '#domain/selling/match.ts';
import { typedNumber } from '#web/lib/form-field.ts';
import { listingsPath } from '#web/lib/listing-match.ts';
import { Field, FieldError, SelectField } from '../field.tsx';
import { X } from '../icons.tsx';

type Props = {
  id: string;
  match: Match;
  listings: readonly Listing[];
  problemOf: (part: string) => string | undefined;
  onChange: (match: Match) => void;
};

/** A part that is left empty says nothing, so every listing meets it. */
export const MatchEditor = ({ id, match, listings, problemOf, onChange }: Props) => {
  const set = (part: Partial<Record<keyof Match, unknown>>) => onChange({ ...match, ...part } as Match);
  const number = (part: 'minPrice' | 'maxPrice' | 'minAgeDays' | 'maxAgeDays' | 'minLikes', label: string) => (
    <Field
      label={label}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      value={shown(match[part])}
      error={problemOf(part)}
      onChange={({ target }) => {
        const typed = typedNumber(target);
        set({ [part]: typed === '' ? undefined : Number(typed) });
      }}
    />
  );
  const names = (part: 'brands' | 'categories' | 'departments', label: string, known: readonly string[]) => (
    <NamesField
      label={label}
      names={match[part] ?? []}
      known={known}
      error={problemOf(part)}
      onChange={(next) => set({ [part]: next.length === 0 ? undefined : next })}
    />
  );
  return (
    <fieldset className="match-editor" id={id}>
      <legend className="sr">Which listings</legend>
      <p className="small mute wide">
        A listing has to meet everything that you fill in. Leave all empty for all listings.{' '}
        <a href={listingsPath(match)} target="_blank" rel="noreferrer">
          Show them in a new tab
        </a>
      </p>
      {names('brands', 'Brands', factsOf(listings, 'brand'))}
      {names('categories', 'Categories', factsOf(listings, 'category'))}
      {names('departments', 'Departments', departments)}
      <div className="field-pair">
        {number('minPrice', 'Price from ($)')}
        {number('maxPrice', 'Price to ($)')}
      </div>
      <div className="field-pair">
        {number('minAgeDays', 'Age from (days)')}
        {number('maxAgeDays', 'Age to (days)')}
      </div>
      {number('minLikes', 'Likes at least')}
      <SelectField
        label="Condition"
        value={String(match.newWithTags ?? '')}
        options={conditions}
        onChange={({ target }) => set({ newWithTags: target.value === '' ? undefined : target.value === 'true' })}
      />
      <SelectField
        label="Shelf"
        value={match.shelf ?? ''}
        error={problemOf('shelf')}
        options={[['', 'Any shelf'], ...shelvesWith(listings, match.shelf).map((shelf) => [shelf, shelf] as const)]}
        onChange={({ target }) => set({ shelf: target.value === '' ? undefined : target.value })}
      />
    </fieldset>
  );
};

const shown = (value: number | undefined): number | '' => (value === undefined || Number.isNaN(value) ? '' : value);

/** Poshmark’s own. */
const departments = ['Women', 'Men', 'Kids', 'Home', 'Pets', 'Electronics'];

const conditions = [
  ['', 'Any condition'],
  ['true', 'New with tags'],
  ['false', 'Not new with tags'],
] as const;

/** The most frequent first. */
function factsOf(listings: readonly Listing[], fact: 'brand' | 'category' | 'shelf'): string[] {
  const counts = new Map<string, number>();
  for (const { isActive, [fact]: value } of listings)
    if (isActive && value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

const shelvesWith = (listings: readonly Listing[], chosen: string | undefined): string[] =>
  [...new Set([...factsOf(listings, 'shelf'), ...(chosen === undefined ? [] : [chosen])])].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );

type NamesProps = {
  label: string;
  names: readonly string[];
  known: readonly string[];
  error: string | undefined;
  onChange: (names: string[]) => void;
};

/** More suggestions than this are no help. */
const mostSuggestions = 300;

/** Several names of one kind, such as brands: typed or chosen from those that the closet has, and removed one by one. */
const NamesField = ({ label, names, known, error, onChange }: NamesProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, type] = useState('');
  const add = (name: string) => {
    const plain = name.trim();
    type('');
    if (plain !== '' && !names.includes(plain)) onChange([...names, plain]);
  };
  const isNamed = (name: string) => names.includes(name);
  return (
    <div className={error === undefined ? 'field' : 'field bad'}>
      <label htmlFor={id}>{label}</label>
      {names.length > 0 && (
        <ul className="names" aria-label={label}>
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  onChange(names.filter((one) => one !== name));
                  input.current?.focus();
                }}
              >
                <span className="sr">Remove </span>
                {name}
                <X />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        className="input"
        list={`${id}-known`}
        autoComplete="off"
        placeholder={names.length === 0 ? 'Any' : 'Add another'}
        value={typed}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        onChange={({ target, nativeEvent }) => {
          // A suggestion that was chosen comes at once, and not letter by letter.
          const isChosen = !('data' in nativeEvent) || nativeEvent.data === undefined;
          if (isChosen && known.includes(target.value)) add(target.value);
          else type(target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add(typed);
        }}
        onBlur={() => add(typed)}
      />
      <datalist id={`${id}-known`}>
        {known
          .filter((name) => !isNamed(name))
          .slice(0, mostSuggestions)
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      {error !== undefined && <FieldError id={`${id}-note`}>{error}</FieldError>}
    </div>
  );
};
