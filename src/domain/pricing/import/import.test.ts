import { describe, expect, it } from 'vitest';
import { readSale, type SaleCells } from './read-sale.ts';
import { findHeader, guessColumns } from './sale-columns.ts';

const poshmark =
  'Listing Date,Order Date,SKU,Order Id,Listing Title,Department,Category,Subcategory,Brand,Color,Size,NWT,Offer Order,Cost Price,Order Price,Seller Shipping Discount,Net Earnings,Buyer State,Buyer Zip Code'.split(
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
    });
  });

  it.each([
    ['Item,Sold for,Date sold,Brand', { title: 0, price: 1, soldOn: 2, brand: 3 }],
    ['brand_name;item_title;SALE PRICE'.replaceAll(';', ','), { brand: 0, title: 1, price: 2 }],
    ['Order,Item,Price,Transaction ID', { title: 1, price: 2, orderId: 3 }],
    ['Order,Item,Price', { orderId: null }],
    ['Title,Price,Original Price,Condition', { title: 0, price: 1, originalPrice: 2, condition: 3 }],
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

describe('a sale', () => {
  const now = Date.UTC(2026, 4, 4);
  const row = (cells: SaleCells) => readSale({ title: 'Levi’s 501', price: '$45.00', ...cells }, now);

  it.each([
    ['$1,234.50', 123_450],
    ['45', 4500],
    ['45.00 USD', 4500],
    ['45,00', 4500],
    ['US$ 7', 700],
    ['1,250', 125_000],
    ['123,456.5', 12_345_650],
    ['45.5000', 4550],
  ])('has the price %s', (price, cents) => {
    expect(row({ price })).toMatchObject({ sale: { price: cents } });
  });

  it.each([
    ['2026-03-15', '2026-03-15'],
    ['2026-03-15 18:22:01', '2026-03-15'],
    ['3/15/2026', '2026-03-15'],
    ['03/05/26', '2026-03-05'],
    ['Mar 15, 2026', '2026-03-15'],
    ['March 15, 2026 4:10 PM', '2026-03-15'],
    ['15 Mar 2026', '2026-03-15'],
    ['2026/03/15', '2026-03-15'],
    ['2026/3/5 18:22', '2026-03-05'],
    ['15-Mar-26', '2026-03-15'],
    ['2026-05-05', '2026-05-05'],
  ])('was sold on %s', (soldOn, date) => {
    expect(row({ soldOn })).toMatchObject({ sale: { soldOn: date } });
  });

  it.each<[SaleCells, string, string]>([
    [{ title: ' ' }, 'title', 'missing'],
    [{ title: 'x'.repeat(301) }, 'title', 'too_long'],
    [{ price: '' }, 'price', 'missing'],
    [{ price: 'n/a' }, 'price', 'not_a_price'],
    [{ price: '-12' }, 'price', 'not_a_price'],
    [{ price: '12.3.4' }, 'price', 'not_a_price'],
    // A thousand and more in some countries, and about a dollar in others.
    [{ price: '1.234' }, 'price', 'not_a_price'],
    [{ price: '$12.500' }, 'price', 'not_a_price'],
    [{ price: '1.234,50' }, 'price', 'not_a_price'],
    [{ price: '(45.00)' }, 'price', 'not_a_price'],
    [{ price: '€40' }, 'price', 'not_dollars'],
    [{ price: '$0.00' }, 'price', 'zero'],
    [{ price: '12000000' }, 'price', 'too_high'],
    [{ soldOn: 'last week' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '2/30/2026' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '15/3/2026' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '2026/15/3' }, 'soldOn', 'not_a_date'],
    [{ soldOn: 'Mar 15 18:22' }, 'soldOn', 'not_a_date'],
    [{ soldOn: '2027-01-01' }, 'soldOn', 'in_the_future'],
  ])('with %j is refused, with field and problem', (cells, field, problem) => {
    expect(row(cells)).toEqual({ faults: [{ field, problem }] });
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
    });
    expect(row({ orderId: ' 5f3a9c ' })).toMatchObject({ sale: { orderId: '5f3a9c' } });
    expect(row({ condition: 'No', originalPrice: '--', orderId: 'n/a' })).toEqual({
      sale: { title: 'Levi’s 501', price: 4500 },
    });
  });
});
