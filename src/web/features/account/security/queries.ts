// The calls of the second step, of confirming the user and an email address, and of new sign-ins.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SecondFactor, secondFactorRoutes } from '#contract/account/second-factor.ts';
import { securityRoutes } from '#contract/account/security.ts';
import type { User } from '#contract/account/sign-in.ts';
import { createClient } from '#contract/client.ts';
import { ApiFailure } from '#contract/failure.ts';
import { answerWithPasskey, createPasskey } from '#web/lib/browser/passkeys.ts';
import { bare, send } from '#web/lib/server/api.ts';
import { putAnswer, useChange } from '#web/lib/server/queries.ts';
import { accountKeys, useOpening } from '../queries.ts';

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

export const useLoginWithPasskey = () =>
  useOpening<void>(async () => {
    const { options } = await securityApi.account.askForPasskey();
    return securityApi.account.loginWithPasskey({ body: { passkey: await answerWithPasskey(options) } });
  });

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
const useFactorChange = <Input, Reply>(
  change: (input: Input) => Promise<Reply>,
  factorIn: (reply: Reply) => SecondFactor,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input),
    onSuccess: (reply) => {
      void client.invalidateQueries({ queryKey: accountKeys.securityLog });
      return putAnswer<SecondFactor>(client, keys.secondFactor, () => factorIn(reply));
    },
  });
};

export const useAddPasskey = () =>
  useFactorChange<void, Awaited<ReturnType<typeof securityApi.account.addPasskey>>>(
    async () => {
      const { options } = await securityApi.account.askForNewPasskey();
      return securityApi.account.addPasskey({ body: await createPasskey(options) });
    },
    ({ secondFactor }) => secondFactor,
  );
export const useRemovePasskey = () =>
  useFactorChange(securityApi.account.removePasskey, (secondFactor) => secondFactor);
export const useStartApp = () => useMutation({ mutationFn: () => securityApi.account.startApp() });
export const useConfirmApp = () => useFactorChange(securityApi.account.confirmApp, ({ secondFactor }) => secondFactor);
export const useRemoveApp = () =>
  useFactorChange<void, SecondFactor>(
    () => securityApi.account.removeApp(),
    (secondFactor) => secondFactor,
  );

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

export type Methods = { hasApp: boolean; hasPasskey: boolean };

export const methodsIn = (error: unknown): Methods | null =>
  error instanceof ApiFailure && error.code === 'second_step_required'
    ? { hasApp: 'code' in error.fields, hasPasskey: 'passkey' in error.fields }
    : null;

export const secondStepHints = {
  app: 'Six digits. A new code comes every 30 seconds.',
  recovery: '12 letters and digits. Dashes don’t matter.',
  lost: 'Lost everything? Your administrator can turn the second step off.',
};
