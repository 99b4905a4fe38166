// Parties and share-backs: what Hangtag shares beside the seller's own rounds.
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData } from '#web/ui/panel.tsx';
import { PartyList } from './party-list.tsx';
import { statusQuery } from './queries.ts';
import { SharingForm } from './sharing-form.tsx';
import './parties-section.css';

const PartiesSection = ({ timezone }: { timezone: string }) => {
  const { data: status, error, refetch } = useSteadyQuery(statusQuery);
  if (status === undefined) return <NoData error={error} onRetry={refetch} lines={6} label="Loading the parties" />;
  return (
    <div className="parties">
      <PartyList status={status} timezone={timezone} />
      <SharingForm status={status} />
    </div>
  );
};

export default PartiesSection;
