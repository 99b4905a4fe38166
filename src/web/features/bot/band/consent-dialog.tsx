// Asks for consent before the first share.

import type { BotStatus } from '#contract/bot/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { reportedShareJailRange } from '#domain/bot/limit/share-jail.ts';
import { count, counted } from '#web/format/format.ts';
import { useTransport } from '#web/lib/marketplace.ts';

import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TriangleAlert } from '#web/ui/icons.tsx';
import { frequencyText, limitNote } from '../settings/settings-messages.ts';
import type { Estimate } from '../settings/use-estimate.ts';
import '#web/ui/field.css';
import { mostOffersADay } from '#domain/bot/offer.ts';

type WillMake = { every: string; isInSlots: boolean; rounds: number; shares: number };

const pauseText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'less than a second';
  return `about ${seconds === 2 ? 'two seconds' : counted(seconds, 'second')}`;
};

const messages = {
  willMake: ({ every, isInSlots, rounds, shares }: WillMake) =>
    shares === 0
      ? 'With your settings it has nothing to share yet.'
      : `With your settings it starts a round ${every}${isInSlots ? ' inside your slots' : ''}. That’s up to ${counted(rounds, 'round')} and about ${counted(shares, 'share')} a day.`,
  offersText: (percent: number | null) =>
    percent === null
      ? 'Off. You can turn them on in the settings.'
      : `On. After each round, Hangtag sends likers an offer ${percent}% below the price, with the cheapest shipping discount that you pay for. At most ${mostOffersADay} a day, never below your floor prices.`,
} as const;

type Props = {
  isOpen: boolean;
  /** What would be started, and what it will make. */
  settings: BotSettings;
  estimate: Estimate;
  status: BotStatus;
  isPending: boolean;
  onAgree: () => void;
  onClose: () => void;
};

/** Asked once, and never for practice closets. Says how often and how much, by limit and schedule together. */
export const ConsentDialog = ({ isOpen, settings, estimate, status, isPending, onAgree, onClose }: Props) => {
  const note = limitNote(estimate.advice, status.roundListings);
  return (
    <Dialog
      title="Before the first share"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button look="primary" onClick={onAgree} isPending={isPending} pendingText="Starting…">
            I understand, start the bot
          </Button>
          <Button data-first-focus onClick={onClose}>
            Not now
          </Button>
        </>
      }
    >
      <p>
        <b>What Hangtag does.</b> Hangtag shares your own listings for you, one at a time,{' '}
        {pauseText(status.meanPauseMs)} apart.{' '}
        {messages.willMake({
          every: frequencyText(settings.shareFrequency),
          isInSlots: settings.useScheduledSlots,
          rounds: estimate.roundsADay,
          shares: estimate.sharesADay,
        })}{' '}
        {`It stops at your limit of ${counted(settings.dailyShareLimit, 'share')} a day, ${settings.resumeDaily ? 'and starts again on its own when your next day begins' : 'and stays stopped until you start it again'}.`}
      </p>
      {note?.isWarning && (
        <p className="warn">
          <TriangleAlert className="ic" aria-hidden="true" />
          <span>{note.text}</span>
        </p>
      )}
      <p>
        <b>Offers to likers.</b> {messages.offersText(settings.offerShippingDiscount ? settings.offerPercent : null)}
      </p>
      <p>
        <b>What Poshmark says.</b> Poshmark’s guidelines don’t allow automation. Poshmark may block sharing for a while
        (sellers report “share jail” from about {count(reportedShareJailRange.low)} to{' '}
        {count(reportedShareJailRange.high)} shares a day), ask you to verify you’re human, or suspend your account.
      </p>
      <p>
        <b>How Hangtag keeps the risk low.</b>{' '}
        {`Uneven gaps between shares, a hard daily limit, and a full stop at any warning or check. It never solves or evades a check. ${useTransport() === 'browser' ? 'It shares from your own browser, with your browser’s name.' : 'It identifies itself as Hangtag.'}`}
      </p>
      <p>Hangtag will record your consent with today’s date. It’s your account and your choice.</p>
    </Dialog>
  );
};
