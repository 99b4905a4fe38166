// The sign-in of the operator page.
import { type FormEvent, useState } from 'react';
import { safeAddress } from '#web/lib/out-of-reach.ts';
import { operatorMessages } from '#web/messages/operator.ts';
import { uiMessages } from '#web/messages/ui.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { useSignIn } from './queries.ts';

const messages = operatorMessages.signIn;

export const SignIn = () => {
  const [token, setToken] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const signIn = useSignIn();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsEmpty(token === '');
    if (token !== '' && !signIn.isPending) signIn.mutate(token);
  };
  const better = safeAddress();
  if (better !== null) {
    return (
      <main className="op-sign-in">
        <h1 className="disp">{messages.title}</h1>
        <p className="warn plain">
          {uiMessages.wrongAddress.text}{' '}
          <a href={`${better}${location.pathname}`}>{uiMessages.wrongAddress.go(better)}</a>
        </p>
      </main>
    );
  }
  const error = isEmpty ? 'Enter the operator token' : signIn.error?.message;
  return (
    <main>
      <form className="op-sign-in" onSubmit={submit} noValidate>
        <h1 className="disp">{messages.title}</h1>
        <p className="mute">Sign in with the token in OPERATOR_TOKEN.</p>
        <Field
          label="Operator token"
          type="password"
          autoComplete="current-password"
          value={token}
          onChange={({ target }) => setToken(target.value)}
          error={error}
        />
        <Button look="primary" type="submit" isPending={signIn.isPending} pendingText="Signing in…">
          Sign in
        </Button>
        <p className="sr" role="alert">
          {error}
        </p>
      </form>
    </main>
  );
};
