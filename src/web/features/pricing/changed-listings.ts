// Drops advice on listings that were changed elsewhere: in another tab, on another device, or at the marketplace.
import { hashKey, type QueryClient, type QueryKey, type QueryState } from '@tanstack/react-query';
import type { Listing } from '#contract/listings/listings.ts';
import { keptBatch } from './batch/kept-batch.ts';
import { leaveOut, pricingKeys } from './queries.ts';

/** What advice on a listing depends on, of what others may change. */
type Facts = Pick<Listing, 'id' | 'price' | 'floorPrice' | 'costCents' | 'isActive'>;

const isSame = (one: Facts, other: Facts): boolean =>
  one === other ||
  (one.price === other.price &&
    one.floorPrice === other.floorPrice &&
    one.costCents === other.costCents &&
    one.isActive === other.isActive);

/** A price batch of this tab says itself what became of its prices, also when it is undone. */
const isMadeHere = (sellerId: string) => {
  const items = keptBatch(sellerId)?.items ?? [];
  return (before: Facts, now: Facts): boolean =>
    now.isActive &&
    before.floorPrice === now.floorPrice &&
    before.costCents === now.costCents &&
    items.some((item) => item.listingId === now.id && (item.newPrice === now.price || item.oldPrice === now.price));
};

const changedIds = (sellerId: string, before: readonly Facts[], now: readonly Facts[]): ReadonlySet<string> => {
  const byId = new Map(now.map((listing) => [listing.id, listing]));
  const isOwn = isMadeHere(sellerId);
  const changed = before.filter((listing) => {
    const present = byId.get(listing.id);
    return present === undefined || !(isSame(listing, present) || isOwn(listing, present));
  });
  return new Set(changed.map(({ id }) => id));
};

/** Whether an answer came after that moment, or is on its way. It knows the change already. */
const isSince = ({ dataUpdatedAt, fetchStatus }: QueryState, at: number): boolean =>
  fetchStatus === 'fetching' || dataUpdatedAt >= at;

const dropAdvice = (client: QueryClient, changed: ReadonlySet<string>, before: number): void => {
  const last = client.getQueryState(pricingKeys.optimization);
  if (last && !isSince(last, before)) leaveOut(client, changed);
  for (const query of client.getQueryCache().findAll({ queryKey: pricingKeys.analyses })) {
    const { queryKey } = query;
    if (!changed.has(String(queryKey.at(-1))) || isSince(query.state, before)) continue;
    if (query.isActive()) void client.invalidateQueries({ queryKey, exact: true });
    else void client.resetQueries({ queryKey, exact: true });
  }
};

export const followListings = (
  client: QueryClient,
  { queryKey, sellerId }: { queryKey: QueryKey; sellerId: string },
): (() => void) => {
  const hash = hashKey(queryKey);
  let known = client.getQueryData<readonly Facts[]>(queryKey);
  let askedAt = 0;
  return client.getQueryCache().subscribe((event) => {
    if (event.query.queryHash !== hash) return;
    if (event.type === 'removed') known = undefined;
    if (event.type !== 'updated') return;
    if (event.action.type === 'fetch') askedAt = Date.now();
    if (event.action.type !== 'success') return;
    const before = known;
    known = client.getQueryData<readonly Facts[]>(queryKey);
    if (before === undefined || known === undefined || before === known) return;
    const changed = changedIds(sellerId, before, known);
    if (changed.size > 0) dropAdvice(client, changed, askedAt);
  });
};
