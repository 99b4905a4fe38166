// The form for a new email address or password.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Password, type User } from '#contract/schemas/account.ts';
import { Email } from '#contract/schemas/fields.ts';
import { fieldOf } from '#web/lib/form-field.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { accountMessages } from '#web/messages/account/account.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordMeter } from '../auth/password-meter.tsx';
import { useChangeProfile } from '../queries.ts';
import { toastProfileFailed, toastProfileSaved } from './profile-toasts.ts';

const messages = accountMessages.signIn;

const SignIn = z.object({
  email: Email,
  newPassword: z.union([z.literal(''), Password]),
  currentPassword: z.string().min(1, messages.currentMissing).max(1000, messages.currentMissing),
});

/** Both changes need the current password. */
export const SignInChange = ({ user }: { user: User }) => {
  const change = useChangeProfile();
  const form = useForm({
    resolver: zodResolver(SignIn),
    defaultValues: { email: user.email, newPassword: '', currentPassword: '' },
  });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const send = form.handleSubmit(({ email, newPassword: next, currentPassword }) => {
    if (email === user.email && next === '') {
      form.setError('newPassword', { message: messages.nothing }, { shouldFocus: true });
      return;
    }
    whenDone(
      change.mutateAsync({
        body: { currentPassword, ...(email !== user.email && { email }), ...(next !== '' && { newPassword: next }) },
      }),
      {
        onSuccess: (saved) => {
          form.reset({ email: saved.email, newPassword: '', currentPassword: '' });
          toastProfileSaved();
        },
        onError: (error) => {
          showFieldFailures(form, error, ['email', 'newPassword', 'currentPassword']);
          toastProfileFailed(error);
        },
      },
    );
  });
  return (
    <form className="profile-form" onSubmit={send} noValidate aria-label={messages.form}>
      <h3 className="h-head">{messages.title}</h3>
      <Field
        label={messages.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        hint={messages.emailHint}
        {...fieldOf(form, 'email')}
      />
      <div className="profile-pair">
        <div>
          <Field
            label={messages.newPassword}
            isOptional
            type="password"
            autoComplete="new-password"
            hint={messages.newPasswordHint}
            {...fieldOf(form, 'newPassword')}
          />
          <PasswordMeter password={newPassword} />
        </div>
        <Field
          label={messages.current}
          type="password"
          autoComplete="current-password"
          hint={messages.currentHint}
          {...fieldOf(form, 'currentPassword')}
        />
      </div>
      <div>
        <Button type="submit" isPending={change.isPending} pendingText={messages.saving}>
          {messages.save}
        </Button>
      </div>
    </form>
  );
};
