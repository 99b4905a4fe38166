// Reads the amounts of a sales record. Which sign comes before the cents is decided once for a column.

import type { Cents } from '../../money.ts';
import { plainText } from '../../text/visible-text.ts';
import type { SaleFormats, SaleProblem } from './sale-fields.ts';

type Decimals = SaleFormats['decimals'];

export const mostDollars = 1_000_000;
/** "--", "n/a", and the like mean that there is no value. */
export const isNoValue = (text: string): boolean =>
  /^(?:[-–—.]*|n\/?a|none|null|nil|not available)$/i.test(text.trim());

/** Symbols and codes of currencies. A country may come before or after a dollar sign. */
const foreign =
  /(^|[^A-Z])(?:(?:CA|C|CDN|CAN|A|AU|NZ|HK|S|SG|MX|R|NT|TT|J|BZ)\$|(?:CANADIAN|AUSTRALIAN|CAD|AUD|NZD|GBP|EUR|INR|MXN|BRL|JPY|CNY|RMB|HKD|SGD|CHF|SEK|NOK|DKK|KR|PLN|ZŁ|CZK|HUF|RON|ZAR|KRW|TWD|PHP|THB|MYR|IDR|AED|TRY|ILS|CLP|COP|ARS|EUROS?|POUNDS?|PESOS?|YEN|REAIS|RUPEES)(?![A-Z]))|\$(?:CA|AU|NZ|HK|SG|MX)|(?![$¢])\p{Sc}/u;

/** A name of a currency that isn't the US dollar: in a cell, in a column's name such as "Order Price (CAD)", or alone. */
export const namesOtherCurrency = (text: string): boolean =>
  foreign.test(plainText(text).toUpperCase().replaceAll(' ', ''));

/** The column's name says so, and no single word of it does by chance. */
export const isColumnOfOtherCurrency = (name: string): boolean =>
  plainText(name)
    .toUpperCase()
    .split(/[\s()[\]/,:_-]+/)
    .some((word) => word !== 'R' && foreign.test(word));

const patterns = {
  point: /^(?:\d{1,9}|\d{1,3}(?:,\d{3})+)?(?:\.(?:\d{1,2}|\d{4}))?$/,
  comma: /^(?:\d{1,9}|\d{1,3}(?:\.\d{3})+)?(?:,(?:\d{1,2}|\d{4}))?$/,
} as const;

/** "(80.00)", "-$55.00", "$(30.00)", "55.00-": the sign is whatever is left without currency and digits. */
function split(text: string): { digits: string; isNegative: boolean } {
  const bare = plainText(text)
    .toUpperCase()
    .replace(/[\s'’`=]/g, '')
    .replace(/[−–—‒‐‑﹣]/g, '-')
    .replace(new RegExp(foreign, 'gu'), '$1')
    .replace(/US\$|USD|US|\$|DOLLARS?/g, '');
  const [, before = '', digits = '', after = ''] = /^([-+(]*)([\d.,]*\d[\d.,]*)([-+)]*)$/.exec(bare) ?? [];
  const sign = before + after;
  return { digits, isNegative: sign.includes('-') || /\(.*\)/.test(sign) };
}

/**
 * A price is what the buyer paid for the item, more than $0. In a column without a rule, "1.234" is refused: where a comma comes before
 * the cents, it is more than a thousand.
 */
export function readAmount(text: string, decimals: Decimals): Cents | SaleProblem {
  if (isNoValue(text)) return 'missing';
  const { digits, isNegative } = split(text);
  if (isNegative && digits !== '') return numberOf(digits, decimals) === 0 ? 'zero' : 'refunded';
  const cents = centsOf(text, decimals) ?? 'not_a_price';
  return cents === 0 ? 'zero' : cents;
}

/** A fee, a cost, or what was earned. $0 is an amount; only earnings can be below it. */
export function readMoney(
  text: string,
  { decimals, canBeNegative = false }: { decimals: Decimals; canBeNegative?: boolean },
): Cents | SaleProblem {
  if (isNoValue(text)) return 'missing';
  const cents = centsOf(text, decimals) ?? 'not_an_amount';
  if (typeof cents !== 'number' || cents === 0 || !split(text).isNegative) return cents;
  return canBeNegative ? -cents : 'negative';
}

/** Without its sign; null if it can't be read. */
function centsOf(text: string, decimals: Decimals): Cents | 'not_dollars' | 'too_high' | null {
  if (namesOtherCurrency(text)) return 'not_dollars';
  const dollars = numberOf(split(text).digits, decimals);
  if (dollars === null) return null;
  return dollars > mostDollars ? 'too_high' : Math.round(dollars * 100);
}

function numberOf(digits: string, decimals: Decimals): number | null {
  if (!/\d/.test(digits)) return null;
  if (decimals !== 'comma' && patterns.point.test(digits)) return Number(digits.replaceAll(',', ''));
  const isThousandAlone = /^\d+(\.\d{3})+$/.test(digits);
  if (decimals === 'point' || (decimals === null && isThousandAlone) || !patterns.comma.test(digits)) return null;
  return Number(digits.replaceAll('.', '').replace(',', '.'));
}

/** How large an amount is, for comparing it with another: without its sign, and whatever its currency. */
export const readSize = (text: string): number | null => numberOf(split(text).digits, null);

/** How the amounts of a column are written. `asks`: a cell that can be read in two ways, and nothing says which is right. */
export function decideDecimals(cells: readonly string[]): { decimals: Decimals; asks: string | null } {
  const digits = cells.map((cell) => split(cell).digits);
  const has = (pattern: RegExp): boolean => digits.some((one) => pattern.test(one));
  const comma = has(/,(?:\d{1,2}|\d{4})$|\.\d{3},/);
  const point = has(/\.(?:\d{1,2}|\d{4})$|,\d{3}(?:\.|$)/);
  if (comma !== point) return { decimals: comma ? 'comma' : 'point', asks: null };
  const open = cells.find((_, at) => /^\d+(\.\d{3})+$/.test(digits[at] ?? ''));
  return { decimals: comma || open !== undefined ? null : 'point', asks: open ?? null };
}
