// The SQL of parties.

import type { KnownParty } from '#domain/parties/theme.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import type { MarketParty, PartyTheme } from '#domain/ports/marketplace.ts';
import { at, rowsOf, toJson } from '../../sql.ts';

export type PartyRow = KnownParty & { id: string; title: string; theme: PartyTheme };

/** Takes the place of what was read before, for the closet that is linked now. */
export async function replaceParties(
  tx: Queryable,
  { userId, parties, readAt }: { userId: string; parties: readonly MarketParty[]; readAt: Instant },
): Promise<void> {
  await tx.query('delete from parties where user_id = $1 and party_id <> all($2::text[])', [
    userId,
    parties.map(({ id }) => id),
  ]);
  await tx.query(
    `insert into parties (user_id, party_id, market_user_id, title, starts_at, ends_at, status, theme, read_at)
     select $1, p.id, k.market_user_id, p.title, to_timestamp(p."startsAt"::double precision / 1000),
       to_timestamp(p."endsAt"::double precision / 1000), p.status, p.theme, ${at(3)}
     from closet_connections k,
       jsonb_to_recordset($2::jsonb) as p(id text, title text, "startsAt" float8, "endsAt" float8, status text, theme jsonb)
     where k.user_id = $1 and k.market_user_id is not null
     on conflict (user_id, party_id) do update set market_user_id = excluded.market_user_id, title = excluded.title,
       starts_at = excluded.starts_at, ends_at = excluded.ends_at, status = excluded.status, theme = excluded.theme,
       read_at = excluded.read_at`,
    [userId, toJson([...new Map(parties.map((party) => [party.id, party])).values()]), readAt],
  );
}

/** Those that aren't over, the one that ends first first. */
export const findParties = (db: Queryable, userId: string, now: Instant): Promise<PartyRow[]> =>
  rowsOf(
    db,
    `/* prepared */ select p.party_id as id, p.title, p.starts_at as "startsAt", p.ends_at as "endsAt", p.status, p.theme,
       p.read_at as "readAt"
     from parties p join closet_connections k on k.user_id = p.user_id and k.market_user_id = p.market_user_id
     where p.user_id = $1 and p.ends_at > ${at(2)} and p.status <> 'ended'
     order by p.ends_at, p.party_id`,
    [userId, now],
  );

/** How many listings were shared to each of these parties. `since`: no round of theirs began earlier. */
export async function countShared(
  db: Queryable,
  { userId, partyIds, since }: { userId: string; partyIds: readonly string[]; since: Instant },
): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; shared: number }>(
    db,
    `/* prepared */ select party_id as id, count(distinct listing_id)::int as shared from party_shares
     where user_id = $1 and round_id >= floor($3::double precision)::bigint << 20 and party_id = any($2::text[])
     group by party_id`,
    [userId, partyIds, since],
  );
  return new Map(rows.map(({ id, shared }) => [id, shared]));
}
