// The calls of the experiment.
import { queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { experimentRoutes } from '#contract/experiment/experiment.ts';
import { send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

const api = createClient({ experiment: experimentRoutes }, send).experiment;

const queryKey = ['experiment'] as const;

/** Its weeks turn at midnight, without the seller. */
export const experimentQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => api.read({}, { signal }),
  refetchInterval: 60_000,
});

export const useStartExperiment = () =>
  useChange(
    (weeks: number) => api.start({ body: { weeks } }),
    (client) => client.invalidateQueries({ queryKey }),
  );

export const useStopExperiment = () =>
  useChange(
    () => api.stop(),
    (client) => client.invalidateQueries({ queryKey }),
  );
