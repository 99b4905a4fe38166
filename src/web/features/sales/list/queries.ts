// The calls of the list of sales. All sales are read, so that the browser sorts, searches, and adds up at once.
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import { lotRoutes } from '#contract/sales/lots.ts';
import { type ChangedSales, type NewSale, type Sale, saleRoutes } from '#contract/sales/sales.ts';
import { wait } from '#web/lib/clock.ts';
import { send } from '#web/lib/server/api.ts';
import { putAnswer, useChange } from '#web/lib/server/queries.ts';
import { salesKeys } from '../sales-keys.ts';

const salesApi = createClient({ sales: saleRoutes }, send).sales;

export type ReadSales = {
  /** Newest first. */
  sales: readonly Sale[];
  /** False while older ones are still being read. */
  isComplete: boolean;
  /** Another one when sales were added or are gone. While it stays, rows keep their places. */
  edition: number;
};

const perPage = 500;
/** Pages come faster than that, and each time the whole list is sorted again. */
const leastMsBetween = 300;
const freshMs = 60_000;

/** Sales that were changed while the list was read: their pages may have been read before. */
const changedMeanwhile = new Map<string, Sale>();
let lastEdition = 0;
const nextEdition = (): number => {
  lastEdition += 1;
  return lastEdition;
};

export const salesQuery = queryOptions({
  queryKey: salesKeys.list,
  queryFn: async ({ client, signal }): Promise<ReadSales> => {
    changedMeanwhile.clear();
    const isFirst = client.getQueryData(salesKeys.list) === undefined;
    const read: Sale[] = [];
    const shown = (isComplete: boolean): ReadSales => ({
      sales: read.map((sale) => changedMeanwhile.get(sale.id) ?? sale),
      isComplete,
      edition: nextEdition(),
    });
    let before: string | null = null;
    let shownAt = Number.NEGATIVE_INFINITY;
    do {
      const query: { limit: number; before?: string } = { limit: perPage, ...(before !== null && { before }) };
      const page = await salesApi.list({ query }, { signal });
      read.push(...page.sales);
      before = page.next;
      if (isFirst && before !== null && performance.now() - shownAt >= leastMsBetween) {
        shownAt = performance.now();
        client.setQueryData<ReadSales>(salesKeys.list, shown(false));
      }
    } while (before !== null);
    return shown(true);
  },
  staleTime: freshMs,
});

/** Puts sales into the list as they are now, without reading the list again. */
const putSales = (client: QueryClient, changed: readonly Sale[]): void => {
  for (const sale of changed) changedMeanwhile.set(sale.id, sale);
  const byId = new Map(changed.map((sale) => [sale.id, sale]));
  client.setQueryData<ReadSales>(
    salesKeys.list,
    (known) => known && { ...known, sales: known.sales.map((sale) => byId.get(sale.id) ?? sale) },
  );
};

/** What sales add up to is out of date, and so is what is said about their listings. The list is not. */
const noteSums = (client: QueryClient): void =>
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === salesKeys.all[0] && queryKey[1] !== salesKeys.list[1],
  });

const dayOf = (sale: Sale): string => sale.soldOn ?? '';

type Changes = Parameters<typeof salesApi.changeMany>[0]['body']['changes'];

/** A seller who changes more than the server takes in a minute waits for it, and is refused only if it wants more time than that. */
const longestWaitMs = 90_000;
const changePatiently = async (changes: Changes): Promise<ChangedSales> => {
  for (;;) {
    try {
      return await salesApi.changeMany({ body: { changes } });
    } catch (error) {
      const pauseMs = error instanceof ApiFailure && error.status === 429 ? error.retryAfterMs : undefined;
      if (pauseMs === undefined || pauseMs > longestWaitMs) throw error;
      await wait(pauseMs);
    }
  }
};

export const useChangeSales = () => {
  const client = useQueryClient();
  return useChange(async (changes: Changes) => {
    const reply = await changePatiently(changes);
    putSales(client, reply.sales);
    return reply;
  }, noteSums);
};

export const useSaveSale = () => {
  const client = useQueryClient();
  return useChange(async ({ id, ...body }: Parameters<typeof salesApi.change>[0]['body'] & { id: string }) => {
    const sale = await salesApi.change({ id, body });
    putSales(client, [sale]);
    return sale;
  }, noteSums);
};

/** A new sale has its place by its day; one that is gone leaves. A list that is being read is read again. */
const reorder = (client: QueryClient, change: (sales: readonly Sale[]) => Sale[]): Promise<void> =>
  putAnswer<ReadSales>(
    client,
    salesKeys.list,
    (known) => known && { ...known, sales: change(known.sales), edition: nextEdition() },
  );

export const useAddSale = () => {
  const client = useQueryClient();
  return useChange(async (body: NewSale) => {
    const sale = await salesApi.add({ body });
    await reorder(client, (sales) => {
      const at = sales.findIndex((other) => dayOf(other) <= dayOf(sale));
      return sales.toSpliced(at === -1 ? sales.length : at, 0, sale);
    });
    return sale;
  }, noteSums);
};

export const useRemoveSale = () => {
  const client = useQueryClient();
  return useChange(async (id: string) => {
    const reply = await salesApi.remove({ id });
    await reorder(client, (sales) => sales.filter((sale) => sale.id !== id));
    return reply;
  }, noteSums);
};

const lotsApi = createClient({ sales: lotRoutes }, send).sales;

export const lotsQuery = queryOptions({
  queryKey: salesKeys.lots,
  queryFn: ({ signal }) => lotsApi.lots({}, { signal }),
});

/** A lot changes what listings cost, and so what their sales earned. */
const afterLot = (client: QueryClient): void => {
  for (const queryKey of [salesKeys.all, ['listings']]) void client.invalidateQueries({ queryKey });
};

export const useAddLot = () =>
  useChange((body: Parameters<typeof lotsApi.addLot>[0]['body']) => lotsApi.addLot({ body }), afterLot);
export const useDeleteLot = () => useChange((id: string) => lotsApi.deleteLot({ id }), afterLot);
