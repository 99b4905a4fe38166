// The cards with the counts of listings, and the sync button.
import { Link } from 'wouter';
import { ago, count, counted } from '#web/format/format.ts';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { useNow } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { whenDone } from '#web/lib/server/api.ts';
import { listingsQuery, useSteadyQuery } from '#web/lib/server/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { RefreshCw } from '#web/ui/icons.tsx';
import { toastSync, useSync } from './sync.ts';
import '#web/ui/ledger.css';

export const SyncButton = ({ isConnected }: { isConnected: boolean }) => {
  const sync = useSync();
  const run = () => whenDone(sync.mutateAsync(undefined), toastSync);
  return (
    <Button
      isSmall
      icon={<RefreshCw />}
      onClick={run}
      disabled={!isConnected}
      title={isConnected ? undefined : 'Connect your closet first'}
      isPending={sync.isPending}
      pendingText="Syncing…"
    >
      Sync Closet
    </Button>
  );
};

/** `readAt`: when the closet was last read; null if it never was. */
export const ActiveListingsCell = ({ isConnected, readAt }: { isConnected: boolean; readAt: string | null }) => {
  const { data: listings, isError } = useSteadyQuery(listingsQuery);
  const now = useNow(60_000);
  const active = listings?.filter(({ isActive }) => isActive).length;
  const sold = listings?.filter(({ availability }) => availability === 'sold').length;
  const skipped = listings?.filter(({ isActive, skipSharing }) => isActive && skipSharing).length ?? 0;
  return (
    <div className="cell has">
      <div className="fig">{active === undefined ? '–' : count(active)}</div>
      <div>
        <h2 className="lab">Active Listings</h2>
        <p>{sold === undefined ? (isError ? 'Couldn’t load' : 'Loading') : `${count(sold)} sold`}</p>
        {readAt !== null && <p className="small mute">Closet read {ago(readAt, now)}</p>}
        {active !== undefined && skipped > 0 && <SkippedNote active={active} skipped={skipped} />}
      </div>
      <SyncButton isConnected={isConnected} />
    </div>
  );
};

/** What rounds share, "84 of 86 listings, 2 skipped", with a link to what they leave out. */
const SkippedNote = ({ active, skipped }: { active: number; skipped: number }) => {
  const text = `${count(active - skipped)} of ${counted(active, 'listing')}, ${count(skipped)} skipped`;
  return (
    <p className="skipped-note">
      <Link
        href={`${paths.marketAnalysis}?view=table&sharing=skipped`}
        aria-label={`${text}. Show ${counted(skipped, 'skipped listing')}`}
      >
        {text}
      </Link>
    </p>
  );
};

export const AllListingsCell = () => {
  const { data: listings, isError } = useSteadyQuery(listingsQuery);
  const total = listings?.length;
  const active = listings?.filter(({ isActive }) => isActive).length ?? 0;
  const percent = total ? Math.round((active / total) * 100) : 0;
  const share =
    total === undefined
      ? isError
        ? 'Couldn’t load'
        : 'Loading'
      : active === 0
        ? 'No active listings'
        : `${percent}% active`;
  return (
    <div className="cell">
      <div className="fig">{total === undefined ? '–' : count(total)}</div>
      <div>
        <h2 className="lab">All Listings</h2>
        <p>{share}</p>
        <div className="prop" role="img" aria-label={`${counted(active, 'listing')} of ${count(total ?? 0)} active`}>
          <i style={properties({ v: percent })} />
        </div>
      </div>
    </div>
  );
};
