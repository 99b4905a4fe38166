/**
 * A table with rows of a seller, as its owner hands it out: in the export of an account, every column is told as it is
 * stored, but those that are secret.
 */
export type PersonalTable = {
  table: string;
  /** The column that names the seller; `user_id` unless it is given. */
  key?: string;
  secrets?: readonly string[];
  order: string;
};
