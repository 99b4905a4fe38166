// Deletes the account after the seller confirms it.
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { AccountDeletion } from '#contract/account/profile.ts';
import type { User } from '#contract/account/sign-in.ts';
import { marketplaceName } from '#domain/closet.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useDeleteAccount } from '../queries.ts';

/** What demo accounts send instead of a password, because they have none. */
const noPassword = 'guest';

/** After the deletion nobody is signed in, so the session guard shows the auth screen. */
export const DeleteAccount = ({ user, isOpen, onClose }: { user: User; isOpen: boolean; onClose: () => void }) => {
  const id = useId();
  const erase = useDeleteAccount();
  const form = useForm({
    resolver: zodResolver(AccountDeletion),
    defaultValues: { password: user.guest ? noPassword : '' },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const send = form.handleSubmit((body) =>
    whenDone(erase.mutateAsync({ body }), {
      onSuccess: ({ message }) => toastDone('Account deleted', message),
      onError: (error) => {
        showFieldFailures(form, error, ['password']);
        toastFailure(error, 'Deletion failed', 'Couldn’t delete your account. Try again in a moment.');
      },
    }),
  );
  return (
    <Dialog
      title="Delete your account?"
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button type="submit" form={id} look="danger" isPending={erase.isPending} pendingText="Deleting…">
            Delete permanently
          </Button>
          <Button data-first-focus={user.guest || undefined} onClick={close}>
            Keep my account
          </Button>
        </>
      }
    >
      <p>
        <b>This can’t be undone.</b>
      </p>
      <ul className="consequences lines-tight">
        {[
          'The bot stops before its next share.',
          'Hangtag erases your profile, listings, history, prices, suggestions, and saved sign-in.',
          `Nothing on ${marketplaceName(user.closet.practice)} changes. Your closet and its listings stay there.`,
          'Copies in this site’s backups are deleted when those backups expire.',
        ].map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <form id={id} onSubmit={send} noValidate aria-label="Delete your account?">
        {user.guest ? (
          <p className="small">This demo account needs no password.</p>
        ) : (
          <Field
            label="Your Hangtag password"
            type="password"
            autoComplete="current-password"
            {...fieldOf(form, 'password')}
          />
        )}
      </form>
    </Dialog>
  );
};
