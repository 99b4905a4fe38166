import { Play, Square } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { BotStatus } from '#contract/bot.ts';
import { failureCode, failureMessage } from '#web/lib/api.ts';
import { whenDone } from '#web/lib/when-done.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { stoppedWords } from '#web/words/stopped.ts';
import { ConsentDialog } from './consent-dialog.tsx';
import { useResumeBot, useStartBot, useStopBot } from './queries.ts';
import { fillWith, useSharedSettingsForm } from './settings-form-state.ts';

/** Starting, with the consent it may need. Nothing is shown as running before the server has said so. */
const useStart = (status: BotStatus) => {
  const form = useSharedSettingsForm();
  const start = useStartBot();
  const [isAsking, setAsking] = useState(false);
  const send = (isAgreed: boolean) =>
    form.handleSubmit(
      (settings) =>
        whenDone(
          start.mutateAsync({ body: { ...settings, ...(isAgreed ? { acceptAutomationRisk: true as const } : {}) } }),
          {
            onSuccess: (next) => {
              fillWith(form, next.settings);
              toastDone('Bot started successfully', 'Your closet is on the rail. You can close this page.');
            },
            onError: (error) => {
              if (failureCode(error) === 'consent_required') setAsking(true);
              else toastFailed('Error', 'Failed to start bot', failureMessage(error, 'Failed to start bot'));
            },
            onSettled: () => setAsking(false),
          },
        ),
      () => toastFailed('Error', 'Failed to start bot', 'Something in the settings needs a look first.'),
    )();
  return {
    isPending: start.isPending,
    press: () => (status.consentNeeded ? setAsking(true) : void send(false)),
    dialog: (
      <ConsentDialog
        isOpen={isAsking}
        limit={status.effectiveLimit}
        isPending={start.isPending}
        onAgree={() => void send(true)}
        onClose={() => setAsking(false)}
      />
    ),
  };
};

const useStop = () => {
  const stop = useStopBot();
  return {
    isPending: stop.isPending,
    press: () =>
      whenDone(stop.mutateAsync(undefined), {
        onSuccess: (status) => toastDone(stoppedWords.title, stoppedWords.text(status)),
        onError: (error) => toastFailed('Error', 'Failed to stop bot', failureMessage(error, 'Failed to stop bot')),
      }),
  };
};

export const StopButton = ({ className = '' }: { className?: string }) => {
  const stop = useStop();
  return (
    <Button
      look="ink"
      className={className}
      icon={<Square className="ic" aria-hidden="true" />}
      onClick={stop.press}
      isPending={stop.isPending}
      pendingText="Stopping…"
    >
      Stop Bot
    </Button>
  );
};

export const StartButton = ({
  status,
  whyNot,
  className = '',
}: {
  status: BotStatus;
  whyNot: string | null;
  className?: string;
}) => {
  const start = useStart(status);
  return (
    <>
      <Button
        look="primary"
        className={className}
        icon={<Play className="ic" aria-hidden="true" />}
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

/** Both, side by side, one of them disabled. */
export const StartStop = ({ status, whyNot }: { status: BotStatus; whyNot: string | null }) => (
  <div className="acts">
    <StartButton status={status} whyNot={whyNot} />
    {status.isRunning ? (
      <StopButton />
    ) : (
      <Button look="quiet" className="quiet" disabled icon={<Square className="ic" aria-hidden="true" />}>
        Stop Bot
      </Button>
    )}
    {whyNot !== null && (
      <p className="sr" id="why-no-start">
        {whyNot}
      </p>
    )}
  </div>
);

export const ResumeButton = ({ children }: { children: ReactNode }) => {
  const resume = useResumeBot();
  const press = () =>
    whenDone(resume.mutateAsync(undefined), {
      onSuccess: () => toastDone('Bot resumed', 'One share first, then the round goes on.'),
      onError: (error) => toastFailed('Error', failureMessage(error, 'The bot could not go on.')),
    });
  return (
    <Button look="ink" onClick={press} isPending={resume.isPending} pendingText="Resuming…">
      {children}
    </Button>
  );
};
