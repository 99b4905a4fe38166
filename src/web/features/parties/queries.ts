// Parties, and the settings of the bot that are about them.
import { queryOptions } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { partyRoutes } from '#contract/parties/parties.ts';
import { api as firstApi, send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

const api = createClient({ parties: partyRoutes }, send);

export const partiesQuery = queryOptions({
  queryKey: ['parties'],
  queryFn: ({ signal }) => api.parties.list({}, { signal }),
  refetchInterval: 60_000,
});

/** The same data as in the bot's own panels. */
export const statusQuery = queryOptions({
  queryKey: ['bot', 'status'],
  queryFn: ({ signal }) => firstApi.bot.status({}, { signal }),
  refetchInterval: 10_000,
});

export const useChangeSettings = () => useChange(firstApi.bot.changeSettings, (client) => client.invalidateQueries());
