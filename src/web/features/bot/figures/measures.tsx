// The bot's state as a shape and a word, and its figures: this round, today's limit, the last share, the next one.
import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import {
  ago,
  clockSeconds,
  clockTime,
  count,
  countdown,
  counted,
  formatWhen,
  roughly,
  shortDay,
  withoutZeroMinutes,
} from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { serverNow, useNow } from '#web/lib/clock.ts';
import { isOnHold } from '#web/messages/bot/bot-sentence.ts';
import { loweredMessages, sharesByKindText } from '#web/messages/bot/limit.ts';
import { isAtLimit } from '#web/messages/bot/stopped-sentence.ts';
import { Stamp, type StampKind } from '#web/ui/stamp.tsx';
import { Time } from '#web/ui/time.tsx';
import { dayOf, forecast } from '../rail/timeline.ts';
import { useSavedEstimate } from '../settings/settings-card.tsx';
import { limitNote } from '../settings/settings-messages.ts';
import '#web/ui/tape.css';
import './figures.css';

const kinds: Record<BotStatus['state'], StampKind> = {
  stopped: 'off',
  waiting: 'run',
  sharing: 'run',
  paused: 'mind',
  waiting_for_browser: 'mind',
};

export const stateNames: Record<BotStatus['state'], string> = {
  stopped: 'Stopped',
  waiting: 'Waiting',
  sharing: 'Running',
  paused: 'Paused',
  waiting_for_browser: 'Waiting for browser',
};

export const StateStamp = ({ status, isShort = false }: { status: BotStatus; isShort?: boolean }) => {
  if (isOnHold(status)) return <Stamp kind="mind">On hold</Stamp>;
  const isLong = isAtLimit(status) && status.limitReachedAt !== undefined && !isShort;
  return <Stamp kind={kinds[status.state]}>{isLong ? 'Stopped at the limit' : stateNames[status.state]}</Stamp>;
};

const notSharedText = (refused: number, notConfirmed: number) =>
  [
    ...(refused > 0 ? [`${count(refused)} refused`] : []),
    ...(notConfirmed > 0 ? [`${count(notConfirmed)} not confirmed`] : []),
  ].join(', ');

type Props = { status: BotStatus; statusAt: number; timeline: Timeline | undefined };

export const Measures = ({ status, statusAt, timeline }: Props) => (
  <div className="meas">
    <ThisRound status={status} timeline={timeline} />
    <TodaysLimit status={status} statusAt={statusAt} timeline={timeline} />
    <LastShared status={status} statusAt={statusAt} />
    <NextShare status={status} statusAt={statusAt} />
  </div>
);

/** With more listings than this, the round's cells would be too thin to see. */
const mostTicks = 160;

const ThisRound = ({ status, timeline }: Pick<Props, 'status' | 'timeline'>) => {
  const { completedShares: done, totalListings: total, kind } = status.shareStatus;
  const running = timeline?.days.flatMap(({ rounds }) => rounds).find(({ state }) => state === 'running');
  const isSharing = status.state === 'sharing' && !status.heldByOperator;
  const untilEnd = running && isSharing ? Date.parse(running.endsAt) - Date.parse(status.now) : null;
  const time = untilEnd !== null && untilEnd > 0 ? roughly(untilEnd) : null;
  const progress = {
    role: 'progressbar',
    'aria-label': kind === 'back' ? 'People shared back' : 'Listings shared this round',
    'aria-valuenow': done,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(total, 1),
  } as const;
  return (
    <div>
      <h3 className="lab">{roundName(status)}</h3>
      <p className="fig">
        {count(done)}{' '}
        <small>of {kind === 'back' ? counted(total, 'person', 'people') : counted(total, 'listing')}</small>
      </p>
      {total > mostTicks ? (
        <div className="tape plain" {...progress}>
          <div
            className={isInRound(status) ? 'fill live' : 'fill past'}
            style={properties({ v: (done / total) * 100 })}
          />
        </div>
      ) : (
        <div
          className={isInRound(status) ? 'ticks' : 'ticks past'}
          {...progress}
          style={properties({ columns: columnsOf(total) })}
        >
          {Array.from({ length: total === 0 ? 20 : total }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its place in the round
            <i key={cell} className={cell < done ? 'd' : undefined} />
          ))}
        </div>
      )}
      <p className="small mute meas-note">{roundNote(status, time)}</p>
    </div>
  );
};

/** With what was refused or not confirmed, the round's numbers add up to its listings. */
const roundNote = (status: BotStatus, time: string | null): string => {
  const { totalListings, left, refused, notConfirmed, kind, party } = status.shareStatus;
  const notShared = notSharedText(refused, notConfirmed);
  if (left === 0) return totalListings === 0 ? 'No round yet' : notShared || allDone[kind](party);
  const ahead = isAhead(status)
    ? `${count(left)} to go${time === null ? '' : `, ${time}`}`
    : `${count(left)} not shared this round`;
  return notShared === '' ? ahead : `${ahead}. ${notShared}`;
};

const allDone: Record<BotStatus['shareStatus']['kind'], (party?: string) => string> = {
  self: () => 'Every listing shared once',
  party: (party) => `Everything that matches shared to ${party ?? 'the party'}`,
  back: () => 'Everybody shared back once',
};

/** Two rows, and one for a small closet. Before the first sync the cells are only a drawing. */
const columnsOf = (total: number): number => {
  if (total === 0) return 10;
  return total <= 10 ? total : Math.ceil(total / 2);
};

const isInRound = ({ shareStatus }: BotStatus): boolean => shareStatus.isUnderWay;
const isAhead = (status: BotStatus): boolean => isInRound(status) || status.totalShares === 0;

const roundName = (status: BotStatus): string => {
  const { kind } = status.shareStatus;
  if (kind !== 'self') return `${isInRound(status) ? 'This' : 'Last'} ${kind === 'party' ? 'party' : 'share-back'}`;
  if (isInRound(status)) return 'This round';
  return status.totalShares === 0 ? 'First round' : 'Last round';
};

const TodaysLimit = ({ status, statusAt, timeline }: Props) => {
  const now = useNow(10_000);
  const { sharesToday, assumedToday = 0, effectiveLimit: limit, dailyShareLimit, unknownToday, timezone } = status;
  const { loweredUntil } = status;
  const byKind = sharesByKindText(status);
  // A warning, or the seller, has set a limit below what was shared before.
  const isOver = sharesToday > limit;
  const used = Math.min((sharesToday / Math.max(limit, 1)) * 100, 100);
  const day = timeline && dayOf(timeline, serverNow({ sent: status.now, receivedAt: statusAt, now }));
  // A pause that waits for the seller, and a hold, have no known end, so there is no forecast.
  const isHeld = status.state === 'paused' || status.state === 'waiting_for_browser' || status.heldByOperator;
  const ahead = day && status.isRunning && !isHeld ? forecast(day, sharesToday) : null;
  const percent = ahead && !ahead.isCut && ahead.total > sharesToday ? (ahead.total / limit) * 100 : null;
  const isFar = (x: number) => percent === null || Math.abs(percent - x) > 22;
  return (
    <div>
      <h3 className="lab">Today’s limit</h3>
      <p className="fig">
        {count(sharesToday)}{' '}
        <small>{isOver ? (sharesToday === 1 ? 'share' : 'shares') : `of ${counted(limit, 'share')}`}</small>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the tape is drawn with CSS, and browsers style <meter> in their own way */}
      <div
        className="tape"
        role="meter"
        aria-valuenow={Math.min(sharesToday, limit)}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-label="Shares used of today’s limit"
      >
        <div className="fill" style={properties({ v: used })} />
        {percent !== null && <div className="fore" style={properties({ v: percent })} />}
        <div className="cap" />
      </div>
      <div className="tape-ax along" aria-hidden="true">
        <span style={properties({ x: 0 })}>{isFar(0) ? '0' : ''}</span>
        {isFar(50) && <span style={properties({ x: 50 })}>{count(Math.round(limit / 2))}</span>}
        {percent !== null && ahead?.endsAt && (
          <span className={percent > 78 ? 'end' : percent < 22 ? 'start' : ''} style={properties({ x: percent })}>
            {count(ahead.total)} by {withoutZeroMinutes(clockTime(ahead.endsAt, timezone))}
          </span>
        )}
        <span style={properties({ x: 100 })}>{isFar(100) ? count(limit) : ''}</span>
      </div>
      {byKind !== null && <p className="small mute meas-note">{byKind}</p>}
      <LimitWarning status={status} />
      {(unknownToday > 0 || assumedToday > 0 || loweredUntil !== undefined || isOver) && (
        <p className="small mute meas-note">
          {isOver &&
            `That’s more than the limit of ${count(limit)} that applies now, so nothing more is shared today. `}
          {loweredUntil !== undefined &&
            `${loweredMessages.below({ limit, own: dailyShareLimit, until: shortDay(loweredUntil, timezone) })} `}
          {unknownToday > 0 &&
            `${counted(unknownToday, 'share')} couldn’t be confirmed. ${
              unknownToday === 1
                ? 'It counts toward your limit and won’t be sent again.'
                : 'They count toward your limit and won’t be sent again.'
            }`}
          {assumedToday > 0 &&
            ` Hangtag’s data was restored today, so up to ${counted(assumedToday, 'share')} may be missing here. They count until your next day begins.`}
        </p>
      )}
    </div>
  );
};

/** The limit alone is no reason for a warning: only what limit and schedule make together is. */
const LimitWarning = ({ status }: { status: BotStatus }) => {
  const note = limitNote(useSavedEstimate(status).advice, status.roundListings);
  if (note === null || !note.isWarning) return null;
  return (
    <p className="small meas-note meas-warn">
      {note.text} <a href="#settings">Change settings</a>
    </p>
  );
};

const LastShared = ({ status, statusAt }: Pick<Props, 'status' | 'statusAt'>) => {
  const now = serverNow({ sent: status.now, receivedAt: statusAt, now: useNow(5000) });
  const last = status.shareStatus.lastSharedItem;
  return (
    <div>
      <h3 className="lab">Last shared</h3>
      {last === null ? (
        <>
          <p className="txt two-lines">Nothing yet</p>
          <p className="small mute">Your first share will appear here.</p>
        </>
      ) : (
        <>
          <p className="txt two-lines">{last.title}</p>
          <p className="small mute">
            <Time at={last.timestamp} zone={status.timezone}>
              {clockSeconds(last.timestamp, status.timezone)}
            </Time>
            , {ago(last.timestamp, now)}
          </p>
        </>
      )}
    </div>
  );
};

const NextShare = ({ status, statusAt }: Pick<Props, 'status' | 'statusAt'>) => {
  const now = serverNow({ sent: status.now, receivedAt: statusAt, now: useNow(1000) });
  const { nextShareTime, state } = status;
  const isCounting = nextShareTime !== null && (state === 'sharing' || state === 'waiting');
  return (
    <div>
      <h3 className="lab">Next share</h3>
      <p className="fig counts" role="timer">
        {isCounting ? countdown(Date.parse(nextShareTime) - now) : <span className="none">None</span>}
      </p>
      <p className="small mute">{nextNote(status, now)}</p>
    </div>
  );
};

const nextNote = (status: BotStatus, now: number): string => {
  const { state, resumesAt, startsAgainAt, nextRoundTime, roundListings, timezone } = status;
  if (startsAgainAt !== undefined) return `Starts again ${formatWhen(startsAgainAt, now, timezone)}`;
  if (isAtLimit(status)) return 'Your next day begins at midnight';
  if (state === 'stopped') return roundListings === 0 ? 'No listings to share' : 'Press Start Bot to begin';
  if (state === 'waiting_for_browser') return 'Waiting for your browser';
  if (state === 'paused')
    return resumesAt === undefined ? 'Waiting for you' : `Resumes ${formatWhen(resumesAt, now, timezone)}`;
  if (status.heldByOperator) return 'All bots are on hold';
  return nextRoundTime === null ? 'The round continues' : `Next round ${formatWhen(nextRoundTime, now, timezone)}`;
};
