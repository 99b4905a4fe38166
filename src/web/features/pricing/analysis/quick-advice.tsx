// The advice on a listing in two words, if its analysis is already loaded.
import { useQuery } from '@tanstack/react-query';
import { dollars } from '#web/format/money-format.ts';
import { ChangeArrow } from '#web/ui/figures/figures.tsx';
import { analysisQuery } from '../queries.ts';
import './quick-advice.css';

/** Requests nothing on its own. */
export const QuickAdvice = ({ listingId }: { listingId: string }) => {
  const { data, isFetching } = useQuery({ ...analysisQuery(listingId), enabled: false });
  if (data === undefined) {
    return (
      isFetching && (
        <span className="quick-pend mute small" role="status">
          Analyzing
        </span>
      )
    );
  }
  const { direction } = data.priceAdjustment;
  if (!data.isAdvised) return <span className="quick mute">Not enough data</span>;
  if (direction === 'maintain') return <span className="quick mute">AI: keep it</span>;
  return (
    <span className="quick">
      <ChangeArrow isRaise={direction === 'increase'} />
      AI {dollars(data.suggestedPrice)}
    </span>
  );
};
