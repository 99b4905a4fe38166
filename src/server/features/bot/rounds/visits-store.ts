// The SQL of visits: when parties and news were read, what was tried in a party, and who was shared back.

import type { ReadingOfVisits } from '#domain/bot/visits.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { at } from '../../../sql.ts';

type VisitFacts = {
  partiesReadAt: Instant | null;
  newsReadAt: Instant | null;
  /** A promoted or restored database may lack visits from before. */
  missedAt: Instant | null;
  /** The last round was an ordinary one. */
  wasOrdinary: boolean;
};

export async function readVisitFacts(db: Queryable, userId: string): Promise<VisitFacts> {
  const { rows } = await db.query<VisitFacts>(
    `/* prepared */ select v.parties_read_at as "partiesReadAt", v.news_read_at as "newsReadAt", v.missed_at as "missedAt",
       coalesce((select kind = 0 from rounds where user_id = a.user_id order by id desc limit 1), false) as "wasOrdinary"
     from (select $1::bigint as user_id) a left join bot_visits v on v.user_id = a.user_id`,
    [userId],
  );
  return rows[0] ?? { partiesReadAt: null, newsReadAt: null, missedAt: null, wasOrdinary: false };
}

const dayMs = 86_400_000;

const columns: Record<ReadingOfVisits, string> = { parties: 'parties_read_at', news: 'news_read_at' };

/** null: it has to be read again. */
export async function saveReadAt(
  db: Queryable,
  userId: string,
  what: ReadingOfVisits,
  now: Instant | null,
): Promise<void> {
  const column = columns[what];
  await db.query(
    `/* prepared */ insert into bot_visits (user_id, ${column}) values ($1, ${at(2)})
     on conflict (user_id) do update set ${column} = excluded.${column}`,
    [userId, now],
  );
}

/** Visits from before this moment may be missing for these sellers. */
export async function noteMissedVisits(tx: Queryable, userIds: readonly string[], moment: Instant): Promise<void> {
  await tx.query(
    `insert into bot_visits as v (user_id, missed_at) select id, ${at(2)} from unnest($1::bigint[]) as a(id)
     on conflict (user_id) do update set missed_at = greatest(v.missed_at, excluded.missed_at)`,
    [userIds, moment],
  );
}

/**
 * The listings that had their attempt in a party, in whatever round. Only a proven refusal for the token or the session allows another,
 * as in an ordinary round.
 */
export async function readTriedInParty(
  db: Queryable,
  { userId, party }: { userId: string; party: { id: string; startsAt: Instant } },
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    `/* prepared */ select s.listing_id as id
     from rounds r join share_attempts s on s.user_id = r.user_id and s.round_id = r.id
     where r.user_id = $1 and r.id >= floor($3::double precision)::bigint << 20 and r.party_id = $2 and not (
       s.outcome = 2 and split_part(s.evidence, ':', 1) in ('token_rejected', 'session_expired', 'not_sent')
     )`,
    // It may have opened before its time.
    [userId, party.id, party.startsAt - dayMs],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of these ids at the marketplace that are the seller's own listings. */
export async function findOwn(db: Queryable, userId: string, marketIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>(
    'select poshmark_id as id from priced_listings where user_id = $1 and poshmark_id = any($2::text[])',
    [userId, marketIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Hashes of everybody who was shared back on this day. */
export async function readSharedBack(db: Queryable, userId: string, day: string): Promise<Set<string>> {
  const { rows } = await db.query<{ hash: string }>(
    `select b.person_hash as hash from share_backs b where b.user_id = $1 and b.day = $2::date and ${isTried}`,
    [userId, day],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** A share was reserved for the row, and it isn't proven that it was never sent. */
const isTried = `exists (
    select from share_attempts s where s.user_id = b.user_id and s.round_id = b.round_id and s.listing_id = -b.id
  )`;

type ShareBack = {
  userId: string;
  day: string;
  /** By the current secret key first. */
  personHashes: readonly string[];
  listingHashes: readonly string[];
  name: string;
  roundId: string;
  now: Instant;
};

/**
 * Stores whom a share goes to before it is reserved. Resolves to its id; null if this person was shared back today or this listing ever
 * was. A row of today without an attempt is left from a share that was never sent, and makes room.
 */
export async function planShareBack(database: Database, share: ShareBack): Promise<number | null> {
  const { userId, day, personHashes, listingHashes, name, roundId, now } = share;
  return database.transaction(async (tx) => {
    const isSame = `(b.day = $2::date and b.person_hash = any($3::text[]) or b.listing_hash = any($4::text[]))`;
    const keys = [userId, day, personHashes, listingHashes];
    await tx.query(
      `delete from share_backs b where b.user_id = $1 and ${isSame} and b.day = $2::date and not ${isTried}`,
      keys,
    );
    const { rows } = await tx.query<{ id: string }>(
      `insert into share_backs (user_id, day, person_hash, listing_hash, name, round_id, at)
       select $1, $2::date, ($3::text[])[1], ($4::text[])[1], $5, $6, ${at(7)}
       where not exists (select from share_backs b where b.user_id = $1 and ${isSame}) returning id`,
      [...keys, name, roundId, now],
    );
    return rows[0] === undefined ? null : Number(rows[0].id);
  });
}
