import { describe, expect, it } from 'vitest';
import { inventoryInTable, isInventoryReport, readInventory } from './inventory-report.ts';

const now = Date.UTC(2026, 7, 1);
const nothing = { listedOn: null, price: null, sku: null, size: null, costCents: null, lowestPrice: null };

describe('a row of the inventory report', () => {
  it.each<[string, Parameters<typeof readInventory>[0][number], object, string[]]>([
    [
      'as Poshmark writes it',
      {
        title: 'Silk top',
        listedOn: '03/14/2026',
        sku: 'A-1',
        cost: '$1,012.50',
        price: '$1,400.00',
        lowestPrice: '$1,200.00',
      },
      { listedOn: '2026-03-14', sku: 'A-1', costCents: 101_250, price: 1400, lowestPrice: 1200 },
      [],
    ],
    ['without values', { title: 'Silk top', listedOn: '--', sku: '--', cost: '--', price: '', size: 'n/a' }, {}, []],
    ['with the SKU of the item only', { title: 'Silk top', sku: '--', itemSku: 'B-2' }, { sku: 'B-2' }, []],
    ['for free', { title: 'Silk top', cost: '$0.00', price: '$0', lowestPrice: '0' }, { costCents: 0 }, []],
    ['with a spreadsheet’s cells', { title: '="Silk top"', cost: '="9.5"' }, { title: 'Silk top', costCents: 950 }, []],
    ['with a lowest price in cents, cut off', { title: 'Silk top', lowestPrice: '19.50' }, { lowestPrice: 19 }, []],
    [
      'with cells that can’t be read',
      {
        title: 'Silk top',
        listedOn: 'soon',
        cost: '-5',
        price: '€20',
        lowestPrice: 'low',
        sku: 'x'.repeat(61),
        size: 'M',
      },
      { size: 'M' },
      ['lowestPrice not_a_price', 'listedOn not_a_date', 'price not_dollars', 'sku too_long', 'cost negative'],
    ],
    ['with an impossible cost', { title: 'Silk top', cost: '100000.01' }, {}, ['cost too_high']],
    ['listed in the future', { title: 'Silk top', listedOn: '12/24/2026' }, {}, ['listedOn in_the_future']],
  ])('%s', (_, cells, known, faults) => {
    const [read] = readInventory([cells], { now });
    expect(read?.row).toEqual({ ...nothing, title: 'Silk top', ...known });
    expect(read?.faults.map(({ field, problem }) => `${field} ${problem}`)).toEqual(faults);
  });

  it('without a title is refused', () => {
    expect(readInventory([{ cost: '5' }], { now })).toEqual([
      { row: null, faults: [{ field: 'title', problem: 'missing' }] },
    ]);
  });
});

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
  const rows = rowsOf(silk, [''], ['A note below the table'], header, 'Totals,,,,,,,,,,,,1'.split(','));
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
