import { PgBoss } from 'pg-boss';
import type { Queryable } from '#domain/ports/database.ts';
import type { JobName, Jobs, Queue } from '#domain/ports/queue.ts';
import type { Log } from '../log.ts';

const SCHEMA = 'pgboss';
/** Wakes the workers of a queue as pg-boss itself does, once the transaction has committed. */
const WAKE = `pg_notify('pgboss_' || left(encode(sha224('${SCHEMA}'::bytea), 'hex'), 24), name)`;
/** The program ends within 5 s: a job that takes longer is given back and repeated. */
const STOP_LIMIT_MS = 3_000;

type Terms = {
  /** How many of one name run at once in this program. */
  atOnce: number;
  /** After this a run counts as lost and is repeated, so it is well above the longest honest one. */
  expireInSeconds: number;
  retryLimit: number;
  /** First and longest pause between tries: it doubles, with jitter. */
  retryDelay: number;
  retryDelayMax: number;
  /** What it carries is wiped once it is done: a mail may hold a link that opens an account, a message a seller's affairs. */
  isSensitive?: true;
};

const terms: Record<JobName, Terms> = {
  'closet.link': { atOnce: 2, expireInSeconds: 300, retryLimit: 5, retryDelay: 10, retryDelayMax: 600 },
  'listings.sync': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 5, retryDelay: 30, retryDelayMax: 3_600 },
  'listings.look-again': { atOnce: 1, expireInSeconds: 1_800, retryLimit: 3, retryDelay: 60, retryDelayMax: 3_600 },
  'listings.prices': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 5, retryDelay: 30, retryDelayMax: 3_600 },
  // Two of them may wait for their turn at the real marketplace; the third serves practice closets at once.
  'pricing.study': { atOnce: 3, expireInSeconds: 1_800, retryLimit: 3, retryDelay: 60, retryDelayMax: 3_600 },
  'bot.offers': { atOnce: 2, expireInSeconds: 1_800, retryLimit: 3, retryDelay: 60, retryDelayMax: 3_600 },
  'mail.send': {
    atOnce: 2,
    expireInSeconds: 120,
    retryLimit: 8,
    retryDelay: 10,
    retryDelayMax: 1_800,
    isSensitive: true,
  },
  // What a push service does not take is put again by its handler, for as long as the message is worth it. These tries are
  // for a database that fails between.
  'push.send': {
    atOnce: 4,
    expireInSeconds: 120,
    retryLimit: 3,
    retryDelay: 10,
    retryDelayMax: 600,
    isSensitive: true,
  },
  upkeep: { atOnce: 1, expireInSeconds: 3_600, retryLimit: 3, retryDelay: 300, retryDelayMax: 3_600 },
};
const jobNames = Object.keys(terms) as JobName[];

/**
 * The queue of rare jobs: pg-boss on the product's own database, in a schema of its own, with a small pool. At least once:
 * a run that fails, is lost or outlives its terms is repeated with back-off. Workers are woken by the database and ask every
 * five seconds beside it, every second where it cannot wake them: ten workers that ask each second would be a quarter of
 * all the commits that ten thousand bots make.
 */
export async function openJobs({ url, log }: { url: string; log: Log }): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'hangtag jobs',
    max: 2,
    useListenNotify: true,
    connectionTimeoutMillis: 5_000,
    // Times of day are the product's own rules, not the queue's.
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ error }, 'The job queue met an error'));
  await boss.start();
  for (const name of jobNames) await prepare(boss, name);

  const send = async <N extends JobName>(
    name: N,
    payload: Jobs[N],
    { key, delayMs = 0, tx }: { key?: string; delayMs?: number; tx?: Queryable },
  ): Promise<void> => {
    const db = tx === undefined ? boss.getDb() : transactionDb(tx);
    // `short` queues let one job of a key wait: one without a key gets a key that nobody else has.
    const singletonKey = key ?? crypto.randomUUID();
    const startAfter = `${Math.max(0, Math.round(delayMs))} milliseconds`;
    for (let attempt = 0; attempt < 5; attempt++) {
      if ((await boss.send(name, payload, { singletonKey, startAfter, db })) !== null) return;
      // One waits already. It is kept from starting until this transaction ends, else it might run before what this job is
      // about can be seen; and it starts no later than this one would have.
      const { rows } = await db.executeSql(
        `with moved as (
           update ${SCHEMA}.job set start_after = least(start_after, ${SCHEMA}.job_now() + $3::interval)
           where name = $1 and singleton_key = $2 and state = 'created' returning name)
         select ${WAKE} from moved`,
        [name, singletonKey, startAfter],
      );
      if (rows.length > 0) return;
    }
    throw new Error(`The job ${name} could not be put: others of its key came and went.`);
  };

  return {
    put: (name, payload, options = {}) => send(name, payload, options),
    async work<N extends JobName>(name: N, handle: (payload: Jobs[N]) => Promise<void>) {
      const { atOnce, isSensitive } = terms[name];
      await boss.work<Jobs[N]>(
        name,
        { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5, batchSize: 1, localConcurrency: atOnce },
        async ([job]) => {
          if (job === undefined) return;
          try {
            await handle(job.data);
          } catch (error) {
            log.warn({ job: name, error }, 'A job failed and will be tried again');
            // The queue keeps what is thrown: an error of the handler's may hold anything.
            throw new Error('The job failed: see the log.');
          }
          if (isSensitive) {
            await boss
              .getDb()
              .executeSql(`update ${SCHEMA}.job set data = '{}' where name = $1 and id = $2`, [name, job.id]);
          }
        },
      );
    },
    close: () => boss.stop({ graceful: true, timeout: STOP_LIMIT_MS }),
  };
}

/** For tests, whose clock is moved by hand: brings the start of every waiting job `ms` nearer and wakes the workers. */
export async function hurry(database: Queryable, ms: number): Promise<void> {
  await database.query(
    `with hurried as (
       update ${SCHEMA}.job set start_after = start_after - $1::float8 * interval '1 millisecond'
       where state in ('created', 'retry') returning name)
     select ${WAKE} from hurried group by name`,
    [ms],
  );
}

async function prepare(boss: PgBoss, name: JobName): Promise<void> {
  const { expireInSeconds, retryLimit, retryDelay, retryDelayMax } = terms[name];
  const options = {
    expireInSeconds,
    retryLimit,
    retryDelay,
    retryDelayMax,
    retryBackoff: true,
    notify: true,
    deleteAfterSeconds: 86_400,
    retentionSeconds: 14 * 86_400,
  };
  await boss.createQueue(name, { ...options, policy: 'short' });
  // One that an earlier version made keeps its terms until it is told the new ones.
  await boss.updateQueue(name, options);
}

function transactionDb(tx: Queryable) {
  return { executeSql: (text: string, values?: unknown[]) => tx.query(text, values) };
}
