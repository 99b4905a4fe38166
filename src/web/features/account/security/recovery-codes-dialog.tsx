// Shows new recovery codes, once.
import { saveFile } from '#web/format/csv.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { securityMessages } from '#web/messages/account/security.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import './security.css';

const messages = securityMessages.codes;

type Props = {
  /** null: closed. */
  shown: { codes: readonly string[]; areNew: boolean } | null;
  email: string;
  onClose: () => void;
};

/** Escape does not close it, because the codes are gone then. */
export const RecoveryCodesDialog = ({ shown, email, onClose }: Props) => {
  const codes = shown?.codes ?? [];
  const copy = () =>
    whenDone(Promise.resolve(navigator.clipboard?.writeText(codes.join('\n')) ?? Promise.reject(new Error())), {
      onSuccess: () => toastDone(messages.copied.title, messages.copied.text),
      onError: () => toastFailed(messages.notCopied.title, messages.notCopied.text),
    });
  const save = () => saveFile(messages.fileName, 'text/plain', messages.file(email, codes));
  return (
    <Dialog
      title={messages.dialog}
      isOpen={shown !== null}
      isFirm
      onClose={onClose}
      actions={
        <>
          <Button look="primary" onClick={onClose}>
            {messages.done}
          </Button>
          <Button data-first-focus onClick={copy}>
            {messages.copy}
          </Button>
          <Button onClick={save}>{messages.save}</Button>
        </>
      }
    >
      <p>
        {messages.lead} {shown?.areNew && messages.replaced}
      </p>
      <ul className="codes" aria-label={securityMessages.codes.title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <b>{messages.once}</b>
      </p>
    </Dialog>
  );
};
