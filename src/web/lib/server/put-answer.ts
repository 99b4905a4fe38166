// Puts what a change answered into the query cache.
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * A read that is under way may have been answered before the change, and would put the old data back. So it is canceled, and made
 * again afterward. `change` gets what is known; undefined stays undefined.
 */
export const putAnswer = async <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (known: Data | undefined) => Data | undefined,
): Promise<void> => {
  const isReading = client.isFetching({ queryKey }) > 0;
  await client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, change);
  if (isReading) void client.invalidateQueries({ queryKey });
};
