// Texts of the import of sales and of inventory reports.
import type { InventoryField, InventoryProblem } from '#domain/listings/inventory-fields.ts';
import type { ColumnField } from '#domain/sales/import/sale-columns.ts';
import type { SaleField, SaleProblem } from '#domain/sales/import/sale-fields.ts';
import { count } from '#web/format/format.ts';

const fields: Record<ColumnField, string> = {
  title: 'Title',
  price: 'Sold price',
  soldOn: 'Date sold',
  channel: 'Sold at',
  brand: 'Brand',
  department: 'Department',
  category: 'Category',
  subcategory: 'Subcategory',
  size: 'Size',
  condition: 'Condition or NWT',
  originalPrice: 'Original price',
  orderId: 'Order ID',
  quantity: 'Quantity',
  listedOn: 'Date listed',
  sku: 'SKU',
  isBundle: 'Part of a bundle',
  isOffer: 'Sold by offer',
  cost: 'What you paid for it',
  fee: 'Marketplace fee',
  lowestPrice: 'Lowest price',
  shippingDiscount: 'Shipping discount',
  labelFee: 'Shipping label',
  packagingFee: 'Packaging',
  otherFee: 'Other fees',
  earnings: 'Your earnings',
  salesTax: 'Sales tax',
};

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
  not_an_amount: (field) => `${field} isn’t an amount. Write it like 4 or $4.50.`,
  negative: (field) => `${field} is negative. Write it without a minus.`,
  not_yes_or_no: (field) => `${field} isn’t yes or no. Write Y or N.`,
  few_cells: () => 'This row has fewer cells than there are columns. Check for a line break or a missing comma.',
  open_quote: () => 'A quotation mark in this row never closes. Delete it or close it.',
  other_columns: () => 'This row is below a second header with other columns. Put those rows in a file of their own.',
  canceled: () => 'Canceled.',
  returned: () => 'Returned.',
  refunded: () => 'Refund.',
  unsold: () => 'Not sold.',
};

const inventoryFields: Record<InventoryField, string> = {
  title: fields.title,
  listedOn: fields.listedOn,
  sku: fields.sku,
  itemSku: 'Item SKU',
  cost: 'Cost price',
  lowestPrice: 'Lowest listed price',
  price: 'Current listing price',
  likes: 'Likes',
  brand: fields.brand,
  size: fields.size,
};

export const importMessages = {
  fields,
  row: (row: number) => `Row ${count(row)}`,
  problem: (field: SaleField, problem: SaleProblem) => problems[problem](fields[field]),
  inventoryProblem: (field: InventoryField, problem: InventoryProblem) => problems[problem](inventoryFields[field]),
} as const;
