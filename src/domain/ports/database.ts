// Port: SQL statements and transactions, and the error of a database that can’t be used now.

export type Row = Record<string, unknown>;

/** A connection or a transaction. Store functions take one. */
export type Queryable = {
  /** Runs one statement with positional parameters (`$1`). Resolves to its rows and the number of rows it changed or returned. */
  query<R extends Row = Row>(sql: string, params?: readonly unknown[]): Promise<{ rows: R[]; count: number }>;
};

type TransactionOptions = { isLong?: boolean; indexesOnly?: boolean; isOneStatement?: boolean };

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction on one connection: commits when it resolves, rolls back when it throws. Statements have a time
   * limit, unless the transaction `isLong`: then it gets its own connection without limits. With `indexesOnly`, every read and join
   * of the transaction uses an index if there is one. With `isOneStatement`, `work` runs at most one statement, which commits by itself: it's durable even if
   * `work` throws after it.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Repeats `ask` for five seconds if the database does not answer. Resolves to null if it still does not. */
  askWithRetries<T>(ask: () => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
};

/**
 * The database is starting, ending, full, cut off, or too slow. That says nothing about the statement, so the same call may work
 * in a moment. `mayBeDone`: the connection was lost before the answer to a commit or to a single statement, so nobody knows
 * whether it took effect. The message and the `code`, if there is one, are the driver's.
 */
export class DatabaseAway extends Error {
  readonly mayBeDone: boolean;
  readonly code: string | undefined;

  constructor(cause: unknown, { mayBeDone }: { mayBeDone: boolean }) {
    super(cause instanceof Error && cause.message !== '' ? cause.message : 'The database is away.', { cause });
    this.name = 'DatabaseAway';
    this.mayBeDone = mayBeDone;
    this.code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  }
}

/**
 * What a call reads after it has committed a change. If the database is away then, the caller reads that the change may be done,
 * not that nothing was.
 */
export const afterCommit = <T>(read: Promise<T>): Promise<T> =>
  read.catch((error: unknown) => {
    throw error instanceof DatabaseAway ? new DatabaseAway(error.cause, { mayBeDone: true }) : error;
  });
