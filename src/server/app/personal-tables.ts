// Every table with rows of a seller, as its owner lists it.

import { accountTables } from '../features/account/profile/personal-tables.ts';
import { activityTables } from '../features/activity/personal-tables.ts';
import { botTables } from '../features/bot/personal-tables.ts';
import { closetTables } from '../features/closet/personal-tables.ts';
import { companionTables } from '../features/companion/personal-tables.ts';
import { contactTables } from '../features/contact/personal-tables.ts';
import { listingsTables } from '../features/listings/personal-tables.ts';
import { noticesTables } from '../features/notices/personal-tables.ts';
import type { PersonalTable } from '../features/personal-table.ts';
import { pricingTables } from '../features/pricing/personal-tables.ts';

/** The tables of adapters are listed here, because adapters don't know the type. */
const adapterTables: readonly PersonalTable[] = [
  { table: 'data_keys', secrets: ['wrapped', 'key_id'], order: 'user_id' },
  // What is on its way right now. It is deleted within moments.
  { table: 'worker_calls', secrets: ['input', 'answer', 'claimed_by'], order: 'id' },
];

export const personalTables: readonly PersonalTable[] = [
  ...accountTables,
  ...adapterTables,
  ...closetTables,
  ...companionTables,
  ...listingsTables,
  ...pricingTables,
  ...botTables,
  ...activityTables,
  ...noticesTables,
  ...contactTables,
];
