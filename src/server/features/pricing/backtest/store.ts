// SQL that reads the seller's own sales for the backtest.

import type { Queryable, Row } from '#domain/ports/database.ts';
import type { SoldItem } from '#domain/pricing/backtest/backtest.ts';
import { knownFacts, type ListedFacts } from '#domain/pricing/facts/comparable.ts';

type SoldRow = ListedFacts & { id: string; title: string; price: number; originalPrice: number | null };

/** How many sales there are, and the newest of them. */
export async function readNewestSales(
  db: Queryable,
  { userId, most, seller }: { userId: string; most: number; seller: string },
): Promise<{ count: number; newest: SoldItem[] }> {
  const counted = await db.query<{ count: number }>(
    'select count(*)::int as count from comparable_sales where user_id = $1',
    [userId],
  );
  const { rows } = await db.query<SoldRow & Row>(
    `select id, title, price_cents as price, original_price_cents as "originalPrice", brand, department, category, subcategory, size,
       condition
     from comparable_sales where user_id = $1 order by coalesce(sold_on, '-infinity') desc, id desc limit $2`,
    [userId, most],
  );
  const newest = rows.map(({ id, title, price, originalPrice, ...facts }) => ({
    ...{ id, price },
    item: { title, seller, ...knownFacts(facts), ...(originalPrice !== null && { originalPrice }) },
  }));
  return { count: counted.rows[0]?.count ?? 0, newest };
}
