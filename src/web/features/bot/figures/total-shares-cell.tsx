// The card with the total number of shares.
import { count } from '#web/format/format.ts';
import { useSteadyQuery } from '#web/lib/server/use-steady-query.ts';
import { botStatusQuery } from '../queries.ts';
import { useTimeline } from '../rail/use-timeline.ts';
import { pastDays } from './daily-shares.tsx';
import '#web/ui/ledger.css';
import { dailyMessages as messages } from '#web/messages/bot/bot.ts';

export const TotalSharesCell = () => {
  const { data: status, isError } = useSteadyQuery(botStatusQuery);
  const { data: timeline } = useTimeline(status);
  const shares = timeline && status ? pastDays(timeline, status.now).map(({ shares }) => shares) : [];
  return (
    <div className="cell">
      <div className="fig">{status ? count(status.totalShares) : '–'}</div>
      <div>
        <h2 className="lab">Total Shares</h2>
        <p>{status ? messages.soFar(status.today) : isError ? 'Couldn’t load' : 'Loading'}</p>
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
