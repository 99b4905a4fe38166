// The heads of a table's columns, which sort the table if they can, and the checkbox that selects all of its rows.
import { type ReactNode, useEffect, useRef } from 'react';
import './column-head.css';

type Sorting<By> = { by: By; isDescending: boolean };
type Column<By> = {
  /** null if the table can't be sorted by this column. */
  by: By | null;
  name: string;
  className?: string | undefined;
  title?: string | undefined;
};
type Sorts<By> = {
  sorting: Sorting<By>;
  /** Pressing the head of the current column reverses the direction. Another column begins in its own first direction. */
  startsDescending: (by: By) => boolean;
  onSort: (sorting: Sorting<By>) => void;
};

export const ColumnHeads = <By extends string>({ columns, ...sorts }: Sorts<By> & { columns: readonly Column<By>[] }) =>
  columns.map((column) => <ColumnHead key={column.name} {...column} {...sorts} />);

const ColumnHead = <By extends string>(props: Column<By> & Sorts<By>) => {
  const { by, name, className = '', title, sorting, startsDescending, onSort } = props;
  const isCurrent = by !== null && by === sorting.by;
  const direction = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th
      className={`col-head lab ${className}`.trim()}
      scope="col"
      title={title}
      aria-sort={isCurrent ? direction : undefined}
    >
      {by === null ? (
        name
      ) : (
        <button
          type="button"
          onClick={() => onSort({ by, isDescending: isCurrent ? !sorting.isDescending : startsDescending(by) })}
        >
          {name}
          <i aria-hidden="true" />
        </button>
      )}
    </th>
  );
};

type AllCheckProps = {
  className: string;
  chosen: number;
  all: number;
  onChange: (isAll: boolean) => void;
  children: ReactNode;
};

export const AllCheck = ({ className, chosen, all, onChange, children }: AllCheckProps) => {
  const box = useRef<HTMLInputElement>(null);
  const isSome = chosen > 0 && chosen < all;
  // `indeterminate` can be set only on the element; there is no HTML attribute for it.
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={className}>
      <input
        ref={box}
        className="check"
        type="checkbox"
        checked={all > 0 && chosen === all}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
};
