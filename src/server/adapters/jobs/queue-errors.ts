// Logs what the job queue reports. Every waiting job of every queue reports an outage of the database, each time it looks, and the log
// writes the same failure once a minute.
import { orAway } from '../database/unreachable.ts';
import type { Log } from '../log/log.ts';

/** What pg-boss adds to the message of an error that one of its workers meets. */
const ofWorker = / \(Queue: ([\w.-]+), Worker: [\w-]+\)$/;

export function logQueueError(log: Pick<Log, 'warn'>, given: unknown): void {
  const { error, job } = withoutWorker(asError(given));
  const away = orAway(error, 'a single statement');
  // Every queue meets an outage, so its name would mislead.
  const isOfQueue = away === error && job !== undefined;
  log.warn({ error: away, ...(isOfQueue && { job }) }, 'Job queue error');
}

function withoutWorker(error: Error): { error: Error; job: string | undefined } {
  const job = ofWorker.exec(error.message)?.[1];
  if (job !== undefined) error.message = error.message.replace(ofWorker, '');
  return { error, job };
}

/** pg-boss copies the properties of some errors into a plain object. */
function asError(given: unknown): Error {
  if (given instanceof Error) return given;
  const { message, stack, code } = { ...(given as { message?: unknown; stack?: unknown; code?: unknown }) };
  const error = Object.assign(new Error(typeof message === 'string' ? message : String(given)), { code });
  if (typeof stack === 'string') error.stack = stack;
  return error;
}
