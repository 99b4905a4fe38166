// Tells which rows of a sales record were no sale after all: canceled, returned, refunded, or never sold.

import { plainText } from '../../text/visible-text.ts';
import { isNoValue, namesOtherCurrency, readSize } from './read-amount.ts';
import type { StateColumns } from './sale-columns.ts';
import type { SaleProblem } from './sale-fields.ts';

type NoSale = Extract<SaleProblem, 'canceled' | 'returned' | 'refunded'>;

/** "Not returned", "Return denied", and a refund of a part leave a sale a sale. */
const stands =
  /\b(not?|none|never|non|un)[- ]?(yet )?(been )?(requested|cancel|void|return|refund)|(cancel|return|refund)\w* (request )?(was )?(denied|declined|rejected|withdrawn|refused)|partial/;
const words: readonly (readonly [RegExp, SaleProblem])[] = [
  [/\b(cancel|void)/, 'canceled'],
  [/\breturn/, 'returned'],
  [/\brefund|charge ?back|\brevers(ed|al)|money back/, 'refunded'],
  [
    /^(unsold|not sold|active|for sale|available|listed|draft|unpaid|not paid|awaiting payment|pending payment|payment (pending|failed|declined)|failed|declined|payouts?|transfers?|withdrawals?|deposit|(.* )?labels?|(.* )?fees?|adjustments?|credit|hold|claim|payment dispute|charge|subscription|bonus|tax)$/,
    'unsold',
  ],
];

/** The cells are those of the whole row. null: nothing says that it isn't a sale. */
export function noSaleIn(
  cells: readonly string[],
  { columns, price }: { columns: StateColumns; price: string },
): SaleProblem | null {
  const textAt = (at: number): string =>
    plainText(cells[at] ?? '')
      .toLowerCase()
      .replaceAll('_', ' ');
  for (const at of columns.words) {
    const text = textAt(at);
    const [, problem = null] = (stands.test(text) ? undefined : words.find(([pattern]) => pattern.test(text))) ?? [];
    if (problem !== null) return problem;
  }
  const events: readonly NoSale[] = ['canceled', 'returned', 'refunded'];
  return events.find((kind) => columns[kind].some((at) => happened(textAt(at), { kind, price }))) ?? null;
}

/** A date, a reason, or "yes". An amount has to be the whole price. */
function happened(text: string, { kind, price }: { kind: NoSale; price: string }): boolean {
  if (isNoValue(text) || /^(n|no|not|none|never|false)\b|^[-0$.,:/ ]*$/.test(text) || stands.test(text)) return false;
  const amount = readSize(text);
  const isAmount = amount !== null && (/[$.,]/.test(text) || (kind === 'refunded' && amount > 1));
  return !isAmount || amount >= (readSize(price) ?? 0);
}

/** A column of currencies that says another one. */
export const isInOtherCurrency = (cells: readonly string[], { currency }: StateColumns): boolean =>
  currency.some((at) => namesOtherCurrency(cells[at] ?? ''));
