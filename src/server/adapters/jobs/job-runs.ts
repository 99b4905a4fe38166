// Records the last run of each kind of job, for the operator.
import type { Database } from '#domain/ports/database.ts';
import { at, rowsOf } from '../../sql.ts';
import { orAway } from '../database/unreachable.ts';
import { type Log, scrub } from '../log/log.ts';

type JobRun = {
  name: string;
  okAt: number | null;
  failedAt: number | null;
  failures: number;
  error: string | null;
};

export type JobRuns = ReturnType<typeof createJobRuns>;

const longestError = 300;
const keptMs = 7 * 86_400_000;

type JobRunsNeeds = { database: Database; secrets: readonly string[]; now: () => number };

export function createJobRuns({ database, secrets, now }: JobRunsNeeds) {
  /** Kinds of jobs that failed last. A success of any other has nothing to write. */
  const failing = new Set<string>();
  /** If the database is away, the job itself says so. */
  const write = (sql: string, params: readonly unknown[]): Promise<void> =>
    database.query(sql, params).then(
      () => {},
      () => {},
    );
  return {
    /** Never throws. The log has the whole error. */
    failed(name: string, error: unknown): Promise<void> {
      failing.add(name);
      const text = scrub(error instanceof Error ? `${error.name}: ${error.message}` : String(error), secrets);
      const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').slice(0, longestError);
      return write(
        `insert into job_runs as r (name, failed_at, failures, error)
         values ($1, ${at(2)}, 1, $3)
         on conflict (name) do update set failed_at = excluded.failed_at, failures = r.failures + 1, error = excluded.error`,
        [name, now(), plain],
      );
    },
    /** Never throws. Writes only if that kind of job failed before, or if `isAlways`. */
    async succeeded(name: string, { isAlways = false }: { isAlways?: boolean } = {}): Promise<void> {
      if (!failing.delete(name) && !isAlways) return;
      await write(
        `insert into job_runs (name, ok_at) values ($1, ${at(2)})
         on conflict (name) do update set ok_at = excluded.ok_at, failures = 0`,
        [name, now()],
      );
    },
    list: (): Promise<JobRun[]> =>
      rowsOf(
        database,
        'select name, ok_at as "okAt", failed_at as "failedAt", failures, error from job_runs order by name',
      ),
    /** For maintenance: forgets kinds of jobs that a later version no longer has. */
    async forgetOld(): Promise<void> {
      await database.query(`delete from job_runs where greatest(ok_at, failed_at) < ${at(1)}`, [now() - keptMs]);
    },
  };
}

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
