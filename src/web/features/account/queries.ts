// The account's queries and mutations: session, profile, sessions, export.
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { User } from '#contract/account/sign-in.ts';
import { ApiFailure } from '#contract/failure.ts';
import { deviceZone } from '#web/lib/browser/device-zone.ts';
import { forgetWork } from '#web/lib/browser/kept-choice.ts';
import { turnOffPush } from '#web/lib/browser/push.ts';
import { accountFailureMessage, api, bare, isOutage } from '#web/lib/server/api.ts';
import { putAnswer, useChange } from '#web/lib/server/queries.ts';
import {
  forgetSignedInHint,
  noteSignedIn,
  notifySignedIn,
  notifySignedOut,
  startKey,
  wasSignedOut,
} from '#web/lib/server/session.ts';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';

export const accountKeys = {
  me: ['account', 'me'] as const,
  /** Whether the session ended while a screen was open. The same user may sign in again there. */
  isLost: ['account', 'is-lost'] as const,
  sessions: ['account-sessions'] as const,
  securityLog: ['account-security-log'] as const,
};

const retryMs = 5000;

/** The signed-in user, or null. Polled only while the server can't be reached. */
export const meQuery = queryOptions({
  queryKey: accountKeys.me,
  queryFn: async ({ signal, client }): Promise<User | null> => {
    try {
      return await api.account.me({}, { signal });
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 401)) throw error;
      forgetSignedInHint();
      return loseSession(client);
    }
  },
  refetchInterval: ({ state }) => (isOutage(state.error) ? retryMs : false),
});

/** A session that ended on its own leaves the screen with everything typed. One that the seller ended in any tab closes it. */
export const loseSession = (client: QueryClient): User | null => {
  const user = client.getQueryData<User | null>(accountKeys.me) ?? null;
  if (user === null || wasSignedOut()) client.setQueryData(accountKeys.me, null);
  else client.setQueryData(accountKeys.isLost, true);
  return wasSignedOut() ? null : user;
};

export const useIsSessionLost = (): boolean =>
  useQuery({ queryKey: accountKeys.isLost, queryFn: () => false, initialData: false, enabled: false }).data;

const others = { predicate: ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[0] !== accountKeys.me[0] };

/** Called when a session was opened. Stores the user, and drops all data of a previous, different user. */
const useSessionOpened = () => {
  const client = useQueryClient();
  return (user: User) => {
    noteSignedIn();
    notifySignedIn(user.id);
    const before = client.getQueryData<User | null>(accountKeys.me) ?? null;
    const isSame = before?.id === user.id;
    if (!isSame) client.removeQueries(others);
    client.setQueryData(accountKeys.me, user);
    client.setQueryData(accountKeys.isLost, false);
    if (isSame) void client.invalidateQueries(others);
  };
};

/** Another tab opened a session, which this tab has now, too. If it is another account's, nothing that was shown stays. */
export const followSession = async (client: QueryClient, userId: string): Promise<void> => {
  noteSignedIn();
  if (client.getQueryData<User | null>(accountKeys.me)?.id === userId) {
    client.setQueryData(accountKeys.isLost, false);
    return client.invalidateQueries();
  }
  await client.cancelQueries();
  client.setQueryData(accountKeys.isLost, false);
  client.removeQueries(others);
  await client.resetQueries({ queryKey: accountKeys.me });
};

/** Whether this Hangtag waits for its first account. */
export const welcomeQuery = queryOptions({
  queryKey: ['account', 'welcome'],
  queryFn: ({ signal }) => api.account.welcome({}, { signal }),
  staleTime: 0,
  gcTime: 0,
});

export const useOpening = <Input>(open: (input: Input) => Promise<User>) =>
  useMutation({ mutationFn: (input: Input) => open(input), onSuccess: useSessionOpened() });

export const useLogin = () => useOpening(api.account.login);
export const useRegister = () =>
  useOpening(({ body }: Parameters<typeof api.account.register>[0]) =>
    api.account.register({ body: { ...body, ...keyOfStart() } }),
  );
/** A demo account starts in the browser's time zone, as a registered one does. */
export const useDemo = () => useOpening<void>(() => api.account.demo({ body: { timezone: deviceZone() } }));

export const forgetEverything = async (client: QueryClient): Promise<void> => {
  await client.cancelQueries();
  client.setQueryData(accountKeys.me, null);
  client.setQueryData(accountKeys.isLost, false);
  client.removeQueries(others);
};

const useClosing = <Input, Reply>(close: (input: Input) => Promise<Reply>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => close(input),
    onSuccess: () => {
      notifySignedOut();
      forgetWork();
      // The server has removed this device already. This is for browsers that ignore its Clear-Site-Data header.
      void turnOffPush();
      return forgetEverything(client);
    },
  });
};

export const useLogout = () => useClosing<void, unknown>(() => api.account.logout());
export const useDeleteAccount = () => useClosing(api.account.remove);

export const useChangeProfile = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.account.changeProfile>[0]) => api.account.changeProfile(input),
    onSuccess: (user, { body }) => {
      if (body.newPassword !== undefined) void client.invalidateQueries({ queryKey: accountKeys.sessions });
      if (body.newPassword !== undefined || body.email !== undefined)
        void client.invalidateQueries({ queryKey: accountKeys.securityLog });
      // The bot's day, its slots, and all times on screen depend on the time zone.
      if (body.timezone !== undefined) void client.invalidateQueries(others);
      return putAnswer<User | null>(client, accountKeys.me, () => user);
    },
  });
};

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: ({ signal }) => api.account.sessions({}, { signal }),
  // The server sends no event when the seller signs in on another device.
  staleTime: 0,
});

export const useEndSession = () =>
  useChange(api.account.endSession, (client) => {
    void client.invalidateQueries({ queryKey: accountKeys.securityLog });
    return client.invalidateQueries({ queryKey: accountKeys.sessions });
  });

export const useExport = () => useMutation({ mutationFn: () => api.account.export() });

const keyOfStart = (): { startKey?: string } => {
  const key = startKey();
  return key === undefined ? {} : { startKey: key };
};

/** A browser that opened the start's own link sees the token on screen. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: ({ body }: Parameters<typeof api.account.forgotPassword>[0]) =>
      api.account.forgotPassword({ body: { ...body, ...keyOfStart() } }),
  });
export const useResetPassword = () => useMutation({ mutationFn: bare(api.account.resetPassword) });

export const toastProfileSaved = (): void =>
  toastDone('Profile Updated', 'Your profile has been successfully updated.');

export const toastProfileFailed = (error: unknown): void =>
  toastFailure(error, 'Update failed', 'Profile update failed', accountFailureMessage);
