import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ExportedSession } from '#contract/schemas/closet.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { connectWords, testAuthWords, sessionImportWords as words } from '#web/messages/connect.ts';
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
        toastDone(connectWords.authenticated, message);
      },
      onError: (failure) => {
        showFieldFailures(form, failure, ['session']);
        toastFailed(connectWords.notAuthenticated, failureMessage(failure, testAuthWords.failed), { error: failure });
      },
    }),
  );
  return (
    <form className="connect-form" onSubmit={send} noValidate aria-label={words.form}>
      <ol className="connect-how">
        {words.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className={error === undefined ? 'field' : 'field bad'}>
        <label htmlFor={id}>{words.cookies}</label>
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
            {words.hint}
          </p>
        ) : (
          <FieldError id={`${id}-note`}>{error}</FieldError>
        )}
      </div>
      <div className="connect-actions">
        <Button type="submit" look="primary" isPending={link.isPending} pendingText={words.pending}>
          {words.verb}
        </Button>
      </div>
    </form>
  );
};
