// The queries and mutations of paired browsers.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bare } from '#web/lib/server/api.ts';
import { companionApi } from '#web/lib/server/companion-api.ts';
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
const useChange = <Input, Reply>(call: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: bare(call),
    onSettled: () => client.invalidateQueries({ queryKey: closetKeys.all }),
  });
};

export const useRemoveCompanion = () => useChange(companionApi.companion.remove);
export const useChooseRenewal = () => useChange(api.closet.chooseRenewal);
export const useLinkBrowser = () => useLinking(() => api.closet.linkBrowser());
