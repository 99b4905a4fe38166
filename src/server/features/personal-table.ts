/**
 * A table with rows of a seller, of `app/personal-tables.ts`. An account's export contains every column as it is stored, except secret
 * ones.
 */
export type PersonalTable = {
  table: string;
  /** The column that names the seller; `user_id` unless it is given. */
  key?: string;
  /** The columns of its primary key; `id` unless they are given. */
  id?: string;
  secrets?: readonly string[];
  order: string;
  /**
   * Rows that come without end. They are erased in batches, and `stored` rows count toward the account's storage. The `ledger`
   * of shares has a retention of its own.
   */
  grows?: 'stored' | 'ledger';
  /** The column with the time of rows that are history: they are forgotten when they are old. */
  history?: string;
  /** After how many days they are, if not after the usual time. */
  historyDays?: number;
};
