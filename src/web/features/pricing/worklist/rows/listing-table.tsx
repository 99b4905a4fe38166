// The listings as a table.
import { type KeyboardEvent, type MouseEvent, memo, useId } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import { ago, count, counted, fullTime } from '#web/format/format.ts';
import { dollars, dollarsOfCents, wholeDollars } from '#web/format/money-format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { costMessages } from '#web/messages/pricing/costs.ts';
import { worklistMessages as messages } from '#web/messages/pricing/worklist.ts';
import { AllCheck } from '#web/ui/all-check.tsx';
import { ColumnHead } from '#web/ui/column-head.tsx';
import { Hangtag } from '#web/ui/hangtag.tsx';
import { EditCell, type EditStep } from '#web/ui/list/edit-cell.tsx';
import { extend, reduce, type Selection, toggle, toggleRange } from '#web/ui/list/selection.ts';
import { idOf, useLongList } from '#web/ui/list/use-long-list.ts';
import { ListingPicture } from '#web/ui/listing-picture.tsx';
import { QuickAdvice } from '../../analysis/quick-advice.tsx';
import { factInField } from '../../costs/fact-field.tsx';
import { type ListingFact, readFact } from '../../costs/read-fact.ts';
import { type ListRow, rowOf } from '../view/list-rows.ts';
import { type Order, type Sorting, startsDescending } from '../view/list-view.ts';
import { type FactEdit, listingFacts, useFactEdits, withFacts } from './use-fact-edits.ts';
import '#web/ui/list/list.css';
import '#web/ui/list/list-table.css';
import './listing-table.css';

type Props = {
  rows: readonly ListRow[];
  topic: string;
  now: number;
  zone: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  selection: Selection;
  onSelect: (change: (before: Selection) => Selection) => void;
  openId: string | null;
  onOpen: (listing: Listing) => void;
};

const columns: { by: Order | null; name: string; className: string; title?: string }[] = [
  { by: 'title', name: 'Listing', className: 'what' },
  { by: 'price', name: 'Price', className: 'price-col' },
  { by: 'net', name: 'Net', className: 'r net', title: 'What you receive after fees' },
  { by: 'cost', name: 'Cost', className: 'r cost', title: 'What you paid. F2 edits it, Tab goes on to the SKU.' },
  { by: 'profit', name: 'Profit', className: 'r profit', title: 'What is left after fees and cost, at today’s price' },
  { by: null, name: 'SKU, shelf', className: 'stock' },
  { by: 'likes', name: 'Likes', className: 'r likes' },
  { by: 'age', name: 'Age', className: 'r age' },
  { by: 'lastShared', name: 'Last shared', className: 'r last' },
];

/** Draws only the rows on screen. On narrow screens each row is stacked, with its tag on the right. */
export const ListingTable = (props: Props) => {
  const { rows, topic, now, zone, selection, openId } = props;
  const ids = rows.map(({ listing }) => listing.id);
  const { list, drawn, active, focusOn, onFocus, onBlur, moveBy } = useLongList<HTMLTableSectionElement>({
    ids,
    columns: 1,
    topic,
  });
  const hint = useId();

  const { editing, edit, onDone, waiting } = useFactEdits(ids, focusOn);
  const { click, key } = useRowEvents(props, { ids, active, moveBy, edit });

  return (
    <div className="list-scroll table-scroll">
      <p className="sr" id={hint}>
        Arrow keys move, Space selects, Shift selects a range, Enter opens the analysis, F2 edits the cost.
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows take the focus is a grid
        role="grid"
        className="list-table listing-table"
        aria-label={messages.label}
        aria-describedby={hint}
        aria-rowcount={rows.length + 1}
        aria-multiselectable="true"
      >
        <Head {...props} ids={ids} />
        <tbody
          ref={list}
          style={properties({ count: rows.length })}
          onClick={click}
          onKeyDown={key}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          {drawn.map((at) => {
            const row = rows[at];
            const facts = row && waiting.get(row.listing.id);
            return (
              row && (
                <ListingRow
                  key={row.listing.id}
                  row={facts ? rowOf(withFacts(row.listing, facts)) : row}
                  edit={editing?.id === row.listing.id ? editing : null}
                  onDone={onDone}
                  at={at}
                  now={now}
                  zone={zone}
                  isSelected={selection.ids.has(row.listing.id)}
                  isActive={at === active}
                  isOpen={row.listing.id === openId}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

/** What clicks and keys in a row do: open it, select it or a range, or move the focus. */
const useRowEvents = (
  { rows, onSelect, onOpen }: Props,
  {
    ids,
    active,
    moveBy,
    edit,
  }: {
    ids: readonly string[];
    active: number;
    moveBy: (event: KeyboardEvent) => number | null;
    edit: (edit: FactEdit) => void;
  },
) => {
  const open = (id: string) => {
    const row = rows.find(({ listing }) => listing.id === id);
    if (row) onOpen(row.listing);
  };
  const press = (id: string, isRange: boolean) =>
    onSelect((before) => (isRange ? toggleRange(before, id, ids) : toggle(before, id)));
  const click = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLElement>) => {
    const id = idOf(target);
    if (id === null || !(target instanceof Element)) return;
    if (target.closest('.edit-cell .input')) return;
    // The sheet returns the focus here, and the arrow keys continue from here.
    if (currentTarget.contains(target)) target.closest<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
    const name = target.closest<HTMLElement>('[data-edit]')?.dataset.edit;
    const fact = listingFacts.find((one) => one === name);
    if (fact !== undefined) edit({ id, fact });
    else if (target.matches('.check')) press(id, shiftKey);
    else if (target.closest('.row-open')) open(id);
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const id = ids[active];
    if (id === undefined || idOf(event.target) === null) return;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect((before) => extend(before, ids));
    else if (event.key === ' ') press(id, event.shiftKey);
    else if (event.key === 'Enter') open(id);
    else if (event.key === 'F2') edit({ id, fact: 'costCents' });
    else if (isAmount(event)) edit({ id, fact: 'costCents', begun: event.key });
    else {
      const next = moveBy(event);
      if (next !== null && event.shiftKey) onSelect((before) => extend(before, between(ids, active, next)));
      return;
    }
    event.preventDefault();
  };
  return { click, key };
};

/** As in a spreadsheet, typing an amount begins to edit. */
const isAmount = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  /^[\d.$]$/.test(key) && !ctrlKey && !metaKey && !altKey;

const between = (ids: readonly string[], one: number, other: number): readonly string[] =>
  ids.slice(Math.min(one, other), Math.max(one, other) + 1);

const Head = ({ ids, sorting, onSort, selection, onSelect }: Props & { ids: readonly string[] }) => {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className="tick-col col-head" scope="col">
          {/* Selects everything that the filters leave. */}
          <AllCheck
            className="all-check"
            chosen={chosen}
            all={ids.length}
            onChange={(isAll) => onSelect((before) => (isAll ? extend(before, ids) : reduce(before, ids)))}
          >
            <span>{`Select all ${count(ids.length)}`}</span>
          </AllCheck>
        </th>
        <th className="shot-col" scope="col">
          <span className="sr">Photo</span>
        </th>
        {columns.map(({ by, name, className, title }) => (
          <ColumnHead
            key={name}
            by={by}
            name={name}
            className={className}
            title={title}
            sorting={sorting}
            startsDescending={startsDescending}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
};

type ListingRowProps = {
  row: ListRow;
  /** Of one of its cells. */
  edit: FactEdit | null;
  onDone: (edit: FactEdit, typed: string | null, step: EditStep) => void;
  at: number;
  now: number;
  zone: string;
  isSelected: boolean;
  /** The one row that the Tab key reaches. */
  isActive: boolean;
  isOpen: boolean;
};

const dayMs = 86_400_000;
/** The table handles all clicks itself, with their modifier keys. */
const ignore = () => undefined;

/** Drawn again only when something about this listing changes. The table handles its clicks and keys. */
const ListingRow = memo(({ row, edit, onDone, at, now, zone, isSelected, isActive, isOpen }: ListingRowProps) => {
  const { listing, net, profit } = row;
  const facts = [listing.brand, listing.category, listing.size].filter((fact) => fact !== null).join(', ');
  const cell = { listing, edit, onDone };
  return (
    <tr
      data-id={listing.id}
      data-focus
      className={isOpen ? 'open' : undefined}
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
          aria-label={messages.select(listing.title)}
          checked={isSelected}
          onChange={ignore}
        />
      </td>
      <td className="shot-col">
        <ListingPicture listing={listing} />
      </td>
      <td className="what">
        <button type="button" className="row-open two-lines" tabIndex={-1} aria-haspopup="dialog" title={listing.title}>
          {listing.title}
        </button>
        <span className="facts-line">
          {listing.skipSharing && <span className="skip-mark">{messages.skipped}</span>} {facts}
        </span>
      </td>
      <td className="price-col">
        <Price listing={listing} />
      </td>
      <td className="r net">{net === null ? <Unknown /> : dollars(net)}</td>
      <td className="r cost">
        <FactCell {...cell} fact="costCents" />
      </td>
      <td className="r profit">
        {profit === null ? <Unknown /> : dollars(profit)}
        <span className="word"> profit</span>
      </td>
      <td className="stock">
        <FactCell {...cell} fact="sku" />
        <FactCell {...cell} fact="shelf" />
      </td>
      <td className="r likes">{count(listing.likeCount)}</td>
      <td className="r age">
        {row.listedAt === null ? (
          <Unknown />
        ) : (
          <time dateTime={listing.listedAt ?? undefined} title={fullTime(row.listedAt, zone)}>
            {ageText(now - row.listedAt)}
          </time>
        )}
      </td>
      <td className="r last">
        {row.lastShared === null ? (
          'Never'
        ) : (
          <time dateTime={listing.lastShared ?? undefined} title={fullTime(row.lastShared, zone)}>
            {ago(row.lastShared, now)}
          </time>
        )}
      </td>
      <td className="meta-col">
        <MetaLine row={row} now={now} />
      </td>
    </tr>
  );
});

type FactCellProps = Pick<ListingRowProps, 'edit' | 'onDone'> & { listing: Listing; fact: ListingFact };

const FactCell = ({ listing, fact, edit, onDone }: FactCellProps) => {
  const value = factInField(listing, fact);
  const current = edit?.fact === fact ? edit : null;
  return (
    <EditCell
      name={fact}
      label={costMessages.of[fact](listing.title)}
      value={value}
      begun={current?.begun}
      isEditing={current !== null}
      inputMode={fact === 'costCents' ? 'decimal' : undefined}
      check={(typed) => readFact(fact, typed).error}
      onDone={(typed, step) => current && onDone(current, typed, step)}
    >
      {value === '' ? (
        <span className="dim">{costMessages.add[fact]}</span>
      ) : (
        <>
          <span className="word">{`${costMessages.words[fact]} `}</span>
          {fact === 'costCents' ? dollarsOfCents(listing.costCents ?? 0) : value}
        </>
      )}
    </EditCell>
  );
};

const Price = ({ listing }: Pick<ListRow, 'listing'>) => (
  <>
    <span className="tag-line">
      {listing.price === null ? (
        <span className="dim">No price yet</span>
      ) : (
        <Hangtag price={wholeDollars(listing.price, listing.currency)} size={1.12} />
      )}
      <QuickAdvice listingId={listing.id} />
    </span>
    {listing.floorPrice !== null && <small>{messages.floor(wholeDollars(listing.floorPrice, listing.currency))}</small>}
  </>
);

/** What the columns say, in one line, for narrow lists. */
const MetaLine = ({ row: { listing, net, listedAt, lastShared }, now }: Pick<ListingRowProps, 'row' | 'now'>) => (
  <>
    {net !== null && <span>{`${dollars(net)} net`}</span>}
    <span>{counted(listing.likeCount, 'like')}</span>
    {listedAt !== null && <span>{ageText(now - listedAt)}</span>}
    <span>{lastShared === null ? 'Not shared yet' : `Shared ${ago(lastShared, now)}`}</span>
    {listing.floorPrice !== null && <span>{messages.floor(wholeDollars(listing.floorPrice, listing.currency))}</span>}
    {listing.skipSharing && <span className="skip-mark">{messages.skipped}</span>}
    <QuickAdvice listingId={listing.id} />
  </>
);

const Unknown = () => <span className="dim">–</span>;

const ageText = (ms: number): string => {
  const days = Math.floor(ms / dayMs);
  return days < 1 ? 'Today' : counted(days, 'day');
};
