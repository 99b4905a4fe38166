// The buttons that start, stop, and resume the bot.
import { type ReactNode, useEffect, useState } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import type { BotSettings } from '#domain/bot/bot.ts';
import { reportedShareJailRange } from '#domain/bot/limit/share-jail.ts';
import type { Transport } from '#domain/companion.ts';
import { count, counted, formatWhen } from '#web/format/format.ts';
import { createLateRequest } from '#web/lib/late-request.ts';
import { useTransport } from '#web/lib/marketplace.ts';
import { failureCode, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Play, Square, TriangleAlert } from '#web/ui/icons.tsx';
import { toastDone, toastFailed, toastFailure, toastNote } from '#web/ui/toast-store.ts';
import { useResumeBot, useStartBot } from '../queries.ts';
import {
  type Estimate,
  takeSaved,
  useEstimateOf,
  useSharedSettings,
  validOrSaved,
} from '../settings/settings-card.tsx';
import { frequencyText, limitNote } from '../settings/settings-messages.ts';
import { useStop } from '../stopping/stop-notice.tsx';
import '#web/ui/field.css';

const startedText = (when: string | null, transport: Transport) =>
  `${when === null ? 'The first round is starting.' : `The first round starts ${when}.`} You can close this page${transport === 'browser' ? ', but keep your browser open' : ''}.`;

const firstRoundWhen = ({ nextRoundTime, now, timezone }: BotStatus): string | null => {
  const startsAt = nextRoundTime === null ? Number.NaN : Date.parse(nextRoundTime);
  return startsAt > Date.parse(now) + 60_000 ? formatWhen(startsAt, Date.parse(now), timezone) : null;
};

/** Starts the bot, and asks for consent if it is missing. The bot shows as running only after the server confirms it. */
const useStart = (status: BotStatus) => {
  const { form } = useSharedSettings();
  const start = useStartBot();
  const transport = useTransport();
  const [isAsking, setAsking] = useState(false);
  // The dialog is drawn when it is opened, and nothing can be typed beside it.
  const settings = validOrSaved(form?.getValues(), status);
  const startWith = (chosen: BotSettings, isAgreed: boolean) => {
    const sent = structuredClone(form?.getValues());
    whenDone(start.mutateAsync({ body: { ...chosen, ...(isAgreed ? { acceptAutomationRisk: true as const } : {}) } }), {
      onSuccess: (next) => {
        setAsking(false);
        if (form !== null && sent !== undefined) takeSaved(form, sent, next.settings);
        toastDone('Bot started successfully', startedText(firstRoundWhen(next), transport));
      },
      onError: (error) => {
        const isConsentMissing = failureCode(error) === 'consent_required';
        // This reply may be newer than the status on the page, so open the dialog now.
        setAsking(isConsentMissing);
        if (isConsentMissing) return;
        toastFailed('Error', 'Failed to start bot', { error, detail: failureMessage(error, 'Failed to start bot') });
      },
    });
  };
  const send = (isAgreed: boolean) =>
    form === null
      ? startWith(status.settings, isAgreed)
      : form.handleSubmit(
          (chosen) => startWith(chosen, isAgreed),
          () => toastFailed('Error', 'Failed to start bot', { detail: 'Fix the highlighted settings first.' }),
        )();
  return {
    isPending: start.isPending,
    press: () => (status.consentNeeded ? setAsking(true) : void send(false)),
    dialog: (
      <ConsentDialog
        isOpen={isAsking}
        settings={settings}
        status={status}
        isPending={start.isPending}
        onAgree={() => void send(true)}
        onClose={() => setAsking(false)}
      />
    ),
  };
};

/** Stays in its place while the bot is stopped, so that it keeps the focus of whoever pressed it. */
export const StopButton = ({ isStopped = false }: { isStopped?: boolean }) => {
  const stop = useStop();
  return (
    <Button
      look={isStopped ? 'quiet' : 'ink'}
      disabled={isStopped}
      icon={<Square />}
      onClick={stop.press}
      isPending={stop.kind === 'sending'}
      pendingText="Stopping…"
    >
      Stop Bot
    </Button>
  );
};

type StartProps = {
  status: BotStatus;
  whyNot: string | null;
  answersCommands?: boolean;
};

export const StartButton = ({ status, whyNot, answersCommands = false }: StartProps) => {
  const start = useStart(status);
  const [isAsked, setAsked] = useState(false);
  useEffect(() => (answersCommands ? answerStart(() => setAsked(true)) : undefined), [answersCommands]);
  // In an effect of a later render: on the first one, the form is not yet filled with the saved settings.
  useEffect(() => {
    if (!isAsked) return;
    setAsked(false);
    if (whyNot !== null) toastNote(whyNot);
    else if (!start.isPending) start.press();
  }, [isAsked, whyNot, start]);
  return (
    <>
      <Button
        look="primary"
        icon={<Play />}
        onClick={start.press}
        disabled={whyNot !== null && !start.isPending}
        aria-describedby={whyNot === null ? undefined : 'why-no-start'}
        title={whyNot ?? undefined}
        isPending={start.isPending}
        pendingText="Starting…"
      >
        Start Bot
      </Button>
      {start.dialog}
    </>
  );
};

export const StartStop = ({ status, whyNot }: { status: BotStatus; whyNot: string | null }) => (
  <div className="acts">
    <StartButton status={status} whyNot={whyNot} answersCommands />
    <StopButton isStopped={!status.isRunning} />
    {whyNot !== null && (
      <p className="sr" id="why-no-start">
        {whyNot}
      </p>
    )}
  </div>
);

const resumedText = (status: BotStatus): string => {
  const when = status.state === 'waiting' ? firstRoundWhen(status) : null;
  return when === null
    ? 'Hangtag shares one listing first. If that works, the round continues.'
    : `The next round starts ${when}.`;
};

export const ResumeButton = ({ children }: { children: ReactNode }) => {
  const resume = useResumeBot();
  const press = () =>
    whenDone(resume.mutateAsync(undefined), {
      onSuccess: (status) =>
        status.state === 'paused'
          ? toastFailed('The bot is still paused', status.pauseMessage)
          : toastDone('Resuming', resumedText(status)),
      onError: (error) =>
        toastFailure(
          error,
          failureCode(error) === 'human_check_required' ? 'The bot is still paused' : 'Error',
          'Failed to resume bot',
        ),
    });
  return (
    <Button look="ink" onClick={press} isPending={resume.isPending} pendingText="Resuming…">
      {children}
    </Button>
  );
};

const pauseText = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'less than a second';
  return `about ${seconds === 2 ? 'two seconds' : counted(seconds, 'second')}`;
};

const willMakeText = (
  { shareFrequency, useScheduledSlots }: BotSettings,
  { roundsADay: rounds, sharesADay: shares }: Estimate,
): string =>
  shares === 0
    ? 'With your settings it has nothing to share yet.'
    : `With your settings it starts a round ${frequencyText(shareFrequency)}${useScheduledSlots ? ' inside your slots' : ''}. That’s up to ${counted(rounds, 'round')} and about ${counted(shares, 'share')} a day.`;
const offersText = ({ offerShippingDiscount, offerPercent }: BotSettings): string =>
  offerShippingDiscount
    ? `On. After each round, Hangtag sends likers an offer ${offerPercent}% below the price, with the cheapest shipping discount that you pay for, or what your offer rules say. Never below your floor prices.`
    : 'Off. You can turn them on in the settings.';

type Props = {
  isOpen: boolean;
  settings: BotSettings;
  status: BotStatus;
  isPending: boolean;
  onAgree: () => void;
  onClose: () => void;
};

/** Asked once, and never for practice closets. Says how often and how much, by limit and schedule together. */
const ConsentDialog = ({ isOpen, settings, status, isPending, onAgree, onClose }: Props) => {
  const estimate = useEstimateOf(settings, status);
  const note = limitNote(estimate.advice, status.roundListings);
  return (
    <ConfirmDialog
      title="Before the first share"
      isOpen={isOpen}
      verb="I understand, start the bot"
      keep="Not now"
      isPending={isPending}
      pendingText="Starting…"
      onGo={onAgree}
      onClose={onClose}
    >
      <p>
        <b>What Hangtag does.</b> Hangtag shares your own listings for you, one at a time,{' '}
        {pauseText(status.meanPauseMs)} apart. {willMakeText(settings, estimate)}{' '}
        {`It stops at your limit of ${counted(settings.dailyShareLimit, 'share')} a day, ${settings.resumeDaily ? 'and starts again on its own when your next day begins' : 'and stays stopped until you start it again'}.`}
      </p>
      {note?.isWarning && (
        <p className="warn">
          <TriangleAlert />
          <span>{note.text}</span>
        </p>
      )}
      <p>
        <b>Offers to likers.</b> {offersText(settings)}
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
    </ConfirmDialog>
  );
};

export const { ask: askStart, answer: answerStart } = createLateRequest();
