// One transaction of a group commit: the requests it takes, how they run, and what happens to each when it fails.

import type { Database, Queryable } from '#domain/ports/database.ts';

/** One kind of request, which runs for many bots at once: `run` returns one answer for each request, in their order. */
export type Operation<Ask, Answer> = {
  run(tx: Queryable, asks: Ask[]): Promise<Answer[]>;
  /** Two requests with the same key are never in one transaction. The later one waits for the next transaction. */
  keyOf(ask: Ask): string;
  /** After a lost connection: `keep` tries again (only for requests that may run twice), and `reject` rejects. */
  onLoss: 'keep' | 'reject';
};

type Waiting = { ask: unknown; resolve: (answer: never) => void; reject: (error: unknown) => void };
export type OpenOperation = {
  run(tx: Queryable, asks: unknown[]): Promise<unknown[]>;
  keyOf(ask: unknown): string;
  onLoss: 'keep' | 'reject';
  queue: Waiting[];
};
/** The most requests of one operation in a transaction. */
const batchLimit = 2_000;
type Batch = { operation: OpenOperation; taken: Waiting[] }[];

/** Adds a queue to an operation, and forgets what its requests and answers are: a batch has those of several operations. */
export function openOperation<Ask, Answer>({ run, keyOf, onLoss }: Operation<Ask, Answer>): OpenOperation {
  return {
    run: (tx, asks) => run(tx, asks as Ask[]),
    keyOf: (ask) => keyOf(ask as Ask),
    onLoss,
    queue: [],
  };
}

/** Takes what waits, in the order of the operations, and leaves the rest in the queues. */
export function takeBatch(operations: OpenOperation[]): Batch {
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
export async function settleBatch(
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
