// Reads a whole closet from the marketplace, and looks up listings that are missing from it.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketListing, MarketResult } from '#domain/ports/marketplace.ts';
import { listedFacts } from '#domain/pricing/facts/listed-facts.ts';
import type { KnownListing, SeenListing } from './store.ts';

/** The result of reading the closet: what may be changed. */
export type Pass = {
  /** The listings that the closet shows, in its order, then those that were looked up separately. */
  seen: SeenListing[];
  /** How many the closet showed. */
  shown: number;
  /** Reported as gone by the marketplace. */
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

/** A marketplace listing by the table's column names. */
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
  availability:
    listing.availability === 'unavailable' || listing.availability === 'reserved'
      ? 'not_for_sale'
      : listing.availability,
  like_count: count(listing.likeCount),
  market_share_count: count(listing.shareCount),
  comment_count: count(listing.commentCount),
  ...listedFacts(listing),
  colors: listing.colors,
  image_url: listing.coverUrl ?? null,
  picture_urls: listing.pictureUrls,
  url: listing.url,
  closet_position: position,
  listed_at: listing.createdAt ?? null,
  sold_at: listing.availability === 'sold' ? Math.min(listing.availabilityChangedAt ?? now, now) : null,
  market_updated_at: listing.updatedAt ?? null,
});

const isMost = (part: number, whole: number): boolean => part * 2 > whole;

/** If more than half of the known listings, or of those for sale, are missing, the answer is probably wrong. */
export const isTooMuchMissing = (known: readonly KnownListing[], missing: readonly KnownListing[]): boolean => {
  const forSale = ({ availability }: KnownListing): boolean => availability === 'available';
  return isMost(missing.length, known.length) || isMost(missing.filter(forSale).length, known.filter(forSale).length);
};

/**
 * Reads the whole closet once. A missing listing may still exist, so up to `most` of them are looked up
 * separately, `spacingMs` apart, and only those answers count. If too many are missing, none is looked up, unless the caller has
 * `waited` and this is the second read.
 */
export async function readCloset(
  account: MarketAccount,
  {
    known,
    now,
    most,
    spacingMs,
    waited,
  }: { known: readonly KnownListing[]; now: Instant; most: number; spacingMs: number; waited: boolean },
): Promise<MarketResult<Pass>> {
  const closet = await account.closet('all');
  if (closet.kind !== 'ok') return closet;
  const shown = closet.value;
  const ids = new Set(shown.map(({ id }) => id));
  const missing = known.filter(({ poshmarkId }) => !ids.has(poshmarkId));
  const pass: Pass = {
    seen: shown.map((listing, position) => seenListing(listing, { position, now })),
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
    if (!waited) return { kind: 'ok', value: pass };
  }

  for (const { poshmarkId } of missing.slice(0, most)) {
    await sleep(spacingMs);
    const answer = await account.listing(poshmarkId);
    if (answer.kind === 'ok') pass.seen.push(seenListing(answer.value, { position: null, now }));
    else if (answer.kind === 'listing_gone') pass.gone.push(poshmarkId);
    // This failure says nothing about the remaining listings. They wait for the next sync.
    else break;
    pass.asked += 1;
  }
  return { kind: 'ok', value: pass };
}
