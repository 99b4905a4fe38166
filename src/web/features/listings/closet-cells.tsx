import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { failureMessage } from '#web/lib/api.ts';
import { properties } from '#web/lib/custom-properties.ts';
import { count, counted } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import { listingsQuery, useSync } from './queries.ts';
import '#web/ui/ledger.css';
import { whenDone } from '#web/lib/when-done.ts';

export const SyncButton = ({ isConnected }: { isConnected: boolean }) => {
  const sync = useSync();
  const run = () =>
    whenDone(sync.mutateAsync(undefined), {
      onSuccess: ({ message }) => toastDone('Closet Synced', message),
      onError: (error) => toastFailed('No Listings Found', failureMessage(error, 'Failed to sync closet listings')),
    });
  return (
    <Button
      isSmall
      icon={<RefreshCw className="ic" aria-hidden="true" />}
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

export const ActiveListingsCell = ({ isConnected }: { isConnected: boolean }) => {
  const { data: listings, isError } = useQuery(listingsQuery);
  const active = listings?.filter(({ isActive }) => isActive).length;
  const sold = listings?.filter(({ availability }) => availability === 'sold').length;
  return (
    <div className="cell has">
      <div className="fig">{active === undefined ? '–' : count(active)}</div>
      <div>
        <h2 className="lab">Active Listings</h2>
        <p>{sold === undefined ? (isError ? 'Could not be read' : 'Reading') : `${count(sold)} sold`}</p>
      </div>
      <SyncButton isConnected={isConnected} />
    </div>
  );
};

export const AllListingsCell = () => {
  const { data: listings, isError } = useQuery(listingsQuery);
  const total = listings?.length;
  const active = listings?.filter(({ isActive }) => isActive).length ?? 0;
  const percent = total ? Math.round((active / total) * 100) : 0;
  const words =
    total === undefined
      ? isError
        ? 'Could not be read'
        : 'Reading'
      : active === 0
        ? 'No active listings'
        : `${percent}% active`;
  return (
    <div className="cell">
      <div className="fig">{total === undefined ? '–' : count(total)}</div>
      <div>
        <h2 className="lab">All Listings</h2>
        <p>{words}</p>
        <div className="prop" role="img" aria-label={`${counted(active, 'listing')} of ${count(total ?? 0)} active`}>
          <i style={properties({ v: percent })} />
        </div>
      </div>
    </div>
  );
};
