// Sets a new password with a reset token.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { ResetPassword } from '#contract/account/sign-in.ts';
import { fieldOf } from '#web/lib/form-field.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';

import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useResetPassword } from '../../queries.ts';
import { PasswordMeter } from '../password-meter.tsx';
import { PanelActions } from './panel-actions.tsx';

const messages = {
  title: 'Set a new password',
} as const;

export const NewPasswordPanel = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const reset = useResetPassword();
  const form = useForm({
    resolver: zodResolver(ResetPassword),
    defaultValues: { token, newPassword: '', confirmPassword: '' },
  });
  const password = useWatch({ control: form.control, name: 'newPassword' });
  const send = form.handleSubmit((body) =>
    whenDone(reset.mutateAsync({ body }), {
      onSuccess: ({ message }) => {
        toastDone('Password Reset', message);
        form.reset({ token: '', newPassword: '', confirmPassword: '' });
        onClose();
      },
      onError: (error) => {
        showFieldFailures(form, error, ['token', 'newPassword', 'confirmPassword']);
        toastFailed('Error', failureMessage(error, 'The password couldn’t be changed. Try again in a moment.'), {
          error,
        });
      },
    }),
  );
  return (
    <form className="reset" onSubmit={send} noValidate aria-label={messages.title}>
      <h2 className="h-head">{messages.title}</h2>
      <Field label="Reset token" autoComplete="off" spellCheck={false} {...fieldOf(form, 'token')} />
      <div>
        <Field
          label="New password"
          type="password"
          // The token is filled in already, so typing the password comes next.
          autoFocus
          autoComplete="new-password"
          {...fieldOf(form, 'newPassword')}
        />
        <PasswordMeter password={password} />
      </div>
      <Field
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...fieldOf(form, 'confirmPassword')}
      />
      <PanelActions verb="Save password" isPending={reset.isPending} pendingText="Saving…" onClose={onClose} />
    </form>
  );
};
