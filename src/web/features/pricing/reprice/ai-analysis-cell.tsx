// The card about prices: what is worth repricing, and the way to the analysis of one listing.
import { Link } from 'wouter';
import { count } from '#web/format/format.ts';
import { paths } from '#web/lib/paths.ts';
import { pricingCardMessages as messages } from '#web/messages/pricing/pricing-cards.ts';
import '#web/ui/button.css';
import './reprice-line.css';
import { ToOptimizer } from './to-optimizer.tsx';
import { useReprice } from './use-reprice.ts';

type Props = {
  /** On phones a line at the top of the page says what to reprice. */
  isRepriceShown: boolean;
  timezone: string;
};

export const AiAnalysisCell = ({ isRepriceShown, timezone }: Props) =>
  isRepriceShown ? (
    <RepriceCell timezone={timezone} />
  ) : (
    <div className="cell ai">
      <div className="ai-text">
        <h2 className="lab">{messages.analysis}</h2>
        <p>Compare one listing with what similar items sell for</p>
      </div>
      <ToAnalysis />
    </div>
  );

const ToAnalysis = () => (
  <Link className="btn line sm" href={paths.marketAnalysis}>
    Analyze
  </Link>
);

const RepriceCell = ({ timezone }: { timezone: string }) => {
  const { count: listings, amount, text, link, retry } = useReprice(timezone);
  return (
    <div className={listings > 0 ? 'cell has' : 'cell ai'}>
      {listings > 0 && (
        <div className="fig" aria-hidden="true">
          {count(listings)}
        </div>
      )}
      <div className="ai-text">
        <h2 className="lab">{messages.analysis}</h2>
        <p>
          {text !== undefined && <span role="status">{text}</span>}{' '}
          {link && (
            <ToOptimizer onFollow={link.act} aria-label={link.words}>
              {listings > 0 ? messages.reprice.worthAfter(listings, amount) : link.words}
            </ToOptimizer>
          )}
          {retry && (
            <button type="button" className="as-link" onClick={retry}>
              {messages.retry}
            </button>
          )}
        </p>
      </div>
      <ToAnalysis />
    </div>
  );
};
