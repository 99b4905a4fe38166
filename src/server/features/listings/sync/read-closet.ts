import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketAccount, MarketListing, MarketResult } from '#domain/ports/marketplace.ts';
import type { KnownListing, SeenListing } from '../store.ts';

/** What one pass over the closet may change. */
export type Pass = {
  /** As the closet shows them, in its order, and those that were read by themselves. */
  seen: SeenListing[];
  /** How many the closet itself showed. */
  shown: number;
  /** Gone, by the marketplace's own word. */
  gone: string[];
  /** Known listings that the closet did not show, and how many of them were asked for by themselves. */
  missing: number;
  asked: number;
  /** More is missing than a pass may be believed at once. */
  isSuspicious: boolean;
};

/** What fits the table's integers; nothing real comes near it. */
const largest = 2_000_000_000;

/** The marketplace takes no cents. null stays null: the price could not be read. */
const wholeDollars = (cents: number | null): number | null => {
  const dollars = cents === null ? null : Math.round(cents / 100);
  return dollars !== null && dollars >= 0 && dollars <= largest ? dollars : null;
};
const count = (told: number): number => Math.min(Math.max(Math.trunc(told) || 0, 0), largest);

/** The words of the table for what the marketplace told. */
export const seenListing = (
  listing: MarketListing,
  { position, now }: { position: number | null; now: Instant },
): SeenListing => ({
  poshmark_id: listing.id,
  title: listing.title,
  price: wholeDollars(listing.priceCents),
  // 0 is how the marketplace says that none was given.
  original_price: wholeDollars(listing.originalPriceCents) || null,
  availability: listing.availability === 'unavailable' ? 'not_for_sale' : listing.availability,
  like_count: count(listing.likeCount),
  market_share_count: count(listing.shareCount),
  comment_count: count(listing.commentCount),
  brand: listing.brand ?? null,
  department: listing.department ?? null,
  category: listing.category ?? null,
  subcategory: listing.subcategory ?? null,
  size: listing.sizeLabel ?? null,
  condition: listing.condition ?? null,
  colors: listing.colors,
  image_url: listing.coverUrl ?? null,
  picture_urls: listing.pictureUrls,
  url: listing.url,
  closet_position: position,
  listed_at: listing.createdAt ?? null,
  sold_at: listing.availability === 'sold' ? (listing.availabilityChangedAt ?? now) : null,
  market_updated_at: listing.updatedAt ?? null,
});

const isMost = (part: number, whole: number): boolean => part * 2 > whole;

/** More than half of what is known, or of what is for sale, is not shown: a fault of the answer is likelier than the truth. */
export const isTooMuchMissing = (known: readonly KnownListing[], missing: readonly KnownListing[]): boolean => {
  const forSale = ({ availability }: KnownListing): boolean => availability === 'available';
  return isMost(missing.length, known.length) || isMost(missing.filter(forSale).length, known.filter(forSale).length);
};

/**
 * Reads the whole closet once. Absence proves nothing (wire protocol 7): what is known and not shown is asked for by itself,
 * `most` of them and `spacingMs` apart, and only that answer is believed. Where too much is missing nobody is asked, unless
 * the caller has `waited` and this is the second look.
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
    // A session that is over may show an empty closet: that is trouble of another kind.
    const who = await account.probe();
    if (who.kind !== 'ok') return who;
    if (!waited) return { kind: 'ok', value: pass };
  }

  for (const { poshmarkId } of missing.slice(0, most)) {
    await sleep(spacingMs);
    const answer = await account.listing(poshmarkId);
    if (answer.kind === 'ok') pass.seen.push(seenListing(answer.value, { position: null, now }));
    else if (answer.kind === 'listing_gone') pass.gone.push(poshmarkId);
    // Whatever it is, it says nothing about the listings that are left. They wait for the next look.
    else break;
    pass.asked += 1;
  }
  return { kind: 'ok', value: pass };
}
