// Lets the seller take back a limit that a warning lowered, after reading why it is lower and what that risks.

import { useState } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import { count, formatWhen, shortDay } from '#web/format/format.ts';
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
        toastDone(
          'Your own limit applies again',
          messages.doneText(own, isResting ? formatWhen(resumesAt, now, timezone) : null),
        );
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
        title="Use your own limit again?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button look="danger" onClick={run} isPending={restore.isPending} pendingText="Restoring…">
              {messages.verb}
            </Button>
            <Button data-first-focus onClick={() => setAsking(false)}>
              Keep the lower limit
            </Button>
          </>
        }
      >
        <p>{messages.why[limitReason]({ limit, own, until, marketplace })}</p>
        <p>
          With up to {count(own)} shares a day right away, another block, another check, or a suspension is more likely.
          It’s your account and your choice.
        </p>
        <p>If you keep it, your own limit applies again by itself on {until}.</p>
      </Dialog>
    </>
  );
};
