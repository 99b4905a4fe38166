import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';

/** A listing as far as its price goes. Whole dollars. */
export type PricedListing = {
  id: string;
  title: string;
  price: number | null;
  originalPrice: number | null;
  floorPrice: number | null;
  availability: 'available' | 'sold' | 'not_for_sale' | 'removed';
  likeCount: number;
  shareCount: number;
  lastShared: Instant | null;
  listedAt: Instant | null;
  brand: string | null;
  department: string | null;
  category: string | null;
  subcategory: string | null;
  size: string | null;
  condition: string | null;
  imageUrl: string | null;
};

const columns = `id, title, price, original_price as "originalPrice", floor_price as "floorPrice", availability,
  like_count as "likeCount", market_share_count as "shareCount", last_shared as "lastShared", listed_at as "listedAt",
  brand, department, category, subcategory, size, condition, image_url as "imageUrl"`;

/** The listings that are for sale in the closet that is linked, with a readable price. */
export async function findActive(db: Queryable, userId: string, marketUserId: string): Promise<PricedListing[]> {
  const { rows } = await db.query<PricedListing & Row>(
    `select ${columns} from listings
     where user_id = $1 and market_user_id = $2 and is_active and price > 0 order by id`,
    [userId, marketUserId],
  );
  return rows;
}

export async function findOne(db: Queryable, userId: string, id: string): Promise<PricedListing | null> {
  const { rows } = await db.query<PricedListing & Row>(
    `select ${columns} from listings where user_id = $1 and id = $2`,
    [userId, id],
  );
  return rows[0] ?? null;
}
