// The SQL of a marketplace's refusals, and of the circuit that many of them open.

import type { Circuit } from '#domain/bot/circuit.ts';
import type { Instant } from '#domain/ports/clock.ts';
import type { Queryable, Row } from '#domain/ports/database.ts';
import { at } from '../../../sql.ts';

/** A closet that has shared here for this long. Accounts are made in a second. */
const sharedForMs = 2 * 86_400_000;

/**
 * Keeps a seller's newest refusal if the seller has shared here for days, and forgets what is too old to count. Resolves to how many
 * closets were refused since.
 */
export async function saveRefusal(
  tx: Queryable,
  { practice, userId, now, since }: { practice: boolean; userId: string; now: Instant; since: Instant },
): Promise<number> {
  await tx.query(
    `insert into marketplace_refusals (practice, user_id, at) select $1, $2, ${at(3)}
     where exists (select 1 from daily_share_counts where user_id = $2 and share_date <= $4 and share_count > assumed)
     on conflict (practice, user_id) do update set at = excluded.at`,
    [practice, userId, now, new Date(now - sharedForMs).toISOString().slice(0, 10)],
  );
  await deleteRefusals(tx, `at <= ${at(2)}`, [practice, since]);
  const { rows } = await tx.query<{ sellers: number }>(
    `select count(distinct coalesce(c.market_user_id, r.user_id::text))::int as sellers
     from marketplace_refusals r left join closet_connections c on c.user_id = r.user_id
     where r.practice = $1 and r.at > ${at(2)}`,
    [practice, since],
  );
  return rows[0]?.sellers ?? 0;
}

/** After the hold, counting starts at zero. Otherwise the same refusals would hold the bots again. */
export async function forgetRefusals(tx: Queryable, practice: boolean): Promise<void> {
  await deleteRefusals(tx, 'true', [practice]);
}

/**
 * Leaves those that another seller's transaction is replacing right now: it may wait for this seller's, or for the circuit that this one
 * has locked.
 */
async function deleteRefusals(tx: Queryable, which: string, params: unknown[]): Promise<void> {
  await tx.query(
    `delete from marketplace_refusals where practice = $1 and user_id in (
       select user_id from marketplace_refusals where practice = $1 and ${which} for update skip locked
     )`,
    params,
  );
}

/** Locks the circuit until the transaction ends; null if it was never open. */
export async function lockCircuit(tx: Queryable, practice: boolean): Promise<Circuit | null> {
  const { rows } = await tx.query<Circuit & Row>(
    // Not from the view: the row may change while this waits for it, and only its own columns are read again then.
    `select closed_at is null or closed_at < held_until as "isOpen", held_until as "heldUntil", failures,
       closed_at as "closedAt"
     from marketplace_breakers where practice = $1 for update`,
    [practice],
  );
  return rows[0] ?? null;
}

export async function saveCircuit(
  tx: Queryable,
  practice: boolean,
  { heldUntil, failures, closedAt }: Circuit,
): Promise<void> {
  await tx.query(
    `insert into marketplace_breakers (practice, held_until, failures, closed_at) values ($1, ${at(2)}, $3, ${at(4)})
     on conflict (practice) do update set held_until = excluded.held_until, failures = excluded.failures,
       closed_at = excluded.closed_at`,
    [practice, heldUntil, failures, closedAt],
  );
}

export async function findOpenCircuits(db: Queryable): Promise<(Circuit & { practice: boolean })[]> {
  const { rows } = await db.query<Pick<Circuit, 'heldUntil' | 'failures'> & { practice: boolean }>(
    'select practice, held_until as "heldUntil", failures from open_circuits',
  );
  return rows.map((row) => ({ ...row, isOpen: true, closedAt: null }));
}
