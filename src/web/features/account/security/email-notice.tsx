// Says that an email address waits for its link to be opened.
import type { User } from '#contract/schemas/account.ts';
import { failureMessage } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { emailMessages as messages } from '#web/messages/account/security.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useKeepEmail, useSendEmailLink } from './queries.ts';
import './email-notice.css';

const toastFailure = (error: unknown) =>
  toastFailed(messages.failed.title, failureMessage(error, messages.failed.text), { error });

export const EmailNotice = ({ user }: { user: User }) => {
  const send = useSendEmailLink();
  const keep = useKeepEmail();
  const { email, emailToConfirm } = user;
  if (emailToConfirm === null) return null;
  const isNew = emailToConfirm !== email;
  const { title } = isNew ? messages.next : messages.own;
  return (
    <section className="email-notice" aria-label={title}>
      <p>
        <b>{title}.</b> {isNew ? messages.next.text(emailToConfirm, email) : messages.own.text(email)}
      </p>
      <div className="email-answers">
        <Button
          isSmall
          isPending={send.isPending}
          pendingText={messages.sending}
          onClick={() =>
            whenDone(send.mutateAsync(), {
              onSuccess: ({ message }) => toastDone(messages.sent, message),
              onError: toastFailure,
            })
          }
        >
          {messages.send}
        </Button>
        {isNew && (
          <Button
            isSmall
            look="bare"
            isPending={keep.isPending}
            pendingText={messages.keeping}
            onClick={() => whenDone(keep.mutateAsync(), { onError: toastFailure })}
          >
            {messages.keep}
          </Button>
        )}
      </div>
    </section>
  );
};
