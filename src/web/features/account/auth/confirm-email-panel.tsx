// Confirms an email address with the token of a mailed link.
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { authMessages } from '#web/messages/account/auth.ts';
import { emailMessages } from '#web/messages/account/security.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useConfirmEmail } from '../security/queries.ts';

const messages = emailMessages.panel;

type Props = { token: string; onConfirmed: () => void; onClose: () => void };

/** Waits for a click, because some mail programs open every link to look for malware. */
const ConfirmEmailPanel = ({ token, onConfirmed, onClose }: Props) => {
  const confirm = useConfirmEmail();
  const send = () =>
    whenDone(confirm.mutateAsync({ body: { token } }), {
      onSuccess: ({ message }) => {
        toastDone(messages.done, message);
        onConfirmed();
      },
      onError: (error) => toastFailed(messages.failed.title, failureMessage(error, messages.failed.text), { error }),
    });
  return (
    <section className="reset" aria-label={messages.title}>
      <h2 className="h-head">{messages.title}</h2>
      <p className="small">{messages.text}</p>
      <div className="reset-actions">
        <Button look="ink" onClick={send} isPending={confirm.isPending} pendingText={messages.pending}>
          {messages.verb}
        </Button>
        <Button look="bare" onClick={onClose}>
          {authMessages.cancel}
        </Button>
      </div>
    </section>
  );
};

export default ConfirmEmailPanel;
