// The measuring program's access to the database.

import pg from 'pg';
import { standardSettings } from '#domain/bot/bot.ts';
import { closetSize } from './sellers.ts';

/** One round after another for the whole measurement: the next round is due before the last one ends. */
const settings = { ...standardSettings, shareFrequency: 1, dailyShareLimit: 50_000 };

export type Figures = { transactions: number; writing: number; walBytes: number; walFlushes: number };
export type Books = { confirmed: number; unknown: number; open: number; counted: number; raised: number };

/** What the measuring program reads from the database, over its own connection without time limits. */
export async function openBooks(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'hangtag bench' });
  client.on('error', () => {});
  await client.connect();
  const numbers = async <K extends string>(sql: string): Promise<Record<K, number>> => {
    const { rows } = await client.query(sql);
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([key, value]) => [key, Number(value)])) as Record<
      K,
      number
    >;
  };

  return {
    close: () => client.end(),

    /** The process id of the server. All its processes are children of one process. */
    async serverPid(parentOf: (pid: number) => number): Promise<number> {
      const { pid } = await numbers<'pid'>('select pg_backend_pid() as pid');
      return parentOf(pid);
    },
    async version(): Promise<string> {
      const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
      return rows[0]?.version ?? '';
    },

    /**
     * Puts every seller's bot into the middle of a round, each at another place, due now and without an owner, as after a restart
     * in the busiest hour. Rounds then end and start all the time, 83 a second with 10,000 bots. Empties the ledger.
     * `isWhole`: at the beginning of a round instead.
     */
    async putIntoRounds(meanPauseMs: number, { isWhole = false } = {}): Promise<void> {
      await client.query('truncate share_attempts, rounds, daily_share_counts, workers, activity_logs');
      // Every listing has been shared before, as after the first day.
      await client.query('truncate listing_share_counts');
      await client.query(`insert into listing_share_counts (user_id, listing_id, share_count, last_shared)
        select user_id, id, 0, now() from listings order by user_id, id`);
      await client.query(`select ensure_share_partition(d::date)
        from generate_series(now() at time zone 'utc', (now() at time zone 'utc') + interval '1 day', interval '1 day') d`);
      await client.query('delete from bots');
      // Every closet is read once an hour, each at another time.
      await client.query(
        `update closets set last_synced_at = now() - random() * interval '1 hour', shown_listings = $1`,
        [closetSize],
      );
      await client.query(
        `with placed as (
           select l.user_id, array_agg(l.id order by l.closet_position desc) as plan
           from listings l
           where $4 or l.closet_position <= (hashint8(l.user_id) & 2147483647) % $1::int
           group by l.user_id
         ), made as (
           insert into rounds (id, user_id, started_at, plan, planned)
           select (floor(extract(epoch from now()) * 1000)::bigint << 20) + row_number() over (), user_id, now(), plan,
             cardinality(plan)
           from placed returning id, user_id, planned
         )
         insert into bots (user_id, state, settings, limit_in_force, due_at, round_id, last_round_at, started_at)
         select user_id, 'sharing', $2::jsonb, 50000, now(), id,
           now() - ($1::int - planned) * $3::float8 * interval '1 millisecond', now() - interval '1 day'
         from made`,
        [closetSize, JSON.stringify(settings), meanPauseMs, isWhole],
      );
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    },

    /** Counters of the server so far. `writing`: transactions that changed something and had to be made durable. */
    figures: (): Promise<Figures> =>
      numbers<keyof Figures>(`select
        (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as writing,
        (select wal_bytes from pg_stat_wal) as "walBytes",
        (select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal') as "walFlushes"`),

    /** The sums of the ledger, and whether the stored counts match them. */
    books: (): Promise<Books> =>
      numbers<keyof Books>(`select
        (select count(*) from share_attempts where outcome = 1) as confirmed,
        (select count(*) from share_attempts where outcome = 3) as unknown,
        (select count(*) from share_attempts where outcome = 0) as open,
        (select coalesce(sum(share_count), 0) from daily_share_counts) as counted,
        (select coalesce(sum(share_count), 0) from listing_shares) as raised`),

    /** Attempts that are neither shared nor refused, by the evidence stored with them. */
    unsettled: async (): Promise<Record<string, number>> => {
      const { rows } = await client.query<{ what: string; count: number }>(
        `select case outcome when 0 then 'open' else 'unknown: ' || evidence end as what, count(*)::int as count
         from share_attempts where outcome in (0, 3) group by 1`,
      );
      return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
    },
  };
}
export type BooksKeeper = Awaited<ReturnType<typeof openBooks>>;
