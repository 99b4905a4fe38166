// Sets up an authenticator app: its key as a QR code and as text, and a code to show that the app works.
import { encodeQR } from 'qr';
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure } from '#contract/failure.ts';
import { SecondStepCode } from '#contract/schemas/fields.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { securityMessages } from '#web/messages/account/security.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useConfirmApp } from './queries.ts';
import './security.css';

const messages = securityMessages.setUp;

/** Drawn here, so that the key goes to no other service. The margin of four squares belongs to the code. */
const QrCode = ({ text }: { text: string }) => {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={messages.picture}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  );
};

type AppKey = { key: string; uri: string };
type Props = {
  /** null: closed. */
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
        toastDone(messages.done.title, messages.done.text);
        onDone(recoveryCodes);
      },
      onError: (error) => {
        field.current?.focus();
        if (error instanceof ApiFailure && error.fields.code !== undefined) return;
        const { title, text } = securityMessages.failed;
        toastFailed(title, failureMessage(error, text), { error });
      },
    });
  };
  const copy = () =>
    whenDone(Promise.resolve(navigator.clipboard?.writeText(key) ?? Promise.reject(new Error())), {
      onSuccess: () => toastDone(messages.copied.title, messages.copied.text),
      onError: () => toastFailed(securityMessages.codes.notCopied.title, securityMessages.codes.notCopied.text),
    });
  return (
    <form className="confirm-form" onSubmit={send} noValidate aria-label={messages.title}>
      <p>{messages.scan}</p>
      <div className="app-key">
        <QrCode text={uri} />
        <div>
          <p className="small">{messages.type}</p>
          <code>{key.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <Button isSmall onClick={copy}>
            {messages.copy}
          </Button>
        </div>
      </div>
      <Field
        ref={field}
        label={messages.code}
        hint={messages.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typed}
        onChange={({ target }) => type(target.value)}
        error={problem ?? (confirm.error instanceof ApiFailure ? confirm.error.fields.code : undefined)}
      />
      <div className="dialog-actions">
        <Button type="submit" look="primary" isPending={confirm.isPending} pendingText={messages.pending}>
          {messages.verb}
        </Button>
        <Button onClick={onClose}>{messages.cancel}</Button>
      </div>
    </form>
  );
};

const AppDialog = (props: Props) => (
  <Dialog title={messages.title} isOpen={props.appKey !== null} onClose={props.onClose}>
    {props.appKey !== null && <Steps key={props.appKey.key} {...props} appKey={props.appKey} />}
  </Dialog>
);

export default AppDialog;
