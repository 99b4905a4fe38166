// Runs the database requests of many bots in few transactions.

import type { Database, Queryable } from '#domain/ports/database.ts';

/** One kind of request, which runs for many bots at once: `run` returns one answer for each request, in their order. */
type Operation<Ask, Answer> = {
  run(tx: Queryable, asks: Ask[]): Promise<Answer[]>;
  /** Two requests with the same key are never in one transaction. The later one waits for the next transaction. */
  keyOf(ask: Ask): string;
  /** After a lost connection: `keep` tries again (only for requests that may run twice), and `reject` rejects. */
  onLoss: 'keep' | 'reject';
};

export type GroupCommit = {
  /** Adds an operation. In a transaction, operations run in the order in which they were added. */
  operation<Ask, Answer>(operation: Operation<Ask, Answer>): (ask: Ask) => Promise<Answer>;
  /** Resolves once nothing waits and nothing runs. Rejects if that takes longer than `limitMs`. */
  drain(limitMs: number): Promise<void>;
  readonly commits: number;
  /** Enough requests wait for the next transaction. More would only take memory. */
  readonly isFull: boolean;
};

type Waiting = { ask: unknown; resolve: (answer: never) => void; reject: (error: unknown) => void };
type OpenOperation = {
  run(tx: Queryable, asks: unknown[]): Promise<unknown[]>;
  keyOf(ask: unknown): string;
  onLoss: 'keep' | 'reject';
  queue: Waiting[];
};
/** The most requests of one operation in a transaction. */
const batchLimit = 2_000;
/**
 * With this many requests of one operation, a transaction has little to gain from more. Far above what a worker with 10,000 bots
 * that share every 2 s collects between two commits.
 */
const enough = 500;
type Batch = { operation: OpenOperation; taken: Waiting[] }[];

/**
 * Runs the requests of many bots in one transaction: at once without load, under load every `spacingMs`, and sooner only if
 * `fullAt` requests wait. So a worker makes about 15 commits a second, however many shares it sends. On two cores, one commit per
 * share reached 1,760 shares a second, and group commits 4,900. Commits are synchronous: a request that was answered is durable.
 */
export function createGroupCommit({
  database,
  spacingMs = 50,
  retryMs = 500,
  fullAt = enough,
  onTaken = () => {},
}: {
  database: Database;
  spacingMs?: number;
  retryMs?: number;
  fullAt?: number;
  /** Called when a transaction has taken its requests, so that others may come. */
  onTaken?: () => void;
}): GroupCommit {
  const operations: OpenOperation[] = [];
  const onceDrained: (() => void)[] = [];
  let startedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  /** The next transaction begins at once, or the database needs its time. */
  let isTimeFixed = false;
  let commits = 0;

  const isFull = (): boolean => operations.some(({ queue }) => queue.length >= fullAt);
  const schedule = (wasLost = false): void => {
    if (isRunning) return;
    const isAtOnce = isFull();
    if (timer !== undefined && (isTimeFixed || !isAtOnce)) return;
    clearTimeout(timer);
    isTimeFixed = wasLost || isAtOnce;
    const restMs = isAtOnce ? 0 : Math.max(0, startedAt + spacingMs - performance.now());
    timer = setTimeout(
      () => {
        timer = undefined;
        void flush();
      },
      wasLost ? retryMs : restMs,
    );
  };

  async function flush(): Promise<void> {
    const batch = takeBatch(operations);
    if (batch.length === 0) return;
    isRunning = true;
    startedAt = performance.now();
    const settled = settleBatch(batch);
    onTaken();
    const wasLost = await settled;
    isRunning = false;
    if (operations.some(({ queue }) => queue.length > 0)) schedule(wasLost);
    else for (const resolve of onceDrained.splice(0)) resolve();
  }

  /** Runs a batch. If one of its requests is at fault, runs the halves separately, so that the others succeed. */
  async function settleBatch(batch: Batch): Promise<boolean> {
    const run = watchedRun(batch);
    try {
      const answers = await database.transaction(run.inTransaction);
      commits += 1;
      for (const [index, { taken }] of batch.entries()) answerAll(taken, answers[index] ?? []);
      return false;
    } catch (error) {
      const isAtFault = run.isAtFault(error);
      const halves = isAtFault ? halve(batch) : null;
      if (halves) {
        const wasLost = await settleBatch(halves[0]);
        return (await settleBatch(halves[1])) || wasLost;
      }
      for (const { operation, taken } of batch) {
        if (operation.onLoss === 'keep' && !isAtFault) operation.queue.unshift(...taken);
        else for (const waiting of taken) waiting.reject(error);
      }
      return !isAtFault;
    }
  }

  return {
    operation<Ask, Answer>(operation: Operation<Ask, Answer>) {
      const open: OpenOperation = {
        run: (tx, asks) => operation.run(tx, asks as Ask[]),
        keyOf: (ask) => operation.keyOf(ask as Ask),
        onLoss: operation.onLoss,
        queue: [],
      };
      operations.push(open);
      return (ask) =>
        new Promise<Answer>((resolve, reject) => {
          open.queue.push({ ask, resolve, reject });
          schedule();
        });
    },
    drain(limitMs) {
      if (!isRunning && operations.every(({ queue }) => queue.length === 0)) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('The database did not take what was left in time.')), limitMs);
        onceDrained.push(() => {
          clearTimeout(limit);
          resolve();
        });
      });
    },
    get commits() {
      return commits;
    },
    get isFull() {
      return isFull();
    },
  };
}

/**
 * A batch looks up a few hundred keys, so this makes every join of this transaction use an index. Otherwise the planner may read
 * a day's whole partition, if that seems cheaper or did when the statement was prepared.
 */
const indexesOnly = `/* prepared */ select set_config('enable_hashjoin', 'off', true),
  set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true)`;

/** A batch inside a transaction, and whether its error is the fault of one of its requests. */
function watchedRun(batch: Batch) {
  /** The error of a query inside an operation. */
  let queryError: unknown;
  let isInOperation = false;
  const watch = (tx: Queryable): Queryable => ({
    query: (sql, params) =>
      tx.query<never>(sql, params).catch((error: unknown) => {
        queryError = error;
        throw error;
      }),
  });
  return {
    async inTransaction(tx: Queryable): Promise<unknown[][]> {
      const answers: unknown[][] = [];
      await tx.query(indexesOnly);
      const watched = watch(tx);
      isInOperation = true;
      for (const { operation, taken } of batch)
        answers.push(
          await operation.run(
            watched,
            taken.map(({ ask }) => ask),
          ),
        );
      isInOperation = false;
      return answers;
    },
    /** An operation's own error is the fault of one of its requests. The kind of a query's error shows whether it is. */
    isAtFault: (error: unknown): boolean =>
      isInOperation && error !== queryError ? true : isRefusedForItsContent(error),
  };
}

function answerAll(taken: readonly Waiting[], answers: readonly unknown[]): void {
  for (let place = 0; place < taken.length; place += 1) taken[place]?.resolve(answers[place] as never);
}

function takeBatch(operations: OpenOperation[]): Batch {
  return operations.flatMap((operation) => {
    if (operation.queue.length === 0) return [];
    const keys = new Set<string>();
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const waiting of operation.queue) {
      const key = operation.keyOf(waiting.ask);
      if (taken.length >= batchLimit || keys.has(key)) left.push(waiting);
      else {
        keys.add(key);
        taken.push(waiting);
      }
    }
    operation.queue = left;
    return [{ operation, taken }];
  });
}

function halve(batch: Batch): [Batch, Batch] | null {
  const flat = batch.flatMap(({ operation, taken }) => taken.map((waiting) => ({ operation, waiting })));
  if (flat.length < 2) return null;
  const middle = flat.length >> 1;
  const regroup = (part: typeof flat): Batch =>
    [...new Set(part.map(({ operation }) => operation))].map((operation) => ({
      operation,
      taken: part.filter((each) => each.operation === operation).map(({ waiting }) => waiting),
    }));
  return [regroup(flat.slice(0, middle)), regroup(flat.slice(middle))];
}

/**
 * Whether a statement was refused because of its content: by its SQLSTATE, or by the driver, which can't write some values. Other
 * errors (lost connection, shutdown, full disk, deadlock) say nothing about the requests.
 */
function isRefusedForItsContent(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(2[0-4]|42|P0)/.test(code) && code.length === 5;
}
