// The calls of listings.
import { api } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

/** A sync changes the listings, the account's counts, the plan, and the log. */
export const useSync = () =>
  useChange(
    () => api.listings.sync(),
    (client) => client.invalidateQueries(),
  );
