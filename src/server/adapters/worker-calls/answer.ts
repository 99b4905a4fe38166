// What a worker answers, as JSON: a result, or a refusal with all that a seller sees of it. Never a secret.

import { Failure, type FailureCode } from '#domain/failure.ts';
import { DatabaseAway } from '#domain/ports/database.ts';

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
  const { code, message, fields, retryAfterMs, isFree } = answer;
  throw new Failure(code, message, {
    isFree,
    ...(fields !== undefined && { fields }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
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
