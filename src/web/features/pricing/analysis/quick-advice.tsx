// The advice on a listing in two words, if its analysis is already loaded.
import { useQuery } from '@tanstack/react-query';
import { dollars } from '#web/format/money-format.ts';
import { marketMessages as messages } from '#web/messages/pricing/market-analysis.ts';
import { ChangeArrow } from '#web/ui/change-bar.tsx';
import { analysisQuery } from '../queries.ts';
import './quick-advice.css';

/** Requests nothing on its own. */
export const QuickAdvice = ({ listingId }: { listingId: string }) => {
  const { data, isFetching } = useQuery({ ...analysisQuery(listingId), enabled: false });
  if (data === undefined) {
    return (
      isFetching && (
        <span className="quick-pend" role="status">
          {messages.quickReading}
        </span>
      )
    );
  }
  const { direction } = data.priceAdjustment;
  if (!data.isAdvised) return <span className="quick mute">{messages.quickUnsure}</span>;
  if (direction === 'maintain') return <span className="quick mute">{messages.quickKeep}</span>;
  return (
    <span className="quick">
      <ChangeArrow isRaise={direction === 'increase'} />
      {messages.quickPrice(dollars(data.suggestedPrice))}
    </span>
  );
};
