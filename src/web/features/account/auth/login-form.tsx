// Signing in with a password and, if the account asks for it, a second step; or with a passkey alone.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Credentials } from '#contract/account/sign-in.ts';
import { canUsePasskeys } from '#web/lib/browser/passkeys.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { accountFailureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { later } from '#web/ui/later.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useLogin } from '../queries.ts';
import { type Methods, methodsIn, useLoginWithPasskey } from '../security/queries.ts';

const SecondStep = later(() => import('./second-step.tsx'));

export const LoginForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const { form, send, sendPasskey, isPending, isPasskeyPending, secondStep } = useSignIn({ onSignedIn });
  if (secondStep) return secondStep;
  return (
    <form className="auth-form lines" onSubmit={send} noValidate aria-label="Login">
      <Field label="Email" type="email" autoComplete="username" inputMode="email" {...fieldOf(form, 'email')} />
      <Field label="Password" type="password" autoComplete="current-password" {...fieldOf(form, 'password')} />
      <Button type="submit" look="primary" isPending={isPending} pendingText="Logging in…">
        Login
      </Button>
      {canUsePasskeys() && (
        <Button onClick={sendPasskey} isPending={isPasskeyPending} pendingText="Waiting for your passkey…">
          Sign in with a passkey
        </Button>
      )}
    </form>
  );
};

export const useSignIn = ({ email = '', onSignedIn }: { email?: string; onSignedIn?: () => void }) => {
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email, password: '' } });
  const login = useLogin();
  const withPasskey = useLoginWithPasskey();
  const [methods, ask] = useState<Methods | null>(null);
  const onSuccess = () => {
    toastDone('Welcome back!', 'Successfully logged in.');
    onSignedIn?.();
  };
  const onFailed = (error: unknown) => {
    showFieldFailures(form, error, ['email', 'password']);
    toastFailure(error, 'Login Failed', 'Invalid credentials. Please try again.', accountFailureMessage);
  };
  const send = (code?: string) =>
    whenDone(login.mutateAsync({ body: { ...form.getValues(), ...(code !== undefined && { code }) } }), {
      onSuccess,
      onError: (error) => {
        const asked = methodsIn(error);
        if (asked === null) return onFailed(error);
        ask(asked);
        login.reset();
      },
    });
  const sendPasskey = () => whenDone(withPasskey.mutateAsync(), { onSuccess, onError: onFailed });
  const pending = { isPending: login.isPending, isPasskeyPending: withPasskey.isPending };
  const goBack = () => {
    login.reset();
    ask(null);
  };
  return {
    form,
    send: form.handleSubmit(() => send()),
    sendPasskey,
    ...pending,
    secondStep: methods && (
      <SecondStep
        methods={methods}
        error={login.error}
        onCode={send}
        onPasskey={sendPasskey}
        onBack={goBack}
        {...pending}
      />
    ),
  };
};
