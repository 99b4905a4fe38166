// What stores write into statements: moments, lists, and JSON.

/**
 * An `Instant` as a parameter of a store's SQL. The cast keeps the milliseconds, which an integer division would cut. All stores
 * use it, so that no two of them write the same moment differently.
 */
export const at = (parameter: number): string => `to_timestamp($${parameter}::double precision / 1000)`;

/** Rows as the lists of a statement's `unnest`: one for each of these fields, in their order. */
export const listsOf = <T, K extends keyof T>(rows: readonly T[], ...fields: K[]): T[K][][] =>
  fields.map((field) => rows.map((row) => row[field]));

/** PostgreSQL's JSON takes neither NUL nor a lone surrogate, and a title may contain either. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\u0000', '').toWellFormed() : part,
  );
