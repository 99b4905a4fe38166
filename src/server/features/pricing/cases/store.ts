// SQL that reads the closet's listings with the facts that their prices depend on.

import type { Currency } from '#domain/money.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import type { ListedFacts } from '#domain/pricing/facts/comparable.ts';
import { at } from '../../sql.ts';

/** A listing of the closet, with the facts that its price depends on. In whole dollars of its currency; `price` is null if it was unreadable. */
export type ClosetListing = ListedFacts & {
  id: string;
  title: string;
  price: number | null;
  currency: Currency;
  originalPrice: number | null;
  floorPrice: number | null;
  costCents: number | null;
  availability: 'available' | 'sold' | 'not_for_sale' | 'reserved' | 'removed';
  likeCount: number;
  shareCount: number;
  lastShared: Instant | null;
  listedAt: Instant | null;
  imageUrl: string | null;
  /** The newest price change since the given time. */
  lastChange: { at: Instant; oldPrice: number; newPrice: number; isUndo: boolean } | null;
};

/** The newest price change of a listing `l` since a moment, as `ClosetListing` has it. */
export const lastChange = (l: string, since: string): string => `(
    select json_build_object('at', (extract(epoch from c.at) * 1000)::bigint, 'oldPrice', c.old_price,
      'newPrice', c.new_price, 'isUndo', c.source = 'undo')
    from price_history c
    where c.user_id = ${l}.user_id and c.listing_id = ${l}.id and c.at > ${since} and c.old_price is not null
    order by c.at desc, c.id desc limit 1
  )`;

const columns = `id, title, price, currency, original_price as "originalPrice", floor_price as "floorPrice", cost_cents as "costCents", availability,
  like_count as "likeCount", market_share_count as "shareCount", last_shared as "lastShared", listed_at as "listedAt",
  brand, department, category, subcategory, size, condition, image_url as "imageUrl",
  ${lastChange('priced_listings', at(3))} as "lastChange"`;

export async function findActive(
  db: Queryable,
  { userId, marketUserId, since }: { userId: string; marketUserId: string; since: Instant },
): Promise<ClosetListing[]> {
  const { rows } = await db.query<ClosetListing & Row>(
    `select ${columns} from priced_listings
     where user_id = $1 and market_user_id = $2 and is_active and price > 0 order by id`,
    [userId, marketUserId, since],
  );
  return rows;
}

export async function findOne(
  db: Queryable,
  { userId, id, since }: { userId: string; id: string; since: Instant },
): Promise<ClosetListing | null> {
  const { rows } = await db.query<ClosetListing & Row>(
    `select ${columns} from priced_listings where user_id = $1 and id = $2`,
    [userId, id, since],
  );
  return rows[0] ?? null;
}
