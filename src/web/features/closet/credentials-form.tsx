// The form for the marketplace's user name and password.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { type AuthStatus, ClosetCredentials } from '#contract/closet/closet.ts';
import { looksLikeEmail, startWith } from '#domain/closet.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { failureCode, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { toastDone, toastFailed, toastFailure } from '#web/ui/toast-store.ts';
import { nameOf, shortName, withoutAddress } from './connection-messages.ts';
import { useUpdateCredentials } from './queries.ts';
import { TestAuthButton } from './test-auth-button.tsx';

const done = 'Credentials Updated';
const failed = 'Failed to update credentials';

const passwordHint = (status: AuthStatus): string => {
  if (!status.keepsPassword) return 'Stored encrypted. Never shown again.';
  return status.reason === 'credentials_rejected'
    ? `${startWith(nameOf(status))} rejected the saved password. Enter the right one.`
    : 'Saved. Enter a new one to replace it.';
};

export const CredentialsForm = ({ status, onSaved }: { status: AuthStatus; onSaved?: (() => void) | undefined }) => {
  const name = nameOf(status);
  const update = useUpdateCredentials();
  const form = useForm({
    resolver: zodResolver(ClosetCredentials),
    defaultValues: { poshmarkUsername: status.username ?? '', poshmarkPassword: '', keepPassword: true },
  });
  const username = useWatch({ control: form.control, name: 'poshmarkUsername' });
  const send = form.handleSubmit(
    (body) =>
      whenDone(update.mutateAsync({ body }), {
        onSuccess: ({ message }) => {
          form.resetField('poshmarkPassword');
          toastDone(done, message);
          onSaved?.();
        },
        onError: (error) => {
          showFieldFailures(form, error, ['poshmarkUsername', 'poshmarkPassword']);
          // A missing code is not a failure but the next step: the panel asks for it.
          if (failureCode(error) === 'code_required') toastDone(done, failureMessage(error, failed));
          else toastFailure(error, failed, failed);
        },
      }),
    () => toastFailed('Missing Information', 'Please provide both username and password'),
  );
  return (
    <form className="connect-form lines" onSubmit={send} noValidate aria-label={`${shortName(name)} credentials`}>
      {looksLikeEmail(username) && (
        <EmailWarning
          name={name}
          suggestion={withoutAddress(username)}
          onUse={(suggestion) => form.setValue('poshmarkUsername', suggestion, { shouldDirty: true })}
        />
      )}
      <Field
        label={`${shortName(name)} username`}
        hint="Use your closet name, not your email."
        autoComplete="section-marketplace username"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'poshmarkUsername')}
      />
      <Field
        label={`${shortName(name)} password`}
        type="password"
        hint={passwordHint(status)}
        autoComplete="section-marketplace current-password"
        {...fieldOf(form, 'poshmarkPassword')}
      />
      <label className="tick">
        <input type="checkbox" className="check" {...form.register('keepPassword')} />
        <span>Keep my password (encrypted) so Hangtag can sign in again when the session expires.</span>
      </label>
      <div className="answers">
        <Button type="submit" look="primary" isPending={update.isPending} pendingText="Saving…">
          Save credentials
        </Button>
        {status.hasCredentials && <TestAuthButton />}
      </div>
    </form>
  );
};

type EmailWarningProps = {
  name: ReturnType<typeof nameOf>;
  /** What stands before the @; may be empty. */
  suggestion: string;
  onUse: (suggestion: string) => void;
};

const EmailWarning = ({ name, suggestion, onUse }: EmailWarningProps) => (
  <div className="warn" role="status">
    <TriangleAlert />
    <div>
      <p>
        <b>This looks like an email.</b> Use your {shortName(name)} username (no @).
      </p>
      {suggestion !== '' && (
        <Button look="line" isSmall onClick={() => onUse(suggestion)}>
          Use “{suggestion}”
        </Button>
      )}
    </div>
  </div>
);
