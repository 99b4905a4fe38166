// The days that the numbers are for, named in the page's address.
import { addDays, type DateText } from '#domain/time.ts';
import { fullDate } from '#web/format/format.ts';

export const periodNames = ['this-month', 'last-month', 'this-year', 'last-year', 'all', 'own'] as const;
export type PeriodName = (typeof periodNames)[number];

/** `from` and `to`: both days count. null: no bound. */
export type Period = { name: PeriodName; from: DateText | null; to: DateText | null };

const isDate = (text: string | null): text is DateText =>
  text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

const dayOfMonth = (date: DateText): number => Number(date.slice(8));
const firstOfMonth = (date: DateText): DateText => addDays(date, 1 - dayOfMonth(date));

const daysOf: Record<Exclude<PeriodName, 'own'>, (today: DateText) => Pick<Period, 'from' | 'to'>> = {
  'this-month': (today) => ({ from: firstOfMonth(today), to: lastOfMonth(today) }),
  'last-month': (today) => {
    const to = addDays(firstOfMonth(today), -1);
    return { from: firstOfMonth(to), to };
  },
  'this-year': (today) => yearOf(Number(today.slice(0, 4))),
  'last-year': (today) => yearOf(Number(today.slice(0, 4)) - 1),
  all: () => ({ from: null, to: null }),
};
const lastOfMonth = (date: DateText): DateText => addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1);
const yearOf = (year: number) => ({ from: `${year}-01-01`, to: `${year}-12-31` });

/** A query that names no period, or one that can't be read, means this month. Own days may be open on one side. */
export const readPeriod = (query: string, today: DateText): Period => {
  const params = new URLSearchParams(query);
  const [from, to] = [params.get('from'), params.get('to')].map((day) => (isDate(day) ? day : null));
  if (from || to) return { name: 'own', from: from ?? null, to: to ?? null };
  const name = periodNames.find((one) => one === params.get('period'));
  return name === undefined || name === 'own'
    ? { name: 'this-month', ...daysOf['this-month'](today) }
    : { name, ...daysOf[name](today) };
};

/** The query that names a period. Own days begin with those that were shown last. */
export const periodQuery = ({ name, from, to }: Period): string => {
  if (name === 'this-month') return '';
  return name === 'own' ? daysQuery({ from, to }) : `?period=${name}`;
};

/** What a call's query has of a period: days without a bound are left out. */
export const queryDays = ({ from, to }: Pick<Period, 'from' | 'to'>): { from?: DateText; to?: DateText } => ({
  ...(from && { from }),
  ...(to && { to }),
});

/** `?from=…&to=…`, as the list of sales has it, too. */
export const daysQuery = (days: Pick<Period, 'from' | 'to'>, also: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...queryDays(days), ...also }).toString();
  return query === '' ? '' : `?${query}`;
};

/** The days of a period that is compared with this month so far: up to the same day of an earlier month, or to its last one. */
export const sameDaysOf = (today: DateText, monthsBack: number): { from: DateText; to: DateText; isWhole: boolean } => {
  let from = firstOfMonth(today);
  for (let back = 0; back < monthsBack; back += 1) from = firstOfMonth(addDays(from, -1));
  const last = lastOfMonth(from);
  const day = addDays(from, dayOfMonth(today) - 1);
  return day >= last ? { from, to: last, isWhole: true } : { from, to: day, isWhole: false };
};

/** The first and the last day of `2026-03`. */
export const daysInMonth = (month: string): { from: DateText; to: DateText } => ({
  from: `${month}-01`,
  to: lastOfMonth(`${month}-01`),
});

const monthTitle = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** March 2026, of `2026-03` or a day in it */
export const monthName = (month: string): string => monthTitle.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));

/** In words, for headings: "March 2026", "2025", "All sales", "Mar 3, 2026 to Apr 9, 2026". */
export const periodTitle = ({ name, from, to }: Period): string => {
  switch (name) {
    case 'all':
      return 'All sales';
    case 'this-month':
    case 'last-month':
      return monthName(from ?? '');
    case 'this-year':
    case 'last-year':
      return (from ?? '').slice(0, 4);
    case 'own':
      if (from === null) return `Until ${fullDate(to ?? '')}`;
      return to === null ? `Since ${fullDate(from)}` : `${fullDate(from)} to ${fullDate(to)}`;
  }
};
