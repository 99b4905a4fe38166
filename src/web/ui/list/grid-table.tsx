// A long table whose rows are sorted, selected, and reached with the arrow keys. Only those on screen are drawn.
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react';
import { count } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { AllCheck, ColumnHeads } from '../column-head.tsx';
import { extend, reduce, type Selection, toggle, toggleRange } from './selection.ts';
import { idOf } from './use-long-list.ts';
import './list.css';
import './list-table.css';

type Select = (change: (before: Selection) => Selection) => void;

type Props<By extends string> = Omit<ComponentProps<typeof ColumnHeads<By>>, 'children'> & {
  className: string;
  label: string;
  /** Which keys do what. */
  hint: string;
  ids: readonly string[];
  /** The head of a column before the others. */
  firstHead?: ReactNode;
  selection: Selection;
  onSelect: Select;
  body: ComponentProps<'tbody'>;
  children: ReactNode;
};

export const GridTable = <By extends string>(props: Props<By>) => {
  const { className, label, hint, ids, firstHead, selection, onSelect, body, children, ...heads } = props;
  const hintId = useId();
  return (
    <div className="list-scroll table-scroll">
      <p className="sr" id={hintId}>
        {hint}
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows or cells take the focus is a grid
        role="grid"
        className={`list-table ${className}`}
        aria-label={label}
        aria-describedby={hintId}
        aria-rowcount={ids.length + 1}
        aria-multiselectable="true"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th className="tick-col col-head" scope="col">
              {/* Selects everything that the filters leave. */}
              <AllCheck
                className="all-check"
                chosen={ids.filter((id) => selection.ids.has(id)).length}
                all={ids.length}
                onChange={(isAll) => onSelect((before) => (isAll ? extend(before, ids) : reduce(before, ids)))}
              >
                <span>{`Select all ${count(ids.length)}`}</span>
              </AllCheck>
            </th>
            {firstHead}
            <ColumnHeads {...heads} />
          </tr>
        </thead>
        <tbody {...body} style={properties({ count: ids.length })}>
          {children}
        </tbody>
      </table>
    </div>
  );
};

/** The table handles all clicks itself, with their modifier keys. */
const ignore = () => undefined;

/** The cell that selects its row. */
export const TickCell = ({ label, isSelected }: { label: string; isSelected: boolean }) => (
  <td className="tick-col">
    <input className="check" type="checkbox" tabIndex={-1} aria-label={label} checked={isSelected} onChange={ignore} />
  </td>
);

type Chosen = { ids: readonly string[]; id: string; isRange: boolean };

export const selectRow = (onSelect: Select, { ids, id, isRange }: Chosen): void =>
  onSelect((before) => (isRange ? toggleRange(before, id, ids) : toggle(before, id)));

type Keys = {
  ids: readonly string[];
  active: number;
  moveBy: (event: KeyboardEvent) => number | null;
  onSelect: Select;
  /** A key that the table itself knows; false if it doesn't. */
  own: (event: KeyboardEvent, id: string) => boolean;
};

/** What keys in a row do: select it, a range, or all, or move the focus. */
export function onRowKey(event: KeyboardEvent, { ids, active, moveBy, onSelect, own }: Keys): void {
  const id = ids[active];
  if (id === undefined || idOf(event.target) === null) return;
  if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect((before) => extend(before, ids));
  else if (event.key === ' ') selectRow(onSelect, { ids, id, isRange: event.shiftKey });
  else if (!own(event, id)) {
    const next = moveBy(event);
    if (next === null || !event.shiftKey) return;
    onSelect((before) => extend(before, ids.slice(Math.min(active, next), Math.max(active, next) + 1)));
    return;
  }
  event.preventDefault();
}
