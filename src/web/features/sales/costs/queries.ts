// The calls of lots.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { lotRoutes } from '#contract/sales/lots.ts';
import { send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { salesKeys } from '../sales-keys.ts';

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
