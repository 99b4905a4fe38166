// The calls of the page that brings Hangtag to a phone.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createClient } from '#contract/client.ts';
import { type PhoneWays, phoneRoutes } from '#contract/phone/phone.ts';
import { send } from '#web/lib/server/api.ts';
import { putAnswer } from '#web/lib/server/queries.ts';

const phoneApi = createClient({ phone: phoneRoutes }, send);

export const phoneWaysQuery = queryOptions({
  queryKey: ['phone-ways'],
  queryFn: ({ signal }) => phoneApi.phone.ways({}, { signal }),
  staleTime: 0,
});

/** Whether a phone can open the address over https: the look found that, or this page is there itself. */
export const isReachable = ({ address, domain }: PhoneWays): boolean =>
  address !== null && (domain === null || domain.state === 'works' || location.origin === domain.origin);

export const useTailscale = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ isOn }: { isOn: boolean }) =>
      isOn ? phoneApi.phone.turnOnTailscale() : phoneApi.phone.turnOffTailscale(),
    onSuccess: ({ ways }) => putAnswer<PhoneWays>(client, phoneWaysQuery.queryKey, () => ways),
  });
};
