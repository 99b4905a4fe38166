// The SQL of calls on their way through a browser. Each statement decides by itself who wins.

import type { Carried, CarriedRequest } from '#domain/ports/carrier.ts';
import type { Queryable } from '#domain/ports/database.ts';
import { firstRow, firstValue, isAny } from '../../sql.ts';

type StoredRequest = Pick<CarriedRequest, 'method' | 'path' | 'headers' | 'body'>;

/** Resolves to false while another call of this seller is on its way. One whose deadline has passed makes room. */
export const putRequest = (
  tx: Queryable,
  given: { userId: string; id: string; request: StoredRequest; claimMs: number; deadlineMs: number },
): Promise<boolean> =>
  isAny(
    tx,
    `insert into relayed_requests as r (user_id, id, request, claim_until, deadline)
     values ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', clock_timestamp() + $5 * interval '1 millisecond')
     on conflict (user_id) do update set id = excluded.id, request = excluded.request,
       claim_until = excluded.claim_until, deadline = excluded.deadline, claimed_at = null, claimed_by = null, claimed_poll = null, answer = null
     where r.deadline <= clock_timestamp()`,
    [given.userId, given.id, JSON.stringify(given.request), given.claimMs, given.deadlineMs],
  );

export type ClaimedRequest = { id: string; request: StoredRequest; leftMs: number };

/** The seller's request, for the working browser's newest poll. Nobody else gets it afterward. */
export const claimRequest = (
  db: Queryable,
  { userId, companionId, poll }: { userId: string; companionId: string; poll: string },
): Promise<ClaimedRequest | null> =>
  firstRow(
    db,
    `/* prepared */ update relayed_requests r set claimed_at = clock_timestamp(), claimed_by = c.id, claimed_poll = c.poll
     from companions c
     where r.user_id = $1 and r.claimed_at is null and r.claim_until > clock_timestamp()
       and c.id = $2 and c.user_id = $1 and c.is_working and c.poll = $3
     returning r.id, r.request, (extract(epoch from r.deadline - clock_timestamp()) * 1000)::float8 as "leftMs"`,
    [userId, companionId, poll],
  );

/**
 * The reply of this poll could not be made, so what it may have claimed never got to the browser. It can be claimed again. Resolves to
 * whether there was such a claim.
 */
export const unclaimRequest = (
  tx: Queryable,
  { userId, companionId, poll }: { userId: string; companionId: string; poll: string },
): Promise<boolean> =>
  isAny(
    tx,
    `update relayed_requests set claimed_at = null, claimed_by = null, claimed_poll = null
     where user_id = $1 and claimed_by = $2 and claimed_poll = $3 and answer is null`,
    [userId, companionId, poll],
  );

/** The ms that are left for the call that this browser has taken and not answered: the one with this id; null: any. 0: there is none. */
export async function readTimeLeft(
  db: Queryable,
  { userId, companionId, id }: { userId: string; companionId: string; id: string | null },
): Promise<number> {
  const leftMs = await firstValue<number>(
    db,
    `/* prepared */ select (extract(epoch from deadline - clock_timestamp()) * 1000)::float8
     from relayed_requests
     where user_id = $1 and claimed_by = $2 and ($3::uuid is null or id = $3::uuid) and answer is null`,
    [userId, companionId, id],
  );
  return Math.max(0, leftMs ?? 0);
}

/** Resolves to false if nobody waits for this answer anymore, or if it is the second one. */
export const saveAnswer = (
  tx: Queryable,
  { id, companionId, answer }: { id: string; companionId: string; answer: Carried },
): Promise<boolean> =>
  isAny(
    tx,
    `update relayed_requests set answer = $3
     where id = $1 and claimed_by = $2 and answer is null and deadline > clock_timestamp()`,
    [id, companionId, JSON.stringify(answer)],
  );

export type Progress = 'waiting' | 'claimed' | 'answered' | 'gone';

export const readProgress = async (db: Queryable, id: string): Promise<Progress> =>
  (await firstValue<Progress>(
    db,
    `/* prepared */ select case when answer is not null then 'answered' when claimed_at is not null then 'claimed'
       else 'waiting' end as progress
     from relayed_requests where id = $1`,
    [id],
  )) ?? 'gone';

/** Resolves to true if no browser had taken the request. None can take it afterward. */
export const withdrawRequest = (db: Queryable, id: string): Promise<boolean> =>
  isAny(db, 'delete from relayed_requests where id = $1 and claimed_at is null', [id]);

/** Ends a call, and resolves to what is known of it; null if its row is gone. */
export const takeAnswer = (db: Queryable, id: string): Promise<{ isClaimed: boolean; answer: Carried | null } | null> =>
  firstRow(db, `delete from relayed_requests where id = $1 returning claimed_at is not null as "isClaimed", answer`, [
    id,
  ]);

/** For maintenance: calls whose worker has died. Their texts may hold personal data. */
export async function dropOldRequests(db: Queryable): Promise<void> {
  await db.query(`delete from relayed_requests where deadline < clock_timestamp() - interval '1 minute'`);
}
