// The SQL of listings.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../sql-moment.ts';

/** A row of `listings` as the product shows it. Prices are whole dollars. */
export type ListingRow = {
  id: string;
  poshmarkId: string;
  title: string;
  price: number | null;
  originalPrice: number | null;
  floorPrice: number | null;
  skipSharing: boolean;
  isActive: boolean;
  availability: Availability;
  lastShared: Instant | null;
  likeCount: number;
  shareCount: number;
  brand: string | null;
  category: string | null;
  size: string | null;
  condition: string | null;
  imageUrl: string | null;
  url: string;
  listedAt: Instant | null;
  soldAt: Instant | null;
  syncedAt: Instant;
};

export type Availability = 'available' | 'sold' | 'not_for_sale' | 'removed';

const columns = `id, poshmark_id as "poshmarkId", title, price, original_price as "originalPrice",
  floor_price as "floorPrice", skip_sharing as "skipSharing", is_active as "isActive", availability, last_shared as "lastShared",
  like_count as "likeCount", share_count as "shareCount", brand, category, size, condition, image_url as "imageUrl", url,
  listed_at as "listedAt", sold_at as "soldAt", synced_at as "syncedAt"`;

export async function findListings(db: Queryable, userId: string): Promise<ListingRow[]> {
  const { rows } = await db.query<ListingRow & Row>(
    `select ${columns} from listings where user_id = $1
     order by is_active desc, listed_at desc nulls last, id desc`,
    [userId],
  );
  return rows;
}

/** The address of the picture of one of the seller's listings; null if there is no such listing or it has no picture. */
export async function findPictureAddress(db: Queryable, userId: string, id: string): Promise<string | null> {
  const { rows } = await db.query<{ address: string | null }>(
    'select image_url as address from listings where user_id = $1 and id = $2',
    [userId, id],
  );
  return rows[0]?.address ?? null;
}

/** Of the linked closet, or of all earlier closets if none is linked. */
export async function countListings(db: Queryable, userId: string): Promise<{ active: number; sold: number }> {
  const { rows } = await db.query<{ active: number; sold: number }>(
    'select active, sold from listing_counts where user_id = $1',
    [userId],
  );
  return rows[0] ?? { active: 0, sold: 0 };
}

/** Of the linked closet, by the same rule for what a round shares as in the views. */
export async function countRoundSize(db: Queryable, userId: string): Promise<{ shared: number; skipped: number }> {
  const { rows } = await db.query<{ shared: number; skipped: number }>(
    `select (count(*) filter (where is_shareable))::int as shared, (count(*) filter (where is_skipped))::int as skipped
     from listing_shares where user_id = $1`,
    [userId],
  );
  return rows[0] ?? { shared: 0, skipped: 0 };
}

/** Undefined fields stay as they are. */
export async function saveEdit(
  db: Queryable,
  edit: { userId: string; id: string; floorPrice: number | null | undefined; skipSharing: boolean | undefined },
): Promise<ListingRow | null> {
  const { rows } = await db.query<ListingRow & Row>(
    `update listings set floor_price = case when $3::boolean then $4::int else floor_price end,
       skip_sharing = coalesce($5::boolean, skip_sharing)
     where user_id = $1 and id = $2 returning ${columns}`,
    [edit.userId, edit.id, edit.floorPrice !== undefined, edit.floorPrice ?? null, edit.skipSharing ?? null],
  );
  return rows[0] ?? null;
}

/** The same for many listings. Listings that the seller doesn't have are left out of the result. */
export async function saveEdits(
  db: Queryable,
  edit: {
    userId: string;
    ids: readonly string[];
    floorPrice?: number | null | undefined;
    /** Percent of the current price. No floor is below the marketplace's lowest price of 3 dollars. */
    floorPercent?: number | undefined;
    skipSharing?: boolean | undefined;
  },
): Promise<Map<string, 'changed' | 'no_price'>> {
  const { rows } = await db.query<{ id: string; isChanged: boolean }>(
    `with own as (
       select id from listings where user_id = $1 and id = any($2::bigint[]) order by id for update
     ), changed as (
       update listings l set skip_sharing = coalesce($6::boolean, l.skip_sharing),
         floor_price = case when $3::boolean then $4::int
           when $5::int is not null then greatest(round(l.price * $5::int / 100.0)::int, 3) else l.floor_price end
       from own where l.id = own.id and ($5::int is null or l.price is not null)
       returning l.id
     )
     select own.id, changed.id is not null as "isChanged" from own left join changed on changed.id = own.id`,
    [
      edit.userId,
      edit.ids,
      edit.floorPrice !== undefined,
      edit.floorPrice ?? null,
      edit.floorPercent ?? null,
      edit.skipSharing ?? null,
    ],
  );
  return new Map(rows.map(({ id, isChanged }) => [id, isChanged ? 'changed' : 'no_price']));
}

export async function findActiveInOrder(
  db: Queryable,
  userId: string,
  marketUserId: string,
): Promise<{ id: string; poshmarkId: string; title: string }[]> {
  const { rows } = await db.query<{ id: string; poshmarkId: string; title: string }>(
    `/* prepared */ select id, poshmark_id as "poshmarkId", title from listings
     where user_id = $1 and market_user_id = $2 and is_active and not skip_sharing
     order by case when last_shared > synced_at then last_shared end desc nulls last,
       closet_position nulls first, id desc`,
    [userId, marketUserId],
  );
  return rows;
}

/** Stores what the marketplace reported about a listing when it was shared. */
export async function markUnavailable(
  db: Queryable,
  {
    userId,
    id,
    availability,
    now,
  }: { userId: string; id: string; availability: Exclude<Availability, 'available'>; now: Instant },
): Promise<void> {
  await db.query(
    `update listings set is_active = false, availability = $3,
       closet_position = case when $3 = 'removed' then null else closet_position end,
       sold_at = case when $3 = 'sold' then coalesce(sold_at, ${at(4)}) end
     where user_id = $1 and id = $2 and availability <> $3`,
    [userId, id, availability, now],
  );
}

/** Counts the confirmed shares of a whole group commit, in one statement. */
export async function countShares(
  tx: Queryable,
  shares: readonly { listingId: string | number; at: Instant }[],
): Promise<void> {
  if (shares.length === 0) return;
  await tx.query(
    `/* prepared */ with shared as (
       select listing_id, count(*) as shares, to_timestamp(max(at) / 1000) as at
       from unnest($1::bigint[], $2::double precision[]) as s(listing_id, at) group by listing_id
     )
     update listings l set share_count = l.share_count + s.shares, last_shared = greatest(l.last_shared, s.at)
     from shared s where l.id = s.listing_id`,
    [shares.map(({ listingId }) => listingId), shares.map(({ at: sharedAt }) => sharedAt)],
  );
}
