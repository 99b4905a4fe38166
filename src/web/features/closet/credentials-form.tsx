import { zodResolver } from '@hookform/resolvers/zod';
import { TriangleAlert } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { type AuthStatus, ClosetCredentials } from '#contract/closet.ts';
import { looksLikeEmail } from '#domain/closet.ts';
import { failureCode, failureMessage } from '#web/lib/api.ts';
import { showFieldFailures } from '#web/lib/form-failure.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { withoutAddress } from './connection-words.ts';
import { useUpdateCredentials } from './queries.ts';
import { TestAuthButton } from './test-auth-button.tsx';

const missing = 'Please provide both username and password';
const failed = 'Failed to update credentials';

type Props = { status: AuthStatus; onSaved?: () => void };

export const CredentialsForm = ({ status, onSaved }: Props) => {
  const update = useUpdateCredentials();
  const form = useForm({
    resolver: zodResolver(ClosetCredentials),
    defaultValues: { poshmarkUsername: status.username ?? '', poshmarkPassword: '', keepPassword: true },
  });
  const { errors } = form.formState;
  const username = useWatch({ control: form.control, name: 'poshmarkUsername' });
  const send = form.handleSubmit(
    (body) =>
      whenDone(update.mutateAsync({ body }), {
        onSuccess: ({ message }) => {
          form.resetField('poshmarkPassword');
          toastDone('Credentials Updated', message);
          onSaved?.();
        },
        onError: (error) => {
          showFieldFailures(form, error, ['poshmarkUsername', 'poshmarkPassword']);
          // A code is the next step, not a failure: the panel asks for it.
          if (failureCode(error) === 'code_required') toastDone('Credentials Updated', failureMessage(error, failed));
          else toastFailed(failed, failureMessage(error, failed));
        },
      }),
    () => toastFailed('Missing Information', missing),
  );
  return (
    <form className="connect-form" onSubmit={send} noValidate aria-label="Marketplace credentials">
      {looksLikeEmail(username) && (
        <div className="warn" role="status">
          <TriangleAlert className="ic" aria-hidden="true" />
          <div>
            <p>
              <b>This looks like an e-mail.</b> Sign-in here needs the username on your closet page, without an @.
            </p>
            {withoutAddress(username) !== '' && (
              <Button
                look="line"
                isSmall
                onClick={() => form.setValue('poshmarkUsername', withoutAddress(username), { shouldDirty: true })}
              >
                Use “{withoutAddress(username)}”
              </Button>
            )}
          </div>
        </div>
      )}
      <Field
        label="Marketplace username"
        hint="Use your marketplace username, not your e-mail."
        autoComplete="section-marketplace username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.poshmarkUsername?.message}
        {...form.register('poshmarkUsername')}
      />
      <Field
        label="Marketplace password"
        type="password"
        hint={
          status.keepsPassword ? 'Saved. Type a new one to replace it.' : 'Stored encrypted, never shown back to you.'
        }
        autoComplete="section-marketplace current-password"
        error={errors.poshmarkPassword?.message}
        {...form.register('poshmarkPassword')}
      />
      <label className="tick">
        <input type="checkbox" className="check" {...form.register('keepPassword')} />
        <span>
          Keep my password, encrypted, so that an expired session is renewed by itself. Without it only the session is
          kept.
        </span>
      </label>
      <div className="connect-actions">
        <Button type="submit" look="primary" isPending={update.isPending} pendingText="Saving…">
          Save credentials
        </Button>
        {status.hasCredentials && <TestAuthButton />}
      </div>
    </form>
  );
};
