// The SQL of calls on their way to a worker. Each statement decides by itself who wins.
import { Failure, type FailureCode } from '#domain/failure.ts';
import { DatabaseAway, type Queryable } from '#domain/ports/database.ts';
import { firstRow, isAny } from '../../sql.ts';

export async function putCall(
  tx: Queryable,
  call: { id: string; userId: string; name: string; input: string; claimMs: number },
): Promise<void> {
  await tx.query(
    `insert into worker_calls (id, user_id, name, input, claim_until)
     values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`,
    [call.id, call.userId, call.name, call.input, call.claimMs],
  );
}

export type ClaimedCall = { id: string; userId: string; name: string; input: string };

/** Takes the oldest call with one of these names. Nobody else gets it afterward, and its input is erased. */
export const claimCall = (
  db: Queryable,
  { worker, names, leaseMs }: { worker: string; names: readonly string[]; leaseMs: number },
): Promise<ClaimedCall | null> =>
  firstRow(
    db,
    `with oldest as (
       select id, input from worker_calls
       where claimed_by is null and claim_until > clock_timestamp() and name = any($2)
       order by claim_until limit 1 for update skip locked
     )
     update worker_calls c set claimed_by = $1, input = null,
       claimed_until = clock_timestamp() + $3 * interval '1 millisecond'
     from oldest where c.id = oldest.id
     returning c.id, c.user_id as "userId", c.name, oldest.input`,
    [worker, names, leaseMs],
  );

export async function renewCalls(
  db: Queryable,
  { worker, leaseMs }: { worker: string; leaseMs: number },
): Promise<void> {
  await db.query(
    `update worker_calls set claimed_until = clock_timestamp() + $2 * interval '1 millisecond'
     where claimed_by = $1 and answer is null`,
    [worker, leaseMs],
  );
}

/** Resolves to false if nobody waits for this answer anymore. */
export const saveAnswer = (
  tx: Queryable,
  { id, worker, answer }: { id: string; worker: string; answer: Answer },
): Promise<boolean> =>
  isAny(
    tx,
    `update worker_calls set answer = $3, answered_at = clock_timestamp()
     where id = $1 and claimed_by = $2 and answer is null`,
    [id, worker, JSON.stringify(answer)],
  );

/** `leftMs`: until a worker has to take the call, or has to renew its lease. */
export type Progress = { state: 'waiting' | 'claimed' | 'answered'; leftMs: number };

/** null if the row is gone. */
export const readProgress = (db: Queryable, id: string): Promise<Progress | null> =>
  firstRow(
    db,
    `select case when answer is not null then 'answered' when claimed_by is not null then 'claimed'
       else 'waiting' end as state,
       (extract(epoch from coalesce(claimed_until, claim_until) - clock_timestamp()) * 1000)::float8 as "leftMs"
     from worker_calls where id = $1`,
    [id],
  );

/** Ends a call, and resolves to what is known of it; null if its row is gone. No worker can take it afterward. */
export const takeAnswer = (db: Queryable, id: string): Promise<{ isClaimed: boolean; answer: Answer | null } | null> =>
  firstRow(db, 'delete from worker_calls where id = $1 returning claimed_by is not null as "isClaimed", answer', [id]);

/** For maintenance: calls whose web process has died. Their answers may hold personal data. */
export async function dropOldCalls(db: Queryable): Promise<void> {
  await db.query(
    `delete from worker_calls
     where coalesce(answered_at, claimed_until, claim_until) < clock_timestamp() - interval '1 minute'`,
  );
}

export type Answer =
  | { kind: 'done'; value?: unknown }
  | {
      kind: 'refused';
      code: FailureCode;
      message: string;
      fields?: Record<string, string>;
      retryAfterMs?: number;
      isFree: boolean;
    }
  /** An error that is no refusal. The worker has logged it. */
  | { kind: 'broken'; databaseAway?: { mayBeDone: boolean } }
  /** The worker stops, and the call is not done. */
  | { kind: 'cut' };

export function answerOf(error: unknown): Answer {
  if (error instanceof DatabaseAway) return { kind: 'broken', databaseAway: { mayBeDone: error.mayBeDone } };
  if (!(error instanceof Failure)) return { kind: 'broken' };
  const { code, message, fields, retryAfterMs, isFree } = error;
  return {
    kind: 'refused',
    code,
    message,
    isFree,
    ...(fields !== undefined && { fields }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

export function resultOf(answer: Answer): unknown {
  if (answer.kind === 'done') return answer.value;
  if (answer.kind === 'cut') throw stopped();
  if (answer.kind === 'broken') {
    const cause = new Error('A worker failed to answer a call. Its log says why.');
    throw answer.databaseAway ? new DatabaseAway(cause, answer.databaseAway) : cause;
  }
  const { kind: _, code, message, ...detail } = answer;
  throw new Failure(code, message, detail);
}

export const away = (): Failure =>
  new Failure(
    'worker_away',
    'Part of Hangtag isn’t running, so nothing was done. Try again in a minute. If it still fails, tell your administrator that the worker is down.',
  );

export const stopped = (): Failure =>
  new Failure(
    'worker_stopped',
    'Hangtag was interrupted in the middle of this, so it may or may not be done. Reload the page and check before you try again.',
  );
