// Shows new recovery codes, once.
import { saveFile } from '#web/format/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { copyText } from '#web/ui/toast-store.ts';
import './security.css';

type Props = {
  shown: { codes: readonly string[]; areNew: boolean } | null;
  email: string;
  onClose: () => void;
};

/** Escape does not close it, because the codes are gone then. */
export const RecoveryCodesDialog = ({ shown, email, onClose }: Props) => {
  const codes = shown?.codes ?? [];
  const copy = () =>
    copyText(codes.join('\n'), {
      done: 'Your recovery codes are on your clipboard.',
      failed: 'Your browser didn’t allow it. Select the codes and copy them.',
    });
  const save = () =>
    saveFile(
      'hangtag-recovery-codes.txt',
      'text/plain',
      `Hangtag recovery codes for ${email}\nEach works once.\n\n${codes.join('\n')}\n`,
    );
  return (
    <Dialog
      title="Save your recovery codes"
      isOpen={shown !== null}
      isFirm
      onClose={onClose}
      actions={
        <>
          <Button look="primary" onClick={onClose}>
            I saved them
          </Button>
          <Button data-first-focus onClick={copy}>
            Copy
          </Button>
          <Button onClick={save}>Download</Button>
        </>
      }
    >
      <p>
        If you lose your second step, one of these gets you in. Each works once.{' '}
        {shown?.areNew && 'Your old codes no longer work.'}
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p>
        <b>Hangtag shows them only now. Keep them where you keep your passwords.</b>
      </p>
    </Dialog>
  );
};
