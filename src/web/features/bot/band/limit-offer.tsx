// What the seller can do at the daily limit: start again every day, or call an automatic start off.
import type { BotStatus } from '#contract/bot/bot.ts';
import { formatWhen } from '#web/format/format.ts';
import { failureText } from '#web/lib/server/api.ts';
import { whenDone } from '#web/lib/server/when-done.ts';
import { limitMessages as messages } from '#web/messages/bot/limit.ts';
import { isAtLimit } from '#web/messages/bot/stopped-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { useChangeSettings } from '../queries.ts';

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
      onError: (error) => {
        const { text, detail } = failureText(error, 'Failed to update settings');
        toastFailed('Update Failed', text, { error, detail });
      },
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
      {messages.resumeDaily}
    </Button>
  );
};
