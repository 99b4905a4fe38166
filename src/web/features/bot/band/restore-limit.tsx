// Lets the seller take back a limit that a warning lowered, after reading why it is lower and what that risks.
import { useState } from 'react';
import type { BotStatus } from '#contract/schemas/bot.ts';
import { formatWhen, shortDay } from '#web/format/format.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { failureText } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { loweredMessages as messages } from '#web/messages/bot/limit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useRestoreLimit } from '../queries.ts';

export const RestoreLimit = ({ status }: { status: BotStatus }) => {
  const [isAsking, setAsking] = useState(false);
  const marketplace = useMarketplaceName();
  const restore = useRestoreLimit();
  const { limitReason = 'gentle', loweredUntil, gentleUntil, effectiveLimit: limit, dailyShareLimit: own } = status;
  const endsAt = loweredUntil ?? gentleUntil;
  if (endsAt === undefined && !isAsking) return null;
  const until = endsAt === undefined ? '' : shortDay(endsAt, status.timezone);
  const run = () =>
    whenDone(restore.mutateAsync(undefined), {
      onSuccess: ({ state, resumesAt, now, timezone }) => {
        const isResting = state === 'paused' && resumesAt !== undefined;
        toastDone(messages.done, messages.doneText(own, isResting ? formatWhen(resumesAt, now, timezone) : null));
      },
      onError: (error) => {
        const { text, detail } = failureText(error, messages.failed);
        toastFailed(messages.failed, text, { error, detail });
      },
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button isSmall className="limit-offer" onClick={() => setAsking(true)}>
        {messages.verb}
      </Button>
      <Dialog
        title={messages.title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="danger" onClick={run} isPending={restore.isPending} pendingText={messages.pending}>
              {messages.verb}
            </Button>
            <Button data-first-focus onClick={() => setAsking(false)}>
              {messages.keep}
            </Button>
          </>
        }
      >
        <p>{messages.why[limitReason]({ limit, own, until, marketplace })}</p>
        <p>{messages.risk(own)}</p>
        <p>{messages.ends(until)}</p>
      </Dialog>
    </>
  );
};
