import { describe, expect, it } from 'vitest';
import { guessColumns } from '#domain/pricing/import/sale-columns.ts';
import { readSalesFile, UnusableFile } from './read-sales-file.ts';
import { salesInFile } from './sales-in-file.ts';

const now = Date.UTC(2026, 4, 4);
const file = (text: string | Uint8Array<ArrayBuffer>, name = 'sales.csv') => new File([text], name);
const failureOf = async (bad: File): Promise<string> =>
  readSalesFile(bad).then(
    () => '',
    (error: unknown) => (error instanceof UnusableFile ? error.message : String(error)),
  );

describe('a sales file', () => {
  it('is read below its summary, with quotes, line breaks in cells, and the row numbers of a spreadsheet', async () => {
    const text =
      '\ufeffSales report,\r\n\r\nListing Title,Order Price,Buyer Name\r\n"Levi’s ""501"", blue","$1,045.00",Ann\r\n"Two\nlines",12,Bo\r\n';
    const { header, rows, guess } = await readSalesFile(file(text));
    expect(header).toEqual(['Listing Title', 'Order Price', 'Buyer Name']);
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [4, 'Levi’s "501", blue'],
      [5, 'Two\nlines'],
    ]);
    expect(guess).toMatchObject({ title: 0, price: 1, brand: null });
  });

  it.each([
    ['semicolons', 'Title;Price\nTop;12,50\n'],
    ['tabs', 'Title\tPrice\nTop\t12.50\n'],
  ])('may be divided by %s', async (_, text) => {
    const { rows, guess } = await readSalesFile(file(text));
    expect(salesInFile(rows, guess, now).sales).toEqual([{ row: 2, sale: { title: 'Top', price: 1250 } }]);
  });

  it('may end its lines in any way, even in several', async () => {
    const { rows } = await readSalesFile(file('Title,Price\r\nTop,12\nSkirt,13\rBelt,14\r\n'));
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'Top', '12'],
      [3, 'Skirt', '13'],
      [4, 'Belt', '14'],
    ]);
  });

  it('with a comma inside a price that has no quotes refuses the row, and does not take $1 for $1,234', async () => {
    const { rows, guess } = await readSalesFile(file('Title,Price\nBag,1,234\nTop,"$2,500"\nSkirt,13,,\n'));
    const { sales, faults, toSend } = salesInFile(rows, guess, now);
    expect(faults).toEqual([{ row: 2, field: 'price', problem: 'extra_cells' }]);
    expect(sales.map(({ sale }) => sale.price)).toEqual([250_000, 1300]);
    expect(toSend.map(({ row }) => row)).toEqual([3, 4]);
  });

  it.each(['Total', 'TOTALS:', 'Grand total', 'subtotal'])(
    'may end with a row “%s”, which is no sale',
    async (name) => {
      const { rows, guess } = await readSalesFile(file(`Item,Price\nTop,12\nTotal eclipse tee,13\n${name},25\n`));
      expect(salesInFile(rows, guess, now)).toMatchObject({
        sales: [{ sale: { title: 'Top' } }, { sale: { title: 'Total eclipse tee' } }],
        faults: [],
      });
    },
  );

  it('may be written by an older spreadsheet', async () => {
    const old = Uint8Array.from([...'Title,Price\nChlo'].map((sign) => sign.charCodeAt(0)).concat(0xe9, 0x2c, 0x39));
    expect((await readSalesFile(file(old))).rows[0]?.cells).toEqual(['Chloé', '9']);
  });

  it('that can’t be used says why, and what to do', async () => {
    expect(await failureOf(file('PK\u0003\u0004\u0000', 'sales.xlsx'))).toMatch(/^sales\.xlsx isn’t a CSV file\./);
    expect(await failureOf(file('PK\u0003\u0004\u0000', 'renamed.csv'))).toMatch(/isn’t a CSV file/);
    expect(await failureOf(file('Title,Price\n'))).toMatch(/no rows with sales/);
    expect(await failureOf(file('a'.repeat(5 * 1024 * 1024 + 1)))).toMatch(/larger than 5 MB/);
    expect(await failureOf(file(`Title,Price\n${'Top,12\n'.repeat(5_001)}`))).toMatch(/5,001 rows/);
  });

  it('sends the chosen columns of readable rows, and nothing else', () => {
    const columns = guessColumns(['Title', 'Price', 'Buyer Name']);
    const rows = [
      { row: 2, cells: ['Top', '$12', 'Ann Lee'], isCut: false },
      { row: 3, cells: ['Skirt', 'free', 'Bo Chan'], isCut: false },
      { row: 4, cells: ['', '', 'Total'], isCut: false },
    ];
    const { toSend, faults, sales } = salesInFile(rows, columns, now);
    expect(toSend).toEqual([{ row: 2, cells: { title: 'Top', price: '$12' } }]);
    expect(faults).toEqual([{ row: 3, field: 'price', problem: 'not_a_price' }]);
    expect(sales).toHaveLength(1);
  });
});
