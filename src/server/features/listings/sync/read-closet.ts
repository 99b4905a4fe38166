// Reads a whole closet from the marketplace, and looks up listings that are missing from it.

import type { SyncResult } from '#contract/listings/listings.ts';
import type { SyncCounts } from '#domain/closet.ts';
import type { Failure } from '#domain/failure.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketListing, MarketResult } from '#domain/ports/marketplace.ts';
import { listedFacts } from '#domain/pricing/facts/comparable.ts';
import type { KnownListing, SeenListing } from './store.ts';

/** The result of reading the closet: what may be changed. */
export type Pass = {
  /** The listings that the closet shows, in its order, then those that were looked up separately. */
  seen: SeenListing[];
  /** Those of them that differ from what is stored. */
  news: SeenListing[];
  shown: number;
  gone: string[];
  /** Known listings that the closet did not show, and how many of them were looked up separately. */
  missing: number;
  asked: number;
  /** So many listings are missing that the answer is probably wrong. */
  isSuspicious: boolean;
};

/** Fits the table's integers. Real values are far below it. */
const largest = 2_000_000_000;

/** The marketplace takes no cents. null stays null: the price could not be read. */
const wholeDollars = (cents: number | null): number | null => {
  const dollars = cents === null ? null : Math.round(cents / 100);
  return dollars !== null && dollars >= 0 && dollars <= largest ? dollars : null;
};
const count = (value: number): number => Math.min(Math.max(Math.trunc(value) || 0, 0), largest);

export const seenListing = (
  listing: MarketListing,
  { position, now }: { position: number | null; now: Instant },
): SeenListing => ({
  poshmark_id: listing.id,
  title: listing.title,
  price: wholeDollars(listing.priceCents),
  // 0 means that the marketplace has none.
  original_price: wholeDollars(listing.originalPriceCents) || null,
  currency: listing.currency,
  availability: listing.availability === 'unavailable' ? 'not_for_sale' : listing.availability,
  like_count: count(listing.likeCount),
  market_share_count: count(listing.shareCount),
  comment_count: count(listing.commentCount),
  ...listedFacts(listing),
  brand_id: listing.brandId ?? null,
  category_ids: listing.categoryIds,
  colors: listing.colors,
  image_url: listing.coverUrl ?? null,
  picture_urls: listing.pictureUrls,
  url: listing.url,
  closet_position: position,
  listed_at: listing.createdAt ?? null,
  sold_at: listing.availability === 'sold' ? Math.min(listing.availabilityChangedAt ?? now, now) : null,
  market_updated_at: listing.updatedAt ?? null,
});

/** Rounds raise the marketplace's share counts all the time, so one is stored again once it has grown by a tenth. */
const isAbout = (stored: number, now: number): boolean => Math.abs(now - stored) <= Math.max(stored / 10, 10);
const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);
/** Summaries leave out pictures. Fewer of the same ones are no news. */
const isSamePictures = (stored: readonly string[], seen: readonly string[]): boolean =>
  seen.length < stored.length ? seen[0] === stored[0] : isSameList(stored, seen);

const asIs = [
  'title',
  'availability',
  'like_count',
  'comment_count',
  'brand',
  'department',
  'category',
  'subcategory',
  'size',
  'condition',
  'url',
] as const;
/** What an answer may leave out. The stored value stays then. */
const ifSaid = ['brand_id', 'price', 'original_price', 'image_url', 'closet_position', 'listed_at'] as const;

/** Whether storing what was seen would change nothing. */
const isStored = (stored: KnownListing | undefined, seen: SeenListing): boolean =>
  stored !== undefined &&
  asIs.every((column) => stored[column] === seen[column]) &&
  ifSaid.every((column) => seen[column] === null || stored[column] === seen[column]) &&
  (seen.price === null || stored.currency === seen.currency) &&
  stored.is_active === (seen.availability === 'available') &&
  (stored.sold_at !== null) === (seen.availability === 'sold') &&
  isAbout(stored.market_share_count, seen.market_share_count) &&
  isSameList(stored.colors, seen.colors) &&
  (seen.category_ids.length === 0 || isSameList(stored.category_ids, seen.category_ids)) &&
  isSamePictures(stored.picture_urls, seen.picture_urls);

const isMost = (part: number, whole: number): boolean => part * 2 > whole;

/** If more than half of the known listings, or of those for sale, are missing, the answer is probably wrong. */
export const isTooMuchMissing = (
  known: readonly Pick<KnownListing, 'availability'>[],
  missing: readonly Pick<KnownListing, 'availability'>[],
): boolean => {
  const forSale = ({ availability }: Pick<KnownListing, 'availability'>): boolean => availability === 'available';
  return isMost(missing.length, known.length) || isMost(missing.filter(forSale).length, known.filter(forSale).length);
};

/**
 * Reads the whole closet once. A missing listing may still exist, so up to `most` of them are looked up separately, and only those
 * answers count. If too many are missing, none is looked up, unless this `isSecond` reading was to make sure. `beforeNext` gets
 * how many listings were seen, waits until the next page or listing may be read, and throws if the reading is to end.
 */
export async function readCloset(
  account: MarketAccount,
  given: {
    known: readonly KnownListing[];
    now: Instant;
    most: number;
    isSecond: boolean;
    beforeNext: (seen: number) => Promise<void>;
  },
): Promise<MarketResult<Pass>> {
  const { known, now, most, isSecond, beforeNext } = given;
  const closet = await account.closet('all', beforeNext);
  if (closet.kind !== 'ok') return closet;
  const shown = closet.value;
  const ids = new Set(shown.map(({ id }) => id));
  const missing = known.filter(({ poshmark_id }) => !ids.has(poshmark_id));
  const stored = new Map(known.map((listing) => [listing.poshmark_id, listing]));
  const seen = shown.map((listing, position) => seenListing(listing, { position, now }));
  const pass: Pass = {
    seen,
    news: seen.filter((listing) => !isStored(stored.get(listing.poshmark_id), listing)),
    shown: shown.length,
    gone: [],
    missing: missing.length,
    asked: 0,
    isSuspicious: isTooMuchMissing(known, missing),
  };
  if (missing.length === 0) return { kind: 'ok', value: pass };
  if (pass.isSuspicious) {
    // An ended session may show an empty closet. The probe shows whether that is so.
    const who = await account.probe();
    if (who.kind !== 'ok') return who;
    if (!isSecond) return { kind: 'ok', value: pass };
  }

  for (const { poshmark_id } of missing.slice(0, most)) {
    await beforeNext(shown.length);
    const answer = await account.listing(poshmark_id);
    if (answer.kind === 'ok') {
      const listing = seenListing(answer.value, { position: null, now });
      pass.seen.push(listing);
      // Stored in any case, because that says when it was last seen, by which others come first the next time.
      pass.news.push(listing);
    } else if (answer.kind === 'listing_gone') pass.gone.push(poshmark_id);
    // This failure says nothing about the remaining listings. They wait for the next reading.
    else break;
    pass.asked += 1;
  }
  return { kind: 'ok', value: pass };
}

const rest = ({ updated, sold, removed }: SyncCounts): (string | false)[] => [
  updated > 0 && `${updated} changed`,
  sold > 0 && `${sold} sold`,
  removed > 0 && `${removed} removed`,
];
const list = (parts: (string | false)[]): string => parts.filter((part) => part !== false).join(', ');

/** The entry of a reading that nobody asked for; null if it found nothing. */
export function entryOf(found: SyncCounts): string | null {
  const { added } = found;
  const details = list([added > 0 && `${added} new ${added === 1 ? 'listing' : 'listings'} found`, ...rest(found)]);
  return details === '' ? null : details;
}

function summaryOf({ total, ...found }: Omit<SyncResult, 'message'>): string {
  const parts = list([found.added > 0 && `${found.added} new`, ...rest(found)]);
  const listings = total === 1 ? '1 listing' : `${total} listings`;
  return `Synced ${listings}: ${parts === '' ? 'nothing changed' : parts}.`;
}

/** The result of a sync as if it had found this. */
export function withFound(result: SyncResult, found: SyncCounts): SyncResult {
  const sum = { ...found, total: result.total };
  // A message that says more than the summary stays.
  return { ...sum, message: result.message === summaryOf(result) ? summaryOf(sum) : result.message };
}

export function syncMessage(result: Omit<SyncResult, 'message'>, pass: Pass): string {
  const summary = summaryOf(result);
  const left = pass.missing - pass.asked;
  if (left === 0) return summary;
  return left === 1
    ? `${summary} 1 known listing was missing. Hangtag left it unchanged and will check again.`
    : `${summary} ${left} known listings were missing. Hangtag left them unchanged and will check again.`;
}

export const tooMuchMissing = ({ shown, missing }: Pass): string =>
  shown === 0
    ? `Your closet showed no listings, but Hangtag knows ${missing}. Nothing was changed. Hangtag will check again in a minute.`
    : `Your closet showed only ${shown} listings, and ${missing} that Hangtag knows were missing. Nothing was changed. Hangtag will check again in a minute.`;

/** null if the seller has to act, which the connection panel and the pause of the bot say. */
export function unreadMessage(failure: Failure): string | null {
  if (failure.code !== 'marketplace_unavailable' && failure.code !== 'marketplace_changed') return null;
  return 'Hangtag couldn’t read your closet this time. Rounds go on with the listings that it knows, and the next one tries again.';
}
