// The calls of the second step, of confirming the user and an email address, and of new sign-ins.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SecondFactor, secondFactorRoutes } from '#contract/account/second-factor.ts';
import { securityRoutes } from '#contract/account/security.ts';
import type { User } from '#contract/account/sign-in.ts';
import { createClient } from '#contract/client.ts';
import { answerWithPasskey, createPasskey } from '#web/lib/browser/passkeys.ts';
import { bare, send } from '#web/lib/server/api.ts';
import { putAnswer, useChange } from '#web/lib/server/queries.ts';
import { accountKeys, useSessionOpened } from '../queries.ts';

const keys = { secondFactor: ['account-second-factor'] as const, newBrowsers: ['account-new-browsers'] as const };

export const secondFactorQuery = queryOptions({
  queryKey: keys.secondFactor,
  queryFn: ({ signal }) => securityApi.account.secondFactor({}, { signal }),
  staleTime: 0,
});

export const securityLogQuery = queryOptions({
  queryKey: accountKeys.securityLog,
  queryFn: ({ signal }) => securityApi.account.securityLog({}, { signal }),
  staleTime: 0,
});

export const newBrowsersQuery = queryOptions({
  queryKey: keys.newBrowsers,
  queryFn: ({ signal }) => securityApi.account.newBrowsers({}, { signal }),
});

export const useLoginWithPasskey = () => {
  const opened = useSessionOpened();
  return useMutation({
    mutationFn: async () => {
      const { options } = await securityApi.account.askForPasskey();
      return securityApi.account.loginWithPasskey({ body: { passkey: await answerWithPasskey(options) } });
    },
    onSuccess: opened,
  });
};

/** The profile shows which address waits. */
export const useSendEmailLink = () => useMutation({ mutationFn: () => securityApi.account.sendEmailLink() });

export const useKeepEmail = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => securityApi.account.keepEmail(),
    onSuccess: (user) => putAnswer<User | null>(client, accountKeys.me, () => user),
  });
};

export const useConfirmEmail = () => useMutation({ mutationFn: bare(securityApi.account.confirmEmail) });

export const useConfirm = () => useMutation({ mutationFn: bare(securityApi.account.confirm) });

export const useConfirmWithPasskey = () =>
  useMutation({
    mutationFn: async () => {
      const { options } = await securityApi.account.askForPasskey();
      return securityApi.account.confirm({ body: { passkey: await answerWithPasskey(options) } });
    },
  });

/** Shows the changed state at once, and the new line in the security log. */
const useChanged = () => {
  const client = useQueryClient();
  return (secondFactor: SecondFactor) => {
    void client.invalidateQueries({ queryKey: accountKeys.securityLog });
    return putAnswer<SecondFactor>(client, keys.secondFactor, () => secondFactor);
  };
};

export const useAddPasskey = () => {
  const changed = useChanged();
  return useMutation({
    mutationFn: async () => {
      const { options } = await securityApi.account.askForNewPasskey();
      return securityApi.account.addPasskey({ body: await createPasskey(options) });
    },
    onSuccess: ({ secondFactor }) => changed(secondFactor),
  });
};

export const useRemovePasskey = () => {
  const changed = useChanged();
  return useMutation({ mutationFn: bare(securityApi.account.removePasskey), onSuccess: changed });
};

export const useStartApp = () => useMutation({ mutationFn: () => securityApi.account.startApp() });

export const useConfirmApp = () => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (input: Parameters<typeof securityApi.account.confirmApp>[0]) => securityApi.account.confirmApp(input),
    onSuccess: ({ secondFactor }) => changed(secondFactor),
  });
};

export const useRemoveApp = () => {
  const changed = useChanged();
  return useMutation({ mutationFn: () => securityApi.account.removeApp(), onSuccess: changed });
};

export const useMakeRecoveryCodes = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => securityApi.account.makeRecoveryCodes(),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.secondFactor });
      void client.invalidateQueries({ queryKey: accountKeys.securityLog });
    },
  });
};

const browsersChanged = (client: QueryClient): void => {
  for (const queryKey of [keys.newBrowsers, accountKeys.securityLog, accountKeys.sessions])
    void client.invalidateQueries({ queryKey });
};

export const useRecognizeBrowser = () => useChange(securityApi.account.recognizeBrowser, browsersChanged);
export const useSignOutBrowser = () => useChange(securityApi.account.signOutBrowser, browsersChanged);

/** The client of the calls that guard an account. The first view doesn't need them. */
const securityApi = createClient({ account: { ...secondFactorRoutes, ...securityRoutes } }, send);
