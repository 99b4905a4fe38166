// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const pricingTables: readonly PersonalTable[] = [
  { table: 'recommendations', order: 'id', grows: 'stored', history: 'at' },
  { table: 'sale_imports', order: 'id', grows: 'stored' },
  { table: 'imported_sales', order: 'id', grows: 'stored' },
];
