// Queries of what sales add up to, and reading them from the closet.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { backtestRoutes } from '#contract/pricing/backtest.ts';
import { type NumberGroup, numberRoutes } from '#contract/sales/numbers.ts';
import { saleRoutes } from '#contract/sales/sales.ts';
import { send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { salesKeys } from './sales-keys.ts';

const api = createClient({ sales: saleRoutes, numbers: numberRoutes, backtest: backtestRoutes }, send);

/** Without days: all sales. While other days are read, the last numbers stay on screen. */
export const numbersQuery = (query: { by: NumberGroup; from?: string; to?: string }) =>
  queryOptions({
    queryKey: [...salesKeys.numbers, query],
    queryFn: ({ signal }) => api.numbers.numbers({ query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const taxYearQuery = (year: number) =>
  queryOptions({
    queryKey: salesKeys.taxYear(year),
    queryFn: ({ signal }) => api.numbers.taxYear({ query: { year } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const backtestQuery = queryOptions({
  queryKey: salesKeys.backtest,
  queryFn: ({ signal }) => api.backtest.backtest({}, { signal }),
});

/** Sales that are read change the numbers, the comps, and the log. */
export const useReadSales = () =>
  useChange(
    () => api.sales.sync(),
    (client) => client.invalidateQueries(),
  );
