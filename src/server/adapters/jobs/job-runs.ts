// Records the last run of each kind of job, for the operator.

import type { Database } from '#domain/ports/database.ts';
import { scrub } from '../log/scrub.ts';

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
         values ($1, to_timestamp($2::double precision / 1000), 1, $3)
         on conflict (name) do update set failed_at = excluded.failed_at, failures = r.failures + 1, error = excluded.error`,
        [name, now(), plain],
      );
    },
    /** Never throws. Writes only if that kind of job failed before, or if `isAlways`. */
    async succeeded(name: string, { isAlways = false }: { isAlways?: boolean } = {}): Promise<void> {
      if (!failing.delete(name) && !isAlways) return;
      await write(
        `insert into job_runs (name, ok_at) values ($1, to_timestamp($2::double precision / 1000))
         on conflict (name) do update set ok_at = excluded.ok_at, failures = 0`,
        [name, now()],
      );
    },
    async list(): Promise<JobRun[]> {
      const { rows } = await database.query<JobRun>(
        'select name, ok_at as "okAt", failed_at as "failedAt", failures, error from job_runs order by name',
      );
      return rows;
    },
    /** For maintenance: forgets kinds of jobs that a later version no longer has. */
    async forgetOld(): Promise<void> {
      await database.query(
        'delete from job_runs where greatest(ok_at, failed_at) < to_timestamp($1::double precision / 1000)',
        [now() - keptMs],
      );
    },
  };
}
