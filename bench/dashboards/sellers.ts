// Sessions for every dashboard, and sellers whose bots don't run.

import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { closetSize } from '../engine/sellers.ts';

/**
 * Fills up to `count` sellers, the first of whom have bots, and signs each one in. Resolves to their session tokens, in an order that
 * mixes those with bots among the others: if all of them asked in the same second of ten, that second would be measured.
 */
export async function signInAll(url: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'hangtag bench' });
  await client.connect();
  try {
    const { rows: have } = await client.query<{ count: number }>('select count(*)::int as count from users');
    const missing = Math.max(0, count - (have[0]?.count ?? 0));
    // Listings without a place in their closet are in no round, so these sellers get no bots. A sync stores a closet's listings
    // together, and so does this: from 60 pages of the table each, one status took 2 ms.
    await client.query(
      `with made as (
         insert into users (first_name, last_name, email, password, timezone, created_at)
         select 'Bench', 'Visitor', 'visitor' || n || '@example.com', 'none', 'UTC', now() from generate_series(1, $1::int) n
         returning id
       ), linked as (
         insert into closets (user_id, practice, state, market_user_id, linked_at, last_synced_at)
         select id, true, 'ready', 'visitor' || id, now(), now() from made
       )
       insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at)
       select id, 'v' || n, 'visitor' || id, 'Wool coat, size M', 40, '', now() from made, generate_series(1, $2::int) n
       order by id`,
      [missing, closetSize],
    );
    const { rows: users } = await client.query<{ id: string }>('select id from users order by id limit $1', [count]);
    const tokens = users.map(() => randomBytes(32).toString('base64url'));
    await client.query(
      `insert into sessions (user_id, token_hash, user_agent, created_at, last_seen_at, confirmed_at, expires_at)
       select id, hash, 'bench', now(), now(), now(), now() + interval '1 day'
       from unnest($1::bigint[], $2::text[]) as made(id, hash)`,
      [users.map(({ id }) => id), tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
    );
    await client.query('vacuum analyze');
    // They are random, so their own order mixes the sellers.
    return tokens.toSorted();
  } finally {
    await client.end();
  }
}
