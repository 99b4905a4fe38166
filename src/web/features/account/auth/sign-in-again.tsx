// Asks for the password when the session ends while a screen is open.
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account/sign-in.ts';
import { fieldOf } from '#web/lib/form-field.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { forgetEverything } from '../queries.ts';
import { useSignIn } from './login-form.tsx';
import '../forms.css';

/** The same user signs in again over the open screen. Another user leaves it and starts on the auth screen. */
const SignInAgain = ({ user }: { user: User }) => {
  const client = useQueryClient();
  const leave = () => void forgetEverything(client);
  const { form, send, isPending, secondStep } = useSignIn({ email: user.email });
  return (
    <Dialog title="Your session has ended" isOpen isFirm onClose={leave} className="sign-in-again">
      {user.guest ? (
        <>
          <p>This demo account has ended. Demo accounts last 24 hours.</p>
          <div className="dialog-actions">
            <Button look="primary" onClick={leave}>
              Use another account
            </Button>
          </div>
        </>
      ) : (
        (secondStep ?? (
          <form className="lines" onSubmit={send} noValidate aria-label="Sign in again">
            <p>Sign in again as {user.email}. What you typed is still here.</p>
            {/* A hidden field with the user name, so that password managers know which password to fill in. */}
            <input type="text" hidden readOnly autoComplete="username" {...form.register('email')} />
            <Field label="Password" type="password" autoComplete="current-password" {...fieldOf(form, 'password')} />
            <div className="dialog-actions">
              <Button type="submit" look="primary" isPending={isPending} pendingText="Signing in…">
                Sign in again
              </Button>
              <Button look="bare" onClick={leave}>
                Use another account
              </Button>
            </div>
          </form>
        ))
      )}
    </Dialog>
  );
};

export default SignInAgain;
