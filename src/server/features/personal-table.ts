/**
 * A table with rows of a seller, as its owner lists it. An account's export contains every column as it is stored, except secret
 * ones.
 */
export type PersonalTable = {
  table: string;
  /** The column that names the seller; `user_id` unless it is given. */
  key?: string;
  secrets?: readonly string[];
  order: string;
};
