// The queue of background jobs, using pg-boss.
import { PgBoss } from 'pg-boss';
import type { Queryable } from '#domain/ports/database.ts';
import type { JobName, Jobs, Queue } from '#domain/ports/queue.ts';
import { isAny, rowsOf } from '../../sql.ts';
import { connectionTo, heartbeat, usualAnswerLimitMs } from '../database/servers.ts';
import { orAway, orLacksRights } from '../database/unreachable.ts';
import { ownsTables } from '../database/web-role.ts';
import type { Log } from '../log/log.ts';
import { type JobRuns, logQueueError } from './job-runs.ts';

const queueSchema = 'pgboss';
/** Wakes the workers of a queue when the transaction commits, over the channel that pg-boss itself uses. */
const wakeWorkers = `pg_notify('pgboss_' || left(encode(sha224('${queueSchema}'::bytea), 'hex'), 24), name)`;
/** The program must end within 5 s. A job that takes longer goes back to the queue and is repeated. */
const stopLimitMs = 3_000;

/**
 * A job whose program has been silent for this long counts as lost, so a closet whose import was cut off by a kill waits for two
 * minutes and not for half an hour. pg-boss looks for such jobs once a minute.
 */
const silentSeconds = 30;

/**
 * A job that takes longer than this mostly waits, perhaps for a seller's browser that takes its time with each of 200 pages. Another
 * one of its name may run beside it, so that it keeps nobody else's job waiting.
 */
const longJobMs = 20_000;
/** Of one name. Each looks for jobs every five seconds. */
const mostExtra = 20;

type Terms = {
  /** How many jobs of one name run at once in this process. */
  atOnce: number;
  /** A run that takes longer counts as lost and is repeated, too, so this is well above the longest real run. */
  expireInSeconds: number;
  retryLimit: number;
  /** First and longest delay between tries. It doubles, with jitter. */
  retryDelay: number;
  retryDelayMax: number;
  /** Its payload is erased when it is done, because a mail may contain a reset link, and a push message is private. */
  isSensitive?: true;
};

const terms: Record<JobName, Terms> = {
  'closet.link': { atOnce: 2, expireInSeconds: 300, retryLimit: 5, retryDelay: 10, retryDelayMax: 600 },
  'listings.sync': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 5, retryDelay: 30, retryDelayMax: 3_600 },
  'listings.look-again': { atOnce: 1, expireInSeconds: 1_800, retryLimit: 3, retryDelay: 60, retryDelayMax: 3_600 },
  // Nobody waits for it, and the next night comes.
  'listings.read': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 1, retryDelay: 600, retryDelayMax: 600 },
  'listings.prices': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 5, retryDelay: 30, retryDelayMax: 3_600 },
  // Two may wait for their turn at the real marketplace, and the third serves practice closets at once.
  'sales.read': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 5, retryDelay: 30, retryDelayMax: 3_600 },
  // Maintenance plans it again as long as it is due.
  'experiment.week': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 1, retryDelay: 60, retryDelayMax: 60 },
  'drops.make': { atOnce: 2, expireInSeconds: 300, retryLimit: 3, retryDelay: 30, retryDelayMax: 300 },
  'pricing.study': { atOnce: 3, expireInSeconds: 1_800, retryLimit: 3, retryDelay: 60, retryDelayMax: 3_600 },
  'bot.offers': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 3, retryDelay: 60, retryDelayMax: 3_600 },
  'bot.resume': { atOnce: 2, expireInSeconds: 300, retryLimit: 2, retryDelay: 30, retryDelayMax: 300 },
  'mail.send': {
    atOnce: 2,
    expireInSeconds: 120,
    retryLimit: 8,
    retryDelay: 10,
    retryDelayMax: 1_800,
    isSensitive: true,
  },
  // The handler itself repeats messages that a push service did not accept. These retries are for database failures.
  'push.send': {
    atOnce: 4,
    expireInSeconds: 120,
    retryLimit: 3,
    retryDelay: 10,
    retryDelayMax: 600,
    isSensitive: true,
  },
  // Each step queues its next run before it starts, so that run is the retry, and a lost run needs none. Two at once, so that a slow step delays no other.
  maintenance: { atOnce: 2, expireInSeconds: 900, retryLimit: 0, retryDelay: 0, retryDelayMax: 1 },
};
const jobNames = Object.keys(terms) as JobName[];

const hasSchema = async (database: Queryable): Promise<boolean> =>
  isAny(database, 'select from pg_namespace where nspname = $1', [queueSchema]);

/**
 * Uses Hangtag's own database, in a separate schema, with a small pool. Delivery is at least once: a run that fails, is lost, or
 * takes too long is repeated with backoff. The database wakes the workers, and each takes the next job when it has done one. They
 * also poll every five seconds, or every second if it can't wake them, because polling every second costs a quarter of the
 * commits of ten thousand bots.
 */
export async function openJobs({
  url,
  database,
  log,
  isStopping = () => false,
  answerLimitMs = usualAnswerLimitMs,
  runs,
  longMs = longJobMs,
}: {
  url: string;
  /** Tells whether the queue's schema is there. If someone else made it, the program may not have the right to create one. */
  database: Queryable;
  log: Log;
  /** The program is closing what jobs use. A job that fails then is no failure of its own. */
  isStopping?: () => boolean;
  /** A connection that has not answered for this long is given up. */
  answerLimitMs?: number;
  /** After this time a job no longer keeps others of its name waiting. */
  longMs?: number;
  /** Learns how each job ended. */
  runs?: Pick<JobRuns, 'failed' | 'succeeded'>;
}): Promise<Queue> {
  const owns = await ownsTables(database);
  const boss = new PgBoss({
    ...connectionTo(url),
    schema: queueSchema,
    createSchema: !(await hasSchema(database)),
    // A web process with a role of its own leaves queues and their upkeep to workers.
    ...(!owns && { migrate: false, supervise: false }),
    application_name: 'hangtag jobs',
    max: 2,
    useListenNotify: true,
    connectionTimeoutMillis: 5_000,
    // Without a limit, a dead connection keeps its worker waiting forever, and two of them keep every job of the process waiting.
    ...{ query_timeout: answerLimitMs },
    notifyHeartbeatIntervalMs: heartbeat.beatMs,
    notifyHeartbeatTimeoutMs: heartbeat.answerMs,
    // pg-boss's cron is off: it would poll in every process, and maintenance needs no fixed time of day.
    schedule: false,
  });
  let isClosing = false;
  boss.on('error', (error) => {
    // Closing gives every running job back. A job that ends later finds no connection to say so, and needs none.
    if (isClosing) log.debug({ error }, 'Job queue error during shutdown');
    else logQueueError(log, error);
  });
  await boss.start().catch((error: unknown) => {
    throw orLacksRights(url, error);
  });
  if (owns) for (const name of jobNames) await prepare(boss, name);

  return {
    put: (name, payload, options = {}) =>
      send(boss, { name, payload, ...options }).catch((error: unknown) => {
        throw orAway(error, 'a single statement');
      }),
    async work<N extends JobName>(name: N, handle: (payload: Jobs[N]) => Promise<void>) {
      const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5, batchSize: 1 };
      let extra = 0;
      /** Resolves to its id. */
      const startWorker = async (): Promise<string> => {
        const worker = await boss.work<Jobs[N]>(name, options, async ([job]) => {
          if (job === undefined) return;
          // This worker looks again when the job is done. Otherwise waiting jobs would take five seconds each, because pg-boss takes
          // one each time it looks.
          boss.notifyWorker(worker);
          const endExtra = makeRoomAfter(longMs);
          await runJob(name, () => handle(job.data), { log, isStopping, runs }).finally(endExtra);
          if (terms[name].isSensitive) await erasePayload(boss, name, job.id);
        });
        return worker;
      };
      /** Starts one more worker after this time, until the returned function is called. */
      const makeRoomAfter = (ms: number): (() => void) => {
        let started: Promise<string | null> | null = null;
        const timer = setTimeout(() => {
          if (isClosing || extra >= mostExtra) return;
          extra++;
          started = startWorker().catch(() => null);
        }, ms).unref();
        return () => {
          clearTimeout(timer);
          void started?.then(async (id) => {
            extra--;
            if (id !== null && !isClosing) await boss.offWork(name, { id, wait: false }).catch(() => {});
          });
        };
      };
      // One call each, because workers that pg-boss starts in one call share an id, and `notifyWorker` would always mean the first.
      for (let workers = 0; workers < terms[name].atOnce; workers++) await startWorker();
    },
    async close() {
      isClosing = true;
      await boss.stop({ graceful: true, timeout: stopLimitMs });
    },
  };
}

type Watching = { log: Log; isStopping: () => boolean; runs: Pick<JobRuns, 'failed' | 'succeeded'> | undefined };

async function runJob(name: JobName, run: () => Promise<void>, { log, isStopping, runs }: Watching): Promise<void> {
  try {
    await run();
  } catch (error) {
    // If the job would have failed anyway, its next run says so.
    if (isStopping()) log.info({ job: name }, 'Job stopped by shutdown');
    else {
      log.warn({ job: name, error }, 'Job failed, trying again');
      await runs?.failed(name, error);
    }
    // pg-boss stores what is thrown, and the handler's error may contain secrets.
    throw new Error('The job failed: see the log.');
  }
  await runs?.succeeded(name);
}

async function erasePayload(boss: PgBoss, name: JobName, id: string): Promise<void> {
  await boss.getDb().executeSql(`update ${queueSchema}.job set data = '{}' where name = $1 and id = $2`, [name, id]);
}

/** With `key`, at most one job of that name and key waits. */
async function send<N extends JobName>(
  boss: PgBoss,
  given: { name: N; payload: Jobs[N]; key?: string; delayMs?: number; tx?: Queryable },
): Promise<void> {
  const { name, payload, key, delayMs = 0, tx } = given;
  const db = tx === undefined ? boss.getDb() : transactionDb(tx);
  // A `short` queue keeps one waiting job per key, so a job without a key gets a unique one.
  const singletonKey = key ?? crypto.randomUUID();
  const startAfter = `${Math.max(0, Math.round(delayMs))} milliseconds`;
  for (let attempt = 0; attempt < 5; attempt++) {
    if ((await boss.send(name, payload, { singletonKey, startAfter, db })) !== null) return;
    // A job with this key is already waiting. Updating it keeps it from starting before this transaction commits, when it could
    // not see what the transaction wrote. It starts no later than this job would have.
    const { rows } = await db.executeSql(
      `with moved as (
         update ${queueSchema}.job set start_after = least(start_after, ${queueSchema}.job_now() + $3::interval)
         where name = $1 and singleton_key = $2 and state = 'created' returning name)
       select ${wakeWorkers} from moved`,
      [name, singletonKey, startAfter],
    );
    if (rows.length > 0) return;
  }
  throw new Error(`The job ${name} could not be queued: other jobs with its key came and went.`);
}

type JobState = { name: JobName; retrying: number; failed: number; nextTryAt: number | null };

/** Jobs that are tried again or were given up within a day, by name, and when each step of the maintenance runs next. */
export async function readJobStates(
  db: Queryable,
): Promise<{ states: JobState[]; nextSteps: { step: string; at: number }[] }> {
  const states = await rowsOf<JobState>(
    db,
    `select name, count(*) filter (where state = 'retry')::int as retrying,
       count(*) filter (where state = 'failed')::int as failed,
       min(start_after) filter (where state = 'retry') as "nextTryAt"
     from ${queueSchema}.job where state = 'retry' or (state = 'failed' and completed_on > now() - interval '1 day')
     group by name order by name`,
  );
  const nextSteps = await rowsOf<{ step: string; at: number }>(
    db,
    `select singleton_key as step, min(start_after) as at
     from ${queueSchema}.job where name = 'maintenance' and state in ('created', 'retry') group by singleton_key`,
  );
  return { states, nextSteps };
}

/** For tests, which move the clock by hand. Moves the start of every waiting job `ms` closer and wakes the workers. */
export async function hurry(database: Queryable, ms: number): Promise<void> {
  await database.query(
    `with hurried as (
       update ${queueSchema}.job set start_after = start_after - $1::float8 * interval '1 millisecond'
       where state in ('created', 'retry') returning name)
     select ${wakeWorkers} from hurried group by name`,
    [ms],
  );
}

async function prepare(boss: PgBoss, name: JobName): Promise<void> {
  const { expireInSeconds, retryLimit, retryDelay, retryDelayMax } = terms[name];
  const options = {
    expireInSeconds,
    ...(retryLimit > 0 && { heartbeatSeconds: silentSeconds }),
    retryLimit,
    retryDelay,
    retryDelayMax,
    retryBackoff: true,
    notify: true,
    deleteAfterSeconds: 86_400,
    retentionSeconds: 14 * 86_400,
  };
  await boss.createQueue(name, { ...options, policy: 'short' });
  // A queue that is there already keeps its options otherwise, also when they have changed here.
  await boss.updateQueue(name, options);
}

function transactionDb(tx: Queryable) {
  return { executeSql: (text: string, values?: unknown[]) => tx.query(text, values) };
}
