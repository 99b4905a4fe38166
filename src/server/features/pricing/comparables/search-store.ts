// SQL for marketplace searches: their pace, their pause, and what they found.

import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketListing } from '#domain/ports/marketplace.ts';
import { listedFacts } from '#domain/pricing/facts/comparable.ts';
import { at, firstValue, isAny, toJson, valuesOf } from '../../../sql.ts';

/**
 * Takes a turn to send one search, with the time to wait for it: one call per `spacingMs` for all processes together. Returns
 * null while searching is paused.
 */
export async function takeSearchTurn(
  db: Queryable,
  { practice, spacingMs, now }: { practice: boolean; spacingMs: number; now: Instant },
): Promise<{ waitMs: number } | null> {
  const waitMs = await firstValue<number>(
    db,
    `update market_search_pace set next_at = greatest(${at(3)}, next_at) + $2::float8 * interval '1 millisecond', paused_until = null
     where practice = $1 and (paused_until is null or paused_until <= ${at(3)})
     returning (extract(epoch from next_at - ${at(3)}) * 1000 - $2::float8)::float8 as "waitMs"`,
    [practice, spacingMs, now],
  );
  return waitMs === null ? null : { waitMs: Math.max(0, waitMs) };
}

export async function pauseSearch(
  db: Queryable,
  { practice, until }: { practice: boolean; until: Instant },
): Promise<void> {
  await db.query(`update market_search_pace set paused_until = ${at(2)} where practice = $1`, [practice, until]);
}

/** Whether a new search would have to wait longer than `waitMs`, because others are searching. */
export const isSearchBusy = (
  db: Queryable,
  { practice, waitMs, now }: { practice: boolean; waitMs: number; now: Instant },
): Promise<boolean> =>
  isAny(
    db,
    `select 1 from market_search_pace where practice = $1 and next_at > ${at(2)} + $3::float8 * interval '1 millisecond'`,
    [practice, now, waitMs],
  );

/** Until when searching is paused, or null. */
export const findSearchPause = (db: Queryable, practice: boolean, now: Instant): Promise<Instant | null> =>
  firstValue(
    db,
    `select paused_until as until from market_search_pace where practice = $1 and paused_until > ${at(2)}`,
    [practice, now],
  );

/** The seller whose browser carried the search, for whom alone it counts. null: the server made it, and it counts for all. */
type CarriedFor = { carriedFor?: string | null };

/** As many as a seller's prices are learned from. */
const mostCarried = 10_000;

/** The terms among the given ones that were searched for after `since`: by the server, or by this seller's browser. */
export async function findFreshTerms(
  db: Queryable,
  given: { practice: boolean; terms: readonly string[]; since: Instant } & CarriedFor,
): Promise<Set<string>> {
  const { practice, terms, since, carriedFor = null } = given;
  const fresh = await valuesOf<string>(
    db,
    `select term from market_searches where practice = $1 and term = any($2::text[]) and searched_at > ${at(3)}
     union select term from browser_searches
     where user_id = $4 and practice = $1 and term = any($2::text[]) and searched_at > ${at(3)}`,
    [practice, terms, since, carriedFor],
  );
  return new Set(fresh);
}

const largest = 1_000_000;

const foundColumns = `poshmark_id, title, price, original_price, state, brand, department, category, subcategory, size, condition,
  listed_at, seen_at, renewed_at, terms`;
/** $2: the term, $3: the rows, $4: now. */
const foundValues = `f.poshmark_id, f.title, f.price, f.original_price, f.state, f.brand, f.department, f.category, f.subcategory,
    f.size, f.condition, to_timestamp(f.listed_at / 1000), to_timestamp(f.seen_at / 1000), ${at(4)}, array[$2::text]
  from json_to_recordset($3::json) as f(poshmark_id text, title text, price int, original_price int, state text,
    brand text, department text, category text, subcategory text, size text, condition text,
    listed_at double precision, seen_at double precision)
  order by f.poshmark_id`;
const foundAgain = `title = excluded.title, price = excluded.price, original_price = excluded.original_price,
  state = excluded.state, brand = excluded.brand, department = excluded.department, category = excluded.category,
  subcategory = excluded.subcategory, size = excluded.size, condition = excluded.condition, listed_at = excluded.listed_at,
  seen_at = excluded.seen_at, renewed_at = excluded.renewed_at,
  terms = case when c.terms @> excluded.terms then c.terms else c.terms || excluded.terms end`;

/**
 * Stores what a search found, by id, so that two searches that find the same listings never wait for each other. Listings without a
 * readable price are left out, because prices can't be learned from them.
 */
export async function saveFound(
  tx: Queryable,
  given: { practice: boolean; term: string; found: readonly MarketListing[]; now: Instant } & CarriedFor,
): Promise<void> {
  const { practice, term, found, now, carriedFor = null } = given;
  const dollars = (cents: number | null): number | null => {
    const whole = cents === null ? null : Math.round(cents / 100);
    return whole !== null && whole > 0 && whole <= largest ? whole : null;
  };
  const rows = [...new Map(found.map((listing) => [listing.id, listing])).values()].flatMap((listing) => {
    const price = dollars(listing.priceCents);
    const isKnown = listing.availability === 'sold' || listing.availability === 'available';
    if (price === null || !isKnown || listing.currency !== 'USD') return [];
    const isSold = listing.availability === 'sold';
    return [
      {
        poshmark_id: listing.id,
        title: listing.title,
        price,
        original_price: dollars(listing.originalPriceCents),
        state: isSold ? 'sold' : 'ask',
        ...listedFacts(listing),
        listed_at: listing.createdAt ?? null,
        // A sale in the future would make every other one old.
        seen_at: Math.min((isSold ? listing.availabilityChangedAt : undefined) ?? now, now),
      },
    ];
  });
  const params = [practice, term, toJson(rows), now];
  if (carriedFor === null)
    await tx.query(
      `insert into market_comparables as c (practice, ${foundColumns}) select $1, ${foundValues}
       on conflict (practice, poshmark_id) do update set ${foundAgain}`,
      params,
    );
  else
    await tx.query(
      `insert into browser_comparables as c (user_id, practice, ${foundColumns}) select $5, $1, ${foundValues}
       on conflict (user_id, practice, poshmark_id) do update set ${foundAgain}`,
      [...params, carriedFor],
    );
  if (carriedFor === null) {
    await tx.query(
      `insert into market_searches (practice, term, searched_at, found) values ($1, $2, ${at(3)}, $4)
       on conflict (practice, term) do update set searched_at = excluded.searched_at, found = excluded.found`,
      [practice, term, now, rows.length],
    );
    return;
  }
  await tx.query(
    `insert into browser_searches (user_id, practice, term, searched_at, found) values ($5, $1, $2, ${at(3)}, $4)
     on conflict (user_id, practice, term) do update set searched_at = excluded.searched_at, found = excluded.found`,
    [practice, term, now, rows.length, carriedFor],
  );
  await tx.query(
    `delete from browser_comparables where user_id = $1 and (practice, poshmark_id) in (
       select practice, poshmark_id from browser_comparables where user_id = $1
       order by renewed_at desc, poshmark_id offset ${mostCarried}
     )`,
    [carriedFor],
  );
}

/** Deletes comparables that no search has shown since this moment, and searches that were not made again. A sale may be older. */
export async function pruneFound(db: Queryable, before: Instant): Promise<void> {
  await db.query(`delete from market_comparables where seen_at < ${at(1)} and renewed_at < ${at(1)}`, [before]);
  await db.query(`delete from browser_comparables where seen_at < ${at(1)} and renewed_at < ${at(1)}`, [before]);
  await db.query(`delete from market_searches where searched_at < ${at(1)}`, [before]);
  await db.query(`delete from browser_searches where searched_at < ${at(1)}`, [before]);
}
