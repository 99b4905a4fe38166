// Makes Poshmark's sales report as it really is, with invented sales.

const header =
  'Listing Date,Order Date,SKU,Order Id,Listing Title,Department,Category,Subcategory,Brand,Color,Size,Bundle Order?,Offer Order,NWT,Cost Price,Order Price,Lowest Set Price,Seller Shipping Discount,Upgraded Shipping Label Fee,Packaging Fee,Hazmat Noncompliance Fee,Overweight Label Fee,Your Earnings,Buyer State,Buyer Zip Code,Buyer Username,Sales Tax (Paid by Buyer),Notes,Other Info';

const above = [
  'Poshmark Sales Report for @made_up,"",""',
  '01/01/2019 - 11/20/2026',
  '""',
  'Notes:',
  '"1. ""Order Price"" is the price the buyer paid for the item, before shipping and tax."',
  '"2. Orders canceled before shipping are not in this report."',
  '""',
  'Summary',
  'Total Sales,$352.00',
  '""',
];

type MadeSale = {
  title: string;
  price: number;
  /** Left out: the price less the usual fee and the discount. */
  earnings?: number;
  cost?: number;
  discount?: number;
  /** For a heavy parcel. */
  label?: number;
  packaging?: number;
  /** Several rows with the same one are a bundle. */
  order?: string;
  soldOn?: string;
  brand?: string;
  size?: string;
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const dollars = (amount: number | undefined): string =>
  amount === undefined ? '""' : quoted(amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' }));
const usualEarnings = ({ price, discount = 0 }: MadeSale): number =>
  price - (price < 15 ? 2.95 : price * 0.2) - discount;

/** In cells of buyers, which must never leave the browser. */
export const ofBuyers = /buyer_\d|\b44101\b|"OH"/;

const lineOf = (sale: MadeSale, at: number): string => {
  const { title, price, cost, order, soldOn = '03/11/2026', brand = 'Oakhand', size = '28' } = sale;
  const { discount = 0, label = 0, packaging = 0, earnings = usualEarnings(sale) } = sale;
  const cells = [
    ...['01/15/2025', soldOn, `S-${at}`, order ?? `69b1c0d1e2f3041526374${at}`, quoted(title)],
    ...['Women', 'Jeans', 'Straight Leg', brand, '"Blue, Black"', size, order === undefined ? 'N' : 'Y', 'N', 'N'],
    ...[dollars(cost), dollars(price), dollars(price - 1), dollars(discount)],
    ...[dollars(label), dollars(packaging), '$0.00', '$0.00'],
    ...[dollars(earnings), 'OH', '44101', `buyer_${at}`, at % 3 === 0 ? '--' : '$3.64'],
    // One more than the header has.
    ...['""', '""', ''],
  ];
  return cells.join(',');
};

export function reportOf(sales: readonly MadeSale[]): string {
  const sums = `Totals${',""'.repeat(14)},"$1,000.00"`;
  return [...above, header, ...sales.map(lineOf), '""', sums].join('\r\n');
}

/** A report of many sales, a tenth of them in bundles of two. */
export const longReport = (sales: number): string =>
  reportOf(
    Array.from({ length: sales }, (_, at) => ({
      title: `Oakhand "Straight" jeans no ${at}, blue`,
      price: 10 + (at % 90),
      soldOn: `${`${1 + (at % 12)}`.padStart(2, '0')}/11/${2019 + (at % 7)}`,
      ...(at % 2 === 0 && { cost: at % 9 }),
      ...(at % 20 < 2 && { order: `bundle-${Math.floor(at / 20)}` }),
    })),
  );

type MadeListing = { title: string; price: number; cost: number; sku: string };

/** Poshmark's inventory report. */
export const inventoryOf = (listings: readonly MadeListing[]): string =>
  [
    'Listing Date,Number of Days Listed,Listing SKU,Item SKU,Listing Title,Department,Category,Subcategory,Brand,Color,Size,NWT,Quantity Available,Likes,Cost Price,Lowest Listed Price,Current Listing Price,Other Info,Seller Shipping Discount',
    ...listings.map(({ title, price, cost, sku }) =>
      [
        ...['--', '20', sku, '--', quoted(title), 'Women', 'Tops', '--', '--', '--', '--', 'N', '1', '4'],
        ...[dollars(cost), '--', dollars(price), '', '$0.00'],
      ].join(','),
    ),
  ].join('\r\n');
