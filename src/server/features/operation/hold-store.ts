// The SQL of the operator's holds.
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { at } from '../sql.ts';

export type HoldRow = {
  at: Instant;
  until: Instant | null;
  reason: string | null;
  via: 'command' | 'page';
  who: string;
  releasedAt: Instant | null;
  releasedVia: 'command' | 'page' | 'time' | null;
  releasedWho: string | null;
};
export type Holder = { via: 'command' | 'page'; who: string };

const columns = `at, until, reason, via, who, released_at as "releasedAt", released_via as "releasedVia",
  released_who as "releasedWho"`;

export async function findHoldInForce(db: Queryable, now: Instant): Promise<HoldRow | null> {
  const { rows } = await db.query<HoldRow>(
    `select ${columns} from holds where released_at is null and (until is null or until > ${at(1)})`,
    [now],
  );
  return rows[0] ?? null;
}

/** Newest first. A hold that ran out shows its own end. */
export async function findHolds(db: Queryable, limit: number): Promise<HoldRow[]> {
  const { rows } = await db.query<HoldRow>(`select ${columns} from holds order by id desc limit $1`, [limit]);
  return rows;
}

/** One change of the hold at a time. */
export async function lockHolds(tx: Queryable): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('holds', 0))`);
}

/** Resolves to whether a hold was in force. One whose time was over ends at that time. */
export async function endHold(tx: Queryable, { via, who, now }: Holder & { now: Instant }): Promise<boolean> {
  const { rows } = await tx.query<{ wasInForce: boolean }>(
    `update holds set released_at = least(until, ${at(1)}),
       released_via = case when until <= ${at(1)} then 'time' else $2 end,
       released_who = case when until <= ${at(1)} then null else $3 end
     where released_at is null
     returning released_via <> 'time' as "wasInForce"`,
    [now, via, who],
  );
  return rows[0]?.wasInForce ?? false;
}

export async function insertHold(
  tx: Queryable,
  hold: Holder & { reason: string | null; until: Instant | null; now: Instant },
): Promise<void> {
  await tx.query(`insert into holds (at, until, reason, via, who) values (${at(1)}, ${at(2)}, $3, $4, $5)`, [
    hold.now,
    hold.until,
    hold.reason,
    hold.via,
    hold.who,
  ]);
}

/** Keeps the newest ones. */
export async function dropOldHolds(tx: Queryable, kept: number): Promise<void> {
  await tx.query('delete from holds where id <= (select id from holds order by id desc offset $1 limit 1)', [kept]);
}

/** For how long all bots were held since a moment. */
export async function sumHeldMs(db: Queryable, { since, now }: { since: Instant; now: Instant }): Promise<number> {
  const { rows } = await db.query<{ ms: number }>(
    `select coalesce(sum(extract(epoch from
         least(coalesce(released_at, until, ${at(2)}), ${at(2)}) - greatest(at, ${at(1)})) * 1000), 0)::float8 as ms
     from holds where coalesce(released_at, until, 'infinity') > ${at(1)}`,
    [since, now],
  );
  return rows[0]?.ms ?? 0;
}
