// Asks for consent before the first share.
import type { ScheduleEstimate } from '#domain/bot/schedule-estimate.ts';
import { reportedShareJailRange } from '#domain/bot/share-jail.ts';
import { consentMessages as messages } from '#web/messages/bot/bot.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type Props = {
  isOpen: boolean;
  limit: number;
  estimate: ScheduleEstimate;
  isPending: boolean;
  onAgree: () => void;
  onClose: () => void;
};

/** Asked once, and never for practice closets. */
export const ConsentDialog = ({ isOpen, limit, estimate, isPending, onAgree, onClose }: Props) => (
  <Dialog
    title={messages.title}
    isOpen={isOpen}
    onClose={onClose}
    actions={
      <>
        <Button look="primary" onClick={onAgree} isPending={isPending} pendingText={messages.starting}>
          {messages.agree}
        </Button>
        <Button onClick={onClose}>{messages.notNow}</Button>
      </>
    }
  >
    <p>
      <b>{messages.does}</b> {messages.doesText(limit)} {messages.willMake(estimate.roundsADay, estimate.sharesADay)}
    </p>
    <p>
      <b>{messages.says}</b> {messages.saysText(reportedShareJailRange.low, reportedShareJailRange.high)}
    </p>
    <p>
      <b>{messages.gentle}</b> {messages.gentleText}
    </p>
    <p>{messages.kept}</p>
  </Dialog>
);
