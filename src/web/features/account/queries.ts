import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure } from '#contract/failure.ts';
import { api, bare } from '#web/lib/api.ts';
import { forgetSignedInHint } from '#web/lib/signed-in-hint.ts';

export const accountKeys = { me: ['account', 'me'] as const };

const retryMs = 5000;

/** The signed-in user; null where there is none. Asked again by itself only while the server cannot be reached. */
export const meQuery = queryOptions({
  queryKey: accountKeys.me,
  queryFn: async ({ signal }) => {
    try {
      return await api.account.me({}, { signal });
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 401)) throw error;
      forgetSignedInHint();
      return null;
    }
  },
  refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
});

/** A session opened: the user is known at once, and nothing of a user before them is left. */
const useSessionOpened = () => {
  const client = useQueryClient();
  return (user: Awaited<ReturnType<typeof api.account.login>>) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKeys.me[0] });
    client.setQueryData(accountKeys.me, user);
  };
};

export const useLogin = () => {
  const opened = useSessionOpened();
  return useMutation({ mutationFn: bare(api.account.login), onSuccess: opened });
};

export const useRegister = () => {
  const opened = useSessionOpened();
  return useMutation({ mutationFn: bare(api.account.register), onSuccess: opened });
};

export const useDemo = () => {
  const opened = useSessionOpened();
  return useMutation({ mutationFn: () => api.account.demo(), onSuccess: opened });
};

export const useLogout = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.account.logout(),
    onSuccess: async () => {
      await client.cancelQueries();
      client.setQueryData(accountKeys.me, null);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== accountKeys.me[0] });
    },
  });
};

export const useForgotPassword = () => useMutation({ mutationFn: bare(api.account.forgotPassword) });
export const useResetPassword = () => useMutation({ mutationFn: bare(api.account.resetPassword) });
