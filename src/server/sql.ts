// What stores write into statements: moments, lists, and JSON. And what they read from the answers.

import type { Queryable, Row } from '#domain/ports/database.ts';

type Asked = [db: Queryable, sql: string, params?: readonly unknown[]];

export const rowsOf = async <R extends Row>(...[db, sql, params]: Asked): Promise<R[]> =>
  (await db.query<R>(sql, params)).rows;

export const firstRow = async <R extends Row>(...asked: Asked): Promise<R | null> =>
  (await rowsOf<R>(...asked))[0] ?? null;

/** Of statements that always answer with one. */
export const oneRow = async <R extends Row>(...asked: Asked): Promise<R> => {
  const row = await firstRow<R>(...asked);
  if (row === null) throw new Error(`There is no row: ${asked[1].slice(0, 80)}`);
  return row;
};

/** The same with one column. */
export const oneValue = async <V>(...asked: Asked): Promise<V> =>
  Object.values(await oneRow<Record<string, V>>(...asked))[0] as V;

/** Of statements with one column. */
export const valuesOf = async <V>(...asked: Asked): Promise<V[]> =>
  (await rowsOf<Record<string, V>>(...asked)).flatMap((row) => Object.values(row));

export const firstValue = async <V>(...asked: Asked): Promise<V | null> => (await valuesOf<V>(...asked))[0] ?? null;

/** Whether a statement found or changed any row. */
export const isAny = async (...[db, sql, params]: Asked): Promise<boolean> => (await db.query(sql, params)).count > 0;

/** The rows in pages of this size, each read after the last row of the one before. By that and not by its number: rows may move meanwhile. */
export async function* pagesOf<R>(size: number, read: (last: R | null) => Promise<R[]>): AsyncIterable<R[]> {
  for (let last: R | null = null; ; ) {
    const rows: R[] = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1) ?? null;
  }
}

/** How many rows a statement found or changed. */
export const countOf = async (...[db, sql, params]: Asked): Promise<number> => (await db.query(sql, params)).count;

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
