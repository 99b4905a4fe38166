// Reads the dates of a sales record. Whether the day or the month comes first is decided once for a column.

import type { Instant } from '../../ports/clock.ts';
import { plainText } from '../../text/visible-text.ts';
import type { DateText } from '../../time.ts';
import type { SaleFormats } from './sale-fields.ts';

type DateOrder = SaleFormats['dates'];

const dayMs = 86_400_000;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Between the parts of a date. */
const gap = '[\\s,./-]*(?:of )?';
const dayNumber = '(\\d{1,2})(?:st|nd|rd|th)?';
const named = {
  monthDayYear: new RegExp(`^${monthName}\\b${gap}${dayNumber}\\b[\\s,./-]+'?(\\d{4}|\\d{2})(?!\\d|:)`),
  dayMonthYear: new RegExp(`^${dayNumber}${gap}${monthName}\\b[\\s,./-]*'?(\\d{4}|\\d{2})(?!\\d|:)`),
  yearMonthDay: new RegExp(`^(\\d{4})${gap}${monthName}\\b${gap}${dayNumber}(?!\\d)`),
};
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/;

type DateParts = [year: number, month: number, day: number];

/** "2026-03-15", "3/15/26", "Mar-08-26", "15 March 2026", "2026.03.15", a spreadsheet's number; also with a time of day after it. */
export function readDate(
  text: string,
  { order, now }: { order: DateOrder; now: Instant },
): DateText | 'not_a_date' | 'in_the_future' {
  const bare = spelled(text);
  const at = instantOf(partsOf(bare, order)) ?? spreadsheetDay(bare, now);
  if (at === null) return 'not_a_date';
  // A day of grace, because the seller's day may have begun before this one.
  return at > now + dayMs ? 'in_the_future' : new Date(at).toISOString().slice(0, 10);
}

const spelled = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replace(/^['=]+/, '')
    .replace(/[‐‑–—−]/g, '-')
    .replaceAll('’', "'")
    .replace(weekday, '');

/** Midnight in UTC; null if there is no such day. */
function instantOf(parts: DateParts | null): Instant | null {
  if (parts === null || parts[0] < 1990) return null;
  const [year, month, day] = parts;
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : null;
}

const partsOf = (text: string, order: DateOrder): DateParts | null =>
  yearFirst(text) ?? numbers(text, order) ?? withName(text);

function yearFirst(text: string): DateParts | null {
  const [, year, , month, day] =
    /^(\d{4})([-/.]|\. ?)(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ??
    /^((?:19|20)\d\d)()(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/.exec(text) ??
    [];
  return year === undefined ? null : [Number(year), Number(month), Number(day)];
}

/** The two numbers before the year, as they are written. */
function numeric(text: string): { first: number; second: number; year: number; isDotted: boolean } | null {
  const [, first, divider, second, year] =
    /^(\d{1,2})\s?([-/. ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d:])/.exec(text) ?? [];
  if (year === undefined) return null;
  return { first: Number(first), second: Number(second), year: wholeYear(year), isDotted: divider === '.' };
}

/** A number above 12 is a day, whatever the column says. */
function numbers(text: string, order: DateOrder): DateParts | null {
  const found = numeric(text);
  if (found === null) return null;
  const { first, second, year } = found;
  const isDayFirst = order === 'day-first' ? second <= 12 : first > 12;
  return isDayFirst ? [year, second, first] : [year, first, second];
}

function withName(text: string): DateParts | null {
  const american = named.monthDayYear.exec(text);
  const other = named.dayMonthYear.exec(text);
  const iso = named.yearMonthDay.exec(text);
  const [year, name, day] = american
    ? [american[3], american[1], american[2]]
    : other
      ? [other[3], other[2], other[1]]
      : iso
        ? [iso[1], iso[2], iso[3]]
        : [];
  if (year === undefined || name === undefined) return null;
  return [wholeYear(year), months.indexOf(name.slice(0, 3)) + 1, Number(day)];
}

const wholeYear = (year: string): number => Number(year.length === 2 ? `20${year}` : year);

/** Spreadsheets count days from 1900, and other programs seconds or milliseconds from 1970. */
function spreadsheetDay(text: string, now: Instant): Instant | null {
  const number = /^\d{5,13}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const days = Math.floor(number);
  const at = days < 100_000 ? (days - 25_569) * dayMs : number > 1e12 ? number : number * 1000;
  const midnight = Math.floor(at / dayMs) * dayMs;
  // Any number is some day. One far from today is something else.
  return midnight >= Date.UTC(1990) && midnight <= now + 366 * dayMs ? midnight : null;
}

/** What a column's name says: "Date (DD/MM/YYYY)". */
function orderInName(name: string): DateOrder | null {
  if (/\bd{1,2}[\W_]{0,2}m{1,4}\b/i.test(name)) return 'day-first';
  return /\bm{1,4}[\W_]{0,2}d{1,2}\b/i.test(name) ? 'month-first' : null;
}

/** The order of a column of dates. `asks`: a date that can be read in two ways, and nothing says which is right. */
export function decideOrder(
  cells: readonly string[],
  { name = '', isAmerican = false, now }: { name?: string; isAmerican?: boolean; now: Instant },
): { order: DateOrder; asks: string | null } {
  const found = cells.flatMap((cell) => {
    const date = numeric(spelled(cell));
    return date === null ? [] : [{ cell, ...date }];
  });
  const isDay = (date: { first: number; second: number; year: number }, order: DateOrder): boolean => {
    const [month, day] = order === 'day-first' ? [date.second, date.first] : [date.first, date.second];
    const at = instantOf([date.year, month, day]);
    return at !== null && at <= now + dayMs;
  };
  const proofOf = (order: DateOrder, other: DateOrder): boolean =>
    found.some((date) => isDay(date, order) && !isDay(date, other));
  const open = found.find(
    (date) => date.first !== date.second && isDay(date, 'month-first') && isDay(date, 'day-first'),
  );
  const dayFirst = proofOf('day-first', 'month-first');
  const monthFirst = proofOf('month-first', 'day-first');
  const usual = found.some(({ isDotted }) => isDotted) ? 'day-first' : 'month-first';
  const said = orderInName(name) ?? (isAmerican ? 'month-first' : null);
  if (dayFirst !== monthFirst) return { order: dayFirst ? 'day-first' : 'month-first', asks: null };
  return { order: said ?? usual, asks: said === null || dayFirst ? (open?.cell ?? null) : null };
}
