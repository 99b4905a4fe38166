// Texts of the import of sold items.
import type { SaleField, SaleProblem } from '#domain/pricing/import/sale-fields.ts';
import { count, counted } from '#web/format/format.ts';

const fields: Record<SaleField, string> = {
  title: 'Title',
  price: 'Sold price',
  soldOn: 'Date sold',
  brand: 'Brand',
  department: 'Department',
  category: 'Category',
  subcategory: 'Subcategory',
  size: 'Size',
  condition: 'Condition or NWT',
  originalPrice: 'Original price',
  orderId: 'Order ID',
  quantity: 'Quantity',
};

/** What is wrong, and what to do. */
const problems: Record<SaleProblem, (field: string) => string> = {
  missing: (field) => `${field} is empty. Fill it in.`,
  too_long: (field) => `${field} is too long. Shorten it.`,
  not_a_price: (field) => `${field} isn’t a price. Write it like 45 or $45.00.`,
  not_dollars: (field) => `${field} is not US dollars. Hangtag compares US prices only, so leave this sale out.`,
  zero: (field) => `${field} is $0. Leave out canceled orders.`,
  too_high: (field) => `${field} is over $1,000,000. Check it.`,
  not_a_date: (field) => `${field} isn’t a date. Write it like 3/15/2026.`,
  in_the_future: (field) => `${field} is in the future. Check the year.`,
  extra_cells: () =>
    'This row has more cells than there are columns. Put quotes around cells with a comma, like "$1,234".',
  not_a_number: (field) => `${field} isn’t a number. Write it like 1 or 2.`,
  few_cells: () => 'This row has fewer cells than there are columns. Check for a line break or a missing comma.',
  open_quote: () => 'A quotation mark in this row never closes. Delete it or close it.',
  other_columns: () => 'This row is below a second header with other columns. Put those rows in a file of their own.',
  canceled: () => 'Canceled.',
  returned: () => 'Returned.',
  refunded: () => 'Refund.',
  unsold: () => 'Not sold.',
};

export const importMessages = {
  open: 'Import your sales',
  title: 'Import your sales',
  lead: 'Use Poshmark’s sales report or your own spreadsheet, saved as CSV. Each sale makes your price suggestions more certain.',
  private: 'Only the columns you choose leave your browser. Buyers’ names and addresses never do.',
  choose: 'Choose a CSV file',
  limits: 'Up to 5 MB and 5,000 sales.',
  reading: 'Reading the file…',
  faults: {
    type: (name: string) => `${name} isn’t a CSV file. In your spreadsheet, use Save as or Download, then CSV.`,
    large: 'This file is larger than 5 MB. Split it and import the parts.',
    rows: (rows: number) => `This file has ${count(rows)} rows. Import at most 5,000 at once.`,
    empty: 'This file has no rows with sales.',
    read: 'Couldn’t read this file. Save it as CSV again and retry.',
  },
  columns: 'Columns',
  columnsHint: 'Hangtag guessed these from the first row. Change what’s wrong.',
  fields,
  otherColumns: (others: number) => counted(others, 'more column'),
  none: 'Not in this file',
  required: 'required',
  column: (number: number) => `Column ${number}`,
  formats: 'How this file is written',
  formatsHint: 'These can be read in two ways. Choose the one you meant.',
  isDate: (date: string) => `${date} is`,
  isPrice: (price: string) => `${price} is`,
  chooseOne: 'Choose one',
  decimalSign: (sign: 'point' | 'comma', price: string) =>
    sign === 'comma'
      ? `$${price.replace(/[^\d.]/g, '').replaceAll('.', ',')}, with a dot for thousands`
      : `$${price.replace(/[^\d.]/g, '')}, with a dot before the cents`,
  preview: 'Preview',
  priceOf: (price: string, pieces: number) => (pieces === 1 ? price : `${count(pieces)} at ${price}`),
  previewOf: (shown: number, all: number) =>
    shown < all ? `The first ${count(shown)} of ${count(all)} sales` : counted(all, 'sale'),
  pickFirst: 'Choose the columns for title and sold price.',
  ready: (sales: number) => `${counted(sales, 'sale')} ready`,
  left: (rows: number) => `${counted(rows, 'row')} left out`,
  leftTitle: 'Rows left out',
  leftHint: 'Fix what’s wrong in your file and import it again. Sales that are already here won’t count twice.',
  unread: (rows: number) => `${counted(rows, 'sale')} with a cell left out`,
  unreadTitle: 'Cells left out',
  unreadHint: 'These sales are imported without that cell.',
  noSales: (rows: number) => (rows === 1 ? '1 row isn’t a sale' : `${count(rows)} rows aren’t sales`),
  noSalesTitle: 'Rows that aren’t sales',
  row: (row: number) => `Row ${count(row)}`,
  problem: (field: SaleField, problem: SaleProblem) => problems[problem](fields[field]),
  more: (faults: number) => `and ${count(faults)} more`,
  another: 'Choose another file',
  cancel: 'Cancel',
  go: (sales: number) => `Import ${counted(sales, 'sale')}`,
  running: 'Importing…',
  failed: 'Couldn’t import the sales. Nothing was stored.',
  done: (added: number) => (added === 0 ? 'Nothing new in this file' : `${counted(added, 'sale')} imported`),
  doneText: 'Price suggestions use them from now on.',
  known: (known: number) => `${counted(known, 'sale')} had been imported before.`,
  close: 'Done',
  undo: 'Undo import',
  undoing: 'Undoing…',
  undone: 'Import undone',
  undoneText: (sales: number) =>
    sales === 0
      ? 'Its sales are in another import too, so they still count.'
      : `${counted(sales, 'sale')} no longer ${sales === 1 ? 'counts' : 'count'}.`,
  undoFailed: 'Couldn’t undo the import',
  undoFallback: 'Try again in a moment.',
  earlier: 'Earlier imports',
  span: (from: string, to: string) => (from === to ? `sold ${from}` : `sold ${from} to ${to}`),
  noDates: 'no dates',
  loadFailed: 'Couldn’t load earlier imports.',
  suggest: 'Have records of your own sales?',
} as const;
