// Fills a database with rows of many sellers, and with as many of one seller as an account may store.
import type pg from 'pg';

/** The ledger's retention (`keptDays` of the bot). */
export const ledgerDays = 35;
/** A tenth of the largest daily limit, and what Hangtag suggests. */
const ownSharesPerDay = 10_000;
/** About 47 MB of the 50 that an account may store. */
const ownLogEntries = 200_000;

/** `--rows` of a bench with sellers' rows. */
export function rowsAsked(bench: string, usual: number, flag: string | undefined): number {
  const rows = Number(flag ?? usual);
  if (Number.isInteger(rows) && rows >= 10_000) return rows;
  console.error(`npm run bench -- ${bench} [--rows ${usual}, at least 10000]`);
  process.exit(64);
}

type Fill = { client: pg.Client; rows: number; ledgerDays: number };

/** Resolves to how many rows other sellers have. Seven of ten are shares, as in a database that has been used for months. */
export async function fillOthers({ client, rows, ledgerDays: days }: Fill): Promise<number> {
  const sellers = Math.max(10, Math.round(rows / 1_000));
  await client.query(
    `select ensure_share_partition(((now() at time zone 'UTC')::date - n)) from generate_series(0, ${days}) n`,
  );
  await client.query(
    `insert into users (first_name, last_name, email, password, created_at)
     select 'Ann', 'Li', 'other' || n || '@example.com', 'x', now() from generate_series(1, ${sellers}) n`,
  );
  const ids = `(select id, row_number() over (order by id) as nr from users where email like 'other%')`;
  await client.query(
    `insert into listings (user_id, poshmark_id, market_user_id, title, price, url, synced_at)
     select u.id, 'l' || n, 'm' || u.id, 'A dress with a pattern', 20, 'https://x', now()
     from ${ids} u, generate_series(1, 60) n`,
  );
  await client.query(
    `insert into activity_logs (user_id, action, details, timestamp)
     select u.id, 'ROUND_FINISHED', 'Shared 60 of 60 listings', now() - n * interval '10 hours'
     from ${ids} u, generate_series(1, 200) n`,
  );
  await client.query(
    `insert into price_changes (user_id, listing_id, at, old_price, new_price, source)
     select user_id, id, now(), 20, 21, 'manual' from listings where poshmark_id in (select 'l' || n from generate_series(1, 40) n)`,
  );
  // Seven shares a day and seller of ten days, spread over the whole ledger.
  await client.query(shares(ids, { days, perDay: Math.max(1, Math.round(700 / days)) }));
  const { rows: counted } = await client.query<{ count: string }>(
    `select (select count(*) from users) + (select count(*) from listings) + (select count(*) from activity_logs)
       + (select count(*) from price_changes) + (select count(*) from share_attempts) as count`,
  );
  return Number(counted[0]?.count ?? 0);
}

/** One round a day, started at midnight in UTC. */
const shares = (sellers: string, { days, perDay }: { days: number; perDay: number }): string =>
  `insert into share_attempts (round_id, listing_id, user_id, share_date, reserved_at, settled_at, outcome)
   select ((extract(epoch from day)::bigint * 1000) << 20) + u.nr, n, u.id, day, day + n * interval '2 seconds',
     day + n * interval '2 seconds', 1
   from generate_series(1, ${perDay}) n, ${sellers} u,
     (select (now() at time zone 'UTC')::date - d as day from generate_series(1, ${days - 1}) d) days`;

/** The largest account: the log until it is full, and the ledger of a seller who shares as much as Hangtag suggests. */
export async function fillOwn(
  { client, rows, ledgerDays: days }: Fill,
  email: string,
): Promise<{ ledger: number; stored: number }> {
  const part = Math.min(1, rows / 5e6);
  const own = `(select id, 1000000 as nr from users where email = '${email}')`;
  const entries = Math.round(ownLogEntries * part);
  await client.query(
    `insert into activity_logs (user_id, action, details, timestamp)
     select u.id, 'ROUND_FINISHED', repeat(md5(n::text), 6), now() - n * interval '3 minutes'
     from ${own} u, generate_series(1, ${entries}) n`,
  );
  const perDay = Math.max(1, Math.round(ownSharesPerDay * part));
  await client.query(shares(own, { days, perDay }));
  await client.query(
    `insert into rounds (id, user_id, started_at, ended_at, plan, planned, shares, state)
     select ((extract(epoch from day)::bigint * 1000) << 20) + h, u.id, day, day, '{}', 400, 400, 'done'
     from ${own} u, generate_series(1, 24) h, (select (now() at time zone 'UTC')::date - d as day from generate_series(1, 400) d) days`,
  );
  return { ledger: perDay * (days - 1), stored: entries };
}
