// Says that an email address waits for its link to be opened.
import type { User } from '#contract/account/sign-in.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import { useKeepEmail, useSendEmailLink } from './queries.ts';
import './email-notice.css';

const toastNotDone = (error: unknown) => toastFailure(error, 'Error', 'That couldn’t be done. Try again in a moment.');

export const EmailNotice = ({ user }: { user: User }) => {
  const send = useSendEmailLink();
  const keep = useKeepEmail();
  const { email, emailToConfirm } = user;
  if (emailToConfirm === null) return null;
  const isNew = emailToConfirm !== email;
  const title = isNew ? 'Confirm your new email address' : 'Confirm your email address';
  return (
    <section className="email-notice lines-close small" aria-label={title}>
      <p>
        <b>{title}.</b> Open the link in the email to {emailToConfirm}
        {isNew ? `. Until then, your account keeps using ${email}.` : ', so password resets and alerts reach you.'}
      </p>
      <div className="answers">
        <Button
          isSmall
          isPending={send.isPending}
          pendingText="Sending…"
          onClick={() =>
            whenDone(send.mutateAsync(), {
              onSuccess: ({ message }) => toastDone('Link sent', message),
              onError: toastNotDone,
            })
          }
        >
          Send a new link
        </Button>
        {isNew && (
          <Button
            isSmall
            look="bare"
            isPending={keep.isPending}
            pendingText="Saving…"
            onClick={() => whenDone(keep.mutateAsync(), { onError: toastNotDone })}
          >
            Keep the old address
          </Button>
        )}
      </div>
    </section>
  );
};
