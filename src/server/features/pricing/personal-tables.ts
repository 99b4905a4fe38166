// The tables of this feature that an account's export contains.

import type { PersonalTable } from '../personal-table.ts';

export const pricingTables: readonly PersonalTable[] = [
  { table: 'recommendations', order: 'id', grows: 'stored', history: 'at' },
  { table: 'sale_imports', order: 'id', grows: 'stored' },
  { table: 'browser_comparables', id: 'practice, poshmark_id', order: 'poshmark_id', grows: 'stored' },
  { table: 'browser_searches', id: 'practice, term', order: 'term', grows: 'stored' },
  { table: 'imported_sales', order: 'id', grows: 'stored' },
];
