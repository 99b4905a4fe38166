// Confirms an email address with the token of a mailed link.
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { emailMessages } from '#web/messages/account/security.ts';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useConfirmEmail } from '../../security/queries.ts';
import { PanelActions } from './panel-actions.tsx';

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
      <PanelActions
        verb={messages.verb}
        isPending={confirm.isPending}
        pendingText={messages.pending}
        onGo={send}
        onClose={onClose}
      />
    </section>
  );
};

export default ConfirmEmailPanel;
