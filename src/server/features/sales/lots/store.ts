// SQL of lots.

import type { Lot, NewLot } from '#contract/sales/lots.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { listsOf } from '../../sql.ts';

type Part = { listingId: string; costCents: number };

/** In which lots these listings are. */
export async function findLotsOf(
  tx: Queryable,
  userId: string,
  listingIds: readonly string[],
): Promise<{ listingId: string; lot: string }[]> {
  const { rows } = await tx.query<{ listingId: string; lot: string }>(
    `select p.listing_id as "listingId", l.name as lot
     from lot_parts p join lots l on l.user_id = p.user_id and l.id = p.lot_id
     where p.user_id = $1 and p.listing_id = any($2::bigint[])`,
    [userId, listingIds],
  );
  return rows;
}

export async function insertLot(
  tx: Queryable,
  userId: string,
  { name, boughtOn, costCents, split, parts }: Omit<NewLot, 'listingIds'> & { parts: readonly Part[] },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `with lot as (
       insert into lots (user_id, name, bought_on, cost_cents, split) values ($1, $2, $3, $4, $5) returning user_id, id
     ), parts as (
       insert into lot_parts (user_id, lot_id, listing_id, cost_cents)
       select lot.user_id, lot.id, p.listing, p.cost from lot, unnest($6::bigint[], $7::int[]) as p(listing, cost)
     )
     select id from lot`,
    [userId, name, boughtOn, costCents, split, ...listsOf(parts, 'listingId', 'costCents')],
  );
  return rows[0]?.id ?? '';
}

/** The lot that was bought last first. `id`: only that one, if the seller has it. */
export async function findLots(db: Queryable, userId: string, id: string | null = null): Promise<Lot[]> {
  const { rows } = await db.query<Lot & Row>(
    `select l.id, l.name, l.bought_on::text as "boughtOn", l.cost_cents as "costCents", l.split, (
         select json_agg(json_build_object('listingId', p.listing_id::text, 'costCents', p.cost_cents) order by p.listing_id)
         from lot_parts p where p.user_id = l.user_id and p.lot_id = l.id
       ) as parts
     from lots l where l.user_id = $1 and ($2::bigint is null or l.id = $2)
     order by l.bought_on desc nulls last, l.id desc`,
    [userId, id],
  );
  return rows;
}

export async function removeLot(tx: Queryable, userId: string, id: string): Promise<void> {
  await tx.query('delete from lots where user_id = $1 and id = $2', [userId, id]);
}
