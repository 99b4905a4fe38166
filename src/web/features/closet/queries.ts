// The closet's queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/server/api.ts';
import { useChange } from '#web/lib/server/queries.ts';

export const closetKeys = { all: ['closet'] as const, authStatus: ['closet', 'auth-status'] as const };

const pollMs = 30_000;

export const authStatusQuery = queryOptions({
  queryKey: closetKeys.authStatus,
  queryFn: ({ signal }) => api.closet.authStatus({}, { signal }),
  refetchInterval: pollMs,
});

const connectingMs = 2_000;

/** While a browser connects the closet, the seller looks at it and waits. */
export const connectionQuery = ({ isConnecting }: { isConnecting: boolean }) =>
  queryOptions({ ...authStatusQuery, refetchInterval: isConnecting ? connectingMs : pollMs });

/** Connecting changes nearly all data on screen: account, closet, listings, bot, and log. */
export const useLinking = <Input, Reply>(call: (input: Input) => Promise<Reply>) =>
  useChange(call, (client) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== closetKeys.all[0] });
    return client.invalidateQueries({ queryKey: closetKeys.all });
  });

export const useLinkPractice = () => useLinking(() => api.closet.linkPractice());
export const useImportSession = () => useLinking(api.closet.importSession);
export const useUpdateCredentials = () => useLinking(api.closet.updateCredentials);
export const useRequestCode = () => useLinking(() => api.closet.requestCode());
export const useVerifyCode = () => useLinking(api.closet.verifyCode);
export const useTestAuth = () => useLinking(() => api.closet.testAuth());
export const useDisconnect = () => useLinking(() => api.closet.disconnect());
