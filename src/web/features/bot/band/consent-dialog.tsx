// Asks for consent before the first share.

import type { BotSettings } from '#domain/bot/bot.ts';
import { reportedShareJailRange } from '#domain/bot/limit/share-jail.ts';
import { useTransport } from '#web/lib/marketplace.ts';
import { consentMessages as messages } from '#web/messages/bot/bot.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { frequencyText, limitNote } from '../settings/settings-messages.ts';
import type { Estimate } from '../settings/use-estimate.ts';
import '#web/ui/field.css';

type Props = {
  isOpen: boolean;
  /** What would be started, and what it will make. */
  settings: BotSettings;
  estimate: Estimate;
  meanPauseMs: number;
  isPending: boolean;
  onAgree: () => void;
  onClose: () => void;
};

/** Asked once, and never for practice closets. Says how often and how much, by limit and schedule together. */
export const ConsentDialog = ({ isOpen, settings, estimate, meanPauseMs, isPending, onAgree, onClose }: Props) => {
  const note = limitNote(estimate.advice);
  return (
    <Dialog
      title={messages.title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button look="primary" onClick={onAgree} isPending={isPending} pendingText={messages.starting}>
            {messages.agree}
          </Button>
          <Button data-first-focus onClick={onClose}>
            {messages.notNow}
          </Button>
        </>
      }
    >
      <p>
        <b>{messages.does}</b> {messages.doesText(meanPauseMs)}{' '}
        {messages.willMake({
          every: frequencyText(settings.shareFrequency),
          isInSlots: settings.useScheduledSlots,
          rounds: estimate.roundsADay,
          shares: estimate.sharesADay,
        })}{' '}
        {messages.stopsAt(settings.dailyShareLimit, settings.resumeDaily)}
      </p>
      {note?.isWarning && (
        <p className="warn">
          <TriangleAlert className="ic" aria-hidden="true" />
          <span>{note.text}</span>
        </p>
      )}
      <p>
        <b>{messages.offers}</b> {messages.offersText(settings.offerShippingDiscount ? settings.offerPercent : null)}
      </p>
      <p>
        <b>{messages.says}</b> {messages.saysText(reportedShareJailRange.low, reportedShareJailRange.high)}
      </p>
      <p>
        <b>{messages.gentle}</b> {messages.gentleText(useTransport())}
      </p>
      <p>{messages.kept}</p>
    </Dialog>
  );
};
