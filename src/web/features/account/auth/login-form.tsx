// The sign-in form.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Credentials } from '#contract/schemas/account.ts';
import { accountFailureMessage } from '#web/lib/server/api.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { authMessages, loginMessages as messages } from '#web/messages/account/auth.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useLogin } from '../queries.ts';

export const LoginForm = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const login = useLogin();
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const send = form.handleSubmit((body) =>
    whenDone(login.mutateAsync({ body }), {
      onSuccess: () => {
        toastDone(messages.done.title, messages.done.text);
        onSignedIn();
      },
      onError: (error) => {
        showFieldFailures(form, error, ['email', 'password']);
        toastFailed(messages.failed.title, accountFailureMessage(error, messages.failed.text), { error });
      },
    }),
  );
  return (
    <form className="auth-form" onSubmit={send} noValidate aria-label={messages.form}>
      <Field
        label={authMessages.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Field
        label={authMessages.password}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" look="primary" isPending={login.isPending} pendingText={messages.pending}>
        {messages.verb}
      </Button>
    </form>
  );
};
