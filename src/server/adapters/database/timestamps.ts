// Parses timestamps in PostgreSQL's text format.

import type { Instant } from '#domain/ports/clock.ts';

/** Parses a `timestamptz` in the session zone UTC (`2026-11-21 02:38:00.123456+00`), cut to milliseconds. */
export function timestampToInstant(text: string): Instant {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  const parts = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  const [, date, time, fraction = '0'] = parts ?? [];
  if (date === undefined) throw new Error('The database session does not write its timestamps in UTC.');
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  return Date.parse(`${date}T${time}.${milliseconds}Z`);
}
