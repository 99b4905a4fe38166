// The calls of the QR code that signs a phone in.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { phoneLinkRoutes } from '#contract/account/phone-link.ts';
import { createClient } from '#contract/client.ts';
import { send } from '#web/lib/server/api.ts';
import { useOpening } from '../queries.ts';

const phoneApi = createClient({ account: phoneLinkRoutes }, send);

export const useMakePhoneLink = () => useMutation({ mutationFn: () => phoneApi.account.makePhoneLink() });

/** Asked every two seconds until a phone has used the code, and then whether it is still signed in. */
export const phoneLinkQuery = (id: string) =>
  queryOptions({
    queryKey: ['account-phone-link', id],
    queryFn: ({ signal }) => phoneApi.account.phoneLink({ id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'waiting' ? 2_000 : false),
  });

/** `token`: null if the page was opened without one. */
export const phoneLinkOwnerQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['account-phone-link-owner'],
    queryFn: ({ signal }) => phoneApi.account.findPhoneLink({ body: { token: token ?? '' } }, { signal }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const useLoginWithPhoneLink = () => useOpening(phoneApi.account.loginWithPhoneLink);
