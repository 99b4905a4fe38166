import { describe, expect, it } from 'vitest';
import { decideFormats, readSale, type SaleCells } from './read-sale.ts';
import { findHeader, guessColumns, isOfBuyer } from './sale-columns.ts';
import { salesInTable } from './sales-in-table.ts';

const poshmark =
  'Listing Date,Order Date,SKU,Order Id,Listing Title,Department,Category,Subcategory,Brand,Color,Size,Bundle Order?,Offer Order,NWT,Cost Price,Order Price,Lowest Set Price,Seller Shipping Discount,Upgraded Shipping Label Fee,Packaging Fee,Hazmat Noncompliance Fee,Overweight Label Fee,Your Earnings,Buyer State,Buyer Zip Code,Buyer Username,Sales Tax (Paid by Buyer),Notes,Other Info'.split(
    ',',
  );

describe('the columns of a sales record', () => {
  it('are recognized in Poshmark’s sales report, below its summary', () => {
    const rows = [['Sales report'], ['Total sales', '$1,204.00'], ['', ''], poshmark, ['2026-01-02', '2026-02-03']];
    expect(findHeader(rows)).toBe(3);
    const columns = guessColumns(poshmark);
    const named = Object.entries(columns).map(([field, at]) => [field, at === null ? null : poshmark[at]]);
    expect(Object.fromEntries(named)).toEqual({
      title: 'Listing Title',
      price: 'Order Price',
      soldOn: 'Order Date',
      brand: 'Brand',
      department: 'Department',
      category: 'Category',
      subcategory: 'Subcategory',
      size: 'Size',
      condition: 'NWT',
      originalPrice: null,
      orderId: 'Order Id',
      quantity: null,
      listedOn: 'Listing Date',
      sku: 'SKU',
      isBundle: 'Bundle Order?',
      isOffer: 'Offer Order',
      cost: 'Cost Price',
      lowestPrice: 'Lowest Set Price',
      shippingDiscount: 'Seller Shipping Discount',
      labelFee: 'Upgraded Shipping Label Fee',
      packagingFee: 'Packaging Fee',
      otherFee: 'Hazmat Noncompliance Fee',
      earnings: 'Your Earnings',
      salesTax: 'Sales Tax (Paid by Buyer)',
      channel: null,
      fee: null,
    });
    expect(poshmark.filter(isOfBuyer)).toEqual(['Buyer State', 'Buyer Zip Code', 'Buyer Username']);
  });

  it('of a buyer are known in other records, too', () => {
    const names =
      'Buyer Name,Customer Email,Ship To City,Recipient,Shipping Address 1,Username,E-mail,Ship To Zip,Item Title,Shipping Cost,Ship Date,Sold To Date';
    expect(names.split(',').filter((name) => !isOfBuyer(name))).toEqual([
      ...['Item Title', 'Shipping Cost', 'Ship Date', 'Sold To Date'],
    ]);
  });

  it.each([
    ['Item,Sold for,Date sold,Brand', { title: 0, price: 1, soldOn: 2, brand: 3 }],
    ['brand_name;item_title;SALE PRICE'.replaceAll(';', ','), { brand: 0, title: 1, price: 2 }],
    ['Order,Item,Price,Transaction ID', { title: 1, price: 2, orderId: 3 }],
    ['Order,Item,Price', { orderId: null }],
    ['Title,Price,Original Price,Condition', { title: 0, price: 1, originalPrice: 2, condition: 3 }],
    ['Item;Sale_Price_USD;Sold Date;Qty Sold'.replaceAll(';', ','), { title: 0, price: 1, soldOn: 2, quantity: 3 }],
    ['Listing Title,Order Price (CAD)', { title: 0, price: 1 }],
    [
      'SKU,Title,Price,Price Sold,Sold Date,Listed Date,Cost of Goods,Shipping Expenses,Marketplace Fees,Net Profit',
      { sku: 0, title: 1, price: 3, soldOn: 4, listedOn: 5, cost: 6, labelFee: 7, fee: 8, earnings: null },
    ],
    [
      'Title,Sold On,Sold Date,Sold Price,Item Cost,Shipping Cost,Other Fees,Net Payout',
      { title: 0, channel: 1, soldOn: 2, price: 3, cost: 4, labelFee: 5, otherFee: 6, earnings: 7, fee: null },
    ],
    [
      'Item,Bought for,Date listed,Sold for,Date sold,Packaging,I earned',
      { title: 0, cost: 1, listedOn: 2, price: 3, soldOn: 4, packagingFee: 5, earnings: 6 },
    ],
    ['a,b,c', { title: null, price: null, soldOn: null }],
  ])('are guessed from %s', (header, columns) => {
    expect(guessColumns(header.split(','))).toMatchObject(columns);
  });

  it('are looked for in the first row if no name is known', () => {
    expect(
      findHeader([
        ['a', 'b'],
        ['c', 'd'],
      ]),
    ).toBe(0);
  });
});

describe('the fees of a table', () => {
  const sent = (header: string, ...rows: string[]) => {
    const names = header.split(',');
    const table = {
      header: names,
      rows: rows.map((row, at) => ({ row: at + 2, cells: row.split(','), isOpen: false })),
    };
    return salesInTable(table, guessColumns(names), { now: Date.UTC(2026, 4, 4) }).toSend.map(({ cells }) => cells);
  };

  it('in several columns are sent as one cell', () => {
    const header = 'Title,Price,Hazmat Noncompliance Fee,Overweight Label Fee';
    expect(sent(header, 'Tee,12,$1.50,$5.00', 'Hat,12,--,5', 'Tie,12,--,--')).toMatchObject([
      { otherFee: '6.50' },
      { otherFee: '5.00' },
      { otherFee: '--' },
    ]);
  });

  it('that the marketplace took say what was earned, unless a column does', () => {
    expect(sent('Title,Sold Price,Marketplace Fees', 'Tee,12,2.95')).toMatchObject([{ earnings: '9.05' }]);
    expect(sent('Title,Sold Price,Fees,Shipping Discount', 'Tee,12,2.95,1')).toMatchObject([{ earnings: '8.05' }]);
    expect(sent('Title,Sold Price,Fees,Net Earnings', 'Tee,12,2.95,9')).toMatchObject([{ earnings: '9' }]);
    expect(sent('Title,Sold Price,Fees', 'Tee,12,')).toEqual([{ title: 'Tee', price: '12' }]);
  });
});

describe('a sale', () => {
  const now = Date.UTC(2026, 4, 4);
  const row = (cells: SaleCells) => {
    const all = { title: 'Levi’s 501', price: '$45.00', ...cells };
    return readSale(all, { now, formats: decideFormats([all], { now }).formats });
  };

  it.each([
    ['$1,234.50', 123_450],
    ['45', 4500],
    ['45.00 USD', 4500],
    ['45,00', 4500],
    ['US$ 7', 700],
    ['1,250', 125_000],
    ['123,456.5', 12_345_650],
    ['45.5000', 4550],
    ['1.234,50', 123_450],
    ['1 234,50', 123_450],
    ['1’234.50', 123_450],
    ['\u200e$45.00\u00a0', 4500],
    ['＄４５．００', 4500],
    ['="45.00"', 4500],
    ["'45.00", 4500],
    ['.99', 99],
    ['45 dollars', 4500],
  ])('has the price %s', (price, cents) => {
    expect(row({ price })).toMatchObject({ sale: { price: cents } });
  });

  it.each([
    ['2026-03-15', '2026-03-15'],
    ['2026-03-15 18:22:01', '2026-03-15'],
    ['2026-03-15T18:22:01Z', '2026-03-15'],
    ['3/15/2026', '2026-03-15'],
    ['03/05/26', '2026-03-05'],
    ['Mar 15, 2026', '2026-03-15'],
    ['March 15, 2026 4:10 PM', '2026-03-15'],
    ['Sunday, March 15th, 2026', '2026-03-15'],
    ['15 Mar 2026', '2026-03-15'],
    ['15th of March 2026', '2026-03-15'],
    ['2026/03/15', '2026-03-15'],
    ['2026/3/5 18:22', '2026-03-05'],
    ['2026.03.15', '2026-03-15'],
    ['15-Mar-26', '2026-03-15'],
    ['Mar-08-26', '2026-03-08'],
    ['Apr-02-2026', '2026-04-02'],
    ['Sept. 2 ’25', '2025-09-02'],
    ['2026-Mar-08', '2026-03-08'],
    ['13.03.2026', '2026-03-13'],
    ['03.02.2026', '2026-02-03'],
    ['20260315', '2026-03-15'],
    ['46096', '2026-03-15'],
    ['46096.75', '2026-03-15'],
    ['1773595800', '2026-03-15'],
    ['\u200e3/15/2026', '2026-03-15'],
    ['2026-05-05', '2026-05-05'],
    ['15/3/2026', '2026-03-15'],
  ])('was sold on %s', (soldOn, date) => {
    expect(row({ soldOn })).toMatchObject({ sale: { soldOn: date }, unread: [] });
  });

  const foreign = '€40|40 €|CA$52.00|C$40|A$90|40 CAD|CAD 40|AU$9.50|HK$ 90|£12|R$ 50|￥900';
  const refunded = '-12|(45.00)|-$55.00|$-55.00|$(30.00)|($30.00)|55.00-|−40|- $40|-40 USD|(CA$4)';
  it.each<[SaleCells, string, string]>([
    [{ title: ' ' }, 'title', 'missing'],
    [{ title: 'x'.repeat(301) }, 'title', 'too_long'],
    [{ price: '' }, 'price', 'missing'],
    [{ price: '--' }, 'price', 'missing'],
    [{ price: 'free' }, 'price', 'not_a_price'],
    [{ price: '40-45' }, 'price', 'not_a_price'],
    [{ price: '12.3.4' }, 'price', 'not_a_price'],
    // A thousand and more in some countries, and about a dollar in others.
    [{ price: '1.234' }, 'price', 'not_a_price'],
    [{ price: '$12.500' }, 'price', 'not_a_price'],
    ...foreign.split('|').map((price): [SaleCells, string, string] => [{ price }, 'price', 'not_dollars']),
    ...refunded.split('|').map((price): [SaleCells, string, string] => [{ price }, 'price', 'refunded']),
    [{ price: '$0.00' }, 'price', 'zero'],
    [{ price: '12000000' }, 'price', 'too_high'],
    [{ quantity: '0' }, 'quantity', 'unsold'],
    [{ quantity: '-1' }, 'quantity', 'refunded'],
  ])('with %j is refused, with field and problem', (cells, field, problem) => {
    expect(row(cells)).toEqual({ faults: [{ field, problem }] });
  });

  it.each<[SaleCells, string, string]>([
    [{ soldOn: 'last week' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '2/30/2026' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '2026/15/3' }, 'soldOn', 'not_a_date'],
    [{ soldOn: 'Mar 15 18:22' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '123456' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '2027-01-01' }, 'soldOn', 'in_the_future'],
    [{ brand: 'x'.repeat(121) }, 'brand', 'too_long'],
    [{ originalPrice: '€98' }, 'originalPrice', 'not_dollars'],
    [{ quantity: 'two' }, 'quantity', 'not_a_number'],
  ])('with %j is read without that cell', (cells, field, problem) => {
    expect(row(cells)).toEqual({ sale: { title: 'Levi’s 501', price: 4500 }, unread: [{ field, problem }] });
  });

  it('names all its faults at once', () => {
    expect(row({ title: '', price: 'free' })).toEqual({
      faults: [
        { field: 'title', problem: 'missing' },
        { field: 'price', problem: 'not_a_price' },
      ],
    });
  });

  it('keeps what else is known, and leaves out what is not', () => {
    expect(
      row({ brand: ' Levi’s ', size: '28', condition: 'Yes', department: 'Women', category: '', originalPrice: '$98' }),
    ).toEqual({
      sale: {
        title: 'Levi’s 501',
        price: 4500,
        brand: 'Levi’s',
        size: '28',
        condition: 'new-with-tags',
        department: 'Women',
        originalPrice: 9800,
      },
      unread: [],
    });
    expect(row({ orderId: ' 5f3a9c ' })).toMatchObject({ sale: { orderId: '5f3a9c' } });
    expect(row({ condition: 'No', originalPrice: '--', orderId: 'n/a', brand: '--', soldOn: '--' })).toEqual({
      sale: { title: 'Levi’s 501', price: 4500 },
      unread: [],
    });
  });

  it('of several pieces has the price of all of them', () => {
    expect(row({ price: '$240.00', quantity: '2' })).toMatchObject({ sale: { price: 24_000, quantity: 2 } });
    expect(row({ price: '$100', quantity: '3 pcs' })).toMatchObject({ sale: { price: 10_000, quantity: 3 } });
    const each = { formats: { dates: 'month-first', decimals: 'point', prices: 'each' }, now } as const;
    expect(readSale({ title: 'Tee', price: '12', quantity: '3' }, each)).toMatchObject({ sale: { price: 3600 } });
    expect(readSale({ title: 'Tee', price: '900000', quantity: '2' }, each)).toEqual({
      faults: [{ field: 'price', problem: 'too_high' }],
    });
    expect(row({ quantity: '1.0' })).toEqual({ sale: { title: 'Levi’s 501', price: 4500 }, unread: [] });
  });
});

describe('a column', () => {
  const now = Date.UTC(2026, 10, 20);
  const formatsOf = (cells: SaleCells[], more = {}) => decideFormats(cells, { now, ...more });
  const dates = (...cells: string[]) => cells.map((soldOn) => ({ soldOn }));

  it.each<[string, string[], 'day-first' | 'month-first', string | null]>([
    ['a day above 12 comes first', ['05/06/2026', '13/06/2026', '07/08/2026'], 'day-first', null],
    ['a day above 12 comes second', ['05/06/2026', '06/13/2026'], 'month-first', null],
    ['only one reading is in the past', ['03/12/2026', '04/05/2026'], 'month-first', null],
    ['nothing decides', ['3/1/2026', '3/4/2026'], 'month-first', '3/1/2026'],
    ['there are dots', ['05.06.2026'], 'day-first', '05.06.2026'],
    ['the readings contradict each other', ['13/06/2026', '06/14/2026', '05/06/2026'], 'month-first', '05/06/2026'],
    ['day and month are equal', ['03/03/2026', '04/04/26'], 'month-first', null],
    ['the months have names', ['Mar-08-26', '2026-03-01'], 'month-first', null],
  ])('of dates is decided once where %s', (_, cells, order, open) => {
    const { formats, open: asked } = formatsOf(dates(...cells));
    expect([formats.dates, asked.dates]).toEqual([order, open]);
  });

  it('of dates is decided by its name, by Poshmark’s report, or by the seller', () => {
    expect(formatsOf(dates('05/06/2026'), { dateName: 'Date (DD/MM/YYYY)' })).toMatchObject({
      formats: { dates: 'day-first' },
      open: { dates: null },
    });
    expect(formatsOf(dates('05/06/2026'), { isAmerican: true }).open.dates).toBeNull();
    expect(formatsOf(dates('05/06/2026'), { chosen: { dates: 'day-first' } }).formats.dates).toBe('day-first');
  });

  it.each<[string[], 'point' | 'comma' | null, string | null]>([
    [['1.234', '45,00'], 'comma', null],
    [['1.234', '45.00', '$1,250'], 'point', null],
    [['1,234', '80'], 'point', null],
    [['45,00', '80.00'], null, null],
    [['1.234', '80'], null, '1.234'],
    [['80', '45'], 'point', null],
  ])('of the prices %j is decided once, or the seller is asked', (prices, decimals, open) => {
    const found = formatsOf(prices.map((price) => ({ price })));
    expect([found.formats.decimals, found.open.decimals]).toEqual([decimals, open]);
  });
});
