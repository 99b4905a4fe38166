// Converts the marketplace's post into our listing.

import { usDollars } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { MarketListing } from '#domain/ports/marketplace.ts';
import type { Money, Post } from '../protocol/protocol.ts';

const conditions = ['nwt', 'uln', 'ug', 'uf', 'ret'] as const;

/** A listing from a summary or full post. `origin` completes relative addresses. */
export function listingFromPost(post: Post, origin: string): MarketListing {
  const { catalog, inventory, aggregates } = post;
  const pictures = [post.cover_shot?.url ?? post.picture_url, ...(post.pictures ?? []).map((picture) => picture?.url)];
  const pictureUrls = webAddresses(pictures, origin);
  const title = post.title ?? '';
  const features = catalog?.category_feature_objs?.map((feature) => feature?.id) ?? [];
  const categoryIds = [
    catalog?.category,
    catalog?.category_obj?.id,
    ...(catalog?.category_features ?? []),
    ...features,
  ];
  return {
    id: post.id,
    title,
    brand: post.brand || post.brand_obj?.canonical_name || undefined,
    brandId: post.brand_obj?.id || undefined,
    sizeLabel: post.size || undefined,
    priceCents: readCents(post.price_amount, post.price),
    originalPriceCents: readCents(post.original_price_amount, post.original_price),
    currency: currencyOf(post),
    availability: availabilityOf(post),
    condition: post.condition ? (conditions.find((known) => known === post.condition) ?? 'other') : undefined,
    department: catalog?.department_obj?.display,
    category: catalog?.category_obj?.display,
    subcategory: catalog?.category_feature_objs?.find((feature) => feature?.display)?.display,
    categoryIds: [...new Set(categoryIds.flatMap((id) => id || []))],
    colors: (post.colors ?? []).flatMap((color) => (color?.name ? [color.name] : [])),
    coverUrl: pictureUrls[0],
    pictureUrls,
    likeCount: post.like_count ?? aggregates?.likes ?? 0,
    shareCount: post.share_count ?? aggregates?.shares ?? 0,
    commentCount: post.comment_count ?? aggregates?.comments ?? 0,
    // The publication date counts as the listing date, because a draft may be much older.
    createdAt: readTime(post.first_published_at) ?? readTime(post.created_at),
    updatedAt: readTime(post.updated_at),
    availabilityChangedAt: readTime(inventory?.status_changed_at),
    url: `${origin}/listing/${slug(title)}-${encodeURIComponent(post.id)}`,
  };
}

/** As the price says it, or the original price. What isn't three letters is no currency that can be named (`XXX` in ISO 4217). */
function currencyOf({ price_amount: price, original_price_amount: original }: Post): string {
  const code = (price?.currency_code || original?.currency_code || usDollars).toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : 'XXX';
}

/**
 * Whole cents from a money object (`val` is a number or a numeric string), or else from whole units; null if neither is valid.
 */
export function readCents(money: Money | undefined, wholeUnits?: number): number | null {
  for (const value of [money?.val, wholeUnits]) {
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) continue;
    const cents = Math.round(Number(value) * 100);
    if (Number.isSafeInteger(cents) && cents >= 0) return cents;
  }
  return null;
}

/** Parses ISO 8601 with any offset and any fraction of a second. */
export function readTime(text: string | undefined): Instant | undefined {
  const moment = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(moment) ? undefined : moment;
}

function availabilityOf(post: Post): MarketListing['availability'] {
  if (post.status !== undefined && post.status !== 'published') return 'unavailable';
  switch (post.inventory?.status) {
    case 'available':
      return 'available';
    case 'sold_out':
      return 'sold';
    case 'not_for_sale':
      return 'not_for_sale';
    case 'reserved':
      return 'reserved';
    default:
      return 'unavailable';
  }
}

/** Distinct http(s) addresses only, because they end up in the `src` of pictures, where `javascript:` would be dangerous. */
export function webAddresses(urls: (string | undefined)[], origin: string): string[] {
  const addresses = urls.flatMap((url) => {
    const address = url && URL.canParse(url, origin) ? new URL(url, origin) : null;
    return address !== null && /^https?:$/.test(address.protocol) ? [address.href] : [];
  });
  return [...new Set(addresses)];
}

function slug(title: string): string {
  return (
    title
      .normalize('NFKD')
      .replace(/[^0-9A-Za-z]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'listing'
  );
}
