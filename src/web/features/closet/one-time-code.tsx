import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { OneTimeCode } from '#contract/closet.ts';
import { failureMessage } from '#web/lib/api.ts';
import { showFieldFailures } from '#web/lib/form-failure.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useRequestCode, useVerifyCode } from './queries.ts';

/** The marketplace wants a one-time code: it is sent only on the seller's word, then typed here. */
export const OneTimeCodeForm = () => {
  const request = useRequestCode();
  const verify = useVerifyCode();
  const form = useForm({ resolver: zodResolver(OneTimeCode), defaultValues: { code: '' } });
  const ask = () =>
    whenDone(request.mutateAsync(undefined), {
      onSuccess: ({ message }) => {
        toastDone('Code sent', message);
        form.setFocus('code');
      },
      onError: (error) =>
        toastFailed('Authentication Failed', failureMessage(error, 'The code could not be requested.')),
    });
  const send = form.handleSubmit((body) =>
    whenDone(verify.mutateAsync({ body }), {
      onSuccess: ({ message }) => toastDone('Authentication Successful', message),
      onError: (error) => {
        if (!showFieldFailures(form, error, ['code'])) {
          form.setError(
            'code',
            { message: failureMessage(error, 'That code was not accepted.') },
            { shouldFocus: true },
          );
        }
        toastFailed('Authentication Failed', failureMessage(error, 'That code was not accepted.'));
      },
    }),
  );
  return (
    <form className="connect-form code" onSubmit={send} noValidate aria-label="One-time code">
      <p className="small">
        <b>One more step.</b> The marketplace sends a one-time code to the phone or e-mail it knows. A new code voids
        the one before.
      </p>
      <Button onClick={ask} isPending={request.isPending} pendingText="Asking…">
        Send me a code
      </Button>
      <Field
        label="One-time code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
      <div className="connect-actions">
        <Button type="submit" look="primary" isPending={verify.isPending} pendingText="Checking…">
          Confirm code
        </Button>
      </div>
    </form>
  );
};
