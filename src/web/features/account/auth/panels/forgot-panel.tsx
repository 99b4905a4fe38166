// Asks for a link that resets the password.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { ForgotPassword } from '#contract/account/sign-in.ts';
import { fieldOf } from '#web/lib/form-field.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { authMessages } from '#web/messages/account/auth.ts';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useForgotPassword } from '../../queries.ts';
import { PanelActions } from './panel-actions.tsx';

const messages = {
  title: 'Send a reset link',
} as const;

type Props = { id: string; onClose: () => void; onToken: (token: string) => void };

export const ForgotPanel = ({ id, onClose, onToken }: Props) => {
  const forgot = useForgotPassword();
  const form = useForm({ resolver: zodResolver(ForgotPassword), defaultValues: { email: '' } });
  const send = form.handleSubmit((body) =>
    whenDone(forgot.mutateAsync({ body }), {
      onSuccess: ({ message, resetToken }) => {
        toastDone('Reset Link Sent', message);
        onClose();
        if (resetToken !== undefined) onToken(resetToken);
      },
      onError: (error) => {
        showFieldFailures(form, error, ['email']);
        toastFailed('Error', failureMessage(error, 'The reset link couldn’t be requested. Try again in a moment.'), {
          error,
        });
      },
    }),
  );
  return (
    <form className="reset" id={id} onSubmit={send} noValidate aria-label={messages.title}>
      <div>
        <h2 className="h-head">{messages.title}</h2>
        <p className="hint">It works once, for 10 minutes.</p>
      </div>
      <Field
        label={authMessages.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        // The seller just opened the panel, so typing comes next.
        autoFocus
        {...fieldOf(form, 'email')}
      />
      <PanelActions verb="Send reset link" isPending={forgot.isPending} pendingText="Sending…" onClose={onClose} />
    </form>
  );
};
