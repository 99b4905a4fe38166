// Asks a signed-in seller to prove again who they are.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { canUsePasskeys, loadPasskeys } from '#web/lib/browser/passkeys.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { answerConfirmation } from '#web/lib/server/confirmation.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { confirmMessages as messages } from '#web/messages/account/confirm.ts';
import { passkeyMessages } from '#web/messages/account/security.ts';
import { appMessages } from '#web/messages/app.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { secondFactorQuery, useConfirm, useConfirmWithPasskey } from './queries.ts';
import './security.css';

type Proof = 'password' | 'code';
const inputOf = {
  password: { label: messages.password, type: 'password', autoComplete: 'current-password' },
  code: { label: messages.code, inputMode: 'numeric', autoComplete: 'one-time-code' },
} as const;

const ConfirmForm = () => {
  const { data: known } = useQuery(secondFactorQuery);
  const [proof, choose] = useState<Proof>('password');
  const [typed, type] = useState('');
  const [error, fail] = useState<unknown>(null);
  const confirm = useConfirm();
  const withPasskey = useConfirmWithPasskey();
  const hasPasskey = known !== undefined && known.passkeys.length > 0 && canUsePasskeys();
  const hasApp = known?.appSince != null;
  // The library should be there when the button is pressed.
  useEffect(() => {
    if (hasPasskey) loadPasskeys().catch(() => undefined);
  }, [hasPasskey]);

  const settle = (work: Promise<unknown>) => {
    fail(null);
    whenDone(work, { onSuccess: () => answerConfirmation(true), onError: fail });
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    settle(confirm.mutateAsync({ body: { [proof]: typed } }));
  };
  const turn = (next: Proof) => {
    choose(next);
    type('');
    fail(null);
  };
  const ofField = error instanceof ApiFailure ? error.fields[proof] : undefined;
  return (
    <form className="confirm-form" onSubmit={send} noValidate aria-label={appMessages.confirmTitle}>
      <p>{messages.text}</p>
      <Field
        key={proof}
        {...inputOf[proof]}
        // The seller chose this way, so typing comes next.
        autoFocus
        value={typed}
        onChange={({ target }) => type(target.value)}
        error={ofField}
      />
      {error !== null && ofField === undefined && (
        <div role="alert">
          <FieldError>{failureMessage(error, messages.failed)}</FieldError>
        </div>
      )}
      {hasApp && (
        <Button look="bare" isSmall className="other-way" onClick={() => turn(proof === 'code' ? 'password' : 'code')}>
          {proof === 'code' ? messages.usePassword : messages.useCode}
        </Button>
      )}
      <div className="dialog-actions">
        <Button type="submit" look="primary" isPending={confirm.isPending} pendingText={messages.pending}>
          {messages.verb}
        </Button>
        {hasPasskey && (
          <Button
            onClick={() => settle(withPasskey.mutateAsync())}
            isPending={withPasskey.isPending}
            pendingText={passkeyMessages.pending}
          >
            {passkeyMessages.use}
          </Button>
        )}
        <Button look="bare" onClick={() => answerConfirmation(false)}>
          {messages.cancel}
        </Button>
      </div>
    </form>
  );
};

const ConfirmDialog = ({ isAsked, round }: { isAsked: boolean; round: number }) => (
  <Dialog
    title={appMessages.confirmTitle}
    isOpen={isAsked}
    onClose={() => answerConfirmation(false)}
    className="confirm"
  >
    <ConfirmForm key={round} />
  </Dialog>
);

export default ConfirmDialog;
