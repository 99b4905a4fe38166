// The tab of all sales: a working list with search, filters, order, costs that are typed in place, and changes of many at once.
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Sale } from '#contract/sales/sales.ts';
import { useDraft } from '#web/lib/browser/use-draft.ts';
import { changeQuery, paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Hangers } from '#web/ui/hangers.tsx';
import { NoRows } from '#web/ui/list/list-head.tsx';
import { nothing } from '#web/ui/list/selection.ts';
import { NoData, PanelError } from '#web/ui/panel.tsx';
import { LotsSheet } from '../costs/lots-sheet.tsx';
import { type ReadSales, salesQuery } from './queries.ts';
import { findSales, sortSales } from './rows/sale-rows.ts';
import { SalesTable } from './rows/sales-table.tsx';
import { SalesBar } from './sales-bar.tsx';
import { SalesTools } from './sales-tools.tsx';
import { NewSaleSheet, SaleSheet } from './sheet/sale-sheet.tsx';
import { SalesFilters, SalesStatus } from './view/sales-filters.tsx';
import { countFilters, type Filters, noFilters, type Sorting, sortingName, useSalesView } from './view/sales-view.ts';
import './sales-list.css';

const SalesList = () => {
  const { data, error, refetch } = useSteadyQuery(salesQuery);
  const { opened, open, close } = useOpened();
  const openSale = useCallback((id: string) => open({ sale: id }), [open]);
  const sale = data?.sales.find(({ id }) => id === opened.sale) ?? null;
  return (
    <div className="sales">
      <SalesTools onAdd={() => open({ add: 'sale' })} onLots={() => open({ add: 'lot' })} />
      {data === undefined ? (
        <NoData error={error} onRetry={refetch} lines={6} label="Loading your sales" />
      ) : data.sales.length === 0 && data.isComplete ? (
        <Empty />
      ) : (
        <>
          {error && <PanelError error={error} onRetry={refetch} />}
          <Listed read={data} openId={opened.sale} onOpen={openSale} />
        </>
      )}
      <SaleSheet sale={sale} onClose={close} />
      <NewSaleSheet isOpen={opened.add === 'sale'} onClose={close} />
      <LotsSheet isOpen={opened.add === 'lot'} onClose={close} />
    </div>
  );
};

export default SalesList;

/** Marks a history entry that this screen made, so that closing a sheet goes back to the entry before it. */
const ownEntry = { sheet: true };
const isOwn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'sheet' in state;

/** Which sheet is open is in the page's address. */
const useOpened = () => {
  const params = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const open = useCallback(
    (change: { sale?: string; add?: string }) =>
      navigate(`${paths.sales}${changeQuery(location.search, change)}`, { state: ownEntry }),
    [navigate],
  );
  // The browser goes back only a moment later. A second press in between must not leave the screen.
  const isLeaving = useRef(false);
  const close = () => {
    if (isLeaving.current) return;
    if (!isOwn(history.state))
      return navigate(`${paths.sales}${changeQuery(location.search, { sale: null, add: null })}`, { replace: true });
    isLeaving.current = true;
    const arrive = () => {
      isLeaving.current = false;
    };
    addEventListener('popstate', arrive, { once: true });
    history.back();
  };
  return { opened: { sale: params.get('sale'), add: params.get('add') }, open, close };
};

const Empty = () => (
  <div className="sales-empty">
    <Hangers label="No sales yet." />
    <p className="h-title">No sales yet.</p>
    <p className="mute">
      Import your sales report, read your sales from Poshmark, or add one by hand. Then you see what each of them really
      earned.
    </p>
  </div>
);

type ListedProps = { read: ReadSales; openId: string | null; onOpen: (id: string) => void };

const Listed = ({ read, openId, onOpen }: ListedProps) => {
  const { view, change } = useSalesView();
  const [typed, type] = useDraft(view.filters.q, (q) => change({ filters: { q } }, { replace: true }));
  const [selection, select] = useState(nothing);
  // Deferred, so that typing stays smooth among thousands of sales.
  const q = useDeferredValue(typed);
  const { rows, topic } = useRows(read, { ...view.filters, q }, view.sorting);
  const { sales } = read;
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : sales.filter(({ id }) => selection.ids.has(id))),
    [sales, selection],
  );
  const hidden = useMemo(
    () => (chosen.length === 0 ? 0 : chosen.length - rows.filter(({ id }) => selection.ids.has(id)).length),
    [chosen, rows, selection],
  );
  const filter = (filters: Partial<Filters>, options?: { replace?: boolean }) => {
    // What was typed a moment ago is not in the address yet.
    if (filters.q === '') type('');
    change({ filters }, options);
  };
  const clear = () => filter(noFilters);
  const sort = (sorting: Sorting) => change({ sorting });
  return (
    <section className="worklist" aria-label="Sales">
      <SalesFilters filters={view.filters} onChange={filter} typed={typed} onType={type} />
      <SalesStatus
        found={rows.length}
        all={sales.length}
        isReading={!read.isComplete}
        filters={{ ...view.filters, q }}
        onChange={filter}
        onClear={clear}
        sorting={view.sorting}
        onSort={sort}
      />
      {rows.length === 0 ? (
        <NoRows
          text={q}
          isOnlyText={countFilters(view.filters) === 0}
          none={noneFor({ ...view.filters, q })}
          onClear={clear}
        />
      ) : (
        <SalesTable
          rows={rows}
          topic={topic}
          sorting={view.sorting}
          onSort={sort}
          selection={selection}
          onSelect={select}
          openId={openId}
          onOpen={onOpen}
        />
      )}
      <SalesBar rows={rows} chosen={chosen} hidden={hidden} onClear={() => select(nothing)} />
    </section>
  );
};

const noneFor = (filters: Filters): string => {
  if (countFilters(filters) > 1 || filters.q.trim() !== '') return 'No sales match these filters.';
  if (filters.withoutCost) return 'Every sale has its cost.';
  if (filters.from !== '' || filters.to !== '') return 'Nothing sold in these days.';
  if (filters.state === 'returned') return 'Nothing was returned.';
  if (filters.state === 'cancelled') return 'Nothing was canceled.';
  if (filters.source === 'manual') return 'You haven’t added a sale by hand.';
  if (filters.source === 'report') return 'No sale came from a report yet.';
  if (filters.source === 'marketplace') return 'No sale was read from Poshmark yet.';
  if (filters.isBundle) return 'No sale was part of a bundle.';
  return 'No sales match these filters.';
};

/**
 * The sales that the filters leave, in order. While the filters and the order stay, each row keeps its place: a cost that is typed
 * moves no row away from the cursor, and none out of the sales without a cost.
 */
const useRows = ({ sales, edition }: ReadSales, filters: Filters, sorting: Sorting) => {
  const topic = `${sortingName(sorting)} ${JSON.stringify(filters)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the topic stands for the filters and the order, the edition for the sales
  const ids = useMemo(() => sortSales(findSales(sales, filters), sorting).map(({ id }) => id), [edition, topic]);
  const byId = useMemo(() => new Map(sales.map((sale) => [sale.id, sale])), [sales]);
  const rows = useMemo(() => ids.flatMap((id): Sale[] | Sale => byId.get(id) ?? []), [ids, byId]);
  return { rows, topic };
};
