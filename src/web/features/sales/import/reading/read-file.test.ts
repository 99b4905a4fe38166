import { describe, expect, it } from 'vitest';
import { salesInTable } from '#domain/sales/import/sales-in-table.ts';
import { partsOf, readFile, UnusableFile } from './read-file.ts';

const now = Date.UTC(2026, 10, 20);
const file = (text: string | Uint8Array<ArrayBuffer>, name = 'sales.csv') => new File([text], name);
/** Everything that the file is read as, in short. */
const read = async (text: string | Uint8Array<ArrayBuffer>, name?: string) => {
  const table = await readFile(file(text, name));
  const { sales, noSales, faults, unread, toSend } = salesInTable(table, table.guess, { now });
  const named = (rows: typeof faults) => rows.map(({ row, field, problem }) => `${row} ${field} ${problem}`);
  return {
    sales: sales.map(({ sale }) =>
      [sale.title, sale.price / 100, sale.soldOn, sale.quantity && `${sale.quantity} pieces`]
        .filter(Boolean)
        .join(', '),
    ),
    noSales: noSales.map(({ row, problem }) => `${row} ${problem}`),
    faults: named(faults),
    unread: named(unread),
    sent: toSend,
  };
};
const failureOf = async (bad: File): Promise<string> =>
  readFile(bad).then(
    () => '',
    (error: unknown) => (error instanceof UnusableFile ? error.message : String(error)),
  );

describe('a sales file', () => {
  it('is read below its summary, with quotes, line breaks in cells, and the row numbers of a spreadsheet', async () => {
    const text =
      '\ufeffSales report,\r\n\r\nListing Title,Order Price,Buyer Name\r\n"Levi’s ""501"", blue","$1,045.00",Ann\r\n"Two\nlines",12,Bo\r\n';
    const { header, rows, guess } = await readFile(file(text));
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
    ['lines', 'Title|Price\nTop|12.50\n'],
    ['what its first line says', 'sep=;\nTitle;Price\nTop;12,50\n'],
  ])('may be divided by %s', async (_, text) => {
    expect((await read(text)).sales).toEqual(['Top, 12.5']);
  });

  it('may end its lines in any way, even in several', async () => {
    const { rows } = await readFile(file('Title,Price\r\nTop,12\nSkirt,13\rBelt,14\r\n'));
    expect(rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'Top', '12'],
      [3, 'Skirt', '13'],
      [4, 'Belt', '14'],
    ]);
  });

  it('with a comma inside a price that has no quotes refuses the row, and does not take $1 for $1,234', async () => {
    const { sales, faults, sent } = await read('Title,Price\nBag,1,234\nTop,"$2,500"\nSkirt,13,,\n');
    expect(faults).toEqual(['2 price extra_cells']);
    expect(sales).toEqual(['Top, 2500', 'Skirt, 13']);
    expect(sent.map(({ row }) => row)).toEqual([3, 4]);
  });

  it.each([
    ...['Total', 'TOTALS:', 'Grand total', 'subtotal', 'Total sales', 'Totals (2 sales)', 'Sum', 'Average'],
    ...['', 'Item', 'Thank you for your sales!\n\n'],
  ])('may have a row “%s” that is no sale', async (name) => {
    const { sales, faults } = await read(
      `Item,Price\nTop,12\nTotal eclipse tee,13\n\n${name},${name === 'Item' ? 'Price' : '25'}\n`,
    );
    expect(sales).toEqual(['Top, 12', 'Total eclipse tee, 13']);
    expect(faults).toEqual([]);
  });

  it.each<[string, string, Partial<Awaited<ReturnType<typeof read>>>]>([
    [
      'a quote that never closes',
      'Order Date,Order Id,Listing Title,Brand,Size,Order Price,Notes\n02/03/26,b1,Gap skirt,Gap,6,$22.00,"\n02/05/26,b2,Teva sandals,Teva,8,$31.00,\n02/09/26,b3,Dress,Unknown,S,$26.00,\n02/11/26,b4,Jacket,Lands\' End,L,$44.00,\n',
      {
        sales: [
          'Gap skirt, 22, 2026-02-03',
          'Teva sandals, 31, 2026-02-05',
          'Dress, 26, 2026-02-09',
          'Jacket, 44, 2026-02-11',
        ],
        faults: [],
      },
    ],
    [
      'a quote that a later one seems to close',
      'Title,Price,Notes\nCoat,80,"gift\nSkirt,40,\nBelt,30,"said\nScarf,20,"\n',
      { sales: ['Coat, 80', 'Skirt, 40', 'Belt, 30', 'Scarf, 20'], faults: [] },
    ],
    [
      'a quote that opens a title and never closes',
      'Title,Price,Brand\n"Silk dress,80,Gap\nSkirt,40,Gap\n"Coat, long,90,Gap\n',
      { sales: ['Silk dress, 80', 'Skirt, 40'], faults: ['4 title open_quote'] },
    ],
    [
      'quotes inside titles',
      'Title,Brand,Price,Date sold\n"Boyfriend" jeans size 28,Gap,22,3/1/2026\nWool coat,J. Crew,80,3/13/2026\n"Coach "Tabby" bag, tan",Coach,"$1,165.00",3/3/2026\n"Heels 3"" high",Nine West,40,3/4/2026\n',
      {
        sales: [
          '"Boyfriend" jeans size 28, 22, 2026-03-01',
          'Wool coat, 80, 2026-03-13',
          'Coach "Tabby" bag, tan, 1165, 2026-03-03',
          'Heels 3" high, 40, 2026-03-04',
        ],
        faults: [],
      },
    ],
    [
      'notes over several lines',
      'Title,Price,Notes\nCoat,80,"soft, warm\nand 2 pockets"\nSkirt,40,"a ""good"" one\n\nsold fast"\n',
      { sales: ['Coat, 80', 'Skirt, 40'], faults: [] },
    ],
    [
      'a line that was broken in two',
      'Title,Brand,Price,Date\nWool coat,J.\nCrew,80,3/2/2026\nTop,Gap,12,3/13/2026\nBelt\nBag,Coach,90,3/14/2026\nHat,30,3/4/2026\n',
      {
        sales: ['Top, 12, 2026-03-13', 'Bag, 90, 2026-03-14'],
        faults: ['2 title few_cells', '3 title few_cells', '5 title few_cells', '7 title few_cells'],
      },
    ],
    [
      'rows without their empty last cells',
      'Title,Price,Brand,Size,Notes\nTop,12,Gap\nSkirt,13\n',
      { sales: ['Top, 12', 'Skirt, 13'], faults: [] },
    ],
    [
      'states of orders',
      '"Item Id","Sold Date","Canceled Date","Item Title","Order Status","Item Price"\nm1,2026-06-21,,Jeans,Completed,49.00\nm2,2026-06-22,2026-06-23,Flares,Canceled,390\nm3,2026-06-24,,Bag,Returned,120\nm4,2026-06-25,,Belt,Return declined,30\nm5,2026-06-26,2026-06-27,Hat,Shipped,31\nm6,2026-06-26,--,Scarf,Partially refunded,32\nm7,2026-06-26,,Tee,Refunded,33\n',
      {
        sales: ['Jeans, 49, 2026-06-21', 'Belt, 30, 2026-06-25', 'Scarf, 32, 2026-06-26'],
        noSales: ['3 canceled', '4 returned', '6 canceled', '8 refunded'],
        faults: [],
      },
    ],
    [
      'refunds in columns of their own',
      'Title,Price,Refund amount,Returned?,Return shipping cost\nTop,80.00,0.00,No,0\nSkirt,40.00,40.00,,\nBelt,30.00,$5.00,n,7.50\nHat,20.00,,Yes,7.50\n',
      { sales: ['Top, 80', 'Belt, 30'], noSales: ['3 refunded', '5 returned'] },
    ],
    [
      'rows of other kinds',
      'Type,Title,Price,Date\nOrder,Top,80,2026-03-01\nRefund,Top,-80,2026-03-02\nShipping label,,-7.11,2026-03-02\nPayout,,72.89,2026-03-03\n',
      { sales: ['Top, 80, 2026-03-01'], noSales: ['3 refunded', '4 unsold', '5 unsold'], faults: [] },
    ],
    [
      'a total beside the price of one piece',
      'Title,Price,Qty,Total\nJeans,45,1,49.99\nBag,120,2,246.50\n',
      { sales: ['Jeans, 45', 'Bag, 240, 2 pieces'] },
    ],
    [
      'spreadsheet text',
      'Order Id,Title,Price,Date sold\n="00012345",Wool coat,80,3/1/2026\n="00012346",="Silk, soft",="40.00",="3/14/2026"\n"=""00012347""",Belt,"=""1,250.00""",46096\n',
      { sales: ['Wool coat, 80, 2026-03-01', 'Silk, soft, 40, 2026-03-14', 'Belt, 1250, 2026-03-15'], faults: [] },
    ],
    [
      'the header again, and one of another table',
      'Title,Price,Date sold\nWool coat,80,3/1/2026\n\nTitle,Price,Date sold\nSilk blouse,40,3/14/2026\nBrand,Title,Price\nGap,Skirt,20\n',
      { sales: ['Wool coat, 80, 2026-03-01', 'Silk blouse, 40, 2026-03-14'], faults: ['7 title other_columns'] },
    ],
    [
      'another currency',
      'Order Date,Listing Title,Order Price (CAD)\n03/11/2026,Jeans,CA$52.00\n03/12/2026,Sweatpants,C$40.00\n03/13/2026,Blazer,$90.00\n03/13/2026,Hat,US$20.00\n',
      { sales: ['Hat, 20, 2026-03-13'], faults: ['2 price not_dollars', '3 price not_dollars', '4 price not_dollars'] },
    ],
    [
      'a column of currencies',
      'Title,Price,Currency\nJeans,52.00,CAD\nTop,40.00,USD\n',
      { sales: ['Top, 40'], faults: ['2 price not_dollars'] },
    ],
    [
      'marks that nobody sees',
      'Title,Price,Date sold\n\u200bWool\u00a0coat\u200e,\u200e$80.00,\u200e3/14/2026\n',
      { sales: ['Wool coat, 80, 2026-03-14'], faults: [], unread: [] },
    ],
  ])('is read right with %s', async (_, text, right) => {
    expect(await read(text)).toMatchObject(right);
  });

  it.each(['utf-16le', 'utf-16be'] as const)('may be in %s, with a mark or without', async (encoding) => {
    const encode = (text: string) => {
      const bytes = new Uint8Array(text.length * 2);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
      return bytes;
    };
    const text = 'Title,Brand,Price\r\nRobe d’été,Sézane,80\r\n';
    for (const bytes of [encode(`\ufeff${text}`), encode(text)])
      expect((await read(bytes)).sales).toEqual(['Robe d’été, 80']);
  });

  it('may be written by an older spreadsheet', async () => {
    const old = Uint8Array.from([...'Title,Price\nChlo'].map((sign) => sign.charCodeAt(0)).concat(0xe9, 0x2c, 0x39));
    expect((await readFile(file(old))).rows[0]?.cells).toEqual(['Chloé', '9']);
  });

  const bytesOf = (...starts: (string | number)[]) =>
    Uint8Array.from(starts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')])));
  it.each<[string, string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['a workbook', 'sales.xlsx', bytesOf('PK', 3, 4, 20, 0), /^sales\.xlsx is a workbook, .*CSV/],
    ['a workbook named .csv', 'renamed.csv', bytesOf('PK', 3, 4, 20, 0), /^renamed\.csv is a workbook/],
    ['an old workbook', 'old.xls', bytesOf(0xd0, 0xcf, 0x11, 0xe0), /workbook/],
    ['a photo named .csv', 'photo.csv', bytesOf(0xff, 0xd8, 0xff, 0xe0, 'JFIF'), /^photo\.csv is a picture/],
    ['a photo of an iPhone', 'photo.csv', bytesOf(0, 0, 0, 0x18, 'ftypheic'), /picture/],
    ['a PDF', 'report.csv', '%PDF-1.7\n', /is a PDF/],
    ['a web page', 'report.csv', '\ufeff\n<!DOCTYPE html><html>Sign in</html>', /is a web page/],
    ['other bytes', 'report.csv', bytesOf('Title,Price', 0, 1, 0, 2, 'x'.repeat(20)), /isn’t a CSV file/],
    ['an empty file', 'empty.csv', '', /^empty\.csv is empty/],
    ['a file of spaces', 'empty.csv', ' \r\n\r\n', /is empty/],
    ['a header alone', 'sales.csv', 'Title,Price\n,\n', /no rows below/],
    ['50 MB', 'large.csv', new Uint8Array(50 * 1024 * 1024), /has 50 MB\. .* up to 20 MB/],
    ['more rows than an account holds', 'long.csv', `Title,Price\n${'Top,12\n'.repeat(20_021)}`, /20,021 rows/],
  ])('that is %s says so, and what to do', async (_, name, content, message) => {
    expect(await failureOf(file(content, name))).toMatch(message);
  });

  it('may have 300 columns', async () => {
    const names = Array.from({ length: 300 }, (_, at) =>
      at === 250 ? 'Title' : at === 299 ? 'Sold price' : `Extra ${at}`,
    );
    const row = names.map((name) => (name === 'Title' ? '"Top, red"' : name === 'Sold price' ? '$12.50' : 'x'));
    expect(await read(`${names.join(',')}\n${row.join(',')}\n`)).toMatchObject({
      sales: ['Top, red, 12.5'],
      faults: [],
    });
  });

  it('with a cell of a whole page sends a short one, so that no other row is lost', async () => {
    const { sent, unread } = await read(`Title,Price,Brand\nTop,12,"${'very '.repeat(2_000)}"\nSkirt,13,Gap\n`);
    expect(unread).toEqual(['2 brand too_long']);
    expect(sent.map(({ cells }) => (cells.brand ?? '').length)).toEqual([400, 3]);
  });

  it('of a whole inventory names what isn’t sold, and what was sold elsewhere', async () => {
    const table = await readFile(
      file(
        'Title,SKU,Status,Price,Cost of Goods,Platform Sold,Price Sold,Sold Date,Marketplace Fees,Shipping Expenses\nTop,A1,Sold,$30,$4.00,Poshmark,$25.00,3/1/2026,$5.00,\nSkirt,A2,Sold,$40,,eBay,$40.00,3/2/2026,$5.30,$7.11\nBelt,A3,Active,$20,$3.00,,,,,\nHat,A4,,$20,$3.00,,,,,\n',
      ),
    );
    const { sales, noSales, faults } = salesInTable(table, table.guess, { now });
    expect(sales.map(({ sale }) => sale)).toEqual([
      { title: 'Top', price: 2500, soldOn: '2026-03-01', sku: 'A1', cost: 400, earnings: 2000 },
      { title: 'Skirt', price: 4000, soldOn: '2026-03-02', sku: 'A2', earnings: 3470, labelFee: 711, channel: 'eBay' },
    ]);
    expect(noSales.map(({ row, problem }) => `${row} ${problem}`)).toEqual(['4 unsold', '5 unsold']);
    expect(faults).toEqual([]);
  });

  it('sends the chosen columns of readable rows, and nothing else', async () => {
    const { sales, faults, sent } = await read(
      'Title,Price,Buyer Name\nTop,$12,Ann Lee\nSkirt,free,Bo Chan\n,,Total\n',
    );
    expect(sent).toEqual([{ row: 2, cells: { title: 'Top', price: '$12' } }]);
    expect(faults).toEqual(['3 price not_a_price']);
    expect(sales).toEqual(['Top, 12']);
  });
});

const rows = (...titles: string[]) => titles.map((title, at) => ({ row: at + 2, cells: { title } }));
const numbers = (parts: ReturnType<typeof rows>[]) => parts.map((part) => part.map(({ row }) => row));

it('a file that fits is one part', () => {
  expect(numbers(partsOf(rows('a', 'b', 'a'), 3))).toEqual([[2, 3, 4]]);
  expect(partsOf([], 3)).toEqual([]);
});

it('rows with the same title are in one part, and every row is in one', () => {
  expect(numbers(partsOf(rows('a', 'b', 'c', 'B!', 'd', 'a'), 3))).toEqual([[2, 7], [3, 5, 4], [6]]);
});

it('more rows with one title than a part holds are divided all the same', () => {
  expect(numbers(partsOf(rows('a', 'a', 'a', 'a', 'a'), 2))).toEqual([[2, 3], [4, 5], [6]]);
});
