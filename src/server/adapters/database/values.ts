// How values travel to PostgreSQL and back: lists as arrays, ids and dates as text, moments in epoch milliseconds.

import pg from 'pg';
import type { Instant } from '#domain/ports/clock.ts';

/**
 * A list as the text of a PostgreSQL array, and anything else as it is. The driver could write lists, too, but it appends one
 * element after the other, which costs 4 KB of garbage per share: every batch passes a dozen lists with an element per share.
 */
export const toParameter = (value: unknown): unknown => (Array.isArray(value) ? arrayText(value) : value);

function arrayText(list: readonly unknown[]): unknown {
  if (list.every((each) => typeof each === 'number')) return `{${list.join(',')}}`;
  if (list.every(isPlainText)) return `{"${list.join('","')}"}`;
  const elements = list.map(elementText);
  // Dates, buffers, lists of lists: the driver knows how to write them.
  return elements.includes(undefined) ? list : `{${elements.join(',')}}`;
}

const isPlainText = (each: unknown): each is string => typeof each === 'string' && !/["\\]/.test(each);

function elementText(each: unknown): string | undefined {
  if (each === null || each === undefined) return 'NULL';
  if (typeof each === 'string') return `"${each.replace(/["\\]/g, '\\$&')}"`;
  return typeof each === 'number' || typeof each === 'boolean' ? String(each) : undefined;
}

/** Parses a `timestamptz` in the session zone UTC (`2026-11-21 02:38:00.123456+00`), cut to milliseconds. */
function timestampToInstant(text: string): Instant {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  const parts = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  const [, date, time, fraction = '0'] = parts ?? [];
  if (date === undefined) throw new Error('The database session does not write its timestamps in UTC.');
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  return Date.parse(`${date}T${time}.${milliseconds}Z`);
}

const { builtins } = pg.types;
const timestamptzArray = 1185;
const dateArray = 1182;
const asText = (text: string) => text;
const textArray: number = 1009;
const parseTextArray = pg.types.getTypeParser(textArray);

/** Reads ids and dates as text, and moments as epoch milliseconds. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === builtins.TIMESTAMPTZ) return timestampToInstant;
    // Ids are strings. The driver's own parser checks every one with a regular expression.
    if (oid === builtins.DATE || oid === builtins.INT8) return asText;
    if (oid === timestamptzArray) {
      return (text: string) => parseTextArray(text).map((each: string | null) => each && timestampToInstant(each));
    }
    if (oid === dateArray) return parseTextArray;
  }
  return pg.types.getTypeParser(oid, format);
};
