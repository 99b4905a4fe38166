// The panel with the latest activity.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ActivityEntry } from '#contract/activity/activity.ts';
import { type ActivityAction, activityActions } from '#domain/activity.ts';
import { activityName, zonePlace } from '#web/format/format.ts';
import { useNow } from '#web/lib/clock.ts';
import { useIsLive } from '#web/lib/server/live.ts';
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Options } from '#web/ui/field.tsx';
import { Pause, Play } from '#web/ui/icons.tsx';
import { NoData, NothingYet, Panel, PanelError } from '#web/ui/panel.tsx';
import { Entry, type KnownListing } from './activity-entry.tsx';
import { latestActivityQuery, latestEntries, olderActivityQuery } from './queries.ts';
import './recent-activity.css';

type Props = { timezone: string; listings: readonly KnownListing[] };
type Kind = ActivityAction | null;

/** The latest entries, live. Loading older ones pauses the feed, so that nothing moves while the seller reads. */
export const RecentActivity = (known: Props) => {
  const [kind, chooseKind] = useState<Kind>(null);
  const [isHeld, hold] = useState(false);
  const [before, readBefore] = useState<string | null>(null);
  const isPaused = isHeld || before !== null;
  const isLive = useIsLive();
  const latest = latestActivityQuery(kind, { isLive });
  const { data: entries, error, refetch } = useSteadyQuery({ ...latest, enabled: !isPaused });
  const resume = () => {
    hold(false);
    readBefore(null);
    void refetch();
  };
  const choose = (next: Kind) => {
    readBefore(null);
    hold(false);
    chooseKind(next);
  };
  const last = entries?.at(-1);
  const hasAny = entries !== undefined && entries.length > 0;
  return (
    <Panel
      id="activity"
      title="Recent activity"
      aside={hasAny && !error && <LiveNote isPaused={isPaused} onTurn={isPaused ? resume : () => hold(true)} />}
    >
      {(hasAny || kind !== null) && <KindFilter kind={kind} onChoose={choose} />}
      {entries ? (
        <>
          {hasAny && <p className="small mute act-zone">Times in {zonePlace(known.timezone)}</p>}
          <Entries entries={entries.slice(0, latestEntries)} isKind={kind !== null} {...known} />
          {before !== null && <Older kind={kind} before={before} onClose={resume} {...known} />}
          {before === null && last !== undefined && entries.length >= latestEntries && (
            <Button isSmall look="bare" className="act-more" onClick={() => readBefore(last.id)}>
              Show more
            </Button>
          )}
        </>
      ) : (
        <NoData error={error} onRetry={refetch} lines={5} label="Loading activity" />
      )}
    </Panel>
  );
};

const LiveNote = ({ isPaused, onTurn }: { isPaused: boolean; onTurn: () => void }) => {
  const Icon = isPaused ? Play : Pause;
  return (
    <span className="live-feed">
      <span className={isPaused ? 'live-note held' : 'live-note'}>{isPaused ? 'Paused' : 'Live'}</span>
      <Button
        isSmall
        look="bare"
        icon={<Icon />}
        aria-label={isPaused ? 'Resume live feed' : 'Pause live feed'}
        onClick={onTurn}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </span>
  );
};

const KindFilter = ({ kind, onChoose }: { kind: Kind; onChoose: (kind: Kind) => void }) => {
  const id = useId();
  return (
    <div className="act-filter">
      <label htmlFor={id} className="small mute">
        Show
      </label>
      <select
        id={id}
        className="input"
        value={kind ?? ''}
        onChange={({ target }) => onChoose(activityActions.find((action) => action === target.value) ?? null)}
      >
        <option value="">Everything</option>
        <Options of={activityActions.map((action) => [action, activityName(action)])} />
      </select>
    </div>
  );
};

type EntriesProps = Props & { entries: readonly ActivityEntry[]; isKind?: boolean };

const Entries = ({ entries, isKind = false, ...known }: EntriesProps) => {
  const now = useNow(60_000);
  if (entries.length === 0 && isKind) return <p className="small mute">No entries of this kind yet.</p>;
  if (entries.length === 0)
    return (
      <NothingYet
        text="Nothing yet. Shares, pauses, and price changes appear here."
        step={{ verb: 'Go to Start Bot', href: '#bot-title' }}
      />
    );
  return (
    <ol className="act ruled">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} now={now} {...known} />
      ))}
    </ol>
  );
};

const Older = ({ kind, before, onClose, ...known }: Props & { kind: Kind; before: string; onClose: () => void }) => {
  const older = useInfiniteQuery(olderActivityQuery(kind, before));
  const entries = older.data?.pages.flat() ?? [];
  const hasMore = older.hasNextPage || older.isPending;
  return (
    <div className="act-older">
      <div className="act-past">
        {entries.length > 0 && <Entries entries={entries} {...known} />}
        {!hasMore && !older.error && <p className="small mute act-end">No older entries.</p>}
      </div>
      {older.error && <PanelError error={older.error} onRetry={() => older.refetch()} />}
      <div className="act-actions spread">
        {hasMore && (
          <Button
            isSmall
            look="bare"
            onClick={() => void older.fetchNextPage()}
            isPending={older.isFetching}
            pendingText="Loading…"
          >
            Show more
          </Button>
        )}
        <Button isSmall look="bare" onClick={onClose}>
          Back to latest
        </Button>
      </div>
    </div>
  );
};
