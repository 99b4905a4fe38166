import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { OneTimeCode } from '#contract/schemas/closet.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { showFieldFailures } from '#web/lib/server/form-failure.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { connectWords, codeWords as words } from '#web/messages/connect.ts';
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
        toastDone(words.sent, message);
        form.setFocus('code');
      },
      onError: (error) => toastFailed(connectWords.notAuthenticated, failureMessage(error, words.notSent), { error }),
    });
  const send = form.handleSubmit((body) =>
    whenDone(verify.mutateAsync({ body }), {
      onSuccess: ({ message }) => toastDone(connectWords.authenticated, message),
      onError: (error) => {
        if (!showFieldFailures(form, error, ['code'])) {
          form.setError('code', { message: failureMessage(error, words.refused) }, { shouldFocus: true });
        }
        toastFailed(connectWords.notAuthenticated, failureMessage(error, words.refused), { error });
      },
    }),
  );
  return (
    <form className="connect-form code" onSubmit={send} noValidate aria-label={words.form}>
      <p className="small">
        <b>{words.step}</b> {words.text}
      </p>
      <Button onClick={ask} isPending={request.isPending} pendingText={words.asking}>
        {words.ask}
      </Button>
      <Field
        label={words.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
      <div className="connect-actions">
        <Button type="submit" look="primary" isPending={verify.isPending} pendingText={words.pending}>
          {words.verb}
        </Button>
      </div>
    </form>
  );
};
