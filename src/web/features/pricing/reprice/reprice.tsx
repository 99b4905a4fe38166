// The link from the top of the dashboard to the optimizer.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count } from '#web/format/format.ts';
import { paths } from '#web/lib/paths.ts';
import { pricingCardMessages as messages } from '#web/messages/pricing/pricing-cards.ts';
import { ArrowDown } from '#web/ui/icons.tsx';
import { useReprice } from './use-reprice.ts';
import './reprice-line.css';
import '#web/ui/button.css';

type Props = { onFollow: () => void; 'aria-label'?: string; children: ReactNode };

/** Going there also decides what the optimizer shows when the seller arrives. */
const ToOptimizer = ({ onFollow, children, ...named }: Props) => (
  // biome-ignore lint/a11y/useValidAnchor: it leads to another part of the page
  <a href="#optimizer" onClick={onFollow} {...named}>
    {children}
  </a>
);

/** Sellers without listings are led to the photo card, because an item can be priced before it is listed. */
export const RepriceLine = ({ hasListings, timezone }: { hasListings: boolean; timezone: string }) =>
  hasListings ? (
    <AboutListings timezone={timezone} />
  ) : (
    <p className="reprice">
      <a href="#photo">
        Price an item from a photo
        <ArrowDown />
      </a>
    </p>
  );

const AboutListings = ({ timezone }: { timezone: string }) => {
  const { text, link, retry } = useReprice(timezone);
  return (
    <p className="reprice">
      {text !== undefined && <span role="status">{text}</span>}
      {link && (
        <ToOptimizer onFollow={link.act}>
          {link.words}
          <ArrowDown />
        </ToOptimizer>
      )}
      {retry && (
        <button type="button" className="btn bare sm" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
};

type AiAnalysisCellProps = {
  /** On phones a line at the top of the page says what to reprice. */
  isRepriceShown: boolean;
  timezone: string;
};

/** The card about prices: what is worth repricing, and the way to the analysis of one listing. */
export const AiAnalysisCell = ({ isRepriceShown, timezone }: AiAnalysisCellProps) =>
  isRepriceShown ? (
    <RepriceCell timezone={timezone} />
  ) : (
    <div className="cell ai">
      <div className="ai-text">
        <h2 className="lab">AI Analysis</h2>
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
        <h2 className="lab">AI Analysis</h2>
        <p>
          {text !== undefined && <span role="status">{text}</span>}{' '}
          {link && (
            <ToOptimizer onFollow={link.act} aria-label={link.words}>
              {listings > 0 ? messages.reprice.worthAfter(listings, amount) : link.words}
            </ToOptimizer>
          )}
          {retry && (
            <button type="button" className="as-link" onClick={retry}>
              Try again
            </button>
          )}
        </p>
      </div>
      <ToAnalysis />
    </div>
  );
};
