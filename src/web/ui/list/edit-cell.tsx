// A value of a list's row that is edited in place, as in a spreadsheet.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import './edit-cell.css';

/** Where the seller goes on: in the row below or above, in the next or the last cell of the row, in the row itself, or elsewhere. */
export type EditStep = 'down' | 'up' | 'next' | 'back' | 'row' | 'away';

type Props = {
  /** The list handles all clicks itself. It finds by this name which cell was pressed. */
  name: string;
  /** “Cost of Chore coat”. */
  label: string;
  value: string;
  /** What the seller pressed to begin, which replaces the value. */
  begun?: string | undefined;
  /** Shown while nothing is edited. */
  children: ReactNode;
  isEditing: boolean;
  inputMode?: 'decimal' | undefined;
  /** What is wrong with what was typed, if anything is. */
  check: (typed: string) => string | undefined;
  /** null: nothing was changed. */
  onDone: (typed: string | null, step: EditStep) => void;
};

/** Enter saves and goes on below, Shift+Enter above, Tab in the next cell. Escape leaves the value as it was. */
export const EditCell = ({ name, label, children, isEditing, ...editing }: Props) =>
  isEditing ? (
    <Editor label={label} {...editing} />
  ) : (
    <button type="button" className="edit-cell" data-edit={name} tabIndex={-1}>
      <span className="sr">{`${label}: `}</span>
      {children}
    </button>
  );

const Editor = ({ label, value, begun, inputMode, check, onDone }: Omit<Props, 'name' | 'children' | 'isEditing'>) => {
  const [typed, type] = useState(begun ?? value);
  const [error, setError] = useState<string>();
  const isDone = useRef(false);
  const note = useId();
  const end = (text: string | null, step: EditStep) => {
    isDone.current = true;
    onDone(text, step);
  };
  const save = (step: EditStep) => {
    // A field that is gone loses the focus, too.
    if (isDone.current) return;
    if (typed === value) return end(null, step);
    const wrong = check(typed);
    setError(wrong);
    if (wrong === undefined) end(typed, step);
  };
  const key = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') save(event.shiftKey ? 'up' : 'down');
    else if (event.key === 'Tab') save(event.shiftKey ? 'back' : 'next');
    else if (event.key === 'Escape') end(null, 'row');
    else return;
    event.preventDefault();
  };
  return (
    <span className={error === undefined ? 'edit-cell' : 'edit-cell bad'}>
      <input
        ref={(field) => begin(field, begun !== undefined)}
        className="input"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : note}
        inputMode={inputMode}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          type(target.value);
          setError(undefined);
        }}
        onKeyDown={key}
        onBlur={() => save('away')}
      />
      {error !== undefined && (
        <span className="edit-error" id={note} role="alert">
          {error}
        </span>
      )}
    </span>
  );
};

/** What is typed next replaces a value, and continues what the seller began with. */
const begin = (field: HTMLInputElement | null, isBegun: boolean): void => {
  if (field === null || field === document.activeElement) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(isBegun ? field.value.length : 0, field.value.length);
};
