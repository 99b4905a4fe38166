// Asks a signed-in seller to prove again who they are.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import type { SecondFactor } from '#contract/account/second-factor.ts';
import { ApiFailure } from '#contract/failure.ts';
import { SecondStepCode } from '#contract/fields.ts';
import { canUsePasskeys, loadPasskeys } from '#web/lib/browser/passkeys.ts';
import { failureMessage, whenDone } from '#web/lib/server/api.ts';
import { answerConfirmation } from '#web/lib/server/confirmation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FormError } from '#web/ui/field.tsx';
import {
  type Methods,
  methodsIn,
  secondFactorQuery,
  secondStepHints,
  useConfirm,
  useConfirmWithPasskey,
} from './queries.ts';
import './security.css';

const pending = 'Checking…';

type Way = 'password' | 'app' | 'recovery' | 'passkey';
const inputOf = {
  password: { label: 'Your Hangtag password', type: 'password', autoComplete: 'current-password' },
  app: { label: 'Code from your app', hint: secondStepHints.app, inputMode: 'numeric', autoComplete: 'one-time-code' },
  recovery: {
    label: 'Recovery code',
    hint: secondStepHints.recovery,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
} as const;

const methodsOf = ({ appSince, passkeys }: SecondFactor): Methods => ({
  hasApp: appSince !== null,
  hasPasskey: passkeys.length > 0,
});

const fieldOf = (way: Exclude<Way, 'passkey'>) => (way === 'password' ? 'password' : 'code');

const ConfirmForm = ({ known }: { known: Methods }) => {
  // The refusal of a password tells what the account takes if that couldn't be read before, or has changed.
  const [{ hasApp, hasPasskey: ownsPasskey }, learn] = useState(known);
  const [chosen, choose] = useState<Way | null>(null);
  const [typed, type] = useState('');
  const [problem, note] = useState<string>();
  const [error, fail] = useState<unknown>(null);
  const confirm = useConfirm();
  const withPasskey = useConfirmWithPasskey();
  const hasPasskey = ownsPasskey && canUsePasskeys();
  const usual: Way = hasApp ? 'app' : hasPasskey ? 'passkey' : ownsPasskey ? 'recovery' : 'password';
  const way = chosen ?? usual;
  // The library should be there when the button is pressed.
  useEffect(() => {
    if (hasPasskey) loadPasskeys().catch(() => undefined);
  }, [hasPasskey]);

  const settle = (work: Promise<unknown>) => {
    fail(null);
    const onError = (failure: unknown) => {
      fail(failure);
      const methods = methodsIn(failure);
      if (methods === null) return;
      learn(methods);
      type('');
    };
    whenDone(work, { onSuccess: () => answerConfirmation(true), onError });
  };
  const askPasskey = () => settle(withPasskey.mutateAsync());
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (way === 'passkey') return askPasskey();
    if (way === 'password') return settle(confirm.mutateAsync({ body: { password: typed } }));
    const code = SecondStepCode.safeParse(typed);
    note(code.error?.issues[0]?.message);
    if (code.success) settle(confirm.mutateAsync({ body: { code: code.data } }));
  };
  const turn = (next: Way) => {
    choose(next);
    type('');
    note(undefined);
    fail(null);
  };
  const ofField = error instanceof ApiFailure && way !== 'passkey' ? error.fields[fieldOf(way)] : undefined;
  const isPasskeyPending = withPasskey.isPending;
  return (
    <form className="confirm-form lines" onSubmit={send} noValidate aria-label="Confirm it’s you">
      <p>This protects your account on a device that was left open. Hangtag won’t ask again for 10 minutes.</p>
      {way !== 'passkey' && (
        <Field
          key={way}
          {...inputOf[way]}
          autoFocus
          value={typed}
          onChange={({ target }) => type(target.value)}
          error={problem ?? ofField}
        />
      )}
      <FormError>
        {error !== null && ofField === undefined
          ? failureMessage(error, 'Couldn’t check that. Try again in a moment.')
          : null}
      </FormError>
      {way === 'recovery' && <p className="small mute">{secondStepHints.lost}</p>}
      {way !== 'password' && (hasApp || way !== 'recovery') && (
        <Button look="bare" isSmall className="other-way" onClick={() => turn(way === 'recovery' ? 'app' : 'recovery')}>
          {way === 'recovery' ? 'Use your app instead' : 'Use a recovery code'}
        </Button>
      )}
      <div className="dialog-actions">
        {way === 'passkey' ? (
          <Button
            type="submit"
            look="primary"
            autoFocus
            isPending={isPasskeyPending}
            pendingText="Waiting for your passkey…"
          >
            Use your passkey
          </Button>
        ) : (
          <Button type="submit" look="primary" isPending={confirm.isPending} pendingText={pending}>
            Confirm
          </Button>
        )}
        {hasPasskey && way !== 'passkey' && (
          <Button onClick={askPasskey} isPending={isPasskeyPending} pendingText="Waiting for your passkey…">
            Use your passkey
          </Button>
        )}
        <Button look="bare" onClick={() => answerConfirmation(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

/** Waits until it is known what the account takes. If that can't be read, the server says so after the password. */
const Confirm = () => {
  const { data, isPending } = useQuery(secondFactorQuery);
  if (isPending) return <p role="status">{pending}</p>;
  return <ConfirmForm known={data === undefined ? { hasApp: false, hasPasskey: false } : methodsOf(data)} />;
};

const ConfirmDialog = ({ isAsked, round }: { isAsked: boolean; round: number }) => (
  <Dialog title="Confirm it’s you" isOpen={isAsked} onClose={() => answerConfirmation(false)} className="confirm">
    <Confirm key={round} />
  </Dialog>
);

export default ConfirmDialog;
