// What would go out now, listing by listing, and why the others get nothing.
import { useQuery } from '@tanstack/react-query';
import type { Listing } from '#contract/listings/listings.ts';
import type { OfferPreview as Preview } from '#contract/offers/offers.ts';
import { inDollars, usDollars } from '#domain/money.ts';
import { counted } from '#web/format/format.ts';
import { listingsQuery } from '#web/lib/server/queries.ts';
import { NoData, Section } from '#web/ui/panel.tsx';
import { keptWords, PreviewLists } from '#web/ui/sentence/preview-lists.tsx';
import type { RuleDraft } from './rule-sentence.tsx';

type Offer = Preview['offers'][number];
type Props = { data: Preview | undefined; error: Error | null; refetch: () => unknown; rules: readonly RuleDraft[] };

/** `isOutdated`: the rules on screen have a mistake, so this is what the last ones without any would do. */
export const OfferPreview = ({ data, error, refetch, rules, isOutdated }: Props & { isOutdated: boolean }) => {
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
    <Section id="offer-preview" title="What would go out now" className="sentences">
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
    </Section>
  );
};

function summaryOf(all: readonly Offer[], ready: readonly Offer[]): string {
  if (all.length === 0) return 'There are no listings for sale, as of the last sync.';
  if (ready.length === 0) return 'Nothing goes out now. Below is why.';
  const sum = (part: (offer: Offer) => number | null) => ready.reduce((total, offer) => total + (part(offer) ?? 0), 0);
  const kept = ready.some(({ earningsCents }) => earningsCents === null)
    ? ''
    : ` If all are accepted, you keep about ${inDollars(Math.round(sum(({ earningsCents }) => earningsCents) / 100) * 100)}.`;
  const likers = sum((offer) => offer.likers);
  return `${counted(ready.length, 'offer')} to ${counted(likers, 'liker')}.${kept}`;
}

/** “20% off $45, by “New likes””. */
function byWhat({ percent, ruleIndex }: Offer, listing: Listing | undefined, rules: readonly RuleDraft[]): string {
  const price = listing?.price == null ? '' : inDollars(listing.price * 100, listing.currency);
  if (percent === null) return price;
  const rule = ruleIndex === null ? undefined : rules[ruleIndex];
  const by = rule === undefined ? '' : `, by ${rule.name === '' ? `rule ${(ruleIndex ?? 0) + 1}` : `“${rule.name}”`}`;
  return `${percent}% off ${price}${by}`;
}

/** “$36 to 4 likers: you keep $28.80, $12.30 after cost”. With a shipping discount, its cost is a guess. */
function offerWords(offer: Offer, currency: string): string {
  const { priceCents, likers, earningsCents, profitCents, shippingCents } = offer;
  if (priceCents === null) return '';
  const money = (cents: number) => inDollars(cents, currency);
  const begin = likers === 0 ? money(priceCents) : `${money(priceCents)} to ${counted(likers, 'liker')}`;
  if (earningsCents === null) return begin;
  const isAbout = (shippingCents ?? 0) > 0;
  return `${begin}: ${keptWords({ earningsCents, profitCents, currency, isAbout })}`;
}

/** The heading of listings that are held back for the same reason, and what to do: what a rule or a cost can change comes first. */
const blockedWords: Record<NonNullable<Offer['blocked']>, { name: string; why: string }> = {
  below_profit: { name: 'Too little profit', why: 'The offer would leave less than the profit of its rule.' },
  below_floor: { name: 'Below the floor price', why: 'The offer would be below the listing’s floor price.' },
  cost_unknown: { name: 'Cost unknown', why: 'Its rule needs a profit. Add what you paid for these listings.' },
  fees_unknown: { name: 'Fees unknown', why: 'Its rule needs a profit, and Hangtag knows fees in US dollars only.' },
  below_minimum: { name: 'Too cheap', why: 'The offer would be below $3, the lowest price that Poshmark takes.' },
  too_soon: { name: 'Had one recently', why: 'The last offer is more recent than its rule allows.' },
  not_lower: {
    name: 'Nobody left to ask',
    why: 'Everyone who likes it had an offer that is hardly higher. Poshmark wants the next one to be 10% lower.',
  },
  day_full: { name: 'After today’s offers', why: 'They go out when a day has offers left, the most liked first.' },
  price_unknown: { name: 'Price unknown', why: 'Hangtag couldn’t read its price.' },
  unknown: { name: 'Missing facts', why: 'A rule needs a price, age, or condition that isn’t known.' },
  no_rule: { name: 'No rule', why: 'No rule that is on is for these listings.' },
  no_likers: { name: 'No likes yet', why: 'Offers go to people who like a listing.' },
};
