// Queries of what sales add up to.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { backtestRoutes } from '#contract/pricing/backtest.ts';
import { type NumberGroup, numberRoutes } from '#contract/sales/numbers.ts';
import { send } from '#web/lib/server/api.ts';
import { salesKeys } from './sales-keys.ts';

const api = createClient({ numbers: numberRoutes, backtest: backtestRoutes }, send);

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
