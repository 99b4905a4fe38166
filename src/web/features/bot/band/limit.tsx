// What the seller can do at the daily limit: start again every day, or call an automatic start off.
import { useState } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import { count, formatWhen, shortDay } from '#web/format/format.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { loweredMessages } from '#web/messages/bot/limit.ts';
import { isAtLimit } from '#web/messages/bot/stopped-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { toastDone, toastFixedText } from '#web/ui/toast-store.ts';
import { useChangeSettings, useRestoreLimit } from '../queries.ts';

/** A planned start is shown wherever there is one: a raised limit leaves it in place. */
export const LimitOffer = ({ status }: { status: BotStatus }) => {
  const change = useChangeSettings();
  const turn = (resumeDaily: boolean) =>
    whenDone(change.mutateAsync({ body: { resumeDaily } }), {
      onSuccess: ({ startsAgainAt, now, timezone }) =>
        resumeDaily
          ? toastDone(
              'Daily start is on',
              startsAgainAt && `The bot starts again ${formatWhen(startsAgainAt, now, timezone)}.`,
            )
          : toastDone('Daily start is off', 'The bot stays stopped until you press Start Bot.'),
      onError: (error) => toastFixedText(error, 'Update Failed', 'Failed to update settings'),
    });
  const pending = { isPending: change.isPending, pendingText: 'Saving…' };
  if (status.startsAgainAt !== undefined)
    return (
      <Button isSmall className="limit-offer" onClick={() => turn(false)} {...pending}>
        Turn off automatic start
      </Button>
    );
  if (!isAtLimit(status) || status.settings.resumeDaily) return null;
  return (
    <Button isSmall className="limit-offer" onClick={() => turn(true)} {...pending}>
      Resume every day at midnight
    </Button>
  );
};

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
          loweredMessages.doneText(own, isResting ? formatWhen(resumesAt, now, timezone) : null),
        );
      },
      onError: (error) => toastFixedText(error, 'Failed to restore your limit', 'Failed to restore your limit'),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button isSmall className="limit-offer" onClick={() => setAsking(true)}>
        Use my own limit again
      </Button>
      <ConfirmDialog
        title="Use your own limit again?"
        isOpen={isAsking}
        look="danger"
        verb="Use my own limit again"
        keep="Keep the lower limit"
        isPending={restore.isPending}
        pendingText="Restoring…"
        onGo={run}
        onClose={() => setAsking(false)}
      >
        <p>{loweredMessages.why[limitReason]({ limit, own, until, marketplace })}</p>
        <p>
          With up to {count(own)} shares a day right away, another block, another check, or a suspension is more likely.
          It’s your account and your choice.
        </p>
        <p>If you keep it, your own limit applies again by itself on {until}.</p>
      </ConfirmDialog>
    </>
  );
};
