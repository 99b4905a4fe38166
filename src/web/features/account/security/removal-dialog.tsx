// Asks before a passkey is removed or the authenticator app is turned off.
import { securityMessages } from '#web/messages/account/security.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const messages = securityMessages.removal;

type Props = {
  /** null: closed. `isLast`: nothing else is asked for after the password. */
  asked: { what: 'passkey' | 'app'; isLast: boolean } | null;
  isPending: boolean;
  onClose: () => void;
  onRemove: () => void;
};

export const RemovalDialog = ({ asked, isPending, onClose, onRemove }: Props) => {
  const what = asked?.what ?? 'passkey';
  return (
    <Dialog
      title={messages[what].title}
      isOpen={asked !== null}
      onClose={onClose}
      actions={
        <>
          <Button look="danger" onClick={onRemove} isPending={isPending} pendingText={messages.pending}>
            {what === 'app' ? securityMessages.app.remove : securityMessages.passkeys.remove}
          </Button>
          <Button data-first-focus onClick={onClose}>
            {messages.keep}
          </Button>
        </>
      }
    >
      <p>{messages[what].text}</p>
      {asked?.isLast && (
        <p>
          <b>{messages.last}</b>
        </p>
      )}
    </Dialog>
  );
};
