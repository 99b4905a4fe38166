// SQL of lots, of the imports of sales, and of when a closet’s sales were read.

import type { Lot, NewLot } from '#contract/sales/lots.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at, firstRow, isAny, listsOf, oneValue, rowsOf } from '../../sql.ts';

type Part = { listingId: string; costCents: number };

/** In which lots these listings are. */
export const findLotsOf = (
  tx: Queryable,
  userId: string,
  listingIds: readonly string[],
): Promise<{ listingId: string; lot: string }[]> =>
  rowsOf(
    tx,
    `select p.listing_id as "listingId", l.name as lot
     from lot_parts p join lots l on l.user_id = p.user_id and l.id = p.lot_id
     where p.user_id = $1 and p.listing_id = any($2::bigint[])`,
    [userId, listingIds],
  );

export const insertLot = (
  tx: Queryable,
  userId: string,
  { name, boughtOn, costCents, split, parts }: Omit<NewLot, 'listingIds'> & { parts: readonly Part[] },
): Promise<string> =>
  oneValue(
    tx,
    `with lot as (
       insert into lots (user_id, name, bought_on, cost_cents, split) values ($1, $2, $3, $4, $5) returning user_id, id
     ), parts as (
       insert into lot_parts (user_id, lot_id, listing_id, cost_cents)
       select lot.user_id, lot.id, p.listing, p.cost from lot, unnest($6::bigint[], $7::int[]) as p(listing, cost)
     )
     select id from lot`,
    [userId, name, boughtOn, costCents, split, ...listsOf(parts, 'listingId', 'costCents')],
  );

/** The lot that was bought last first. `id`: only that one, if the seller has it. */
export const findLots = (db: Queryable, userId: string, id: string | null = null): Promise<Lot[]> =>
  rowsOf(
    db,
    `select l.id, l.name, l.bought_on::text as "boughtOn", l.cost_cents as "costCents", l.split, (
         select json_agg(json_build_object('listingId', p.listing_id::text, 'costCents', p.cost_cents) order by p.listing_id)
         from lot_parts p where p.user_id = l.user_id and p.lot_id = l.id
       ) as parts
     from lots l where l.user_id = $1 and ($2::bigint is null or l.id = $2)
     order by l.bought_on desc nulls last, l.id desc`,
    [userId, id],
  );

export async function removeLot(tx: Queryable, userId: string, id: string): Promise<void> {
  await tx.query('delete from lots where user_id = $1 and id = $2', [userId, id]);
}

export type ImportRow = {
  id: string;
  fileName: string;
  at: Instant;
  sales: number;
  from: string | null;
  to: string | null;
};

export const addImport = (
  tx: Queryable,
  { userId, fileName, now }: { userId: string; fileName: string; now: Instant },
): Promise<string> =>
  oneValue(tx, `insert into sale_imports (user_id, at, file_name) values ($1, ${at(2)}, $3) returning id`, [
    userId,
    now,
    fileName,
  ]);

/** Notes which sales of the import were known. */
export async function saveKnown(
  tx: Queryable,
  { userId, importId, known }: { userId: string; importId: string; known: readonly string[] },
): Promise<void> {
  await tx.query('update sale_imports set known_sales = $3::bigint[] where user_id = $1 and id = $2', [
    userId,
    importId,
    known,
  ]);
}

/** For each sale of an import that other imports contain too: the oldest of those. */
export async function findOtherImports(tx: Queryable, userId: string, id: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ sale: string; other: string }>(
    tx,
    `select s.id::text as sale, min(i.id)::text as other
     from sale_imports i cross join unnest(i.known_sales) known(id)
       join sales s on s.user_id = i.user_id and s.id = known.id and s.import_id = $2
     where i.user_id = $1 and i.id <> $2 group by s.id`,
    [userId, id],
  );
  return new Map(rows.map(({ sale, other }) => [sale, other]));
}

/** Its sales have left it. False if the seller has no such import. */
export const deleteImport = (tx: Queryable, userId: string, id: string): Promise<boolean> =>
  isAny(tx, 'delete from sale_imports where user_id = $1 and id = $2', [userId, id]);

export const findImports = (db: Queryable, userId: string): Promise<ImportRow[]> =>
  rowsOf(
    db,
    `select i.id, i.file_name as "fileName", i.at, count(s.id)::int as sales, min(s.sold_on)::text as "from",
       max(s.sold_on)::text as "to"
     from sale_imports i left join sales s on s.user_id = i.user_id and s.import_id = i.id
     where i.user_id = $1 group by i.id order by i.at desc, i.id desc limit 100`,
    [userId],
  );

type SaleReading = {
  readAt: Instant;
  /** When they were last read because a listing was sold. */
  followedAt: Instant | null;
};

/** null: the seller has never asked for it. */
export const findReading = (db: Queryable, userId: string): Promise<SaleReading | null> =>
  firstRow(db, 'select read_at as "readAt", followed_at as "followedAt" from sale_readings where user_id = $1', [
    userId,
  ]);

export async function saveReading(
  tx: Queryable,
  { userId, now, isAsked }: { userId: string; now: Instant; isAsked: boolean },
): Promise<void> {
  await tx.query(
    `insert into sale_readings as r (user_id, read_at, followed_at) values ($1, ${at(2)}, case when $3 then null else ${at(2)} end)
     on conflict (user_id) do update set read_at = excluded.read_at, followed_at = coalesce(excluded.followed_at, r.followed_at)`,
    [userId, now, isAsked],
  );
}
