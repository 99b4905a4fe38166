// Rate limits that hold across all processes of one database, by sliding windows.
import { createHash } from 'node:crypto';
import { Failure } from '#domain/failure.ts';
import type { Clock, Instant } from '#domain/ports/clock.ts';
import type { Database, Queryable } from '#domain/ports/database.ts';

type Bound = { most: number; withinMs: number };

export type Limits = {
  /**
   * Counts one event for `key`, and resolves to a function that takes it back. Throws `too_many_requests` if `most` events lie
   * within the window, and counts nothing then. The seller reads `refusal` and when to try again. A key is made of what the server
   * itself knows: the client's address, the user, the call.
   */
  take(key: string, bound: Bound, refusal?: string): Promise<() => Promise<void>>;
  /** How many events of `key` lie within the window. */
  count(key: string, withinMs: number): Promise<number>;
  /** Deletes the events that no window reaches any more. */
  prune(): Promise<void>;
};

const longestWindowMs = 86_400_000;

/** Where the database is down, every limited call fails. */
export function createLimits({ database, clock }: { database: Database; clock: Clock }): Limits {
  return {
    async take(key, bound, refusal = 'Too many tries.') {
      const name = nameOf(key);
      const at = clock.now();
      // The first look takes no lock: a flood over the limit must be cheap to refuse.
      refuseAbove(await look(database, name, at, bound), { now: at, bound, refusal });
      await database.transaction(async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
        refuseAbove(await look(tx, name, at, bound), { now: at, bound, refusal });
        await tx.query('insert into rate_marks (key, at) values ($1, to_timestamp($2::double precision / 1000))', [
          name,
          at,
        ]);
      });
      return async () => {
        await database.query(
          `delete from rate_marks where ctid in (
             select ctid from rate_marks where key = $1 and at = to_timestamp($2::double precision / 1000) limit 1
           )`,
          [name, at],
        );
      };
    },
    async count(key, withinMs) {
      return (await look(database, nameOf(key), clock.now(), { most: 1, withinMs })).count;
    },
    async prune() {
      await database.query('delete from rate_marks where at < to_timestamp($1::double precision / 1000)', [
        clock.now() - longestWindowMs,
      ]);
    },
  };
}

type Look = { count: number; freeAt: Instant | null };

/** `freeAt`: when the window has room again. */
async function look(db: Queryable, name: string, now: Instant, { most, withinMs }: Bound): Promise<Look> {
  const { rows } = await db.query<{ count: number; blocking: Instant | null }>(
    `select count(*)::int as count, (
       select at from rate_marks where key = $1 and at > to_timestamp($2::double precision / 1000)
       order by at desc offset $3 - 1 limit 1
     ) as blocking
     from rate_marks where key = $1 and at > to_timestamp($2::double precision / 1000)`,
    [name, now - withinMs, most],
  );
  const blocking = rows[0]?.blocking ?? null;
  return { count: rows[0]?.count ?? 0, freeAt: blocking === null ? null : blocking + withinMs };
}

function refuseAbove(
  { count, freeAt }: Look,
  { now, bound: { most, withinMs }, refusal }: { now: Instant; bound: Bound; refusal: string },
): void {
  if (count < most) return;
  const waitMs = Math.max(1000, (freeAt ?? now + withinMs) - now);
  throw new Failure('too_many_requests', `${refusal} Try again ${inWords(waitMs)}.`, {
    retryAfterMs: waitMs,
  });
}

export function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return seconds <= 1 ? 'in a moment' : `in ${seconds} seconds`;
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return 'in a minute';
  return minutes < 60 ? `in ${minutes} minutes` : 'in an hour';
}

/** Keys may hold people's addresses, so only a hash is stored. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
