// The queries and mutations of paired browsers.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { pairedBrowserRoutes } from '#contract/companion/paired-browsers.ts';
import { api, send } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';
import { closetKeys, useLinking } from '../queries.ts';

const companionsKey = [...closetKeys.all, 'companions'] as const;
const calmMs = 15_000;
/** While a code is on screen, the seller looks at it and waits. */
const eagerMs = 2_000;

export const companionsQuery = ({ isEager = false }: { isEager?: boolean } = {}) =>
  queryOptions({
    queryKey: companionsKey,
    queryFn: ({ signal }) => companionApi.companion.list({}, { signal }),
    refetchInterval: isEager ? eagerMs : calmMs,
  });

export const useMakeCode = () => useMutation({ mutationFn: () => companionApi.companion.code() });

/** Everything about the closet may change with it. */
const useClosetChange = <Input, Reply>(call: (input: Input) => Promise<Reply>) =>
  useChange(call, (client) => client.invalidateQueries({ queryKey: closetKeys.all }));

export const useRemoveCompanion = () => useClosetChange(companionApi.companion.remove);
export const useChooseRenewal = () => useClosetChange(api.closet.chooseRenewal);
export const useLinkBrowser = () => useLinking(() => api.closet.linkBrowser());

/** The client of the calls about paired browsers. The first view does not need them. */
const companionApi = createClient({ companion: pairedBrowserRoutes }, send);
