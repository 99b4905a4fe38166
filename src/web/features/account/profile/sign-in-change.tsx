// The form for a new email address or password.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Password, type User } from '#contract/account/sign-in.ts';
import { Email } from '#contract/fields.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PasswordMeter } from '../auth/password-meter.tsx';
import { toastProfileFailed, toastProfileSaved, useChangeProfile } from '../queries.ts';

const SignIn = z.object({
  email: Email,
  newPassword: z.union([z.literal(''), Password]),
  currentPassword: z.string().min(1, 'Enter your current password').max(1000, 'Enter your current password'),
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
      form.setError(
        'newPassword',
        { message: 'Change the email or enter a new password first' },
        { shouldFocus: true },
      );
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
    <form className="profile-form" onSubmit={send} noValidate aria-label="Email and password">
      <h3 className="h-head">Sign-in</h3>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        hint="Used for password resets. If this site sends email, you confirm a new address first, and Hangtag tells your old one."
        {...fieldOf(form, 'email')}
      />
      <div className="field-pair">
        <div>
          <Field
            label="New password"
            isOptional
            type="password"
            autoComplete="new-password"
            hint="Leave empty to keep your password. A new one signs you out everywhere else and unpairs your browsers."
            {...fieldOf(form, 'newPassword')}
          />
          <PasswordMeter password={newPassword} />
        </div>
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          hint="Required to change either one."
          {...fieldOf(form, 'currentPassword')}
        />
      </div>
      <div>
        <Button type="submit" isPending={change.isPending} pendingText="Updating…">
          Update sign-in
        </Button>
      </div>
    </form>
  );
};
