// One line that says what to reprice, and leads to it. For phones: wide screens say it in a card.

import { pricingCardMessages } from '#web/messages/pricing/pricing-cards.ts';
import { ArrowDown } from '#web/ui/icons.tsx';
import { ToOptimizer } from './to-optimizer.tsx';
import { useReprice } from './use-reprice.ts';
import './reprice-line.css';

/** Sellers without listings are led to the photo card, because an item can be priced before it is listed. */
export const RepriceLine = ({ hasListings, timezone }: { hasListings: boolean; timezone: string }) =>
  hasListings ? (
    <AboutListings timezone={timezone} />
  ) : (
    <p className="reprice">
      <a href="#photo">
        Price an item from a photo
        <ArrowDown className="ic" aria-hidden="true" />
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
          <ArrowDown className="ic" aria-hidden="true" />
        </ToOptimizer>
      )}
      {retry && (
        <button type="button" className="btn bare sm" onClick={retry}>
          {pricingCardMessages.retry}
        </button>
      )}
    </p>
  );
};
