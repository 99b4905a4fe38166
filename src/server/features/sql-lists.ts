// Rows as the lists of a statement's `unnest`: one for each of these fields, in their order.

export const listsOf = <T, K extends keyof T>(rows: readonly T[], ...fields: K[]): T[K][][] =>
  fields.map((field) => rows.map((row) => row[field]));
