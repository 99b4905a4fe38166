// What would go out now, listing by listing, and why the others get nothing.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Listing } from '#contract/listings/listings.ts';
import type { OfferPreview as Preview } from '#contract/offers.ts';
import { inDollars, usDollars } from '#domain/money.ts';
import { count, counted } from '#web/format/format.ts';
import { Button } from '#web/ui/button.tsx';
import { NoData } from '#web/ui/panel.tsx';
import type { RuleDraft } from '../draft/rule-draft.ts';
import { listingsQuery } from '../queries.ts';
import { blockedOrder, blockedWords, type Offer, offerWords } from './preview-words.ts';

type Props = {
  data: Preview | undefined;
  error: Error | null;
  refetch: () => unknown;
  rules: readonly RuleDraft[];
  /** The rules on screen have a mistake, so this is what the last ones without any would do. */
  isOutdated: boolean;
};

export const OfferPreview = ({ data, error, refetch, rules, isOutdated }: Props) => {
  const listings = useQuery(listingsQuery);
  if (data === undefined || listings.data === undefined)
    return (
      <section className="offer-preview" aria-label="What would go out now">
        <NoData error={error ?? listings.error} onRetry={refetch} lines={6} label="Loading the preview" />
      </section>
    );
  const ready = data.offers.filter(({ blocked }) => blocked === null);
  const names = new Map(listings.data.map((listing) => [listing.id, listing]));
  return (
    <section className="offer-preview" aria-labelledby="offer-preview">
      <h2 className="h-title" id="offer-preview">
        What would go out now
      </h2>
      <p className={isOutdated ? 'mute' : undefined} role="status">
        {isOutdated ? 'Fix the marked parts to see what these rules would do.' : summaryOf(data.offers, ready)}
      </p>
      {ready.length > 0 && <Offers offers={ready} names={names} rules={rules} />}
      {blockedOrder.map((reason) => {
        const held = data.offers.filter(({ blocked }) => blocked === reason);
        if (held.length === 0) return null;
        const { name, why } = blockedWords[reason];
        return (
          <details key={reason} className="held-offers" name="held-offers">
            <summary>
              <span>{name}</span> <span className="mute">{count(held.length)}</span>
            </summary>
            <p className="small mute">{why}</p>
            <Offers offers={held} names={names} rules={rules} />
          </details>
        );
      })}
    </section>
  );
};

function summaryOf(all: readonly Offer[], ready: readonly Offer[]): string {
  if (all.length === 0) return 'There are no listings for sale, as of the last sync.';
  if (ready.length === 0) return 'Nothing goes out now. Below is why.';
  const sum = (part: (offer: Offer) => number | null) => ready.reduce((total, offer) => total + (part(offer) ?? 0), 0);
  const kept = ready.some(({ earningsCents }) => earningsCents === null)
    ? ''
    : ` If all are accepted, you keep about ${inDollars(Math.round(sum(({ earningsCents }) => earningsCents) / 100) * 100)}.`;
  return `${counted(ready.length, 'offer')} to ${counted(
    sum(({ likers }) => likers),
    'liker',
  )}.${kept}`;
}

const perPage = 20;

const Offers = ({
  offers,
  names,
  rules,
}: {
  offers: readonly Offer[];
  names: ReadonlyMap<string, Listing>;
  rules: readonly RuleDraft[];
}) => {
  const [shown, show] = useState(perPage);
  return (
    <>
      <ul className="offer-list">
        {offers.slice(0, shown).map((offer) => {
          const listing = names.get(offer.listingId);
          const words = offerWords(offer, listing?.currency ?? usDollars);
          return (
            <li key={offer.listingId}>
              <span className="offer-title">{listing?.title ?? 'A listing'}</span>
              {words !== '' && <span className="small">{words}</span>}
              <span className="small mute">{byWhat(offer, listing, rules)}</span>
            </li>
          );
        })}
      </ul>
      {offers.length > shown && (
        <Button isSmall onClick={() => show(shown + perPage)}>
          {`Show ${Math.min(perPage, offers.length - shown)} more of ${count(offers.length - shown)}`}
        </Button>
      )}
    </>
  );
};

/** “20% off $45, by “New likes””. */
function byWhat({ percent, ruleIndex }: Offer, listing: Listing | undefined, rules: readonly RuleDraft[]): string {
  const price = listing?.price == null ? '' : inDollars(listing.price * 100, listing.currency);
  if (percent === null) return price;
  const rule = ruleIndex === null ? undefined : rules[ruleIndex];
  const by = rule === undefined ? '' : `, by ${rule.name === '' ? `rule ${(ruleIndex ?? 0) + 1}` : `“${rule.name}”`}`;
  return `${percent}% off ${price}${by}`;
}
