// The bars of daily shares.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BotStatus, Timeline } from '#contract/bot/bot.ts';
import { count, counted, shortDate } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData, NothingYet, Panel } from '#web/ui/panel.tsx';
import { botStatusQuery, daysShown } from '../queries.ts';
import { useTimeline } from '../rail/timeline.ts';
import './figures.css';
import '#web/ui/ledger.css';

const limitName = (limit: number): string => `Limit ${count(limit)}`;

const pastDays = (timeline: Timeline, now: string): Timeline['days'] =>
  timeline.days.filter(({ startsAt }) => Date.parse(startsAt) <= Date.parse(now)).slice(-daysShown);

export const DailyShares = ({ below }: { below?: ReactNode }) => {
  const { data: status } = useQuery(botStatusQuery);
  const { data: timeline, error, refetch } = useTimeline(status);
  return (
    <Panel title="Daily shares" aside={<span className="small mute">Last 14 days</span>}>
      {timeline && status ? (
        <Bars timeline={timeline} status={status} />
      ) : (
        <NoData error={error} onRetry={refetch} label="Loading daily shares" />
      )}
      {below}
    </Panel>
  );
};

const Bars = ({ timeline, status }: { timeline: Timeline; status: BotStatus }) => {
  const days = pastDays(timeline, status.now);
  const today = days.at(-1);
  const shares = days.map((day) => day.shares);
  const most = Math.max(...shares, 0);
  if (most === 0)
    return (
      <NothingYet
        text="No shares yet. Each day with shares adds a bar here."
        step={{ verb: 'Go to Start Bot', href: '#bot-title' }}
      />
    );
  const limit = status.effectiveLimit;
  // A limit far above the bars would flatten them. In that case it is only written as a number.
  const isLimitDrawn = limit <= most * 3;
  const top = isLimitDrawn ? Math.max(limit * 1.02, most * 1.12) : most * 1.2;
  const record = shares.indexOf(most);
  const drawing = `Shares per day over ${counted(days.length, 'day')}, from ${count(Math.min(...shares))} to ${count(most)}; today ${count(status.sharesToday)}. The limit is ${count(limit)}.`;
  return (
    <>
      <div className="daily" role="img" aria-label={drawing}>
        {isLimitDrawn && (
          <div className="daily-limit" style={properties({ v: (limit / top) * 100 })}>
            {limitName(limit)}
          </div>
        )}
        {days.map((day, index) => {
          const value = shares[index] ?? 0;
          const isToday = day === today;
          return (
            <i
              key={day.date}
              className={isToday ? 'live-bar' : undefined}
              style={properties({ h: (value / top) * 100 })}
            >
              {value > 0 && (isToday || index === record) && <b>{count(value)}</b>}
            </i>
          );
        })}
      </div>
      <div className="ends" aria-hidden="true">
        <span>{days[0] && shortDate(days[0].date)}</span>
        {!isLimitDrawn && <span>{limitName(limit)}</span>}
        <span>Today</span>
      </div>
    </>
  );
};

/** The total counts confirmed shares. If others count toward the limit too, it says which these are. */
const soFar = ({ confirmed, notConfirmed }: { confirmed: number; notConfirmed: number }): string =>
  notConfirmed === 0
    ? `${count(confirmed)} today`
    : `${count(confirmed)} confirmed today, ${count(notConfirmed)} not confirmed`;

export const TotalSharesCell = () => {
  const { data: status, isError } = useSteadyQuery(botStatusQuery);
  const { data: timeline } = useTimeline(status);
  const shares = timeline && status ? pastDays(timeline, status.now).map(({ shares }) => shares) : [];
  return (
    <div className="cell">
      <div className="fig">{status ? count(status.totalShares) : '–'}</div>
      <div>
        <h2 className="lab">Total Shares</h2>
        <p>{status ? soFar(status.today) : isError ? 'Couldn’t load' : 'Loading'}</p>
        {shares.length > 1 && Math.max(...shares) > 0 ? (
          <Sparkline shares={shares} />
        ) : (
          // Keeps its place, so that the first share doesn't move the band below.
          <svg className="spark" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
        )}
      </div>
    </div>
  );
};

const width = 130;
const height = 24;

const Sparkline = ({ shares }: { shares: readonly number[] }) => {
  const most = Math.max(...shares, 1);
  const points = shares.map((value, index) => {
    const x = (index / (shares.length - 1)) * (width - 2) + 1;
    const y = height - 3 - (value / most) * (height - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const drawing = `Shares per day, last ${shares.length} days: ${count(Math.min(...shares))} to ${count(most)}`;
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={drawing}
    >
      <path d={`M${points.slice(0, -1).join('L')}`} className="spark-past" vectorEffect="non-scaling-stroke" />
      <path d={`M${points.slice(-2).join('L')}`} className="spark-today" vectorEffect="non-scaling-stroke" />
    </svg>
  );
};
