// The bot band: the bot's state in a sentence, with the rail, the controls, and what to do while it is paused.
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { BotStatus } from '#contract/bot/bot.ts';
import { paths } from '#contract/pages.ts';
import type { PauseReason } from '#domain/bot/bot.ts';
import { type ConnectionState, startWith } from '#domain/closet.ts';
import { clockTimeNear, count, placedTime, zoneNote } from '#web/format/format.ts';
import { useNarrow } from '#web/lib/browser/narrow.ts';
import { serverNow, useNow } from '#web/lib/clock.ts';
import { useMarketplaceName, useTransport } from '#web/lib/marketplace.ts';
import { isOutage } from '#web/lib/server/api.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { botSentence, isOnHold, type Sentence } from '#web/messages/bot/bot-sentence.ts';
import { type PauseStep, pauseSteps } from '#web/messages/bot/pause-steps.ts';
import { isAtLimit, whyNoStart } from '#web/messages/bot/stopped-sentence.ts';
import { Hangers } from '#web/ui/hangers.tsx';
import { ExternalLink } from '#web/ui/icons.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { Measures, StateStamp, stateNames } from '../figures/measures.tsx';
import { botStatusQuery } from '../queries.ts';
import { DayRail } from '../rail/day-rail.tsx';
import { dayOf, forecast, nextPlannedRound, useTimeline } from '../rail/timeline.ts';
import { useSavedEstimate } from '../settings/settings-card.tsx';
import { limitNote } from '../settings/settings-messages.ts';
import { LimitOffer, RestoreLimit } from './limit.tsx';
import { ResumeButton, StartButton, StartStop, StopButton } from './start-stop.tsx';
import '../stopping/stop-notice.css';
import './bot-band.css';

type Props = {
  connection: ConnectionState;
  hasOpenCheck: boolean;
  connectionStamp: ReactNode;
  activeListings: number;
  /** The marketplace's address; null until a listing has been loaded. */
  marketplaceUrl: string | null;
  testButton: ReactNode;
};

type BandProps = Props & { status: BotStatus; statusAt: number; error: Error | null };

export const BotBand = (props: Props) => {
  const { data: status, dataUpdatedAt, error, refetch } = useSteadyQuery(botStatusQuery);
  if (status) return <Band {...props} status={status} statusAt={dataUpdatedAt} error={error} />;
  return (
    <section className="bot" aria-labelledby="bot-title" aria-busy={error === null}>
      <div className="wrap">
        <div className="bot-top">
          <div>
            <h2 className="lab" id="bot-title">
              Bot Controls
            </h2>
            <p className="disp">{error ? 'Couldn’t load the bot.' : 'Loading the bot.'}</p>
            <p className="bot-sub">{error ? error.message : 'One moment.'}</p>
            {error && (
              <button type="button" className="btn line bot-retry" onClick={() => void refetch()}>
                Try again
              </button>
            )}
            <Reference of={error} />
          </div>
        </div>
        <div className="bare-rail">
          <Hangers label={error ? 'An empty rail: the bot couldn’t be loaded' : 'An empty rail while the bot loads'} />
        </div>
      </div>
    </section>
  );
};

/** The administrator, a full disk, a marketplace that refuses many sellers, or a missing worker keeps all bots from sharing. */
const HeldNotice = ({ status, now }: { status: BotStatus; now: number }) => {
  const { heldBecause, heldUntil, holdReason, timezone } = status;
  const until = heldUntil === undefined ? null : `${clockTimeNear(heldUntil, now, timezone)}${zoneNote(timezone)}`;
  const name = startWith(useMarketplaceName());
  const becauseOf = {
    disk: 'The server’s disk is full. Your bot will resume on its own when your administrator has made room.',
    no_worker:
      'The part of Hangtag that shares isn’t running. Your bot will resume on its own when it’s back. If that takes long, tell your administrator that the worker is down.',
    marketplace: `${name} is refusing many sellers on this site right now. Hangtag ${until === null ? 'is trying one share now' : `will try one share at ${until}`}. Your bot will resume on its own once that works. No action needed.`,
  };
  const why =
    heldBecause === undefined
      ? `Your administrator paused all bots${until === null ? '' : ` until ${until}`}. Yours will resume on its own.`
      : becauseOf[heldBecause];
  return (
    <p className="outage held" role="status">
      <b>Sharing is on hold.</b> {why}
      {holdReason !== undefined && ` Reason given: “${holdReason}”`}
    </p>
  );
};

const Band = ({ status: answered, statusAt, error, connectionStamp, ...props }: BandProps) => {
  const { connection, hasOpenCheck, activeListings } = props;
  const { data: timeline, isPending: isRailPending } = useTimeline(answered);
  const now = serverNow({ sent: answered.now, receivedAt: statusAt, now: useNow(15_000) });
  // While a round runs, only the timeline knows the next round.
  const isPlanned = answered.isRunning && !answered.heldByOperator;
  const nextRoundTime = answered.nextRoundTime ?? (timeline && isPlanned ? nextPlannedRound(timeline, now) : null);
  const status = { ...answered, nextRoundTime };
  const day = timeline && dayOf(timeline, now);
  const plan = day && status.isRunning ? forecast(day, status.sharesToday) : null;
  const marketplace = useMarketplaceName();
  const transport = useTransport();
  const isRisky = limitNote(useSavedEstimate(status).advice, status.roundListings)?.isWarning;
  const facts = { status, connection, marketplace, transport, now, activeListings, hasOpenCheck, isRisky };
  const sentence = botSentence({ ...facts, forecast: plan });
  const isPaused = status.state === 'paused';
  const whyNot = whyNoStart({ status, connection, transport, hasOpenCheck, now });
  // On phones the top bar says it, in one word.
  const isSaidAbove = useNarrow() && !isAtLimit(status) && (status.isRunning || status.totalShares > 0);
  const controls = useRef<HTMLDivElement>(null);
  const isEmpty =
    status.totalShares === 0 &&
    (connection === 'setup_required' || (connection === 'connection_issue' && activeListings === 0));
  return (
    <section className={`bot ${status.state}${status.totalShares === 0 ? ' new' : ''}`} aria-labelledby="bot-title">
      <div className="wrap">
        {error && <Outage error={error} lastAt={statusAt} timezone={status.timezone} />}
        {status.heldByOperator && <HeldNotice status={status} now={now} />}
        <div className="bot-top" ref={controls}>
          <div role={isPaused ? 'alert' : undefined}>
            <div className="eyeb">
              <h2 className="lab" id="bot-title">
                Bot Controls
              </h2>
              {!isEmpty && !isSaidAbove && <StateStamp status={status} />}
              {connectionStamp}
            </div>
            <p className="disp" aria-live="off">
              {sentence.happened}
              <br />
              <em>{sentence.next}</em>
            </p>
            <p className="bot-sub">
              <Emphasised text={sentence.note} />
            </p>
            <LimitOffer status={status} />
            <RestoreLimit status={status} />
            {connection === 'connection_issue' && !hasOpenCheck && status.state === 'stopped' && (
              <a className="btn line sm bot-finish" href="#marketplace">
                Finish connecting
              </a>
            )}
          </div>
          <StartStop status={status} whyNot={whyNot} />
        </div>
        {isEmpty || !timeline ? (
          <div className="bare-rail">
            <Hangers label="An empty rail. Nothing shared or planned today." />
          </div>
        ) : (
          <DayRail status={status} timeline={timeline} now={now} canStart={whyNot === null} />
        )}
        {isPaused && status.pauseReason !== undefined && <PausedSteps reason={status.pauseReason} {...props} />}
        {/* They are below the rail, so they wait until the rail has its height. */}
        {!isEmpty && !isRailPending && <Measures status={status} statusAt={statusAt} timeline={timeline} />}
      </div>
      <PhoneStrip status={status} whyNot={whyNot} sentence={sentence} controls={controls} />
    </section>
  );
};

/** Text in which *words between asterisks* are bold. */
const Emphasised = ({ text }: { text: string }) =>
  text.split('*').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other identity
    index % 2 === 1 ? <b key={index}>{part}</b> : <Fragment key={index}>{part}</Fragment>,
  );

type PhoneStripProps = {
  status: BotStatus;
  whyNot: string | null;
  sentence: Sentence;
  controls: RefObject<HTMLElement | null>;
};

/** On phones it keeps the state and the button in reach after the controls are scrolled away. */
const PhoneStrip = ({ status, whyNot, sentence, controls }: PhoneStripProps) => {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const element = controls.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false));
    observer.observe(element);
    return () => observer.disconnect();
  }, [controls]);
  if (!isAway || (!status.isRunning && whyNot !== null)) return null;
  const { completedShares, totalListings } = status.shareStatus;
  return (
    <section className={`strip ${status.state}`} aria-label="Bot at a glance">
      <div>
        <b>{isOnHold(status) ? 'On hold' : stateNames[status.state]}</b>
        <span>
          {keepTimes(
            status.state === 'sharing'
              ? `${count(completedShares)} of ${count(totalListings)}. ${sentence.next}`
              : sentence.next,
          )}
        </span>
      </div>
      {status.isRunning ? <StopButton /> : <StartButton status={status} whyNot={whyNot} />}
    </section>
  );
};

/** A line never ends inside a time of day. */
const keepTimes = (text: string): string => text.replace(/(\d) ([AP]M)/g, '$1\u00a0$2');

const Outage = ({ error, lastAt, timezone }: { error: Error; lastAt: number; timezone: string }) => (
  <p className="outage" role="status">
    <b>{isOutage(error) ? 'Can’t reach the server.' : error.message.replace(/ Try again\b[^.]*\.$/, '')}</b> Showing
    data from {placedTime(lastAt, timezone)}. Retrying…
  </p>
);

/** For screens without the band. The status is polled, so it is the first to miss the server. */
export const OutageNotice = ({ timezone }: { timezone: string }) => {
  const { data, error, dataUpdatedAt } = useSteadyQuery(botStatusQuery);
  return data && error && <Outage error={error} lastAt={dataUpdatedAt} timezone={timezone} />;
};

type StepParts = Pick<Props, 'marketplaceUrl' | 'testButton'>;

const PausedSteps = ({ reason, ...parts }: StepParts & { reason: PauseReason }) => (
  <ol className="todo" aria-label="What to do">
    {pauseSteps(reason, useMarketplaceName(), useTransport()).map((step, index) => (
      <li key={step.title}>
        <span className="n" aria-hidden="true">
          {index + 1}
        </span>
        <h3>{step.title}</h3>
        <p>{step.text}</p>
        <StepControl {...step} {...parts} />
      </li>
    ))}
  </ol>
);

const stepLinks = {
  panel: { to: '#marketplace', name: 'Go to the marketplace panel' },
  settings: { to: '#settings', name: 'Open settings' },
  record: { to: `${paths.companion}#record`, name: 'How to record' },
  companion: { to: `${paths.companion}#install`, name: 'Get the companion' },
} as const;

const StepControl = ({ action, label = 'Resume', marketplaceUrl, testButton }: PauseStep & StepParts) => {
  const marketplace = useMarketplaceName();
  if (action === undefined) return null;
  if (action === 'test') return testButton;
  if (action === 'resume') return <ResumeButton>{label}</ResumeButton>;
  if (action !== 'open')
    return (
      <a className="btn line" href={stepLinks[action].to}>
        {stepLinks[action].name}
      </a>
    );
  return marketplaceUrl === null ? null : (
    <a className="btn line" href={marketplaceUrl} target="_blank" rel="noreferrer">
      <ExternalLink />
      Open {marketplace}
    </a>
  );
};
