// The sums of a calendar year as Schedule C of a US sole proprietor asks for them, and what is in them.

import { type Cents, currencyFormat, toDollars } from '../money.ts';
import { counted } from '../text/counted.ts';

/** What the sales of a year add up to. Cancelled sales count nothing; of returned ones, only the price counts, twice. */
export type YearSums = {
  sales: number;
  returned: number;
  cancelled: number;
  salesWithoutCost: number;
  /** Of all years. */
  salesWithoutDate: number;
  /** Prices of all sales that weren't cancelled, and of the returned ones among them. */
  grossCents: Cents;
  returnedCents: Cents;
  /** Of the sales that count. */
  costCents: Cents;
  feesCents: Cents;
  shippingDiscountsCents: Cents;
  otherFeesCents: Cents;
  /** Of the sales at Poshmark. */
  poshmarkGrossCents: Cents;
  poshmarkEarningsCents: Cents;
};

/** `line`: where the sum goes. null: it is only for reading. */
type TaxLine = { line: string | null; name: string; cents: Cents };

export function taxLines(sums: YearSums): TaxLine[] {
  const net = sums.grossCents - sums.returnedCents;
  const grossProfit = net - sums.costCents;
  const left = grossProfit - sums.feesCents - sums.shippingDiscountsCents - sums.otherFeesCents;
  const missing = sums.salesWithoutCost === 0 ? '' : `, without the cost of ${counted(sums.salesWithoutCost, 'sale')}`;
  return [
    { line: 'Schedule C, line 1', name: 'Gross receipts or sales', cents: sums.grossCents },
    { line: 'Schedule C, line 2', name: 'Returns and allowances', cents: sums.returnedCents },
    { line: 'Schedule C, line 3', name: 'Line 1 less line 2', cents: net },
    { line: 'Schedule C, line 4 (Part III)', name: `Cost of goods sold${missing}`, cents: sums.costCents },
    { line: 'Schedule C, line 5', name: `Gross profit${missing}`, cents: grossProfit },
    { line: 'Schedule C, line 10', name: 'Commissions and fees', cents: sums.feesCents },
    {
      line: 'Schedule C, line 27 (Part V)',
      name: 'Shipping discounts that you gave',
      cents: sums.shippingDiscountsCents,
    },
    {
      line: 'Schedule C, line 27 (Part V)',
      name: 'Postage for heavier labels, packaging, and other fees of sales',
      cents: sums.otherFeesCents,
    },
    { line: null, name: `Left after these${missing}`, cents: left },
    {
      line: 'Form 1099-K, box 1a',
      name: 'What Poshmark is likely to report: prices before fees, discounts, and refunds',
      cents: sums.poshmarkGrossCents,
    },
    { line: null, name: 'What you earned from Poshmark', cents: sums.poshmarkEarningsCents },
  ];
}

/** With cents, also where there are none: it stands below a column of such amounts. */
const toTheCent = currencyFormat({});

export function taxNotes(year: number, sums: YearSums): string[] {
  const { salesWithoutCost, salesWithoutDate, poshmarkGrossCents, poshmarkEarningsCents } = sums;
  return [
    `Included: your sales of ${year} by the day of the order in your time zone, at their prices without sales tax and without the shipping that buyers paid.`,
    'Canceled sales count nothing. Returned sales are in line 1 and taken back in line 2. Their fees and costs count nothing.',
    salesWithoutCost > 0
      ? `${counted(salesWithoutCost, 'sale')} without a cost: line 4 is too low until you add ${salesWithoutCost === 1 ? 'it' : 'them'}.`
      : '',
    salesWithoutDate > 0 ? `${counted(salesWithoutDate, 'sale')} without a date: in no year.` : '',
    'Not included: supplies, mileage, your home office, and everything else that Hangtag doesn’t know.',
    poshmarkGrossCents > poshmarkEarningsCents
      ? `Poshmark’s form shows more than you earned: ${toTheCent(toDollars(poshmarkGrossCents))} beside ${toTheCent(toDollars(poshmarkEarningsCents))}. It goes by the day of the payment, so sales around New Year’s may be in another year.`
      : '',
    'Line numbers are those of the forms of 2025, and may move. Hangtag is not a tax adviser: check these numbers with one.',
  ].filter((note) => note !== '');
}
