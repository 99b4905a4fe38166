// Confirms an email address with the token of a mailed link.
import { whenDone } from '#web/lib/server/api.ts';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useConfirmEmail } from '../../security/queries.ts';
import { PanelActions } from './forgotten-password.tsx';

type Props = { token: string; onConfirmed: () => void; onClose: () => void };

/** Waits for a click, because some mail programs open every link to look for malware. */
const ConfirmEmailPanel = ({ token, onConfirmed, onClose }: Props) => {
  const confirm = useConfirmEmail();
  const send = () =>
    whenDone(confirm.mutateAsync({ body: { token } }), {
      onSuccess: ({ message }) => {
        toastDone('Email confirmed', message);
        onConfirmed();
      },
      onError: (error) => toastFailure(error, 'Error', 'The address couldn’t be confirmed. Try again in a moment.'),
    });
  return (
    <section className="reset" aria-label="Confirm your email address">
      <h2 className="h-head">Confirm your email address</h2>
      <p className="small">This tells Hangtag that the address is yours.</p>
      <PanelActions
        verb="Confirm address"
        isPending={confirm.isPending}
        pendingText="Confirming…"
        onGo={send}
        onClose={onClose}
      />
    </section>
  );
};

export default ConfirmEmailPanel;
