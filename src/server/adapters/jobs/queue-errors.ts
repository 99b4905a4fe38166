// Logs what the job queue reports. Every waiting job of every queue reports an outage of the database, each time it looks.
import { orAway } from '../database/away.ts';
import type { Log } from '../log/log.ts';

const sameWithinMs = 60_000;
/** What pg-boss adds to the message of an error that one of its workers meets. */
const ofWorker = / \(Queue: ([\w.-]+), Worker: [\w-]+\)$/;

/** Logs each failure at most once a minute, with the number of times it came since, in whichever queues. */
export function queueErrors(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()) {
  const seen = new Map<string, { at: number; repeats: number }>();
  return (given: unknown): void => {
    const { error, job } = withoutWorker(asError(given));
    const last = seen.get(error.message);
    if (last !== undefined && now() - last.at < sameWithinMs) {
      last.repeats += 1;
      return;
    }
    // Messages may contain addresses and numbers, and a day has many.
    if (seen.size > 100) seen.clear();
    seen.set(error.message, { at: now(), repeats: 0 });
    const repeats = last?.repeats ?? 0;
    const away = orAway(error, 'a single statement');
    // Every queue meets an outage, so its name would mislead.
    const isOfQueue = away === error && job !== undefined;
    log.warn({ error: away, ...(isOfQueue && { job }), ...(repeats > 0 && { repeats }) }, 'Job queue error');
  };
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
