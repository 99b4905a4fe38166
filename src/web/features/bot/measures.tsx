import type { BotStatus, Timeline } from '#contract/bot.ts';
import { serverNow, useNow } from '#web/lib/clock.ts';
import { properties } from '#web/lib/custom-properties.ts';
import { ago, clockSeconds, clockTime, count, countdown, counted, roughly, whenWords } from '#web/lib/format.ts';
import { isAtLimit } from './bot-sentence.ts';
import { dayOf, forecast } from './rail-geometry.ts';
import '#web/ui/tape.css';
import './measures.css';

type Props = { status: BotStatus; statusAt: number; timeline: Timeline | undefined };

/** This round, today's limit, the last share, the next one. */
export const Measures = ({ status, statusAt, timeline }: Props) => (
  <div className="meas">
    <ThisRound status={status} timeline={timeline} />
    <TodaysLimit status={status} statusAt={statusAt} timeline={timeline} />
    <LastShared status={status} statusAt={statusAt} />
    <NextShare status={status} statusAt={statusAt} />
  </div>
);

/** Above this many listings single cells are too fine to see. */
const mostTicks = 160;

const ThisRound = ({ status, timeline }: Pick<Props, 'status' | 'timeline'>) => {
  const { completedShares: done, totalListings: total } = status.shareStatus;
  const running = timeline?.days.flatMap(({ rounds }) => rounds).find(({ state }) => state === 'running');
  const left = Math.max(total - done, 0);
  const untilEnd = running && status.state === 'sharing' ? Date.parse(running.endsAt) - Date.parse(status.now) : null;
  const progress = {
    role: 'progressbar',
    'aria-label': 'Listings shared this round',
    'aria-valuenow': done,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(total, 1),
  } as const;
  return (
    <div>
      <h3 className="lab">{roundName(status)}</h3>
      <p className="fig">
        {count(done)} <small>of {counted(total, 'listing')}</small>
      </p>
      {total > mostTicks ? (
        <div className="tape plain" {...progress}>
          <div className="fill live" style={properties({ v: (done / total) * 100 })} />
        </div>
      ) : (
        <div className="ticks" {...progress} style={properties({ columns: Math.max(Math.ceil(total / 2), 10) })}>
          {Array.from({ length: Math.max(total, 20) }, (_, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in the round
            <i key={cell} className={cell < done ? 'd' : undefined} />
          ))}
        </div>
      )}
      <p className="small mute meas-note">
        {left === 0
          ? total === 0
            ? 'No round yet'
            : 'Every listing shared once'
          : !isAhead(status)
            ? `${count(left)} left for the next one`
            : `${count(left)} to go${untilEnd !== null && untilEnd > 0 ? `, ${roughly(untilEnd)}` : ''}`}
      </p>
    </div>
  );
};

const isInRound = ({ state }: BotStatus): boolean => state === 'sharing' || state === 'paused';
const isAhead = (status: BotStatus): boolean => isInRound(status) || status.totalShares === 0;

const roundName = (status: BotStatus): string => {
  if (isInRound(status)) return 'This round';
  return status.totalShares === 0 ? 'First round' : 'Last round';
};

const TodaysLimit = ({ status, statusAt, timeline }: Props) => {
  const now = useNow(10_000);
  const { sharesToday, effectiveLimit: limit, dailyShareLimit, unknownToday, timezone } = status;
  const used = Math.min((sharesToday / Math.max(limit, 1)) * 100, 100);
  const day = timeline && dayOf(timeline, serverNow({ said: status.now, saidAt: statusAt, now }));
  // A pause that waits for the seller has no forecast.
  const ahead = day && status.isRunning && status.state !== 'paused' ? forecast(day, sharesToday) : null;
  const place = ahead && !ahead.isCut && ahead.total > sharesToday ? (ahead.total / limit) * 100 : null;
  const isFar = (x: number) => place === null || Math.abs(place - x) > 22;
  return (
    <div>
      <h3 className="lab">Today’s limit</h3>
      <p className="fig">
        {count(sharesToday)} <small>of {counted(limit, 'share')}</small>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the tape is drawn, and browsers draw their own meter */}
      <div
        className="tape"
        role="meter"
        aria-valuenow={Math.min(sharesToday, limit)}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-label="Shares used of today’s limit"
      >
        <div className="fill" style={properties({ v: used })} />
        {place !== null && <div className="fore" style={properties({ v: place })} />}
        <div className="cap" />
      </div>
      <div className="tape-ax" aria-hidden="true">
        <span style={properties({ x: 0 })}>{isFar(0) ? '0' : ''}</span>
        {isFar(50) && <span style={properties({ x: 50 })}>{count(Math.round(limit / 2))}</span>}
        {place !== null && ahead?.endsAt && (
          <span className={place > 78 ? 'end' : place < 22 ? 'start' : ''} style={properties({ x: place })}>
            {count(ahead.total)} by {clockTime(ahead.endsAt, timezone).replace(':00', '')}
          </span>
        )}
        <span style={properties({ x: 100 })}>{isFar(100) ? count(limit) : ''}</span>
      </div>
      {(unknownToday > 0 || limit < dailyShareLimit) && (
        <p className="small mute meas-note">
          {limit < dailyShareLimit && `Your own limit is ${count(dailyShareLimit)}; a warning lowered it for now. `}
          {unknownToday > 0 &&
            `${counted(unknownToday, 'share')} got no clear answer. ${unknownToday === 1 ? 'It counts' : 'They count'}, and nothing is sent twice.`}
        </p>
      )}
    </div>
  );
};

const LastShared = ({ status, statusAt }: Pick<Props, 'status' | 'statusAt'>) => {
  const now = serverNow({ said: status.now, saidAt: statusAt, now: useNow(5000) });
  const last = status.shareStatus.lastSharedItem;
  return (
    <div>
      <h3 className="lab">Last shared</h3>
      {last === null ? (
        <>
          <p className="txt">Nothing yet</p>
          <p className="small mute">The first share appears here.</p>
        </>
      ) : (
        <>
          <p className="txt">{last.title}</p>
          <p className="small mute">
            {clockSeconds(last.timestamp, status.timezone)}, {ago(last.timestamp, now)}
          </p>
        </>
      )}
    </div>
  );
};

const NextShare = ({ status, statusAt }: Pick<Props, 'status' | 'statusAt'>) => {
  const now = serverNow({ said: status.now, saidAt: statusAt, now: useNow(1000) });
  const { nextShareTime, nextRoundTime, timezone, state } = status;
  const isCounting = nextShareTime !== null && (state === 'sharing' || state === 'waiting');
  const note =
    state === 'stopped'
      ? isAtLimit(status)
        ? 'The limit holds until midnight'
        : 'Press Start Bot to begin'
      : state === 'paused'
        ? status.resumesAt === undefined
          ? 'Waits for you'
          : `Goes on ${whenWords(status.resumesAt, now, timezone)}`
        : nextRoundTime === null
          ? 'The round goes on'
          : `Next round ${whenWords(nextRoundTime, now, timezone)}`;
  return (
    <div>
      <h3 className="lab">Next share</h3>
      <p className="fig counts" role="timer">
        {isCounting ? countdown(Date.parse(nextShareTime) - now) : <span className="none">None</span>}
      </p>
      <p className="small mute">{note}</p>
    </div>
  );
};
