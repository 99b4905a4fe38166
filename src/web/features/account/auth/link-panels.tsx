// The panels of mailed links on the auth screen: asking for one, setting a new password, and confirming an address.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { ForgotPassword, ResetPassword } from '#contract/account/sign-in.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { PasswordMeter } from '../form-parts.tsx';
import { useForgotPassword, useResetPassword } from '../queries.ts';
import { useConfirmEmail } from '../security/queries.ts';

type ActionsProps = {
  verb: string;
  isPending: boolean;
  pendingText: string;
  onGo?: () => void;
  onClose: () => void;
};

const PanelActions = ({ verb, isPending, pendingText, onGo, onClose }: ActionsProps) => (
  <div className="answers">
    <Button type={onGo ? 'button' : 'submit'} look="ink" onClick={onGo} isPending={isPending} pendingText={pendingText}>
      {verb}
    </Button>
    <Button look="bare" onClick={onClose}>
      Cancel
    </Button>
  </div>
);

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
        toastFailure(error, 'Error', 'The password couldn’t be changed. Try again in a moment.');
      },
    }),
  );
  return (
    <form className="reset" onSubmit={send} noValidate aria-label="Set a new password">
      <h2 className="h-head">Set a new password</h2>
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

type ForgotProps = { id: string; onClose: () => void; onToken: (token: string) => void };

export const ForgotPanel = ({ id, onClose, onToken }: ForgotProps) => {
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
        toastFailure(error, 'Error', 'The reset link couldn’t be requested. Try again in a moment.');
      },
    }),
  );
  return (
    <form className="reset" id={id} onSubmit={send} noValidate aria-label="Send a reset link">
      <div>
        <h2 className="h-head">Send a reset link</h2>
        <p className="hint">It works once, for 10 minutes.</p>
      </div>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        {...fieldOf(form, 'email')}
      />
      <PanelActions verb="Send reset link" isPending={forgot.isPending} pendingText="Sending…" onClose={onClose} />
    </form>
  );
};

type ConfirmProps = { token: string; onConfirmed: () => void; onClose: () => void };

/** Waits for a click, because some mail programs open every link to look for malware. */
export const ConfirmEmailPanel = ({ token, onConfirmed, onClose }: ConfirmProps) => {
  const confirm = useConfirmEmail();
  const send = () =>
    whenDone(confirm.mutateAsync({ body: { token } }), {
      onSuccess: ({ message }) => {
        toastDone('Email confirmed', message);
        onConfirmed();
      },
      onError: (error) => toastFailure(error, 'Error', 'The address couldn’t be confirmed. Try again in a moment.'),
    });
  return (
    <section className="reset" aria-label="Confirm your email address">
      <h2 className="h-head">Confirm your email address</h2>
      <p className="small">This tells Hangtag that the address is yours.</p>
      <PanelActions
        verb="Confirm address"
        isPending={confirm.isPending}
        pendingText="Confirming…"
        onGo={send}
        onClose={onClose}
      />
    </section>
  );
};
