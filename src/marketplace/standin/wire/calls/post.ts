// Renders a listing as the marketplace's JSON "post".

import { pictureUrl } from '../../pages/closet.ts';
import { brandNamed } from '../../seed/brands.ts';
import { categoryById, departmentById, subcategoryById } from '../../seed/catalog.ts';
import { type Look, lookOf, sizeLabel } from '../../state/listings.ts';
import type { Listing, World } from '../../state/model.ts';
import type { Json } from '../input.ts';

/** Pacific standard time all year, so that rendered times do not change with daylight saving. */
const offsetMs = -8 * 3_600_000;

/** `2026-04-28T01:14:56-08:00`. */
export const timeText = (ms: number): string => `${new Date(ms + offsetMs).toISOString().slice(0, 19)}-08:00`;

function money({ settings: { moneyAs, currency } }: World, dollars: number): Json {
  return { val: moneyAs === 'number' ? dollars : dollars.toFixed(1), currency_code: currency, currency_symbol: '$' };
}

/** A post for lists. */
export function summaryPost(world: World, listing: Listing, origin: string, look = lookOf(world, listing)): Json {
  const { account } = listing;
  const brand = look.brand === null ? undefined : brandNamed(look.brand);
  return {
    id: listing.id,
    creator_id: account.id,
    creator_username: account.handle,
    creator_display_handle: account.handle,
    title: look.title,
    ...(look.brand === null ? {} : { brand: look.brand }),
    ...(brand && { brand_obj: { id: brand.id, canonical_name: brand.name, slug: brand.slug } }),
    price: listing.price,
    original_price: listing.original,
    price_amount: money(world, listing.price),
    original_price_amount: money(world, listing.original),
    size: sizeLabel(look.sizes),
    ...(look.condition === null ? {} : { condition: look.condition }),
    colors: look.colors,
    catalog: catalogOf(look),
    inventory: { status: listing.status, status_changed_at: timeText(listing.statusMs) },
    cover_shot: picture(look, look.cover, 1, origin),
    picture_url: pictureUrl(look, 'm', 1, origin),
    like_count: listing.likes,
    share_count: listing.shares,
    comment_count: listing.likes > 8 ? 1 : 0,
    status: listing.removed ? 'removed' : 'published',
    created_at: timeText(listing.bornMs),
    first_published_at: timeText(listing.bornMs + 160_000),
    updated_at: timeText(Math.max(listing.updatedMs, listing.bumpMs)),
  };
}

/** The full post. Fields for the seller only are left out for others. */
export function fullPost(world: World, listing: Listing, view: { origin: string; isOwner: boolean }): Json {
  const look = lookOf(world, listing);
  const summary = summaryPost(world, listing, view.origin, look);
  return {
    ...summary,
    description: look.description,
    inventory: {
      status: listing.status,
      status_changed_at: timeText(listing.statusMs),
      size_quantity_revision: listing.revision,
      multi_item: false,
      nfs_reason: listing.status === 'not_for_sale' ? 's' : null,
      size_quantities: look.sizes,
    },
    pictures: look.pictures.map((id, index) => picture(look, id, index + 2, view.origin)),
    videos: look.videos,
    style_tags: look.styleTags,
    ...(view.isOwner ? { seller_private_info: look.sku } : {}),
    seller_shipping_discount: { id: look.discountId },
    aggregates: { likes: listing.likes, shares: listing.shares, comments: summary.comment_count },
    status_changed_at: timeText(listing.bornMs + 160_000),
  };
}

function catalogOf(look: Look): Json {
  const named = (item: { id: string; display: string; slug: string } | undefined) =>
    item && { id: item.id, display: item.display, slug: item.slug };
  return {
    department: look.department,
    category: look.category,
    category_features: look.features,
    department_obj: named(departmentById(look.department)),
    category_obj: named(categoryById(look.category)),
    category_feature_objs: look.features.flatMap((id) => named(subcategoryById(id)) ?? []),
  };
}

const picture = (look: Look, id: string, number: number, origin: string): Json => ({
  id,
  url: pictureUrl(look, 'm', number, origin),
  url_small: pictureUrl(look, 's', number, origin),
  url_large: pictureUrl(look, 'l', number, origin),
  content_type: 'image/svg+xml',
});
