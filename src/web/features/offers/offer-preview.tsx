// What would go out now, listing by listing, and why the others get nothing.
import { useQuery } from '@tanstack/react-query';
import type { Listing } from '#contract/listings/listings.ts';
import type { OfferPreview as Preview } from '#contract/offers/offers.ts';
import { inDollars, usDollars } from '#domain/money.ts';
import { counted } from '#web/format/format.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { NoData } from '#web/ui/panel.tsx';
import { PreviewLists } from '#web/ui/sentence/preview-lists.tsx';
import { blockedWords, type Offer, offerWords } from './preview-words.ts';
import type { RuleDraft } from './rules/rule-draft.ts';

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
      <section className="sentences" aria-label="What would go out now">
        <NoData error={error ?? listings.error} onRetry={refetch} lines={6} label="Loading the preview" />
      </section>
    );
  const ready = data.offers.filter(({ blocked }) => blocked === null);
  const names = new Map(listings.data.map((listing) => [listing.id, listing]));
  return (
    <section className="sentences" aria-labelledby="offer-preview">
      <h2 className="h-title" id="offer-preview">
        What would go out now
      </h2>
      <p className={isOutdated ? 'mute' : undefined} role="status">
        {isOutdated ? 'Fix the marked parts to see what these rules would do.' : summaryOf(data.offers, ready)}
      </p>
      <PreviewLists
        all={data.offers}
        reasons={blockedWords}
        line={(offer) => {
          const listing = names.get(offer.listingId);
          const words = offerWords(offer, listing?.currency ?? usDollars);
          return (
            <>
              <span className="preview-title">{listing?.title ?? 'A listing'}</span>
              {words !== '' && <span className="small">{words}</span>}
              <span className="small mute">{byWhat(offer, listing, rules)}</span>
            </>
          );
        }}
      />
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

/** “20% off $45, by “New likes””. */
function byWhat({ percent, ruleIndex }: Offer, listing: Listing | undefined, rules: readonly RuleDraft[]): string {
  const price = listing?.price == null ? '' : inDollars(listing.price * 100, listing.currency);
  if (percent === null) return price;
  const rule = ruleIndex === null ? undefined : rules[ruleIndex];
  const by = rule === undefined ? '' : `, by ${rule.name === '' ? `rule ${(ruleIndex ?? 0) + 1}` : `“${rule.name}”`}`;
  return `${percent}% off ${price}${by}`;
}
