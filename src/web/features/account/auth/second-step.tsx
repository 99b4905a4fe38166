// The second step of a sign-in: a code of an app, a passkey, or a recovery code.
import { type FormEvent, useEffect, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { SecondStepCode } from '#contract/fields.ts';
import { canUsePasskeys, loadPasskeys } from '#web/lib/browser/passkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { type Methods, secondStepHints } from '../security/queries.ts';
import '../forms.css';

type Way = 'passkey' | 'app' | 'recovery';
type Props = {
  methods: Methods;
  error: unknown;
  isPending: boolean;
  isPasskeyPending: boolean;
  onCode: (code: string) => void;
  onPasskey: () => void;
  onBack: () => void;
};

const stepTexts = {
  app: 'Enter the code from your authenticator app.',
  recovery: 'Enter one of your recovery codes. Each works once.',
  passkey: 'Use your passkey to finish signing in.',
};

const SecondStep = ({ methods, error, isPending, isPasskeyPending, onCode, onPasskey, onBack }: Props) => {
  const { hasApp } = methods;
  const hasPasskey = methods.hasPasskey && canUsePasskeys();
  const [way, choose] = useState<Way>(hasApp ? 'app' : hasPasskey ? 'passkey' : 'recovery');
  const [typed, type] = useState('');
  const [problem, note] = useState<string>();
  useEffect(() => {
    if (hasPasskey) loadPasskeys().catch(() => undefined);
  }, [hasPasskey]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (way === 'passkey') return onPasskey();
    const code = SecondStepCode.safeParse(typed);
    note(code.error?.issues[0]?.message);
    if (code.success) onCode(code.data);
  };
  const turn = (next: Way) => {
    choose(next);
    type('');
    note(undefined);
  };
  const failed = error instanceof ApiFailure ? error.fields.code : undefined;
  return (
    <form className="auth-form lines second-step" onSubmit={send} noValidate aria-label="Second step">
      <div role="status">
        <h2 className="h-head">One more step</h2>
        <p className="mute">{stepTexts[way]}</p>
      </div>
      {way !== 'passkey' && (
        <Field
          key={way}
          label={way === 'app' ? 'Code from your app' : 'Recovery code'}
          hint={way === 'app' ? secondStepHints.app : secondStepHints.recovery}
          inputMode={way === 'app' ? 'numeric' : 'text'}
          autoComplete={way === 'app' ? 'one-time-code' : 'off'}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          value={typed}
          onChange={({ target }) => type(target.value)}
          error={problem ?? failed}
        />
      )}
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
        <Button type="submit" look="primary" isPending={isPending} pendingText="Checking…">
          Continue
        </Button>
      )}
      <OtherWays {...{ way, hasApp, hasPasskey, isPasskeyPending, onPasskey, onBack }} onWay={turn} />
      {methods.hasPasskey && !hasPasskey && (
        <p className="small mute">Your passkey doesn’t work in this browser, or at this address.</p>
      )}
      {way === 'recovery' && <p className="small mute">{secondStepHints.lost}</p>}
    </form>
  );
};

type OtherProps = Pick<Props, 'isPasskeyPending' | 'onPasskey' | 'onBack'> &
  Methods & { way: Way; onWay: (way: Way) => void };

const OtherWays = ({ way, hasApp, hasPasskey, isPasskeyPending, onWay, onPasskey, onBack }: OtherProps) => (
  <div className="other-ways">
    {hasPasskey && way !== 'passkey' && (
      <Button isSmall onClick={onPasskey} isPending={isPasskeyPending} pendingText="Waiting for your passkey…">
        Use your passkey
      </Button>
    )}
    {hasApp && way !== 'app' && (
      <Button isSmall look="bare" onClick={() => onWay('app')}>
        Use your app instead
      </Button>
    )}
    {way !== 'recovery' && (
      <Button isSmall look="bare" onClick={() => onWay('recovery')}>
        Use a recovery code
      </Button>
    )}
    <Button isSmall look="bare" onClick={onBack}>
      Back
    </Button>
  </div>
);

export default SecondStep;
