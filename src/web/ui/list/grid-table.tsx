// A long table whose rows are opened, sorted, selected, and edited in place, by mouse and with the keys of a spreadsheet. Only those
// on screen are drawn.
import {
  type ComponentProps,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { count } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { AllCheck, ColumnHeads } from '../column-head.tsx';
import { toastFailure } from '../toast-store.ts';
import type { CellEdit, EditStep } from './edit-cell.tsx';
import type { RowProps, Titled } from './grid-row.tsx';
import { extend, reduce, type Selection, toggle, toggleRange } from './selection.ts';
import { idOf, useLongList } from './use-long-list.ts';
import './list.css';
import './list-table.css';

type Props<Item, Cell extends keyof Item, By extends string> = Rows<Item, Cell> &
  Omit<ComponentProps<typeof ColumnHeads<By>>, 'children'> & {
    className: string;
    label: string;
    hint: string;
    firstHead?: ReactNode;
    selection: Selection;
    openId: string | null;
    row: (item: Item, props: RowProps<Cell>) => ReactNode;
  };

export const GridTable = <Item extends Titled, Cell extends keyof Item & string, By extends string>(
  props: Props<Item, Cell, By>,
) => {
  const { className, label, hint, firstHead, selection, openId, row, columns, sorting, startsDescending, onSort } =
    props;
  const { items, onSelect } = props;
  const { ids, drawn, active, editing, onDone, shown, body } = useEditedRows(props);
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
              <AllCheck
                className="all-check"
                chosen={ids.filter((id) => selection.ids.has(id)).length}
                all={ids.length}
                onChange={(isAll) => onSelect((before) => (isAll ? extend(before, ids) : reduce(before, ids)))}
              >
                <span>Select all {count(ids.length)}</span>
              </AllCheck>
            </th>
            {firstHead}
            <ColumnHeads {...{ columns, sorting, startsDescending, onSort }} />
          </tr>
        </thead>
        <tbody {...body} style={properties({ count: ids.length })}>
          {drawn.map((at) => {
            const item = items[at];
            if (item === undefined) return null;
            const { id } = item;
            const edit = editing?.id === id ? editing : null;
            const state = { isSelected: selection.ids.has(id), isActive: at === active, isOpen: id === openId };
            return <Fragment key={id}>{row(shown(item), { edit, onDone, at, ...state })}</Fragment>;
          })}
        </tbody>
      </table>
    </div>
  );
};

type Rows<Item, Cell extends keyof Item> = {
  items: readonly Item[];
  topic: string;
  /** In the order of the row. F2 and a typed amount edit the first. */
  cells: readonly Cell[];
  /** undefined: the cell can't have this value. */
  read: (cell: Cell, typed: string) => Partial<Pick<Item, Cell>> | undefined;
  /** Resolves when the list has been read with the new values. */
  save: (id: string, change: Partial<Pick<Item, Cell>>) => Promise<unknown>;
  onSelect: (change: (before: Selection) => Selection) => void;
  onOpen: (item: Item) => void;
};

/** Where an edit goes on: so many rows below, and so many cells beside. */
const moves: Record<EditStep, { rows: number; cells: number }> = {
  down: { rows: 1, cells: 0 },
  up: { rows: -1, cells: 0 },
  next: { rows: 0, cells: 1 },
  back: { rows: 0, cells: -1 },
  row: { rows: 0, cells: Number.POSITIVE_INFINITY },
  away: { rows: 0, cells: Number.POSITIVE_INFINITY },
};

const useEditedRows = <Item extends Titled, Cell extends keyof Item & string>(rows: Rows<Item, Cell>) => {
  const { items, topic, cells, read, save, onSelect, onOpen } = rows;
  const ids = items.map(({ id }) => id);
  const { list, drawn, active, focusOn, onFocus, onBlur, moveBy } = useLongList<HTMLTableSectionElement>({
    ids,
    columns: 1,
    topic,
  });
  const [editing, edit] = useState<CellEdit<Cell> | null>(null);
  const { shown, change } = useUnsaved<Item, Partial<Pick<Item, Cell>>>(save);

  const goOn = ({ id, name }: CellEdit<Cell>, step: EditStep) => {
    edit(null);
    if (step === 'away') return;
    const from = ids.indexOf(id);
    const to = Math.min(Math.max(from + moves[step].rows, 0), ids.length - 1);
    const beside = cells[cells.indexOf(name) + moves[step].cells];
    const next = ids[to];
    focusOn(to);
    const isEnd = moves[step].rows !== 0 && to === from;
    if (next !== undefined && beside !== undefined && !isEnd) edit({ id: next, name: beside });
  };
  const done = (at: CellEdit<Cell>, typed: string | null, step: EditStep) => {
    const item = items.find(({ id }) => id === at.id);
    const values = typed === null ? undefined : read(at.name, typed);
    if (item !== undefined && values !== undefined) change(item, values, `Not saved: ${typed} for ${item.title}`);
    goOn(at, step);
  };
  // Rows are drawn again only if something about them changes, so the function that they get stays the same.
  const latest = useRef(done);
  useEffect(() => {
    latest.current = done;
  });
  const onDone = useCallback<typeof done>((...args) => latest.current(...args), []);

  const open = (id: string) => {
    const item = items.find((one) => one.id === id);
    if (item !== undefined) onOpen(item);
  };
  const select = (id: string, isRange: boolean) =>
    onSelect((before) => (isRange ? toggleRange(before, id, ids) : toggle(before, id)));
  const onClick = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLElement>) => {
    const id = idOf(target);
    if (id === null || !(target instanceof Element) || target.closest('.edit-cell .input')) return;
    // The sheet returns the focus here, and the arrow keys continue from here.
    if (currentTarget.contains(target)) target.closest<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
    const pressed = target.closest<HTMLElement>('[data-edit]')?.dataset.edit;
    const name = cells.find((cell) => cell === pressed);
    if (name !== undefined) edit({ id, name });
    else if (target.matches('.check')) select(id, shiftKey);
    else if (target.closest('.row-open')) open(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = ids[active];
    const [name] = cells;
    if (id === undefined || idOf(event.target) === null) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect((before) => extend(before, ids));
    else if (event.key === ' ') select(id, event.shiftKey);
    else if (event.key === 'Enter') open(id);
    else if (name !== undefined && event.key === 'F2') edit({ id, name });
    else if (name !== undefined && isAmount(event)) edit({ id, name, begun: event.key });
    else {
      const next = moveBy(event);
      if (next === null || !event.shiftKey) return;
      onSelect((before) => extend(before, ids.slice(Math.min(active, next), Math.max(active, next) + 1)));
      return;
    }
    event.preventDefault();
  };
  return { ids, drawn, active, editing, onDone, shown, body: { ref: list, onClick, onKeyDown, onFocus, onBlur } };
};

/** As in a spreadsheet, typing an amount begins to edit. */
const isAmount = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  /^[\d.$]$/.test(key) && !ctrlKey && !metaKey && !altKey;

/** What was typed is shown at once, until it has been saved or refused. */
const useUnsaved = <Item extends { id: string }, Values extends object>(
  save: (id: string, values: Values) => Promise<unknown>,
) => {
  const [unsaved, set] = useState<ReadonlyMap<string, { item: Item; calls: number }>>(new Map());
  const change = (item: Item, values: Values, failure: string) => {
    const { id } = item;
    set((all) => {
      const before = all.get(id);
      return new Map(all).set(id, { item: { ...item, ...before?.item, ...values }, calls: (before?.calls ?? 0) + 1 });
    });
    const settle = () =>
      set((all) => {
        const next = new Map(all);
        const at = all.get(id);
        if (at === undefined || at.calls === 1) next.delete(id);
        else next.set(id, { ...at, calls: at.calls - 1 });
        return next;
      });
    whenDone(save(id, values), {
      onError: (error) => toastFailure(error, failure, 'Couldn’t save this. Try again.'),
      onSettled: settle,
    });
  };
  return { shown: (item: Item): Item => unsaved.get(item.id)?.item ?? item, change };
};
