// The sign-in form.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Credentials } from '#contract/account/sign-in.ts';
import { canUsePasskeys } from '#web/lib/browser/passkeys.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { accountFailureMessage } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { later } from '#web/ui/later.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useSignIn } from './use-sign-in.ts';

const SecondStep = later(() => import('./second-step.tsx'));

export const LoginForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email: '', password: '' } });
  const signIn = useSignIn({
    credentials: form.getValues,
    onSignedIn: () => {
      toastDone('Welcome back!', 'Successfully logged in.');
      onSignedIn();
    },
    onFailed: (error) => {
      showFieldFailures(form, error, ['email', 'password']);
      toastFailed('Login Failed', accountFailureMessage(error, 'Invalid credentials. Please try again.'), { error });
    },
  });
  const send = form.handleSubmit(signIn.send);
  if (signIn.methods !== null) return <SecondStep methods={signIn.methods} {...signIn.step} />;
  return (
    <form className="auth-form lines" onSubmit={send} noValidate aria-label="Login">
      <Field label="Email" type="email" autoComplete="username" inputMode="email" {...fieldOf(form, 'email')} />
      <Field label="Password" type="password" autoComplete="current-password" {...fieldOf(form, 'password')} />
      <Button type="submit" look="primary" isPending={signIn.isPending} pendingText="Logging in…">
        Login
      </Button>
      {canUsePasskeys() && (
        <Button
          onClick={signIn.sendPasskey}
          isPending={signIn.isPasskeyPending}
          pendingText="Waiting for your passkey…"
        >
          Sign in with a passkey
        </Button>
      )}
    </form>
  );
};
