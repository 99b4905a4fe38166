import { useQuery } from '@tanstack/react-query';
import type { ActivityEntry } from '#contract/activity.ts';
import { useNow } from '#web/lib/clock.ts';
import { clockSeconds, clockTimeNear } from '#web/lib/format.ts';
import { Panel, PanelTrouble, Skeleton } from '#web/ui/panel.tsx';
import { actionWords, plainDetails } from './activity-words.ts';
import { latestActivityQuery, latestEntries } from './queries.ts';
import './recent-activity.css';

export const RecentActivity = ({ timezone }: { timezone: string }) => {
  const { data: entries, error, refetch } = useQuery(latestActivityQuery);
  return (
    <Panel title="Recent activity" aside={entries && !error && <span className="live-note">Live</span>}>
      {entries ? (
        <Entries entries={entries.slice(0, latestEntries)} timezone={timezone} />
      ) : error ? (
        <PanelTrouble message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={5} label="Reading the activity" />
      )}
    </Panel>
  );
};

const recentMs = 3_600_000;

const Entries = ({ entries, timezone }: { entries: ActivityEntry[]; timezone: string }) => {
  const now = useNow(60_000);
  if (entries.length === 0)
    return <p className="small mute">Nothing has happened yet. Every share, pause and change appears here.</p>;
  return (
    <ol className="act">
      {entries.map(({ id, action, details, timestamp }) => (
        <li key={id}>
          <time dateTime={timestamp}>
            {now - Date.parse(timestamp) < recentMs
              ? clockSeconds(timestamp, timezone)
              : clockTimeNear(timestamp, now, timezone)}
          </time>
          <div>
            <span className="lab">{actionWords(action)}</span>
            <p>{details ?? plainDetails[action] ?? ''}</p>
          </div>
        </li>
      ))}
    </ol>
  );
};
