// A query whose failure stays on screen until there is an answer.
import { hashKey, type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * As long as there is no data, TanStack Query forgets the error each time it tries again, even when it only polls. Panels would
 * change between the failure and the gray lines. Here the last error of the same query stays until the next answer.
 */
export const useSteadyQuery = <Data, Shown, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Shown, Key>,
): Pick<UseQueryResult<Shown>, 'data' | 'error' | 'isError' | 'isPending' | 'refetch' | 'dataUpdatedAt'> => {
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(options);
  const [last, keep] = useState<{ of: string; error: Error } | null>(null);
  const of = hashKey(options.queryKey);
  if (error !== null && error !== last?.error) keep({ of, error });
  const shown = error ?? (data === undefined && last?.of === of ? last.error : null);
  return {
    data,
    error: shown,
    isError: shown !== null,
    isPending: isPending && shown === null,
    refetch,
    dataUpdatedAt,
  };
};
