// SQL of the inventory report: the listings that it may be about, and what it says about them.

import type { ClosetRow } from '#domain/listings/match-report.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { rowsOf, toJson, valuesOf } from '../../../sql.ts';

/** Listings of the linked closet, or of all earlier ones if none is linked, that the marketplace still shows. */
export const findReportable = (db: Queryable, userId: string): Promise<ClosetRow[]> =>
  rowsOf(
    db,
    `select l.id, l.title, l.listed_at as "listedAt", l.price, l.sku, l.size, l.availability <> 'sold' as "isForSale"
     from listings l left join closet_connections c on c.user_id = l.user_id
     where l.user_id = $1 and l.availability <> 'removed' and l.market_user_id = coalesce(c.market_user_id, l.market_user_id)
     order by l.id`,
    [userId],
  );

type Reported = {
  id: string;
  costCents: number | null;
  sku: string | null;
  listedAt: Instant | null;
  /** Whole dollars. */
  lowestPrice: number | null;
};

/**
 * Stores what a report says, except where the seller has typed something else. Empty cells erase nothing. Resolves to the ids of the
 * listings that it changed.
 */
export const saveReported = (
  tx: Queryable,
  { userId, reported }: { userId: string; reported: readonly Reported[] },
): Promise<string[]> =>
  valuesOf(
    tx,
    `with reported as (
       select * from jsonb_to_recordset($2::jsonb)
         as r(id bigint, "costCents" int, sku text, "listedAt" float8, "lowestPrice" int)
     ), own as (
       select l.id, case when l.cost_cents is null or l.cost_from_report then coalesce(r."costCents", l.cost_cents) else l.cost_cents end as cost,
         case when l.sku is null or l.sku_from_report then coalesce(r.sku, l.sku) else l.sku end as sku,
         coalesce(l.listed_at, to_timestamp(r."listedAt" / 1000)) as listed_at, least(l.lowest_price, r."lowestPrice") as lowest
       from reported r join listings l on l.user_id = $1 and l.id = r.id
       order by l.id for no key update of l
     )
     update listings l set cost_cents = own.cost, sku = own.sku, listed_at = own.listed_at, lowest_price = own.lowest,
       cost_from_report = l.cost_from_report or l.cost_cents is null and own.cost is not null,
       sku_from_report = l.sku_from_report or l.sku is null and own.sku is not null
     from own
     where l.user_id = $1 and l.id = own.id
       and (l.cost_cents, l.sku, l.listed_at, l.lowest_price) is distinct from (own.cost, own.sku, own.listed_at, own.lowest)
     returning l.id`,
    [userId, toJson(reported)],
  );
