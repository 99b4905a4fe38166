// Remembers in this browser which columns the seller chose for files with the same header.
import type { SaleColumns } from '#domain/sales/import/sale-columns.ts';
import { keepChoice, keptChoice } from '#web/lib/browser/kept-choice.ts';

const nameOf = (header: readonly string[]): string =>
  `import-columns:${header.map((name) => name.toLowerCase()).join('|')}`;

/** null: none were chosen. What an earlier version kept may lack fields, which then have the guessed column. */
export function keptColumns(header: readonly string[], guess: SaleColumns): SaleColumns | null {
  try {
    const kept: unknown = JSON.parse(keptChoice(nameOf(header)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const isColumn = (value: unknown): value is number | null =>
      value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) < header.length);
    const fields = Object.entries(kept).filter(([field, column]) => field in guess && isColumn(column));
    return { ...guess, ...Object.fromEntries(fields) };
  } catch {
    return null;
  }
}

export const keepColumns = (header: readonly string[], columns: SaleColumns): void =>
  keepChoice(nameOf(header), JSON.stringify(columns));

export const forgetColumns = (header: readonly string[]): void => keepChoice(nameOf(header), 'null');
