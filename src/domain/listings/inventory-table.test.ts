import { expect, it } from 'vitest';
import { inventoryInTable, isInventoryReport } from './inventory-report.ts';

const header =
  'Listing Date,Number of Days Listed,Listing SKU,Item SKU,Listing Title,Department,Category,Subcategory,Brand,Color,Size,NWT,Quantity Available,Likes,Cost Price,Lowest Listed Price,Current Listing Price,Other Info,Seller Shipping Discount'.split(
    ',',
  );
const rowsOf = (...rows: string[][]) => rows.map((cells, at) => ({ row: at + 2, cells, isOpen: false }));
const silk = '03/14/2026,20,A-1,--,Silk top,Women,Tops,,Gap,Blue,M,N,1,4,$12.50,$30.00,$40.00,,$0.00'.split(',');

it('an inventory report is recognized by its columns, and a sales report isn’t one', () => {
  expect(isInventoryReport(header)).toBe(true);
  expect(isInventoryReport(['Order Date', 'Listing Title', 'Order Price', 'Current Listing Price'])).toBe(false);
  expect(isInventoryReport(['Title', 'Price'])).toBe(false);
});

it('its rows have the cells that Hangtag takes, and lines that are no listing are left out', () => {
  const rows = rowsOf(silk, [''], ['A note below the table'], header, [
    'Totals',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '1',
  ]);
  expect(inventoryInTable({ header, rows })).toEqual([
    {
      row: 2,
      cells: {
        title: 'Silk top',
        listedOn: '03/14/2026',
        sku: 'A-1',
        itemSku: '--',
        cost: '$12.50',
        lowestPrice: '$30.00',
        price: '$40.00',
        likes: '4',
        brand: 'Gap',
        size: 'M',
      },
    },
  ]);
});
