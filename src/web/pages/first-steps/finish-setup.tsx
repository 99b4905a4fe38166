// What a seller may set up when they're ready. Each step can be put off for good, and the panel goes with the last one.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { SetupStep } from '#domain/today/first-steps.ts';
import { computerQuery } from '#web/features/computer/queries.ts';
import { SaveBackup } from '#web/features/computer/this-computer.tsx';
import { noticesQuery, useTurnOnMessages } from '#web/features/notices/queries.ts';
import { todayQuery, usePutBack, usePutOff } from '#web/features/today/queries.ts';
import { usePushSupport } from '#web/lib/browser/push.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Check } from '#web/ui/icons.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toastDone, toastFailure } from '#web/ui/toast-store.ts';
import './first-steps.css';

export const useOpenSteps = (): readonly SetupStep[] => {
  const { data } = useQuery(todayQuery);
  return data?.setup.flatMap(({ step, isDone }) => (isDone ? [] : [step])) ?? [];
};

export const FinishSetup = () => {
  const { data } = useQuery(todayQuery);
  const open = useOpenSteps();
  if (data === undefined || open.length === 0) return null;
  return (
    <Panel
      title="When you’re ready"
      aside={
        <span className="small mute">
          {data.setup.length - open.length} of {data.setup.length} done
        </span>
      }
    >
      <ul className="setup">
        {data.setup.map(({ step, isDone }) => (
          <Step key={step} step={step} isDone={isDone} />
        ))}
      </ul>
    </Panel>
  );
};

const Step = ({ step, isDone }: { step: SetupStep; isDone: boolean }) => {
  const { title, text, Do } = steps[step];
  const putOff = usePutOffStep();
  return (
    <li className={isDone ? 'done' : ''}>
      <div>
        <h3>
          {isDone && <Check aria-label="Done" />}
          {title}
        </h3>
        {!isDone && <p className="small mute">{text}</p>}
      </div>
      {!isDone && (
        <div className="answers">
          <Do />
          <Button isSmall look="bare" aria-label={`Not now: ${title}`} onClick={() => putOff(step)}>
            Not now
          </Button>
        </div>
      )}
    </li>
  );
};

const usePutOffStep = () => {
  const putOff = usePutOff();
  const putBack = usePutBack();
  const onError = (error: unknown) =>
    toastFailure(error, 'Not saved', 'This couldn’t be saved. Try again in a moment.');
  return (step: SetupStep) =>
    whenDone(putOff.mutateAsync({ step }), {
      onSuccess: () =>
        toastDone('Put off', steps[step].later, {
          label: 'Undo',
          run: () => whenDone(putBack.mutateAsync({ step }), { onSuccess: () => toastDone('It’s back'), onError }),
        }),
      onError,
    });
};

const TurnOn = () => {
  const support = usePushSupport();
  const { data } = useQuery({ ...noticesQuery, enabled: support === 'able' });
  const { isPending, turnOnHere } = useTurnOnMessages();
  if (support !== 'able') return <span className="small">This browser can’t. Your phone may.</span>;
  return (
    <Button
      isSmall
      onClick={() => data && turnOnHere(data.publicKey)}
      isPending={isPending || !data}
      pendingText={isPending ? 'Turning on…' : 'Turn on notifications'}
    >
      Turn on notifications
    </Button>
  );
};

const ShowPhone = () => (
  <Link className="btn line sm" href={paths.phone}>
    Use it on your phone
  </Link>
);

/** A phone, or another browser, can’t save what only the operator may have. */
const Backup = () => {
  const { data } = useQuery(computerQuery);
  return data?.operated === null ? (
    <span className="small">Open Hangtag on the computer it runs on.</span>
  ) : (
    <SaveBackup isSmall>Save a backup</SaveBackup>
  );
};

const steps: Record<SetupStep, { title: string; text: string; later: string; Do: () => ReactNode }> = {
  notifications: {
    title: 'Hear when the bot needs you',
    text: 'A short notification on this device, even when Hangtag is closed.',
    later: 'You can turn notifications on later in your profile.',
    Do: TurnOn,
  },
  phone: {
    title: 'Use it on your phone',
    text: 'Start and stop the bot, and price from a photo.',
    later: 'The dashboard keeps a link to it.',
    Do: ShowPhone,
  },
  backup: {
    title: 'Save a backup',
    text: 'One file, in case this computer breaks or gets lost.',
    later: 'You can save one later in your profile, under Personal Info.',
    Do: Backup,
  },
};
