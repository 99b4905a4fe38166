// Port: SQL statements and transactions.

export type Row = Record<string, unknown>;

/** A connection or a transaction. Store functions take one. */
export type Queryable = {
  /** Runs one statement with positional parameters (`$1`). Resolves to its rows and the number of rows it changed or returned. */
  query<R extends Row = Row>(sql: string, params?: readonly unknown[]): Promise<{ rows: R[]; count: number }>;
};

export type Database = Queryable & {
  /**
   * Runs `work` in one transaction on one connection: commits when it resolves, rolls back when it throws. Statements have a time
   * limit, unless the transaction `isLong`: then it gets its own connection without limits.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: { isLong?: boolean }): Promise<T>;
  /** Repeats `ask` for five seconds if the database does not answer. Resolves to null if it still does not. */
  askPatiently<T>(ask: () => Promise<T>): Promise<T | null>;
  close(): Promise<void>;
};
