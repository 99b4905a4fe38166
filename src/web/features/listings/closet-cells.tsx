import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { properties } from '#web/lib/browser/custom-properties.ts';
import { count } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/button.tsx';
import { listingsQuery, useSync } from './queries.ts';
import { tellSync } from './tell-sync.ts';
import '#web/ui/ledger.css';
import { whenDone } from '#web/lib/server/when-done.ts';
import { listingWords as words } from '#web/messages/listings.ts';

export const SyncButton = ({ isConnected }: { isConnected: boolean }) => {
  const sync = useSync();
  const run = () => whenDone(sync.mutateAsync(undefined), tellSync);
  return (
    <Button
      isSmall
      icon={<RefreshCw className="ic" aria-hidden="true" />}
      onClick={run}
      disabled={!isConnected}
      title={isConnected ? undefined : words.connectFirst}
      isPending={sync.isPending}
      pendingText={words.syncing}
    >
      {words.sync}
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
        <h2 className="lab">{words.active}</h2>
        <p>{sold === undefined ? (isError ? words.unread : words.reading) : words.sold(sold)}</p>
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
  const share =
    total === undefined
      ? isError
        ? words.unread
        : words.reading
      : active === 0
        ? words.noneActive
        : words.percentActive(percent);
  return (
    <div className="cell">
      <div className="fig">{total === undefined ? '–' : count(total)}</div>
      <div>
        <h2 className="lab">{words.all}</h2>
        <p>{share}</p>
        <div className="prop" role="img" aria-label={words.share(active, total ?? 0)}>
          <i style={properties({ v: percent })} />
        </div>
      </div>
    </div>
  );
};
