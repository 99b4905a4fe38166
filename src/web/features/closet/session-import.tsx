import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ExportedSession } from '#contract/closet.ts';
import { failureMessage } from '#web/lib/api.ts';
import { showFieldFailures } from '#web/lib/form-failure.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useImportSession } from './queries.ts';

/** Linking without a password: the session of the seller's own signed-in browser. It works best with the real marketplace. */
export const SessionImport = () => {
  const id = useId();
  const link = useImportSession();
  const form = useForm({ resolver: zodResolver(ExportedSession), defaultValues: { session: '' } });
  const error = form.formState.errors.session?.message;
  const send = form.handleSubmit((body) =>
    whenDone(link.mutateAsync({ body }), {
      onSuccess: ({ message }) => {
        form.reset();
        toastDone('Authentication Successful', message);
      },
      onError: (failure) => {
        showFieldFailures(form, failure, ['session']);
        toastFailed('Authentication Failed', failureMessage(failure, 'Authentication test failed'));
      },
    }),
  );
  return (
    <form className="connect-form" onSubmit={send} noValidate aria-label="Connect with your browser’s session">
      <ol className="connect-how">
        <li>Sign in to the marketplace in this browser.</li>
        <li>Export its cookies: a cookie exporter’s JSON, or the Cookie header from the developer tools.</li>
        <li>Paste them here. No password is needed or kept.</li>
      </ol>
      <div className={error === undefined ? 'field' : 'field bad'}>
        <label htmlFor={id}>Cookies of your signed-in browser</label>
        <textarea
          id={id}
          className="input"
          rows={4}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-note`}
          {...form.register('session')}
        />
        {error === undefined ? (
          <p className="hint" id={`${id}-note`}>
            Stored encrypted, sent to the marketplace only, erased when you disconnect.
          </p>
        ) : (
          <FieldError id={`${id}-note`}>{error}</FieldError>
        )}
      </div>
      <div className="connect-actions">
        <Button type="submit" look="primary" isPending={link.isPending} pendingText="Connecting…">
          Connect closet
        </Button>
      </div>
    </form>
  );
};
