// A value of a list's row that is edited in place, as in a spreadsheet.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import './list-table.css';

/** Where the seller goes on: in the row below or above, in the next or the last cell of the row, in the row itself, or elsewhere. */
export type EditStep = 'down' | 'up' | 'next' | 'back' | 'row' | 'away';

/** `begun`: what the seller pressed to begin, which replaces the value. */
export type CellEdit<Name> = { id: string; name: Name; begun?: string | undefined };

type Props<Name> = {
  /** The list handles all clicks itself. It finds by this name which cell was pressed. */
  name: Name;
  /** “Cost of Chore coat”. */
  label: string;
  value: string;
  children: ReactNode;
  /** Of this cell or another one of its row. */
  edit: CellEdit<Name> | null;
  inputMode?: 'decimal' | undefined;
  check: (typed: string) => string | undefined;
  /** null: nothing was changed. */
  onDone: (edit: CellEdit<Name>, typed: string | null, step: EditStep) => void;
};

/** Enter saves and goes on below, Shift+Enter above, Tab in the next cell. Escape leaves the value as it was. */
export const EditCell = <Name extends string>({ name, label, children, edit, onDone, ...field }: Props<Name>) =>
  edit?.name === name ? (
    <Editor label={label} begun={edit.begun} onDone={(typed, step) => onDone(edit, typed, step)} {...field} />
  ) : (
    <button type="button" className="edit-cell" data-edit={name} tabIndex={-1}>
      <span className="sr">{`${label}: `}</span>
      {children}
    </button>
  );

type EditorProps = Pick<Props<string>, 'label' | 'value' | 'inputMode' | 'check'> & {
  begun: string | undefined;
  onDone: (typed: string | null, step: EditStep) => void;
};

const Editor = ({ label, value, begun, inputMode, check, onDone }: EditorProps) => {
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
