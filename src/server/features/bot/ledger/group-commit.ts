// Collects the database requests of many bots and runs them in few transactions.

import type { Database, Queryable } from '#domain/ports/database.ts';

export type GroupCommit = {
  /** Adds an operation. In a transaction, operations run in the order in which they were added. */
  operation<Ask, Answer>(operation: Operation<Ask, Answer>): (ask: Ask) => Promise<Answer>;
  /** Resolves once nothing waits and nothing runs. Rejects if that takes longer than `limitMs`. */
  drain(limitMs: number): Promise<void>;
  readonly commits: number;
  /** Enough requests wait for the next transaction. More would only take memory. */
  readonly isFull: boolean;
};

/**
 * With this many requests of one operation, a transaction has little to gain from more. Far above what a worker with 10,000 bots
 * that share every 2 s collects between two commits.
 */
const enough = 500;

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
  isOneStatement = false,
  onTaken = () => {},
}: {
  database: Database;
  spacingMs?: number;
  retryMs?: number;
  fullAt?: number;
  /** It has one operation, which runs one statement. So a transaction is one message to the database instead of four or more. */
  isOneStatement?: boolean;
  /** Called when a transaction has taken its requests, so that others may come. */
  onTaken?: () => void;
}): GroupCommit {
  const operations: OpenOperation[] = [];
  const onceDrained: (() => void)[] = [];
  const timer = createFlushTimer({ spacingMs, retryMs, flush: () => void flush() });
  let isRunning = false;
  let commits = 0;

  const isFull = (): boolean => operations.some(({ queue }) => queue.length >= fullAt);
  const schedule = (wasLost = false): void => {
    if (!isRunning) timer.set({ isAtOnce: isFull(), wasLost });
  };

  async function flush(): Promise<void> {
    const batch = takeBatch(operations);
    if (batch.length === 0) return;
    isRunning = true;
    timer.noteStart();
    const settled = settleBatch(batch, {
      database,
      isOneStatement,
      onCommit: () => {
        commits += 1;
      },
    });
    onTaken();
    const wasLost = await settled;
    isRunning = false;
    if (operations.some(({ queue }) => queue.length > 0)) schedule(wasLost);
    else for (const resolve of onceDrained.splice(0)) resolve();
  }

  return {
    operation<Ask, Answer>(operation: Operation<Ask, Answer>) {
      const open: OpenOperation = { ...operation, queue: [] };
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

/** Says when the next transaction begins: `spacingMs` after the last one, at once, or `retryMs` after a lost connection. */
function createFlushTimer({ spacingMs, retryMs, flush }: { spacingMs: number; retryMs: number; flush: () => void }) {
  let startedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  /** The next transaction begins at once, or the database needs its time. */
  let isTimeFixed = false;
  return {
    noteStart(): void {
      startedAt = performance.now();
    },
    /** Moves a time that is set already only if the next transaction may now begin at once. */
    set({ isAtOnce, wasLost }: { isAtOnce: boolean; wasLost: boolean }): void {
      if (timer !== undefined && (isTimeFixed || !isAtOnce)) return;
      clearTimeout(timer);
      isTimeFixed = wasLost || isAtOnce;
      const restMs = isAtOnce ? 0 : Math.max(0, startedAt + spacingMs - performance.now());
      timer = setTimeout(
        () => {
          timer = undefined;
          flush();
        },
        wasLost ? retryMs : restMs,
      );
    },
  };
}

/** One kind of request, which runs for many bots at once: `run` returns one answer for each request, in their order. */
type Operation<Ask, Answer> = {
  run(tx: Queryable, asks: Ask[]): Promise<Answer[]>;
  /** Two requests with the same key are never in one transaction. The later one waits for the next transaction. */
  keyOf(ask: Ask): string;
  /** After a lost connection: `keep` tries again (only for requests that may run twice), and `reject` rejects. */
  onLoss: 'keep' | 'reject';
};

type Waiting = { ask: unknown; resolve: (answer: never) => void; reject: (error: unknown) => void };
/** What its requests and answers are is forgotten: a batch has those of several operations. */
type OpenOperation = Operation<unknown, unknown> & { queue: Waiting[] };
/** The most requests of one operation in a transaction. */
const batchLimit = 2_000;
type Batch = { operation: OpenOperation; taken: Waiting[] }[];

/** Takes what waits, in the order of the operations, and leaves the rest in the queues. */
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

/**
 * Runs a batch in one transaction, and settles its requests. If one of them is at fault, runs the halves separately, so that the
 * others succeed. Resolves to whether the connection was lost, which leaves the requests that may run twice in their queue.
 */
async function settleBatch(
  batch: Batch,
  context: { database: Database; isOneStatement: boolean; onCommit: () => void },
): Promise<boolean> {
  const { database, isOneStatement, onCommit } = context;
  const run = watchedRun(batch);
  try {
    // A batch looks up a few hundred keys. Without `indexesOnly`, the planner might read a day's whole partition for them, if that
    // seems cheaper, or did when the statement was prepared. `reserve_shares`, the single statement, sets this itself.
    const answers = await database.transaction(run.inTransaction, { indexesOnly: !isOneStatement, isOneStatement });
    onCommit();
    for (const [index, { taken }] of batch.entries()) answerAll(taken, answers[index] ?? []);
    return false;
  } catch (error) {
    const isAtFault = run.isAtFault(error);
    const halves = isAtFault ? halve(batch) : null;
    if (halves) {
      const wasLost = await settleBatch(halves[0], context);
      return (await settleBatch(halves[1], context)) || wasLost;
    }
    for (const { operation, taken } of batch) {
      if (operation.onLoss === 'keep' && !isAtFault) operation.queue.unshift(...taken);
      else for (const waiting of taken) waiting.reject(error);
    }
    return !isAtFault;
  }
}

function watchedRun(batch: Batch) {
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
  for (let index = 0; index < taken.length; index += 1) taken[index]?.resolve(answers[index] as never);
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
