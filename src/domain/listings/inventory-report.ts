// Reads the rows of an inventory report. Which sign comes before the cents, and whether the month comes first, the columns say.

import type { Cents } from '../money.ts';
import type { Instant } from '../ports/clock.ts';
import { decideDecimals, isNoValue, readAmount } from '../sales/import/read-amount.ts';
import { decideOrder, readDate } from '../sales/import/read-date.ts';
import { cleanCell, longestSent } from '../sales/import/read-sale.ts';
import { type SalesTable, total } from '../sales/import/table-rows.ts';
import {
  type InventoryField,
  type InventoryProblem,
  inventoryFields,
  longestLabel,
  mostCostCents,
} from './inventory-fields.ts';
import type { ReportRow } from './match-report.ts';

type Cells = Partial<Record<InventoryField, string>>;
/** What a row says about a listing. `lowestPrice` is whole dollars. What it doesn't say is null. */
type InventoryRow = ReportRow & { costCents: Cents | null; lowestPrice: number | null };
type Fault = { field: InventoryField; problem: InventoryProblem };

/** Each row, or null without a title; and the cells that can't be read. Their rows count without them. */
export function readInventory(
  rows: readonly Cells[],
  { now }: { now: Instant },
): { row: InventoryRow | null; faults: Fault[] }[] {
  const column = (field: InventoryField): string[] => rows.map((cells) => cells[field] ?? '');
  const { order } = decideOrder(column('listedOn'), { isAmerican: true, now });
  const { decimals } = decideDecimals([...column('price'), ...column('cost'), ...column('lowestPrice')]);
  return rows.map((cells) => {
    const faults: Fault[] = [];
    const refuse = (field: InventoryField, problem: InventoryProblem): null => {
      faults.push({ field, problem });
      return null;
    };
    const text = (field: InventoryField): string | null => {
      const cell = cleanCell(cells[field] ?? '').replaceAll(/\p{Cc}/gu, ' ');
      return isNoValue(cell) ? null : cell;
    };
    const amount = (field: InventoryField): Cents | null => {
      const read = readAmount(text(field) ?? '', decimals);
      switch (read) {
        case 'missing':
          return null;
        case 'zero':
          return 0;
        case 'refunded':
          return refuse(field, 'negative');
        case 'not_dollars':
        case 'too_high':
          return refuse(field, read);
        default:
          if (typeof read === 'string') return refuse(field, 'not_a_price');
          return read > mostCostCents ? refuse(field, 'too_high') : read;
      }
    };
    const date = (field: InventoryField) => {
      const cell = text(field);
      const read = cell === null ? null : readDate(cell, { order, now });
      return read === 'not_a_date' || read === 'in_the_future' ? refuse(field, read) : read;
    };
    const label = (field: InventoryField): string | null => {
      const cell = text(field);
      return cell !== null && cell.length > longestLabel ? refuse(field, 'too_long') : cell;
    };

    const title = cleanCell(cells.title ?? '');
    if (title === '') refuse('title', 'missing');
    const dollars = (cents: Cents | null): number | null => (cents === null || cents === 0 ? null : cents / 100);
    const lowest = dollars(amount('lowestPrice'));
    const row = {
      title,
      listedOn: date('listedOn'),
      price: dollars(amount('price')),
      sku: label('sku') ?? label('itemSku'),
      size: text('size'),
      costCents: amount('cost'),
      lowestPrice: lowest === null ? null : Math.floor(lowest),
    };
    return { row: title === '' ? null : row, faults };
  });
}

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
