// The offers to likers: their switch, rules in order, and what they would send now.
import { useSteadyQuery } from '#web/lib/server/queries.ts';
import { NoData } from '#web/ui/panel.tsx';
import { rulesQuery } from './queries.ts';
import { RulesEditor } from './rules-editor.tsx';
import './offers.css';

const OffersSection = () => {
  const { data, error, refetch } = useSteadyQuery(rulesQuery);
  if (data === undefined) return <NoData error={error} onRetry={refetch} lines={8} label="Loading your rules" />;
  return <RulesEditor saved={data} />;
};

export default OffersSection;
