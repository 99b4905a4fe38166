// The steps from a new account to its first round, each with what the seller does for it.
import { type ReactNode, useEffect, useRef } from 'react';
import type { User } from '#contract/account/sign-in.ts';
import type { AuthStatus } from '#contract/closet/closet.ts';
import { type BotSettings, frequencyMinutes, standardSettings } from '#domain/bot/bot.ts';
import { ConnectionStep } from '#web/features/closet/marketplace-panel.tsx';
import { SyncButton } from '#web/features/listings/closet-cells.tsx';
import { counted } from '#web/format/format.ts';
import { useKeptChoice } from '#web/lib/browser/kept-choice.ts';
import { useMarketplaceName } from '#web/lib/marketplace.ts';
import { awakeSentence, runsOnOwnComputer } from '#web/messages/bot/awake.ts';
import { Button } from '#web/ui/button.tsx';
import { Check } from '#web/ui/icons.tsx';
import './first-steps.css';

type Props = {
  user: User | null | undefined;
  auth: AuthStatus;
  settings: BotSettings;
  forSale: number;
  /** The closet is connected inside the checklist, and not in the marketplace panel. */
  isConnecting: boolean;
  isShown: boolean;
  onHide: () => void;
  beside: ReactNode;
  below: ReactNode;
};

export const StepsToFirstRound = ({ user, auth, settings, forSale, isConnecting, isShown, ...around }: Props) => {
  const marketplace = useMarketplaceName();
  const [pace, keepPace] = useKeptChoice(`pace-kept:${user?.id}`);
  const isInBrowser = auth.transport === 'browser';
  const shares = dailyShares(forSale);
  return (
    <FirstSteps
      {...around}
      steps={[
        {
          title: 'Create your account',
          text: user?.guest ? 'A demo account. It’s erased after 24 hours.' : 'Done.',
          isDone: true,
        },
        {
          title: 'Connect your closet',
          text:
            auth.state === 'setup_required'
              ? 'Not Connected. Connect it to start sharing.'
              : auth.practice === true
                ? 'A practice closet. Nothing in it is real.'
                : isInBrowser
                  ? 'Through your browser. Your sign-in stays there.'
                  : 'Your sign-in is stored encrypted.',
          isDone: auth.state === 'ready',
          ...(isConnecting
            ? { place: 'marketplace', body: <ConnectionStep status={auth} isShown={isShown} /> }
            : { control: <StepLink place="#marketplace">Finish connecting</StepLink> }),
        },
        {
          title: 'Sync your listings',
          text:
            forSale > 0
              ? `${counted(forSale, 'active listing')} imported.`
              : `Imports your active listings. Nothing on ${marketplace} changes.`,
          isDone: forSale > 0,
          control: <SyncButton isConnected={auth.state === 'ready'} />,
        },
        {
          title: 'Choose your pace',
          text: `Default: one round every ${frequencyMinutes.standard / 60} hours${shares === null ? '' : ` (about ${counted(shares, 'share')} a day)`}.`,
          isDone: pace === 'yes' || !isStandardPace(settings),
          control: (
            <span className="step-choice answers">
              <StepLink place="#settings">Open settings</StepLink>
              <Button look="bare" isSmall onClick={() => keepPace('yes')}>
                Keep this pace
              </Button>
            </span>
          ),
        },
        {
          title: 'Press Start Bot',
          text: [
            isInBrowser
              ? 'You can close this page, but keep your browser open: it does the sharing.'
              : `You can close this page. The bot runs on ${runsOnOwnComputer() ? 'your computer' : 'the server'}.`,
            ...(runsOnOwnComputer() ? [awakeSentence(settings)] : []),
          ].join(' '),
          isDone: false,
          control: <StepLink place="#bot-title">Go to Start Bot</StepLink>,
        },
      ]}
    />
  );
};

/** The shares of a day at the standard pace; null before any listing is known. */
const dailyShares = (active: number): number | null => {
  const rounds = (24 * 60) / frequencyMinutes.standard;
  return active === 0 ? null : Math.min(active * rounds, standardSettings.dailyShareLimit);
};

/** Whether the pace is still the default of a new account. */
const isStandardPace = (settings: BotSettings): boolean =>
  settings.shareFrequency === standardSettings.shareFrequency &&
  settings.dailyShareLimit === standardSettings.dailyShareLimit &&
  settings.useScheduledSlots === standardSettings.useScheduledSlots;

type Step = {
  title: string;
  text: string;
  isDone: boolean;
  control?: ReactNode;
  body?: ReactNode;
  /** Where links lead that mean the step while it is next. */
  place?: string;
};

const FirstSteps = ({
  steps,
  onHide,
  beside,
  below,
}: Pick<Props, 'onHide' | 'beside' | 'below'> & { steps: readonly Step[] }) => {
  const done = steps.filter(({ isDone }) => isDone).length;
  const current = steps.findIndex(({ isDone }) => !isDone);
  const list = useNextStepInView(steps[current]?.body !== undefined);
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="lines">
        <div className="panel">
          <div className="phead">
            <h2 className="h-title" id="first-steps">
              Before the first round
            </h2>
            <span className="small mute">
              {done} of {steps.length} done
            </span>
          </div>
          <ol className="steps" ref={list}>
            {steps.map(({ title, text, isDone, control, body, place }, index) => (
              <li
                key={title}
                className={isDone ? 'done' : index === current ? 'cur' : ''}
                aria-current={index === current ? 'step' : undefined}
                {...(index === current && place !== undefined && { id: place, tabIndex: -1 })}
              >
                <span className="n">{isDone ? <Check aria-label="Done" /> : index + 1}</span>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
                {!isDone && control}
                {!isDone && index === current && body !== undefined && <div className="step-body">{body}</div>}
              </li>
            ))}
          </ol>
          <p className="steps-foot">
            <button type="button" className="btn bare sm" onClick={onHide}>
              Hide these steps
            </button>
          </p>
        </div>
        {below}
      </div>
      {beside}
    </section>
  );
};

/** A step that was tall leaves a seller who did it far below the next one. One who is busy elsewhere stays there. */
const useNextStepInView = (isTall: boolean) => {
  const list = useRef<HTMLOListElement>(null);
  const wasTall = useRef(isTall);
  useEffect(() => {
    const isBusy = document.activeElement !== document.body && !list.current?.contains(document.activeElement);
    if (wasTall.current && !isTall && !isBusy)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    wasTall.current = isTall;
  }, [isTall]);
  return list;
};

const StepLink = ({ place, children }: { place: string; children: ReactNode }) => (
  <a className="btn line sm" href={place}>
    {children}
  </a>
);
