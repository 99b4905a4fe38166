// Requests the marketplace's one-time code and lets the seller enter it.
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { OneTimeCode } from '#contract/closet/closet.ts';
import { type MarketplaceName, startWith } from '#domain/closet.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useRequestCode, useVerifyCode } from './queries.ts';

const refused = 'That code wasn’t accepted. Check it and enter it again.';

type Props = {
  name: MarketplaceName;
  /** The form is what the seller has to do next, so it comes into view and takes the focus. */
  isNext: boolean;
};

/** The marketplace sends a code only after the seller asks for it here. */
const OneTimeCodeForm = ({ name, isNext }: Props) => {
  const element = useRef<HTMLFormElement>(null);
  // The form replaces the one that had the focus, or is there when the page opens.
  useEffect(() => {
    if (!isNext) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isNext]);
  const request = useRequestCode();
  const verify = useVerifyCode();
  const form = useForm({ resolver: zodResolver(OneTimeCode), defaultValues: { code: '' } });
  const ask = () =>
    whenDone(request.mutateAsync(undefined), {
      onSuccess: ({ message, isAuthenticated }) => {
        toastDone(isAuthenticated ? 'Authentication Successful' : 'Code sent', message);
        if (!isAuthenticated) form.setFocus('code');
      },
      onError: (error) =>
        toastFailure(error, 'Authentication Failed', 'The code couldn’t be requested. Try again in a moment.'),
    });
  const send = form.handleSubmit((body) =>
    whenDone(verify.mutateAsync({ body }), {
      onSuccess: ({ message }) => toastDone('Authentication Successful', message),
      onError: (error) => {
        if (!showFieldFailures(form, error, ['code']))
          form.setError('code', { message: failureMessage(error, refused) }, { shouldFocus: true });
        toastFailure(error, 'Authentication Failed', refused);
      },
    }),
  );
  return (
    <form ref={element} className="connect-form lines code" onSubmit={send} noValidate aria-label="One-time code">
      <p className="small">
        <b>One more step.</b> {startWith(name)} sends a one-time code to your phone or email. Requesting a new code
        cancels the old one.
      </p>
      <Button onClick={ask} isPending={request.isPending} pendingText="Requesting…">
        Send me a code
      </Button>
      <Field label="One-time code" inputMode="numeric" autoComplete="one-time-code" {...fieldOf(form, 'code')} />
      <div className="answers">
        <Button type="submit" look="primary" isPending={verify.isPending} pendingText="Checking…">
          Confirm code
        </Button>
      </div>
    </form>
  );
};

export default OneTimeCodeForm;
