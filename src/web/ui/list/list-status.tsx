// The line above a list: how many rows it shows, which filters are on, and the order.
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { X } from '../icons.tsx';
import '../field.css';
import './list.css';

type Props<Change> = {
  found: ReactNode;
  /** Each filter that is on, with what removes it. */
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

export const ListStatus = <Change,>(props: Props<Change>) => {
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
            {Object.entries(sorts).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {children}
      </span>
    </div>
  );
};

const clearAll = 'Clear all filters';

/** Shown where the search and the filters leave nothing. */
export const NoRows = ({
  text,
  isOnlyText,
  none,
  onClear,
}: {
  text: string;
  /** Only the search is to blame. */
  isOnlyText: boolean;
  none: string;
  onClear: () => void;
}) => (
  <div className="grid-none">
    <p>{isOnlyText ? `No results for “${text.trim()}”` : none}</p>
    <Button isSmall onClick={onClear}>
      {isOnlyText ? 'Clear the search' : clearAll}
    </Button>
  </div>
);
