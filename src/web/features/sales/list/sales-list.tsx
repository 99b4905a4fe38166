// The tab of all sales: a working list with search, filters, order, costs that are typed in place, and changes of many at once.
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { Sale } from '#contract/sales/sales.ts';
import { count, counted } from '#web/format/format.ts';
import { useSheetAddress } from '#web/lib/browser/sheet-address.ts';
import { useDraft } from '#web/lib/browser/use-draft.ts';
import { paths } from '#web/lib/paths.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Hangers } from '#web/ui/hangers.tsx';
import { Plus } from '#web/ui/icons.tsx';
import { ListStatus, NoRows } from '#web/ui/list/list-head.tsx';
import { sortingName, sortingNamed } from '#web/ui/list/row-order.ts';
import { nothing } from '#web/ui/list/selection.ts';
import { NoData, PanelError } from '#web/ui/panel.tsx';
import { ReadSalesButton } from '../read-sales-button.tsx';
import { LotsSheet } from './lots-sheet.tsx';
import { type ReadSales, salesQuery } from './queries.ts';
import { findSales, sortSales } from './sale-rows.ts';
import { NewSaleSheet, SaleSheet } from './sale-sheet.tsx';
import { SalesBar } from './sales-bar.tsx';
import { chipsOf, SalesFilters, sorts } from './sales-filters.tsx';
import { SalesTable } from './sales-table.tsx';
import {
  countFilters,
  type Filters,
  newestFirst,
  noFilters,
  orders,
  type Sorting,
  useSalesView,
} from './sales-view.ts';
import './sales-list.css';

const SalesList = () => {
  const { data, error, refetch } = useSteadyQuery(salesQuery);
  const params = new URLSearchParams(useSearch());
  const { open, close } = useSheetAddress(paths.sales, { sale: null, add: null });
  const [saleId, added] = [params.get('sale'), params.get('add')];
  const sale = data?.sales.find(({ id }) => id === saleId) ?? null;
  return (
    <div className="sales">
      {/* What brings sales and costs into the list. Reports have their button in the head of the page. */}
      <div className="lines-close">
        <div className="answers">
          <Button look="primary" icon={<Plus />} onClick={() => open({ add: 'sale' })}>
            Add a sale
          </Button>
          <Button onClick={() => open({ add: 'lot' })}>Lots</Button>
          <ReadSalesButton />
        </div>
        <p className="small mute">
          Hangtag also reads your sales on its own after something sells. It keeps nothing about your buyers.
        </p>
      </div>
      {data === undefined ? (
        <NoData error={error} onRetry={refetch} lines={6} label="Loading your sales" />
      ) : data.sales.length === 0 && data.isComplete ? (
        <Empty />
      ) : (
        <>
          {error && <PanelError error={error} onRetry={refetch} />}
          <Listed read={data} openId={saleId} onOpen={({ id }) => open({ sale: id })} />
        </>
      )}
      <SaleSheet sale={sale} onClose={close} />
      <NewSaleSheet isOpen={added === 'sale'} onClose={close} />
      <LotsSheet isOpen={added === 'lot'} onClose={close} />
    </div>
  );
};

export default SalesList;

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

const Listed = ({ read, openId, onOpen }: { read: ReadSales; openId: string | null; onOpen: (sale: Sale) => void }) => {
  const { view, change } = useSalesView();
  const [typed, type] = useDraft(view.filters.q, (q) => change({ filters: { q } }, { replace: true }));
  const [selection, select] = useState(nothing);
  // Deferred, so that typing stays smooth among thousands of sales.
  const q = useDeferredValue(typed);
  const filters = { ...view.filters, q };
  const { sorting } = view;
  const { rows, topic } = useRows(read, filters, sorting);
  const { sales } = read;
  const chosen = useMemo(
    () => (selection.ids.size === 0 ? [] : sales.filter(({ id }) => selection.ids.has(id))),
    [sales, selection],
  );
  const hidden = useMemo(
    () => (chosen.length === 0 ? 0 : chosen.length - rows.filter(({ id }) => selection.ids.has(id)).length),
    [chosen, rows, selection],
  );
  const filter = (next: Partial<Filters>, options?: { replace?: boolean }) => {
    // What was typed a moment ago is not in the address yet.
    if (next.q === '') type('');
    change({ filters: next }, options);
  };
  const isFiltered = q.trim() !== '' || countFilters(filters) > 0;
  const onClear = () => filter(noFilters);
  const onSort = (next: Sorting) => change({ sorting: next });
  return (
    <section className="worklist" aria-label="Sales">
      <SalesFilters filters={view.filters} onChange={filter} typed={typed} onType={type} />
      <ListStatus
        found={`${isFiltered ? `${count(rows.length)} of ` : ''}${counted(sales.length, 'sale')}${read.isComplete ? '' : ' so far. Still reading older ones.'}`}
        chips={chipsOf(filters)}
        onRemove={filter}
        onClear={onClear}
        sort={sortingName(sorting)}
        sorts={sorts}
        onSort={(name) => onSort(sortingNamed(name, orders, newestFirst))}
        isTable
      />
      {rows.length === 0 ? (
        <NoRows text={q} isOnlyText={countFilters(filters) === 0} none={noneFor(filters)} onClear={onClear} />
      ) : (
        <SalesTable {...{ rows, topic, sorting, onSort, selection, openId, onOpen }} onSelect={select} />
      )}
      <SalesBar rows={rows} chosen={chosen} hidden={hidden} onClear={() => select(nothing)} />
    </section>
  );
};

const noneOf: Partial<Record<Filters['state'] | Filters['source'], string>> = {
  returned: 'Nothing was returned.',
  cancelled: 'Nothing was canceled.',
  manual: 'You haven’t added a sale by hand.',
  report: 'No sale came from a report yet.',
  marketplace: 'No sale was read from Poshmark yet.',
};

const noneFor = (filters: Filters): string => {
  const { q, withoutCost, from, to, state, source, isBundle } = filters;
  const none = 'No sales match these filters.';
  if (countFilters(filters) > 1 || q.trim() !== '') return none;
  if (withoutCost) return 'Every sale has its cost.';
  if (from !== '' || to !== '') return 'Nothing sold in these days.';
  return noneOf[state || source] ?? (isBundle ? 'No sale was part of a bundle.' : none);
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
