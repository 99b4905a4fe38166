// Finds the rows of an inventory report in a table, and the cells that Hangtag takes from them.

import { cleanCell, longestSent } from '../sales/import/read-sale.ts';
import { type SalesTable, total } from '../sales/import/table-rows.ts';
import { type InventoryField, inventoryFields } from './inventory-fields.ts';

type InventoryCells = Partial<Record<InventoryField, string>>;
type InventoryRowToSend = { row: number; cells: InventoryCells };

const names: Readonly<Record<InventoryField, RegExp>> = {
  title: /^(listing )?title$/,
  listedOn: /^(listing|listed) date$/,
  sku: /^(listing )?sku$/,
  itemSku: /^item sku$/,
  cost: /^cost( price)?$/,
  lowestPrice: /^lowest (listed|set)? ?price$/,
  price: /^(current )?listing price$/,
  likes: /^likes$/,
  brand: /^brand$/,
  size: /^size$/,
};

const spelled = (name: string): string => cleanCell(name).toLowerCase().replace(/\s+/g, ' ');

/** Poshmark's inventory report. Its sales report has a price of the order. */
export const isInventoryReport = (header: readonly string[]): boolean => {
  const spellings = header.map(spelled);
  return (
    ['listing title', 'current listing price'].every((name) => spellings.includes(name)) &&
    !spellings.includes('order price')
  );
};

/** The rows with listings. Empty lines, sums, notes, and the header again are none. */
export function inventoryInTable({ header, rows }: SalesTable): InventoryRowToSend[] {
  const spellings = header.map(spelled);
  const columns = inventoryFields.map(
    (field) => [field, spellings.findIndex((name) => names[field].test(name))] as const,
  );
  return rows.flatMap(({ row, cells: texts }) => {
    const cells: InventoryCells = Object.fromEntries(
      columns.flatMap(([field, at]) => {
        const cell = at < 0 ? '' : cleanCell(texts[at] ?? '').slice(0, longestSent);
        return cell === '' ? [] : [[field, cell]];
      }),
    );
    const filled = texts.map(cleanCell).filter((text) => text !== '');
    const isSum = total.test(filled[0] ?? '') && cells.title === undefined;
    const isHeader = spelled(cells.title ?? '') === spellings[columns[0]?.[1] ?? -1];
    // A line with one cell and no listing is a note.
    const isNote = filled.length < 2 && header.length > 2;
    return filled.length === 0 || isSum || isHeader || isNote ? [] : [{ row, cells }];
  });
}
