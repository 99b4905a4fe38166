// Reads one sale from a row of a sales record.

import type { Cents } from '../../money.ts';
import type { Instant } from '../../ports/clock.ts';
import type { DateText } from '../../time.ts';
import { conditionInTitle, readCondition } from '../facts/condition.ts';
import { type SaleFault, type SaleField, type SaleProblem, saleFields } from './sale-fields.ts';

/** The cells of a row, as they are in the file. */
export type SaleCells = Partial<Record<SaleField, string>>;

/** A sale in the seller's own words. Unknown facts are left out. */
export type Sale = {
  title: string;
  price: Cents;
  soldOn?: DateText;
  originalPrice?: Cents;
  orderId?: string;
} & Partial<Record<'brand' | 'department' | 'category' | 'subcategory' | 'size' | 'condition', string>>;

const longest: Readonly<Record<'title' | 'text', number>> = { title: 300, text: 120 };
const mostDollars = 1_000_000;
const dayMs = 86_400_000;

/** Reads a row, or says everything that is wrong with it. */
export function readSale(cells: SaleCells, now: Instant): { sale: Sale } | { faults: SaleFault[] } {
  const text = (field: SaleField): string => (cells[field] ?? '').replaceAll('\u0000', '').trim();
  const faults: SaleFault[] = saleFields.flatMap((field) =>
    text(field).length > (field === 'title' ? longest.title : longest.text) ? [{ field, problem: 'too_long' }] : [],
  );
  const title = text('title');
  if (title === '') faults.push({ field: 'title', problem: 'missing' });
  const price = readPrice(text('price'));
  if (typeof price === 'string') faults.push({ field: 'price', problem: price });
  const soldOn = text('soldOn') === '' ? undefined : readDate(text('soldOn'), now);
  if (soldOn === 'not_a_date' || soldOn === 'in_the_future') faults.push({ field: 'soldOn', problem: soldOn });
  if (faults.length > 0 || typeof price === 'string') return { faults };
  const originalPrice = readPrice(text('originalPrice'));
  const orderId = text('orderId');
  const condition = conditionOf(text('condition'));
  const plain = (['brand', 'department', 'category', 'subcategory', 'size'] as const).flatMap((field) =>
    text(field) === '' ? [] : [[field, text(field)] as const],
  );
  return {
    sale: {
      title,
      price,
      ...(soldOn !== undefined && { soldOn }),
      ...(typeof originalPrice === 'number' && { originalPrice }),
      ...(condition !== undefined && { condition }),
      // "n/a" and "--" are none.
      ...(/\d/.test(orderId) && { orderId }),
      ...Object.fromEntries(plain),
    },
  };
}

/**
 * "$1,234.50", "45", "45.00 USD", "45,00". A price is what the buyer paid for the item. With three decimals it is refused: where a
 * comma comes before the cents, "1.234" is more than a thousand.
 */
function readPrice(text: string): Cents | SaleProblem {
  if (text === '') return 'missing';
  if (/[€£¥₹]|\b(eur|gbp|cad|aud|inr)\b/i.test(text)) return 'not_dollars';
  const bare = text.replace(/\s|us\$|\$|usd/gi, '');
  const whole = /^\d{1,9},\d{2}$/.test(bare) ? bare.replace(',', '.') : bare.replace(/,(?=\d{3}(\D|$))/g, '');
  if (!/^\d{1,9}(\.(\d{1,2}|\d{4}))?$/.test(whole)) return 'not_a_price';
  const dollars = Number(whole);
  if (dollars > mostDollars) return 'too_high';
  const cents = Math.round(dollars * 100);
  return cents === 0 ? 'zero' : cents;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "2026-03-15", "2026/3/15", "3/15/2026", "3/15/26", "Mar 15, 2026", "15 March 2026", "15-Mar-26", also with a time of day after it. */
function readDate(text: string, now: Instant): DateText | 'not_a_date' | 'in_the_future' {
  const parts = isoParts(text) ?? slashParts(text) ?? namedParts(text);
  if (parts === null) return 'not_a_date';
  const [year, month, day] = parts;
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  if (year < 1990 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return 'not_a_date';
  // A day of grace, because the seller's day may have begun before this one.
  return at > now + dayMs ? 'in_the_future' : date.toISOString().slice(0, 10);
}

type DateParts = [year: number, month: number, day: number];

function isoParts(text: string): DateParts | null {
  const [, year, month, day] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(\D|$)/.exec(text) ?? [];
  return year === undefined ? null : [Number(year), Number(month), Number(day)];
}

function slashParts(text: string): DateParts | null {
  const [, month, day, year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(\D|$)/.exec(text) ?? [];
  if (year === undefined) return null;
  return [wholeYear(year), Number(month), Number(day)];
}

const wholeYear = (year: string): number => Number(year.length === 2 ? `20${year}` : year);

function namedParts(text: string): DateParts | null {
  const american = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(\D|$)/i.exec(text);
  const other =
    /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})(\D|$)/i.exec(text) ?? /^(\d{1,2})-([a-z]{3})-(\d{2})(\D|$)/i.exec(text);
  const [name, day, year] = american
    ? [american[1], american[2], american[3]]
    : other
      ? [other[2], other[1], other[3]]
      : [];
  if (name === undefined) return null;
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  return month === 0 ? null : [wholeYear(year ?? ''), month, Number(day)];
}

/** A report may have a column "NWT" that says yes or no. An unknown condition is no fault: it is just not known. */
function conditionOf(text: string): string | undefined {
  if (/^(y|yes|true|1)$/i.test(text)) return 'new-with-tags';
  return readCondition(text) ?? conditionInTitle(text);
}
