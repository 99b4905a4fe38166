// Rate limits that hold across all processes of one database, by sliding windows. Keeps the promise that nobody has more than ten tries
// at a password: the counts of budgets.ts would allow ten at each web process, and ten more after each restart.
import { createHash } from 'node:crypto';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';
import { inWords } from '#domain/text/duration.ts';
import { at as moment, rowsOf } from '../../sql.ts';

type Bound = { most: number; withinMs: number };

export type Limits = ReturnType<typeof createLimits>;
type Wanted = { key: string; bound: Bound };

const longestWindowMs = 86_400_000;

/** If the database is down, every limited call fails. */
export function createLimits({ database, clock }: { database: Database; clock: Clock }) {
  const takeAll = async (wanted: readonly Wanted[], refusal = 'Too many tries.'): Promise<() => Promise<void>> => {
    // Sorted, so that two callers with the same keys wait for each other's locks in the same order.
    const asked = wanted
      .map(({ key, bound }) => ({ name: nameOf(key), bound }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    const names = asked.map(({ name }) => name);
    const at = clock.now();
    // The first check takes no lock, because a flood over the limit must be cheap to refuse.
    refuseAbove(await readUsage(database, asked, at), { now: at, refusal });
    await database.transaction(async (tx) => {
      await lockNames(tx, names);
      refuseAbove(await readUsage(tx, asked, at), { now: at, refusal });
      await insertMarks(tx, names, at);
    });
    return async () => {
      await database.query(
        `delete from rate_marks where ctid in (
           select m.ctid from unnest($1::text[]) as name cross join lateral (
             select ctid from rate_marks
             where key = name and at = ${moment(2)} limit 1
           ) m
         )`,
        [names, at],
      );
    };
  };
  return {
    /** The same for several keys in one transaction. If one of them is full, none is counted. */
    takeAll,
    /**
     * Counts one event for `key`, and resolves to a function that takes it back. Throws `too_many_requests` if `most` events lie
     * within the window, and counts nothing then. The seller reads `refusal` and when to try again. A key is made of what the server
     * itself knows: the client's address, the user, the call.
     */
    take: (key: string, bound: Bound, refusal?: string) => takeAll([{ key, bound }], refusal),
    /**
     * The same for one key in a transaction, which keeps the count or takes it back. Resolves to false, and counts nothing, if the
     * window is full.
     */
    async takeWith(tx: Queryable, key: string, bound: Bound): Promise<boolean> {
      const [name, at] = [nameOf(key), clock.now()];
      await lockNames(tx, [name]);
      const [usage] = await readUsage(tx, [{ name, bound }], at);
      if ((usage?.count ?? 0) >= bound.most) return false;
      await insertMarks(tx, [name], at);
      return true;
    },
    /** How many events of `key` lie within the window. */
    async count(key: string, withinMs: number): Promise<number> {
      const [found] = await readUsage(database, [{ name: nameOf(key), bound: { most: 1, withinMs } }], clock.now());
      return found?.count ?? 0;
    },
    /** Deletes the events that no window reaches anymore. */
    async prune(): Promise<void> {
      await database.query(`delete from rate_marks where at < ${moment(1)}`, [clock.now() - longestWindowMs]);
    },
  };
}

async function lockNames(tx: Queryable, names: readonly string[]): Promise<void> {
  for (const name of names) await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

async function insertMarks(tx: Queryable, names: readonly string[], at: Instant): Promise<void> {
  await tx.query(`insert into rate_marks (key, at) select name, ${moment(2)} from unnest($1::text[]) as name`, [
    names,
    at,
  ]);
}

type HashedKey = { name: string; bound: Bound };
/** `freeAt`: when the window has room again. */
type Usage = HashedKey & { count: number; freeAt: Instant | null };

async function readUsage(db: Queryable, asked: readonly HashedKey[], now: Instant): Promise<Usage[]> {
  const rows = await rowsOf<{ count: number; blocking: Instant | null }>(
    db,
    `/* prepared */ select m.count, (
       select at from rate_marks where key = asked.name and at > to_timestamp(asked.since / 1000)
       order by at desc offset asked.most - 1 limit 1
     ) as blocking
     from unnest($1::text[], $2::double precision[], $3::int[]) with ordinality as asked(name, since, most, index)
     cross join lateral (
       select count(*)::int as count from rate_marks where key = asked.name and at > to_timestamp(asked.since / 1000)
     ) m
     order by asked.index`,
    [
      asked.map(({ name }) => name),
      asked.map(({ bound }) => now - bound.withinMs),
      asked.map(({ bound }) => bound.most),
    ],
  );
  return asked.map(({ name, bound }, index) => {
    const { count = 0, blocking = null } = rows[index] ?? {};
    return { name, bound, count, freeAt: blocking === null ? null : blocking + bound.withinMs };
  });
}

function refuseAbove(usage: readonly Usage[], { now, refusal }: { now: Instant; refusal: string }): void {
  const full = usage.filter(({ count, bound }) => count >= bound.most);
  if (full.length === 0) return;
  const waitMs = Math.max(1000, ...full.map(({ freeAt, bound }) => (freeAt ?? now + bound.withinMs) - now));
  throw new Failure('too_many_requests', `${refusal} Try again ${inWords(waitMs)}.`, {
    retryAfterMs: waitMs,
  });
}

/** Keys may hold people's addresses, so only a hash is stored. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
