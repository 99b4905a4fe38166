// Signs in with a password and, if the account asks for it, a second step; or with a passkey alone.
import { useState } from 'react';
import { whenDone } from '#web/lib/server/api.ts';
import { useLogin } from '../queries.ts';
import { useLoginWithPasskey } from '../security/queries.ts';
import { type Methods, methodsIn } from '../security/second-step-methods.ts';

type Options = {
  credentials: () => { email: string; password: string };
  onSignedIn: () => void;
  onFailed: (error: unknown) => void;
};

export const useSignIn = ({ credentials, onSignedIn, onFailed }: Options) => {
  const login = useLogin();
  const withPasskey = useLoginWithPasskey();
  const [methods, ask] = useState<Methods | null>(null);
  const send = (code?: string) =>
    whenDone(login.mutateAsync({ body: { ...credentials(), ...(code !== undefined && { code }) } }), {
      onSuccess: onSignedIn,
      onError: (error) => {
        const asked = methodsIn(error);
        if (asked === null) return onFailed(error);
        ask(asked);
        login.reset();
      },
    });
  const sendPasskey = () => whenDone(withPasskey.mutateAsync(), { onSuccess: onSignedIn, onError: onFailed });
  return {
    /** Set while the second step is asked for. */
    methods,
    send: () => send(),
    sendPasskey,
    isPending: login.isPending,
    isPasskeyPending: withPasskey.isPending,
    step: {
      error: login.error,
      isPending: login.isPending,
      isPasskeyPending: withPasskey.isPending,
      onCode: (code: string) => send(code),
      onPasskey: sendPasskey,
      onBack: () => {
        login.reset();
        ask(null);
      },
    },
  };
};
