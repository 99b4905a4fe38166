// Sets up an authenticator app: its key as a QR code and as text, and a code to show that the app works.
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { SecondStepCode } from '#contract/fields.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { copyText, toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useConfirmApp } from './queries.ts';
import './security.css';

type AppKey = { key: string; uri: string };
type Props = {
  appKey: AppKey | null;
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[] | null) => void;
};

const Steps = ({ appKey: { key, uri }, onClose, onDone }: Props & { appKey: AppKey }) => {
  const [typed, type] = useState('');
  const [problem, note] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const confirm = useConfirmApp();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const code = SecondStepCode.safeParse(typed);
    note(code.error?.issues[0]?.message);
    if (!code.success) {
      field.current?.focus();
      return;
    }
    whenDone(confirm.mutateAsync({ body: { code: code.data } }), {
      onSuccess: ({ recoveryCodes }) => {
        toastDone('Authenticator app is on', 'Hangtag asks for a code when you sign in.');
        onDone(recoveryCodes);
      },
      onError: (error) => {
        field.current?.focus();
        if (error instanceof ApiFailure && error.fields.code !== undefined) return;
        toastFailure(error, 'Error', 'That couldn’t be changed. Try again in a moment.');
      },
    });
  };
  const copy = () =>
    copyText(key, {
      done: 'The key is on your clipboard.',
      failed: 'Your browser didn’t allow it. Select the codes and copy them.',
    });
  return (
    <form className="confirm-form lines" onSubmit={send} noValidate aria-label="Set up your authenticator app">
      <p>Scan this with your app.</p>
      <div className="app-key">
        <QrCode text={uri} label="QR code with the key for your authenticator app" />
        <div>
          <p className="small">Can’t scan it? Type this key into the app:</p>
          <code>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <Button isSmall onClick={copy}>
            Copy the key
          </Button>
        </div>
      </div>
      <Field
        ref={field}
        label="Code from your app"
        hint="Six digits. This shows that the app works."
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typed}
        onChange={({ target }) => type(target.value)}
        error={problem ?? (confirm.error instanceof ApiFailure ? confirm.error.fields.code : undefined)}
      />
      <div className="dialog-actions">
        <Button type="submit" look="primary" isPending={confirm.isPending} pendingText="Checking…">
          Turn on
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
};

const AppDialog = (props: Props) => (
  <Dialog title="Set up your authenticator app" isOpen={props.appKey !== null} onClose={props.onClose}>
    {props.appKey !== null && <Steps key={props.appKey.key} {...props} appKey={props.appKey} />}
  </Dialog>
);

export default AppDialog;
