// The card with the total number of shares.
import { useQuery } from '@tanstack/react-query';
import { count } from '#web/format/format.ts';
import { botStatusQuery, timelineQuery } from '../queries.ts';
import { pastDays } from './daily-shares.tsx';
import '#web/ui/ledger.css';
import { dailyMessages as messages } from '#web/messages/bot/bot.ts';

export const TotalSharesCell = () => {
  const { data: status, isError } = useQuery(botStatusQuery);
  const { data: timeline } = useQuery(timelineQuery);
  const shares = timeline && status ? pastDays(timeline, status.now).map(({ shares }) => shares) : [];
  // The total counts confirmed shares, and so does this.
  const today = status?.today.confirmed;
  return (
    <div className="cell">
      <div className="fig">{status ? count(status.totalShares) : '–'}</div>
      <div>
        <h2 className="lab">{messages.total}</h2>
        <p>{today !== undefined ? messages.soFar(today) : isError ? messages.unread : messages.readingTotal}</p>
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
  const drawing = messages.line(shares.length, Math.min(...shares), most);
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
