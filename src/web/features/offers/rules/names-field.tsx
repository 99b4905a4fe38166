// Several names of one kind, such as brands: typed or chosen from those that the closet has, and removed one by one.
import { useId, useRef, useState } from 'react';
import { FieldError } from '#web/ui/field.tsx';
import { X } from '#web/ui/icons.tsx';

type Props = {
  label: string;
  names: readonly string[];
  known: readonly string[];
  error: string | undefined;
  onChange: (names: string[]) => void;
};

/** More suggestions than this are no help. */
const mostSuggestions = 300;

export const NamesField = ({ label, names, known, error, onChange }: Props) => {
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
