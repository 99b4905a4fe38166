// A row of a table that is edited in place, with the cell that selects it and the one that opens it.
import type { ReactNode } from 'react';
import { properties } from '#web/lib/browser/custom-properties.ts';
import type { CellEdit, EditStep } from './edit-cell.tsx';

export type Titled = { id: string; title: string };

/** The props of a row. It passes `edit` and `onDone` to its cells, and the rest to `GridRow`. */
export type RowProps<Cell> = {
  edit: CellEdit<Cell> | null;
  onDone: (edit: CellEdit<Cell>, typed: string | null, step: EditStep) => void;
  at: number;
  isSelected: boolean;
  /** The one row that the Tab key reaches. */
  isActive: boolean;
  isOpen: boolean;
};

/** The table handles all clicks itself, with their modifier keys. */
const ignore = () => undefined;

type RowCells = Omit<RowProps<unknown>, 'edit' | 'onDone'> & {
  item: Titled;
  className?: string;
  before?: ReactNode;
  facts: ReactNode;
  children: ReactNode;
};

export const GridRow = ({ item, className = '', before, facts, children, ...state }: RowCells) => {
  const { id, title } = item;
  const { at, isSelected, isActive, isOpen } = state;
  return (
    <tr
      data-id={id}
      data-focus
      className={`${isOpen ? 'open ' : ''}${className}`.trim() || undefined}
      style={properties({ at })}
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
    >
      <td className="tick-col">
        <input
          className="check"
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${title}`}
          checked={isSelected}
          onChange={ignore}
        />
      </td>
      {before}
      <td className="what">
        <button type="button" className="row-open two-lines" tabIndex={-1} aria-haspopup="dialog" title={title}>
          {title}
        </button>
        <span className="facts-line">{facts}</span>
      </td>
      {children}
    </tr>
  );
};
